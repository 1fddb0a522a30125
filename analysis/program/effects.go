package program

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Effects are what callers have to know of a unit's own statements, without
// those of the procedures that it calls.
type Effects struct {
	Kept        map[string]bool     // dummies that no statement changes
	HandedOn    []HandedOn          // dummies that no statement changes as a whole but calls, which may keep them
	Otherwise   map[string][]string // of these the components that other statements change
	Parts       map[string][]string // of dummies of a derived type the components that statements change ("%grid%n"), "" for all
	Ignored     map[string]bool     // scalar dummies whose values at the beginning no statement reads
	Leaves      bool                // a statement gives an integer scalar that callers see a value
	Scalars     []Stmt              // what decides the values of integer scalars, see [ScalarPart]
	Stored      Stored
	Shares      bool      // a statement names a variable that others see, or is not understood
	Stateful    bool      // it keeps values, or does input and output, or ends the program: the order of its calls matters
	Sections    []Section // of dummy arrays that statements touch
	Targets     []*Ref    // elements of shared arrays that statements store to, of each array the first, without places
	Untouched   []*Symbol // arrays of hosts and modules that no statement names or may remap
	Subroutines []string  // that CALL statements name, each once, in order
	Procedures  []string  // subroutines without those that pass messages, and functions that are no intrinsics: each once, in order
	Handed      []Handed  // procedures in arguments
	Statements  int       // executable ones
	Formula     Expr      // of a function that does nothing but compute: what it returns, in its dummies and constants
	Stops       bool      // it stops whenever it is called
	Always      []string  // subroutines that it calls whenever it is called, each once
	Modes       []string  // scalar dummies in arguments of array functions besides the first: DIM, SHIFT
	Distances   []*Symbol // integer PARAMETERs that subscripts and steps name and no extent does, each once
}

// EffectsOf reads the statements of a unit once.
func EffectsOf(u *Unit) *Effects {
	e := &effects{Effects: &Effects{Kept: map[string]bool{}, Parts: map[string][]string{}, Ignored: ignored(u)}, unit: u, shared: map[*Symbol]bool{}}
	for _, d := range u.Dummies {
		e.Kept[d.Name] = true
		if d.Type == Derived {
			e.Parts[d.Name] = nil
		}
	}
	for _, s := range u.Symbols {
		if s.Shared && s.Rank() > 0 {
			e.shared[s] = true
		}
	}
	Statements(u.Body, func(s Stmt) bool {
		e.Statements++
		e.statement(s)
		for x := range Exprs(s) {
			Walk(x, e.names)
		}
		return true
	})
	if e.Leaves || len(e.Subroutines) > 0 {
		e.Scalars = ScalarPart(u.Body)
	}
	e.handsOn()
	e.distances()
	e.Formula = formulaOf(u, e.Kept)
	e.Sections = sectionsOf(u, e.Kept)
	e.ending(u.Body)
	e.Shares = e.Shares || e.Stored.Any || len(e.Stored.Shared) > 0
	e.Stateful = e.Stateful || u.KeepsValues
	for _, s := range u.Symbols {
		if e.shared[s] {
			e.Untouched = append(e.Untouched, s)
		}
	}
	return e.Effects
}

type effects struct {
	*Effects
	unit   *Unit
	shared map[*Symbol]bool // arrays that have not been touched so far
	given  []HandedOn       // dummies in arguments
}

func (e *effects) statement(s Stmt) {
	switch s := s.(type) {
	case *Assign:
		e.changes(s.LHS.Sym)
		e.leaves(s.LHS.Sym)
		e.target(s.LHS)
	case *Do:
		if s.Var != nil {
			e.changes(s.Var)
			e.leaves(s.Var)
		}
		e.distance(s.Step)
	case *CallStmt:
		e.call(s)
	case *Remap:
		clear(e.shared) // others may be aligned to what it maps
		e.Stored.Any = true
	case *Transfer:
		e.Stateful = e.Stateful || s.Keyword != "return" && s.Keyword != "cycle" && s.Keyword != "exit"
	case *Unmodelled:
		e.Stateful = e.Stateful || !s.Free && s.Keyword != "goto" && s.Keyword != Points && !strings.HasSuffix(s.Keyword, "allocate")
		e.text(s, strings.ToLower(s.Text))
	}
}

// changes notes that a variable may have another value afterwards.
func (e *effects) changes(v *Symbol) {
	whole, part, component := strings.Cut(v.Name, "%")
	if component {
		part = "%" + part
	}
	delete(e.Kept, whole)
	if list, structure := e.Parts[whole]; structure && !slices.Contains(list, part) {
		e.Parts[whole] = append(list, part)
	}
}

func (e *effects) target(r *Ref) {
	known := slices.ContainsFunc(e.Targets, func(t *Ref) bool { return t.Sym == r.Sym })
	if r.Sym.Shared && len(r.Subs) > 0 && !known {
		e.Targets = append(e.Targets, Rename(r, source.Span{}, Itself).(*Ref))
	}
}

