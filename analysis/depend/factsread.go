package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// How facts are read from the statements of all units.

type factReader struct {
	changes map[atom][]change   // of scalars and elements that others see
	all     map[string][]change // of any element of an array, by its storage
	keeps   func(procedure, keyword string, place int) bool
	left    map[*program.Unit][]int // where others are called, or a jump begins
	names   map[string]string       // of storage
	unclear map[string]bool         // storage that has other names; with "=" before it, that has a value from the beginning
}

// lowest is the least of some constants; what else there is may only be input.
func (r *factReader) lowest(list []change) (low lowest, known bool) {
	for _, c := range list {
		switch {
		case c.input:
			low.asked = true
		case c.value == nil || len(c.value.factors) > 0:
			return lowest{}, false
		case !known || c.value.constant < low.value:
			low.value, known = c.value.constant, true
		}
	}
	if low.asked {
		low.value = min(low.value, large)
	}
	return low, known
}

// settled tells whether all changes of what a value is computed from come before it in the
// same unit, and nobody sees the one changed and the other not.
func (r *factReader) settled(list []change, c change) bool {
	first := c.place
	for _, x := range list {
		if x.unit != c.unit || x.place >= c.place {
			return false
		}
		first = min(first, x.place)
	}
	return c.unit.Kind == program.Main || !slices.ContainsFunc(r.left[c.unit], func(at int) bool { return first < at && at < c.place })
}

func (r *factReader) unit(u *program.Unit) {
	plain := !slices.ContainsFunc(u.Body, jumpsBack)
	for _, s := range u.Symbols {
		if s.Shared && (s.Aliased || s.Overlaid) {
			r.unclear[s.Storage] = true
		}
		if s.Shared && s.Value != nil {
			r.unclear["="+s.Storage] = true
		}
	}
	top := map[program.Stmt]bool{}
	for _, x := range u.Body {
		top[x] = plain
	}
	place := 0
	program.Statements(u.Body, func(x program.Stmt) bool {
		place++
		at := change{unit: u, place: place}
		if a, is := x.(*program.Assign); is {
			at.plain = top[x]
			at.value = linearOf(a.RHS, func(r *program.Ref) *linear {
				if n, ok := atomOf(r); ok {
					return single(n)
				}
				return nil
			})
			r.changed(a.LHS, at)
			at.value = nil
		}
		switch x := x.(type) {
		case *program.Do:
			if x.Var != nil {
				r.changed(program.NewRef(x.At, x.Var), at)
			}
		case *program.CallStmt:
			r.passed(x.Name, x.Args, at)
		}
		r.others(x, at)
		return true
	})
}

// keepsOf tells of the procedures of a program whether they leave an argument as it is.
func keepsOf(units []*program.Unit) func(procedure, keyword string, place int) bool {
	changed := map[*program.Unit]map[*program.Symbol]bool{}
	return func(procedure, keyword string, place int) bool {
		all, some := true, false
		for _, u := range units {
			if u.Name != procedure {
				continue
			}
			if changed[u] == nil {
				changed[u] = changedIn(u)
			}
			d := u.DummyOf(keyword, place)
			all, some = all && d != nil && !changed[u][d], true
		}
		return all && some
	}
}

// changedIn are the variables of a unit that it may change.
func changedIn(u *program.Unit) map[*program.Symbol]bool {
	out := map[*program.Symbol]bool{}
	for _, s := range storedIn(u.Body) {
		out[s] = true
	}
	program.Statements(u.Body, func(x program.Stmt) bool {
		if x, is := x.(*program.Unmodelled); is && !x.Free && !x.Structured() {
			for _, s := range u.Symbols {
				out[s] = out[s] || x.Names(s.Name)
			}
		}
		return true
	})
	return out
}

// passed notes what is changed in the arguments of a call.
func (r *factReader) passed(procedure string, args []program.Arg, at change) {
	for i, a := range args {
		if x, is := a.Value.(*program.Ref); is && !r.keeps(procedure, a.Keyword, i) {
			r.changed(x, at)
		}
	}
}

// others notes calls, jumps, and what is not understood.
func (r *factReader) others(x program.Stmt, at change) {
	leaves := false
	switch x := x.(type) {
	case *program.CallStmt:
		leaves = true
	case *program.Transfer:
		leaves = x.Keyword != "stop"
	case *program.Unmodelled:
		leaves = x.Keyword == "goto"
		for _, s := range x.Receives {
			at := at
			at.input = x.Keyword == "read"
			r.changed(program.NewRef(x.At, s), at)
		}
		if !x.Free && !x.Structured() {
			for _, s := range at.unit.Symbols {
				if s.Shared && x.Names(s.Name) {
					r.changed(program.NewRef(x.At, s), at)
				}
			}
		}
	}
	for e := range program.Exprs(x) {
		program.Walk(e, func(e program.Expr) bool {
			f, is := e.(*program.Call)
			if is && !pure(f) {
				leaves = true
				r.passed(f.Name, f.Args, at)
			}
			return true
		})
	}
	if leaves {
		r.left[at.unit] = append(r.left[at.unit], at.place)
	}
}

func (r *factReader) changed(x *program.Ref, at change) {
	s := x.Sym
	if !s.Shared || s.Class != program.Variable {
		return
	}
	if r.names[s.Storage] == "" || s.Name < r.names[s.Storage] {
		r.names[s.Storage] = s.Name
	}
	if a, ok := atomOf(x); ok {
		r.changes[a] = append(r.changes[a], at)
		return
	}
	r.all[s.Storage] = append(r.all[s.Storage], at)
}

// jumpsBack tells whether a statement has a jump in it that may lead to one before it.
func jumpsBack(x program.Stmt) bool {
	found := false
	program.Statements([]program.Stmt{x}, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Unmodelled:
			found = found || x.Keyword == "goto" && !x.Forward
		case *program.Do:
			found = found || x.Jumps
		}
		return !found
	})
	return found
}
