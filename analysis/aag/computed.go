package aag

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/analysis/values"
)

// What scalar code makes of the number of processors has no closed form where it tries
// divisors, or rounds a square root to the extent of a grid. Its value is a function that
// runs the statements wherever it is asked for.

// computed is what a statement leaves in the scalars that it changes; none where this
// does not follow from what is known of the processors.
func (w *ownValues) computed(s program.Stmt) []fact {
	read, follows := w.scalarCode(s)
	if !follows {
		return nil
	}
	body := []program.Stmt{s}
	var out []fact
	for _, v := range w.storedIn(body) {
		if v.Type == program.Integer || v.Type == program.Real {
			out = append(out, fact{v, w.ranFor(body, v, read)})
		}
	}
	return out
}

// rounds is how many iterations a DO WHILE makes, or a loop that ends with IF (c) EXIT, whose
// condition rests on scalars that it computes from what is known of the processors; 0 for others.
func (w *ownValues) rounds(s *program.Do) symbolic.Expr {
	end := exitAtEnd(s)
	if end == nil && (s.Kind != program.DoWhile || program.Leavable(s)) {
		return 0
	}
	if read, follows := w.scalarCode(s); follows {
		return w.ranFor([]program.Stmt{s}, nil, read)
	}
	alone := w.steering(s)
	if alone == nil {
		return 0
	}
	if end != nil {
		leaves := &program.Transfer{Node: program.Node{At: end.Span()}, Keyword: "exit"}
		alone.Body = append(alone.Body, &program.If{Node: leaves.Node, Branches: []program.Branch{{Cond: end, Body: []program.Stmt{leaves}}}})
	}
	read, follows := w.scalarCode(alone)
	if !follows {
		return 0
	}
	return w.ranFor([]program.Stmt{alone}, nil, read)
}

// scalarCode returns the scalars that a loop or an assignment reads which computes
// scalars, with what they hold; false where it does more, one is not known, or none
// depends on the processors.
func (w *ownValues) scalarCode(s program.Stmt) (read []fact, follows bool) {
	if !w.passing() || !computesScalars(s) {
		return nil, false
	}
	read, known := w.inputs([]program.Stmt{s})
	return read, known && (w.leaving || slices.ContainsFunc(read, func(x fact) bool { return w.b.DependsOnProcessor(x.value) }))
}

// leftByLoop is what a loop leaves in the scalars that it computes.
func (w *ownValues) leftByLoop(s program.Stmt) []fact {
	loop, ok := s.(*program.Do)
	if !ok {
		return nil
	}
	if left := w.computed(s); len(left) > 0 {
		return left
	}
	return w.accumulated(loop)
}

// computesScalars reports whether a statement, with those in it, computes scalars from
// scalars and ends behind itself.
func computesScalars(s program.Stmt) bool {
	plain := true
	program.Statements([]program.Stmt{s}, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Assign:
			plain = plain && s.LHS.Sym.Rank() == 0 && s.LHS.Image == nil
		case *program.Transfer:
			plain = plain && s.Target == "" && (s.Keyword == "exit" || s.Keyword == "cycle")
		case *program.Do, *program.If:
		default:
			plain = false
		}
		for e := range program.Exprs(s) {
			program.Walk(e, func(x program.Expr) bool {
				switch x := x.(type) {
				case *program.Ref:
					plain = plain && x.Sym.Rank() == 0 && x.Image == nil
				case *program.Call:
					plain = plain && x.Intrinsic().Shape != program.NotIntrinsic && x.Name != "this_image"
				}
				return plain
			})
		}
		return plain
	})
	return plain
}

// inputs are the scalars that statements read, with what they hold before; with no
// symbol, the number of images. False where one is not known, unless the statements
// compute it before.
func (w *ownValues) inputs(body []program.Stmt) (read []fact, known bool) {
	known = true
	set := map[*program.Symbol]bool{}
	reads := func(s *program.Symbol, v symbolic.Expr) {
		known = known && (v != 0 || set[s] || s.Class == program.Parameter)
		if v != 0 && !slices.ContainsFunc(read, func(x fact) bool { return x.to == s }) {
			read = append(read, fact{s, v})
		}
	}
	walk := func(e program.Expr) {
		program.Walk(e, func(x program.Expr) bool {
			switch x := x.(type) {
			case *program.Ref:
				reads(x.Sym, w.holds(x))
			case *program.Call:
				if x.Name == "num_images" {
					reads(nil, w.b.Size())
				}
			}
			return known
		})
	}
	program.Statements(body, func(s program.Stmt) bool {
		changes, left := (*program.Symbol)(nil), program.Expr(nil)
		switch s := s.(type) {
		case *program.Assign:
			changes, left = s.LHS.Sym, s.LHS
		case *program.Do:
			changes = s.Var
		}
		for e := range program.Exprs(s) {
			if e != left {
				walk(e)
			}
		}
		set[changes] = true
		return known
	})
	return read, known
}

