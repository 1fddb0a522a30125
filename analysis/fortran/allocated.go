package fortran

import (
	"slices"
	"strings"
)

// Allocated is an array with the shape that an ALLOCATE or a pointer assignment gives it.
type Allocated struct {
	Array  string
	Bounds string   // without blanks, in lower case; "" where another array gives the shape
	Like   string   // the whole array that SOURCE or MOLD names, or that a pointer comes to point at; "" for none
	Points bool     // by a pointer assignment
	Names  []string // in the bounds
	// Moment is equal where the names in the bounds are sure to have the same values.
	Moment int
	// Own says that the unit declares the array itself, Local that it declares a name in
	// the bounds itself.
	Own, Local bool
}

// allocatedIn returns what a unit allocates, in order.
func allocatedIn(t *Tree) []Allocated {
	x := allocations{declared: map[string]bool{}}
	if t.Heading != nil {
		if h, ok := t.Heading.Stmt.(*ProcedureHeading); ok {
			for _, d := range h.Dummies {
				x.declared[nameText(d.Name)] = true
			}
		}
	}
	for _, n := range t.Body {
		for _, e := range Entities(n.Stmt) {
			x.declared[nameText(e.Name)] = true
		}
	}
	x.walk(t.Body)
	return x.found
}

type allocations struct {
	found    []Allocated
	declared map[string]bool // names that the unit declares
	moment   int
	named    map[string]bool // in bounds of this moment
}

func (x *allocations) walk(body []*Node) {
	x.pass()
	for _, n := range body {
		switch stmt := n.Stmt.(type) {
		case *Allocation:
			x.allocate(stmt, n.Statement)
		case *Assignment:
			if stmt.Pointer {
				x.point(stmt)
			} else if d, ok := stmt.LHS.(*Designator); !ok || x.named[d.Parts[0].Name] {
				x.pass()
			}
		default:
			if !changesNothing(n) {
				for _, b := range n.Bodies() {
					x.walk(b)
				}
				x.pass()
			}
		}
	}
}

// pass notes that the names in the bounds so far may have other values from here on.
func (x *allocations) pass() {
	x.moment++
	x.named = map[string]bool{}
}

// changesNothing reports whether a statement that may stand between two ALLOCATEs
// leaves all variables alone: output, and what ends the unit, perhaps under an IF.
func changesNothing(n *Node) bool {
	switch stmt := n.Stmt.(type) {
	case *DataTransfer:
		return stmt.Keyword == "print" || stmt.Keyword == "write"
	case *Transfer:
		return true
	case *If:
		return !slices.ContainsFunc(n.Bodies(), func(body []*Node) bool {
			return slices.ContainsFunc(body, func(n *Node) bool { return !changesNothing(n) })
		})
	}
	return false
}

func (x *allocations) allocate(stmt *Allocation, s *Statement) {
	if stmt.Keyword != "allocate" {
		return
	}
	for _, arg := range stmt.Args {
		d, ok := arg.(*Designator)
		if !ok || len(d.Parts) != 1 {
			continue
		}
		a := Allocated{Array: d.Parts[0].Name, Moment: x.moment, Own: x.declared[d.Parts[0].Name]}
		var text strings.Builder
		for _, bound := range d.Parts[0].Args {
			span := bound.Span()
			for _, t := range Tokens(s.Text[span.Start:span.End]) {
				if t.Kind == Word {
					a.Names = append(a.Names, t.Text)
					a.Local = a.Local || x.declared[t.Text]
					x.named[t.Text] = true
				}
				text.WriteString(t.Text)
			}
			text.WriteByte(',')
		}
		if a.Bounds = text.String(); a.Bounds == "" {
			a.Like = likeOf(stmt)
		}
		x.found = append(x.found, a)
	}
}

// point notes what a pointer comes to point at, but for NULL().
func (x *allocations) point(stmt *Assignment) {
	d, ok := stmt.LHS.(*Designator)
	if !ok || len(d.Parts) != 1 {
		return
	}
	a := Allocated{Array: d.Parts[0].Name, Moment: x.moment, Own: x.declared[d.Parts[0].Name], Points: true}
	if to, ok := stmt.RHS.(*Designator); ok && len(to.Parts) == 1 {
		if called := to.Parts[0].Called(); called && to.Parts[0].Name == "null" {
			return
		} else if !called && !d.Parts[0].Called() {
			a.Like = to.Parts[0].Name
		}
	}
	x.found = append(x.found, a)
}

// likeOf returns the whole array that SOURCE or MOLD names.
func likeOf(stmt *Allocation) string {
	for _, arg := range stmt.Args {
		if k, ok := arg.(*Keyword); ok && (k.Name == "source" || k.Name == "mold") {
			if d, ok := k.Value.(*Designator); ok && len(d.Parts) == 1 && !d.Parts[0].Called() {
				return d.Parts[0].Name
			}
		}
	}
	return ""
}
