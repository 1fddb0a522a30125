package advise

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// cache is the first one of a machine that data come from, in bytes.
type cache struct{ line, bytes, ways float64 }

// firstCache returns it; false where the machine has none.
func firstCache(m *machines.Machine) (cache, bool) {
	number := func(names ...string) float64 {
		for _, name := range names {
			if n, has := m.Number("memory." + name); has {
				return n.Value
			}
		}
		return 0
	}
	c := cache{number("line_bytes"), number("levels.1.bytes", "cache_bytes"), number("levels.1.associativity", "associativity")}
	return c, c.line > 0 && c.bytes > 0 && c.ways > 0
}

// Columns tells of statements that take a large part of their unit's time and whose
// innermost loop goes across the columns of arrays, so that each iteration takes another
// line of the cache, and of columns that are a multiple of a way of the cache long: then
// what the loop takes of a row falls into one set of lines.
func Columns(snap *workspace.Snapshot, f *workspace.File, r *report.Report, s settings.Settings) []source.Diagnostic {
	m, err := predict.MachineIn(snap, f, s)
	if err != nil || m == nil || m.Array != nil || !predict.LanguageOf(f).Lowered {
		return nil
	}
	c, has := firstCache(m)
	if !has {
		return nil
	}
	var out []source.Diagnostic
	for _, bare := range snap.Program(f).Units {
		i := slices.IndexFunc(r.Units, func(u *report.Unit) bool { return u.Name == bare.Name && u.Kind == bare.Kind.String() })
		if i < 0 || r.Units[i].NoEstimate != "" || !(r.Units[i].Charge.Total() > 0) {
			continue
		}
		w := columns{hinter: hinter{u: r.Units[i], text: f.Text}, cache: c}
		if !slices.ContainsFunc(w.u.Lines, func(l *report.Line) bool { return w.share(l.Charge.Computation) >= worthHint }) {
			continue
		}
		w.unit = bare.Fork()
		w.block(w.unit.Body, nil)
		out = append(out, w.out...)
	}
	return out
}

type columns struct {
	hinter
	unit  *lower.Unit
	cache cache
}

// block looks at the statements of a block; loops are those around it, outermost first.
func (w *columns) block(body []program.Stmt, loops []*program.Do) {
	for _, s := range body {
		if a, is := s.(*program.Assign); is && len(loops) > 1 {
			w.assign(a, loops)
		}
		inner := loops
		if do, is := s.(*program.Do); is && do.Kind == program.DoCount && do.Var != nil {
			inner = append(slices.Clone(loops), do)
		}
		for b := range program.Blocks(s) {
			w.block(b, inner)
		}
	}
}

// assign tells of a statement most of whose references the innermost loop crosses.
func (w *columns) assign(a *program.Assign, loops []*program.Do) {
	line := w.text.LineOf(w.unit.Start + a.Span().Start)
	if w.share(w.computation(line)) < worthHint {
		return
	}
	do := loops[len(loops)-1]
	var across []*program.Ref
	var better *program.Symbol // the loop that walks along the columns
	along := 0
	for _, e := range []program.Expr{a.LHS, a.RHS} {
		program.Walk(e, func(e program.Expr) bool {
			ref, is := e.(*program.Ref)
			if !is || ref.Sym.Rank() < 2 || len(ref.Subs) < 2 {
				return true
			}
			first := shifted(ref.Subs[0])
			outer := slices.ContainsFunc(loops[:len(loops)-1], func(o *program.Do) bool { return o.Var == first })
			switch {
			case first == do.Var:
				along++
			case first != nil && outer && w.large(ref.Sym) && slices.ContainsFunc(ref.Subs[1:], func(x program.Subscript) bool { return shifted(x) == do.Var }):
				across, better = append(across, ref), first
			}
			return true
		})
	}
	if len(across) <= along {
		return
	}
	var names []string
	for _, ref := range across {
		if name := strings.ToUpper(ref.Sym.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	share := 100 * w.share(w.computation(line))
	w.hint(line, "stride", "%.0f%% of %s: the innermost loop, over %s, goes across the columns of %s: each iteration takes another line of the cache; with the loop over %s innermost, where no dependence forbids that, it would go along them", share, w.unit.Name, strings.ToUpper(do.Var.Name), strings.Join(names, ", "), strings.ToUpper(better.Name))
	for _, ref := range across {
		if said := w.crowded(ref.Sym, do); said != "" {
			w.hint(line, "pad", "%.0f%% of %s: %s", share, w.unit.Name, said)
			return
		}
	}
}

// computation is what a line takes to compute, seconds.
func (w *columns) computation(line int) float64 {
	for _, l := range w.u.Lines {
		if l.Line == line {
			return l.Charge.Computation
		}
	}
	return 0
}

// shifted is the scalar i of a subscript i, i+c or i-c.
func shifted(s program.Subscript) *program.Symbol {
	e := s.Lo
	if s.Triplet {
		return nil
	}
	if b, is := e.(*program.Binary); is && (b.Op == program.Add || b.Op == program.Sub) {
		if _, constant := program.ConstInt(b.Y, nil); constant {
			e = b.X
		}
	}
	if r, is := e.(*program.Ref); is && r.Sym.Rank() == 0 {
		return r.Sym
	}
	return nil
}

// extent is the length of a dimension; 0 where it is no constant.
func extent(s *program.Symbol, dim int) float64 {
	low, okLow := program.ConstInt(s.Dims[dim].Lower, nil)
	high, okHigh := program.ConstInt(s.Dims[dim].Upper, nil)
	if !okLow || !okHigh {
		return 0
	}
	return float64(high - low + 1)
}

// large tells whether an array is known not to fit the cache, with columns longer than a
// line of it.
func (w *columns) large(s *program.Symbol) bool {
	bytes := float64(s.Bytes)
	for d := range s.Dims {
		bytes *= extent(s, d)
	}
	return bytes > w.cache.bytes && extent(s, 0)*float64(s.Bytes) > w.cache.line
}

// crowded says that a column, as a processor holds it, is a multiple of a way long and that
// the loop takes more elements of a row than a set has lines; "" where it is not so.
func (w *columns) crowded(s *program.Symbol, do *program.Do) string {
	if l, mapped := w.unit.Layouts[s]; mapped && l.AxisOf(0) >= 0 {
		return ""
	}
	way, column := w.cache.bytes/w.cache.ways, extent(s, 0)*float64(s.Bytes)
	line := w.text.LineOf(w.unit.Start + do.At.Start)
	i := slices.IndexFunc(w.u.Loops, func(l *report.Loop) bool { return l.Line == line })
	if math.Mod(column, way) != 0 || i < 0 || !(w.u.Loops[i].Iterations > w.cache.ways) {
		return ""
	}
	return fmt.Sprintf("columns of %s have %s, a multiple of a way of the cache (%s): what a row has in them shares %.0f lines; %.0f more elements in the first dimension would spread it", strings.ToUpper(s.Name), report.Bytes(column), report.Bytes(way), w.cache.ways, math.Ceil(w.cache.line/float64(s.Bytes)))
}