// holds is the value of a scalar that statements read, 0 where it is not known.
func (w *ownValues) holds(r *program.Ref) symbolic.Expr {
	if v := w.scalars[r.Sym]; v != 0 || r.Sym.Class != program.Parameter {
		return v
	}
	return w.valueOf(r)
}

// ranFor is what statements leave in a scalar, or how many iterations their loop makes,
// as a function of what they read.
func (w *ownValues) ranFor(body []program.Stmt, of *program.Symbol, read []fact) symbolic.Expr {
	f := &symbolic.Function{Name: "iterations", Key: textOf(body, read), Result: symbolic.Index, Cost: 100}
	if of != nil {
		f.Name = of.Name
	}
	if of != nil && of.Type == program.Real {
		f.Result = symbolic.Real
	}
	runs := &ran{unit: w.g.Unit, body: body, of: of, constants: map[*program.Symbol]float64{}, done: map[string]float64{}}
	f.Eval = runs.value
	var args []symbolic.Expr
	for _, x := range read {
		if v, constant := w.b.A.Const(x.value); constant {
			runs.constants[x.to] = v
			f.Key += fmt.Sprint("|", v)
			continue
		}
		runs.read, args = append(runs.read, x.to), append(args, x.value)
	}
	return w.b.A.Opaque(f, args...)
}

// ran remembers what statements leave in a scalar.
type ran struct {
	unit      *program.Unit
	body      []program.Stmt
	of        *program.Symbol             // nil: how many iterations the loop makes
	constants map[*program.Symbol]float64 // of what it reads
	read      []*program.Symbol           // the rest; nil stands for the number of images

	mu   sync.Mutex
	done map[string]float64
}

// mostRan bounds the results that are kept.
const mostRan = 4096

func (r *ran) value(args []float64) (float64, error) {
	key := fmt.Sprint(args)
	r.mu.Lock()
	defer r.mu.Unlock()
	if v, known := r.done[key]; known {
		return v, nil
	}
	before := maps.Clone(r.constants)
	for i, s := range r.read {
		before[s] = args[i]
	}
	v, known := values.After(r.unit, r.body, before, r.of)
	if !known {
		return 0, errors.New("scalars that the number of processors decides have no value")
	}
	if len(r.done) >= mostRan {
		clear(r.done)
	}
	r.done[key] = v
	return v, nil
}

// textOf writes statements down, with the types of what they read and change.
func textOf(body []program.Stmt, read []fact) string {
	var b strings.Builder
	var block func(list []program.Stmt)
	block = func(list []program.Stmt) {
		for _, s := range list {
			fmt.Fprintf(&b, "%T", s)
			switch s := s.(type) {
			case *program.Do:
				fmt.Fprint(&b, s.Kind, s.Name)
				if s.Var != nil {
					fmt.Fprint(&b, s.Var.Name)
				}
			case *program.Transfer:
				fmt.Fprint(&b, s.Keyword, s.Target)
			}
			for e := range program.Exprs(s) {
				fmt.Fprint(&b, ";", program.Text(e))
				program.Walk(e, func(x program.Expr) bool {
					if r, ok := x.(*program.Ref); ok {
						fmt.Fprint(&b, ":", r.Sym.Type, r.Sym.Bytes)
						if r.Sym.Class == program.Parameter && r.Sym.Value != nil {
							fmt.Fprint(&b, "=", program.Text(r.Sym.Value))
						}
					}
					return true
				})
			}
			for inner := range program.Blocks(s) {
				b.WriteString("{")
				block(inner)
				b.WriteString("}")
			}
		}
	}
	block(body)
	for _, x := range read {
		if x.to != nil {
			fmt.Fprint(&b, "|", x.to.Name)
		}
	}
	return b.String()
}
