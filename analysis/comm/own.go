package comm

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Own is the value of a scalar on each processor, where the program computes it
// from the processor's number or the number of processors.
type Own map[*program.Symbol]symbolic.Expr

// Stored returns the value of the variable of a unit that stands where one of another unit
// does, 0 without one.
func (o Own) Stored(u *program.Unit, theirs *program.Symbol) symbolic.Expr {
	for s, v := range o {
		if u.StandsWhere(s, theirs) {
			return v
		}
	}
	return 0
}

// in puts the values into an expression that names them.
func (o Own) in(a *symbolic.Arena, e symbolic.Expr) symbolic.Expr {
	if len(o) == 0 {
		return e
	}
	with := map[string]symbolic.Expr{}
	for s, v := range o {
		with[s.Name] = v
	}
	return a.Subst(e, with)
}

// Parts returns the values of the parts of such a variable, by their suffixes.
func (o Own) Parts(u *program.Unit, theirs *program.Symbol) map[string]symbolic.Expr {
	out := map[string]symbolic.Expr{}
	for s, v := range o {
		if whole, suffix := s.PartOf(); whole != nil && u.StandsWhere(whole, theirs) {
			out[suffix] = v
		}
	}
	return out
}

// Within returns the values of the parts and components of a variable of the unit, or of an
// element, by the rests of their names.
func (o Own) Within(name string) map[string]symbolic.Expr {
	out := map[string]symbolic.Expr{}
	for s, v := range o {
		if rest, ok := strings.CutPrefix(s.Name, name); ok && rest != "" && strings.ContainsAny(rest[:1], "%( ") {
			out[rest] = v
		}
	}
	return out
}

// Left is what a procedure leaves in the integer scalars that its callers see, its
// dummies and shared variables: functions of the number of the processor, of the number
// of processors, and of what such scalars hold when it is entered ([Entered]).
type Left struct {
	Arena        *symbolic.Arena
	Number, Size symbolic.Expr     // in Arena
	Values       Own               // of the procedure's symbols
	Parts        []*program.Symbol // of variables that Values are about, or rest on
}

// Entered is the name of what a scalar holds when its procedure is entered.
func Entered(s *program.Symbol) string { return "entered " + s.Name }

// Number is the processor's number, from 0.
func (b *Builder) Number() symbolic.Expr { return b.number() }

// Size is the number of processors.
func (b *Builder) Size() symbolic.Expr { return b.size() }

// own adds what the names of processor numbers stand for.
func (b *Builder) own(with map[string]symbolic.Expr) map[string]symbolic.Expr {
	if b.Grid != nil {
		with["this_image()"] = b.A.Add(b.number(), b.A.Int(1))
		for g, place := range b.Coords[:b.Grid.Rank()] {
			with[fmt.Sprintf("this_image(%d)", g+1)] = b.A.Add(place, b.A.Int(1))
		}
		with["num_images()"] = b.size()
	}
	if b.Own == nil {
		return with
	}
	for s, v := range b.Own {
		if _, index := with[s.Name]; !index {
			with[s.Name] = v
		}
	}
	with["mpi_proc_null"] = b.A.Int(-1)
	return with
}

// ownElements adds what the elements stand for that an expression names by subscripts with
// constant values here: nbr(right) is nbr(2).
func (b *Builder) ownElements(e program.Expr, with map[string]symbolic.Expr) {
	program.Walk(e, func(x program.Expr) bool {
		if r, ok := x.(*program.Ref); ok {
			if v := b.OwnElement(r); v != 0 {
				with[r.Name()] = v
			}
		}
		return true
	})
}

// OwnElement is what an element holds whose subscripts have constant values here, or, of a vector
// all of whose elements are known, a value that depends on the processor; 0 where that is not
// known.
func (b *Builder) OwnElement(r *program.Ref) symbolic.Expr {
	if b.Own == nil || r.Sym.Type != program.Integer {
		return 0
	}
	if suffix := b.ElementSuffix(r); suffix != "" {
		return b.ownPart(r, suffix)
	}
	return b.ownChoice(r)
}

// mostChoices bounds the vectors of which a processor takes the element that its number says.
const mostChoices = 32

