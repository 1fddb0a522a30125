package symbolic

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// language is what differs between the generated Go and C. Verbs are filled
// with fmt.
type language struct {
	types   [2]string // of Index and Real
	prelude string    // helper functions, before the function
	open    string    // name, parameters
	param   string    // name, type
	decl    string    // type, name
	end     string    // of a statement
	ifNot   string    // condition
	loop    string    // index, lo, hi
	min0    string    // the value of an empty maximum
	calls   map[code]string
}

// ErrNotPrintable marks an expression that calls an opaque function, which no
// generated code can contain.
var ErrNotPrintable = errors.New("calls an opaque function")

// GoFunc is the source of a Go function (and the helpers that it calls) with
// one parameter per symbol, sorted by name, that computes e as a float64. The
// file must import "math". Integer overflow is not checked.
func (a *Arena) GoFunc(name string, e Expr) (string, error) { return a.function(goLanguage, name, e) }

// CFunc is the source of a C function for e, what pam2c made of a PAMELA model.
// The file must include math.h. Integer overflow is not checked.
func (a *Arena) CFunc(name string, e Expr) (string, error) { return a.function(cLanguage, name, e) }

func (a *Arena) function(lang *language, name string, e Expr) (string, error) {
	t := a.Compile(e)
	if len(t.calls) > 0 {
		return "", fmt.Errorf("%s: %w", t.calls[0].fn.Name, ErrNotPrintable)
	}
	if len(t.reasons) > 0 {
		return "", errors.New(t.reasons[0])
	}
	g := &generator{lang: lang, t: t, names: map[slotReg]string{}}
	var params []string
	for i, s := range t.inputs {
		id := g.unusedName(s.Name)
		g.names[slotReg{s.Type, t.inReg[i]}] = id
		params = append(params, fmt.Sprintf(lang.param, id, lang.types[s.Type]))
	}
	g.nameConstants()
	g.write(lang.prelude)
	g.tables()
	g.write(fmt.Sprintf(lang.open, FuncName(name), strings.Join(params, ", ")))
	g.declare(len(t.code))
	g.block(0, len(t.code), 1)
	g.line(1, "return "+g.real(t.outType[0], t.outReg[0]))
	g.write("}\n")
	return g.out.String(), nil
}

type slotReg struct {
	t   Type
	reg int32
}

type generator struct {
	lang  *language
	t     *Tape
	names map[slotReg]string
	out   strings.Builder
}

func (g *generator) write(s string) { g.out.WriteString(s) }

func (g *generator) line(depth int, s string) {
	g.write(strings.Repeat("\t", depth) + s + g.lang.end + "\n")
}

// unusedName keeps a symbol's name unless it is reserved, reads like one of our
// variables, or is taken.
func (g *generator) unusedName(s string) string {
	id := identifier(s)
	taken := reserved[id] || ourName.MatchString(id)
	for _, other := range g.names {
		taken = taken || other == id
	}
	if taken {
		return g.unusedName(id + "_")
	}
	return id
}

var ourName = regexp.MustCompile(`^[nr][0-9]+$|^table[0-9]+$`)

// nameConstants writes constants where they are used; all other registers are
// variables n1, n2 ... (integers) and r1, r2 ... (reals).
func (g *generator) nameConstants() {
	written := map[slotReg]bool{}
	for _, in := range g.t.code {
		written[slotReg{in.result(), in.dst}] = true
	}
	for _, l := range g.t.loops {
		written[slotReg{Index, l.index}] = true
	}
	for i, v := range g.t.int0 {
		if at := (slotReg{Index, int32(i)}); !written[at] && g.names[at] == "" {
			g.names[at] = strconv.FormatInt(v, 10)
		}
	}
	for i, v := range g.t.real0 {
		if at := (slotReg{Real, int32(i)}); !written[at] && g.names[at] == "" {
			g.names[at] = realLiteral(v)
		}
	}
}