// call reads a CALL: what it is given may be changed.
func (e *effects) call(s *CallStmt) {
	addOnce(&e.Subroutines, s.Name)
	if m := MessageOf(s); m != nil {
		for _, v := range m.Changed() {
			e.changes(v)
			e.leaves(v)
		}
		return
	}
	addOnce(&e.Procedures, s.Name)
	e.passes(s.Name, s.Args)
	for i, a := range s.Args {
		if r, ok := a.Value.(*Ref); ok {
			e.gives(r.Sym, HandedOn{Procedure: s.Name, Keyword: a.Keyword, Place: i})
		}
	}
}

// leaves notes that a variable is given a value.
func (e *effects) leaves(s *Symbol) {
	e.stores(s)
	e.Leaves = e.Leaves || s.Rank() <= 1 && s.Type == Integer && (s.Dummy || s.Shared || s == e.unit.Result)
}

// distances drops the PARAMETERs that extents name.
func (e *effects) distances() {
	for _, s := range e.unit.Symbols {
		for _, d := range s.Dims {
			for _, x := range []Expr{d.Lower, d.Upper} {
				Walk(x, func(x Expr) bool {
					if r, ok := x.(*Ref); ok {
						e.Distances = slices.DeleteFunc(e.Distances, func(s *Symbol) bool { return s == r.Sym })
					}
					return true
				})
			}
		}
	}
}

// text reads a statement that has no meaning here: it may touch all that its
// text mentions.
func (e *effects) text(s *Unmodelled, text string) {
	for _, v := range s.Receives {
		e.leaves(v)
	}
	e.Stored.Any = e.Stored.Any || !s.Free && !s.Structured()
	for v := range e.shared {
		if strings.Contains(text, v.Name) {
			delete(e.shared, v)
		}
	}
	if strings.HasSuffix(s.Keyword, "allocate") {
		e.allocates(text)
		return
	}
	for _, d := range e.unit.Dummies {
		if !s.Free && s.Names(d.Name) {
			e.changes(d)
		}
	}
}

// allocates notes what an ALLOCATE or DEALLOCATE names as its objects: extents and bounds
// stay as they are.
func (e *effects) allocates(text string) {
	_, list, _ := strings.Cut(text, "(")
	if _, objects, typed := strings.Cut(list, "::"); typed {
		list = objects
	}
	depth, object := 0, ""
	for _, c := range list + "," {
		switch {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ',' && depth <= 0:
			if key, value, option := strings.Cut(object, "="); key == "stat" || key == "errmsg" {
				object = value
			} else if option { // SOURCE=, MOLD=
				object = ""
			}
			if s := e.unit.Lookup(object); s != nil {
				e.changes(s)
			} else if whole, _, component := strings.Cut(object, "%"); component {
				if s := e.unit.Lookup(whole); s != nil {
					e.changes(s)
				}
			}
			object = ""
		case depth == 0 && c != ' ':
			object += string(c)
		}
	}
}

// names notes what an expression names.
func (e *effects) names(x Expr) bool {
	switch x := x.(type) {
	case *Ref:
		delete(e.shared, x.Sym)
		e.Shares = e.Shares || x.Sym.Class == Variable && len(e.standsFor(x.Sym)) > 0
		for _, s := range x.Subs {
			e.distance(s.Lo)
			e.distance(s.Hi)
		}
	case *Call:
		e.Stateful = e.Stateful || x.Name == "random_number"
		switch x.Intrinsic().Shape {
		case NotIntrinsic:
			addOnce(&e.Procedures, x.Name)
			e.passes(x.Name, x.Args)
		case Transformational, Reduction:
			for _, a := range x.Args[min(1, len(x.Args)):] {
				e.mode(a.Value)
			}
		}
	case *Opaque:
		e.Shares = e.Shares || x.Values == nil && x.Runs == nil
	}
	return true
}

// mode notes the scalar integer dummies of an argument.
func (e *effects) mode(x Expr) {
	Walk(x, func(x Expr) bool {
		if r, ok := x.(*Ref); ok && r.Sym.Dummy && r.Sym.Type == Integer && r.Sym.Rank() == 0 {
			addOnce(&e.Modes, r.Sym.Name)
		}
		return true
	})
}

// distance notes the PARAMETERs of a subscript.
func (e *effects) distance(x Expr) {
	Walk(x, func(x Expr) bool {
		if r, ok := x.(*Ref); ok && r.Sym.Class == Parameter && r.Sym.Type == Integer && r.Sym.Rank() == 0 && !slices.Contains(e.Distances, r.Sym) {
			e.Distances = append(e.Distances, r.Sym)
		}
		return true
	})
}

func addOnce(list *[]string, name string) {
	if !slices.Contains(*list, name) {
		*list = append(*list, name)
	}
}