// ownChoice is the element of a vector that the processor's number says.
func (b *Builder) ownChoice(r *program.Ref) symbolic.Expr {
	if r.Sym.Rank() != 1 || !r.IsElement() || !b.hasParts(r.Sym) {
		return 0
	}
	at, known := b.Value(r.Subs[0].Lo)
	if !known || !b.DiffersByProcessor(at) || !b.OfProcessors(at) {
		return 0
	}
	lo, hi := b.DeclaredBounds(r.Sym, 0)
	first, ok := b.constant(lo)
	last, too := b.constant(hi)
	if !ok || !too || last-first >= mostChoices {
		return 0
	}
	out := symbolic.Expr(0)
	for k := last; k >= first; k-- {
		v := b.ownPart(r, fmt.Sprintf("(%d)", k))
		switch {
		case v == 0:
			return 0
		case out == 0:
			out = v
		default:
			out = b.A.Cond(b.A.Eq(at, b.A.Int(k)), v, out)
		}
	}
	return out
}

// hasParts reports whether elements of a vector are known.
func (b *Builder) hasParts(of *program.Symbol) bool {
	for s := range b.Own {
		if whole, _ := s.PartOf(); whole == of {
			return true
		}
	}
	return false
}

func (b *Builder) ownPart(r *program.Ref, suffix string) symbolic.Expr {
	each := symbolic.Expr(0)
	name, all := r.Sym.Name+suffix, r.Sym.Name+EachElement
	for s, v := range b.Own {
		switch s.Name {
		case name:
			return v
		case all:
			each = v
		}
	}
	return each
}

// OfProcessors reports whether a value rests on nothing but constants and the number of the
// processor: it means the same in a procedure that gets it.
func (b *Builder) OfProcessors(v symbolic.Expr) bool {
	names := b.processorNames()
	for _, s := range b.A.Free(v) {
		if _, constant := b.Constants[s.Name]; !constant && !names[s.Name] {
			return false
		}
	}
	return true
}

// EachElement is the part of an array that stands for its elements where all hold the same.
const EachElement = " each"

// ElementSuffix is what stands behind the name of an array for an element of it, "(2,1)";
// "" where a subscript has no constant value here, or there is none.
func (b *Builder) ElementSuffix(r *program.Ref) string {
	if !r.IsElement() {
		return ""
	}
	var at []string
	for _, sub := range r.Subs {
		n, constant := b.Constant(sub.Lo)
		if !constant {
			return ""
		}
		at = append(at, strconv.FormatInt(n, 10))
	}
	return "(" + strings.Join(at, ",") + ")"
}

// Constant is the value of an integer expression where it is the same constant on all
// processors.
func (b *Builder) Constant(e program.Expr) (int64, bool) {
	v, ok := b.Value(e)
	if !ok {
		return 0, false
	}
	return b.constant(v)
}

// constant is the value of an expression that names nothing but PARAMETERs.
func (b *Builder) constant(v symbolic.Expr) (int64, bool) {
	parameters := map[string]symbolic.Expr{}
	for _, s := range b.A.Free(v) {
		n, known := b.Constants[s.Name]
		if !known {
			return 0, false
		}
		parameters[s.Name] = b.A.Int(n)
	}
	return b.A.ConstInt(b.A.Subst(v, parameters))
}

// At returns a value as it is on the processor with a number.
func (b *Builder) At(v, number symbolic.Expr) symbolic.Expr {
	with := map[string]symbolic.Expr{}
	for _, s := range b.A.Free(b.Coords[0]) {
		with[s.Name] = number
	}
	return b.A.Subst(v, with)
}

// DependsOnProcessor reports whether a value may differ between processors or
// with their number.
func (b *Builder) DependsOnProcessor(e symbolic.Expr) bool {
	return b.MentionsAny(e, b.processorNames())
}

// processorNames are those of the processor's number and of the number of processors.
func (b *Builder) processorNames() map[string]bool {
	names := map[string]bool{}
	for _, x := range append(b.Coords[:len(b.Coords):len(b.Coords)], b.size()) {
		for _, s := range b.A.Free(x) {
			names[s.Name] = true
		}
	}
	return names
}

// DiffersByProcessor reports whether a value mentions the processor's number.
func (b *Builder) DiffersByProcessor(e symbolic.Expr) bool {
	names := map[string]bool{}
	for _, x := range b.Coords {
		for _, s := range b.A.Free(x) {
			names[s.Name] = true
		}
	}
	return b.MentionsAny(e, names)
}