func realLiteral(v float64) string {
	s := strconv.FormatFloat(v, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	if v < 0 {
		s = "(" + s + ")"
	}
	return s
}

func (g *generator) name(t Type, reg int32) string {
	if s, ok := g.names[slotReg{t, reg}]; ok {
		return s
	}
	return string("nr"[t]) + strconv.Itoa(int(reg)+1)
}

func (g *generator) real(t Type, reg int32) string {
	if t == Index {
		return fmt.Sprintf(g.lang.calls[cReal], g.name(Index, reg))
	}
	return g.name(Real, reg)
}

// result is the register file an instruction writes.
func (in instr) result() Type {
	switch in.code {
	case cMove, cReal, cAdd, cMul, cMulAdd, cQuo, cMax, cLog2, cPow, cSum, cMaxO, cTable, cOpaque:
		return Real
	}
	return Index
}

// operands is the register file an instruction reads.
func (in instr) operands() Type {
	switch in.code {
	case cMove, cAdd, cMul, cMulAdd, cQuo, cMax, cFloor, cLog2, cCLog2, cPow, cTest, cTable:
		return Real
	}
	return Index
}

// declare declares every variable once, at the top.
func (g *generator) declare(n int) {
	seen := map[slotReg]bool{}
	add := func(at slotReg) {
		if !seen[at] {
			seen[at] = true
			g.line(1, fmt.Sprintf(g.lang.decl, g.lang.types[at.t], g.name(at.t, at.reg)))
		}
	}
	for _, in := range g.t.code[:n] {
		if in.code != cSkip && in.code != cJump {
			add(slotReg{in.result(), in.dst})
		}
		if in.isLoop() {
			add(slotReg{Index, g.t.loops[in.y].index})
		}
	}
}

func (in instr) isLoop() bool {
	return in.code == cSum || in.code == cSumI || in.code == cMaxO || in.code == cMaxOI
}

// block writes the instructions pc..end.
func (g *generator) block(pc, end, depth int) {
	for ; pc < end; pc++ {
		in := g.t.code[pc]
		switch {
		case in.isLoop():
			g.loop(in, pc+1, depth)
			pc += int(g.t.loops[in.y].size)
		case in.code == cSkip: // then-part, jump over the else-part, else-part
			then := pc + int(in.y)
			els := then + int(g.t.code[then].y)
			g.write(strings.Repeat("\t", depth) + fmt.Sprintf(g.lang.ifNot, g.name(Index, in.x)) + "\n")
			g.block(pc+1, then, depth+1)
			g.write(strings.Repeat("\t", depth) + "} else {\n")
			g.block(then+1, els+1, depth+1)
			g.write(strings.Repeat("\t", depth) + "}\n")
			pc = els
		default:
			g.line(depth, g.name(in.result(), in.dst)+" = "+g.value(in))
		}
	}
}

func (g *generator) value(in instr) string {
	t := in.operands()
	x, y, z := g.name(t, in.x), g.name(t, in.y), g.name(t, in.z)
	switch in.code {
	case cMove, cMoveI:
		return x
	case cAdd, cAddI:
		return x + " + " + y
	case cMul, cMulI:
		return x + " * " + y
	case cMulAdd, cMulAddI:
		return x + "*" + y + " + " + z
	case cQuo, cExactI:
		return x + " / " + y
	case cTest, cTestI:
		zero := "0"
		if t == Real {
			zero = "0.0"
		}
		return fmt.Sprintf(g.lang.calls[cTest], x+" "+sourceTest(map[op]string{opEQ: "=", opNE: "/=", opGE: ">=", opGT: ">"}[op(in.y)])+" "+zero)
	case cTable:
		return fmt.Sprintf("table%d(%s)", in.y, x)
	case cReal, cFloor, cLog2, cCLog2:
		return fmt.Sprintf(g.lang.calls[in.code], x)
	}
	return fmt.Sprintf(g.lang.calls[in.code], x, y)
}

func (g *generator) loop(in instr, pc, depth int) {
	l := g.t.loops[in.y]
	t := in.result()
	dst, i := g.name(t, in.dst), g.name(Index, l.index)
	lo, hi, v := g.name(Index, l.lo), g.name(Index, l.hi), g.name(t, l.result)
	g.line(depth, dst+" = 0")
	g.write(strings.Repeat("\t", depth) + fmt.Sprintf(g.lang.loop, i, lo, hi) + "\n")
	g.block(pc, pc+int(l.size), depth+1)
	if in.code == cSum || in.code == cSumI {
		g.line(depth+1, dst+" = "+dst+" + "+v)
	} else {
		g.write(strings.Repeat("\t", depth+1) + fmt.Sprintf(g.lang.min0, i, lo, v, dst) + "\n")
		g.line(depth+2, dst+" = "+v)
		g.write(strings.Repeat("\t", depth+1) + "}\n")
	}
	g.write(strings.Repeat("\t", depth) + "}\n")
}
