package elements

import (
	"cmp"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
)

// How far out a fetch is hoisted is the compiler's decision, not a count: it is
// taken from the dependence test. Whether the decision is right is seen here:
// an element that was stored after its message was sent is an error.

// loopInside tells apart what a frame is to the hoisting of messages.
type loopInside struct {
	do        bool // a DO loop, other than DO CONCURRENT
	unordered bool // it is left whatever it stores: it is promised, or found, that no iteration depends on another one
	promised  bool // by a directive or by its form: a store by another iteration is the program's fault
	n         int  // the iteration that is running
}

// dependences returns the dependences of the unit that is running.
func (it *interpreter) dependences() *depend.Result {
	found := it.depends[it.in.Unit]
	if found == nil {
		found = depend.Analyze(it.in.Unit, depend.Options{Calls: it.changed, Functions: it.harmless})
		it.depends[it.in.Unit] = found
	}
	return found
}

// changed returns the variables that a call may change.
func (it *interpreter) changed(s *program.CallStmt) ([]*program.Symbol, bool) {
	set := slices.Collect(maps.Keys(it.storedIn([]program.Stmt{s})))
	slices.SortFunc(set, func(x, y *program.Symbol) int { return cmp.Compare(x.Name, y.Name) })
	return set, true
}

// harmless reports whether a function of the input stores nothing but variables
// of its own, and calls nothing.
func (it *interpreter) harmless(c *program.Call) bool {
	callee := it.in.Procedures[c.Name]
	if callee == nil || callee.Host != nil || callee.Refused != "" {
		return false
	}
	calls := false
	program.Statements(callee.Unit.Body, func(s program.Stmt) bool {
		_, ok := s.(*program.CallStmt)
		calls = calls || ok
		return !calls
	})
	changed := stored(callee.Unit.Body, func(*program.CallStmt, int) bool { return false })
	return !calls && !slices.ContainsFunc(callee.Unit.Dummies, func(d *program.Symbol) bool { return changed[d] })
}

// unordered reports whether the dependence test finds that the iterations of a
// loop may run in any order, with its inductions as functions of its index.
func (it *interpreter) unordered(s *program.Do) bool {
	l := it.dependences().Loop(s)
	return it.opt.Scheme.Vectorize && l != nil && l.Verdict == depend.Independent
}

// inductions returns the scalars to which every iteration of a loop adds the same.
func (it *interpreter) inductions(s *program.Do) []*program.Symbol {
	if l := it.dependences().Loop(s); l != nil {
		return l.Inductions
	}
	return nil
}

// nest returns the frames that the fetches of a reference are hoisted out of,
// outermost first. All of them end before the first frame that holds it, from
// the statement that is running outwards; none leaves a procedure.
func (it *interpreter) nest(read access) []*frame {
	first := len(it.frames) - 1
	if read.routine {
		return it.frames[first:]
	}
	pin, known := it.onto(read.ref)
	inside := 0 // DO loops
	for _, f := range it.frames[it.base:first] {
		if f.do {
			inside++
		}
	}
	for first > it.base {
		f := it.frames[first-1]
		if known && f.do && inside <= pin.Level || it.pins(f, first, read.ref, known) {
			break
		}
		if f.do {
			inside--
		}
		first--
	}
	return it.frames[first:]
}

// pins reports whether a plain loop holds the fetch of r inside: where its
// dependences are not known, it stores the array; or it moves the array; or it
// changes something in r's subscripts other than an index of the loops inside,
// which begin at the given frame.
func (it *interpreter) pins(f *frame, inside int, r *program.Ref, known bool) bool {
	if f.do && (f.moved[r.Sym] || !it.opt.Scheme.Vectorize && !(it.opt.Scheme.Invariants && f.leaves(r))) {
		return true
	}
	if f.kind != loopFrame || f.unordered {
		return false
	}
	pinned := !known && f.stores[r.Sym]
	for _, sub := range r.Subs {
		for _, e := range []program.Expr{sub.Lo, sub.Hi, sub.Stride} {
			program.Walk(e, func(x program.Expr) bool {
				if v, ok := x.(*program.Ref); ok && f.stores[v.Sym] && !indexOf(it.frames[inside:], v.Sym) {
					pinned = true
				}
				return true
			})
		}
	}
	return pinned
}

// leaves reports whether no index of the frame stands in a subscript of r.
func (f *frame) leaves(r *program.Ref) bool {
	for _, sub := range r.Subs {
		for _, e := range []program.Expr{sub.Lo, sub.Hi, sub.Stride} {
			for index := range f.indices {
				if e != nil && mentions(e, index) {
					return false
				}
			}
		}
	}
	return true
}

// moment is when something happens: the iterations of the frames that run.
type moment []tick

type tick struct {
	frame *frame
	n     int
}

func (it *interpreter) now() moment {
	var m moment
	for _, f := range it.frames {
		if f.do || f.promised {
			m = append(m, tick{f, f.n})
		}
	}
	return m
}

// stored notes when an element is stored.
func (v *variable) stored(offset int, m moment) {
	if len(v.when) == 0 {
		v.when = make([]moment, len(v.data))
	}
	v.when[offset] = m
	delete(v.copies, offset)
}

// checkFresh fails when an element that is fetched out of the nest was stored
// since the nest began, other than by another iteration of a loop that is
// promised to be independent.
func (it *interpreter) checkFresh(nest []*frame, read access) {
	if len(read.array.when) == 0 {
		return
	}
	outer := slices.IndexFunc(nest, func(f *frame) bool { return f.do })
	if outer < 0 {
		return
	}
	began := false
	for _, t := range read.array.when[read.offset] {
		began = began || t.frame == nest[outer]
		switch {
		case !slices.Contains(it.frames, t.frame):
			return
		case t.n == t.frame.n:
		case !began || t.frame.promised:
			return
		default:
			it.fail("%s is fetched before the loops in which it is stored", read.ref.Sym.Name)
		}
	}
	if began {
		it.fail("%s is fetched before the iteration in which it is stored", read.ref.Sym.Name)
	}
}
