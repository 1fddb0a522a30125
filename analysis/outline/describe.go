package outline

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Facts is what there is to say of a declared name.
type Facts struct {
	Declaration string   // "real(8) :: a(0:n,0:n)"
	Kind        string   // in words, with its unit: "array of program laplace"
	Name        string   // of the lowered symbol, which a BLOCK renames; "" where there is none
	Size        string   // "258 x 258 elements of 8 bytes", "" where it is unknown
	Value       string   // of a constant that is an integer, where it is not written as one
	Mapping     []string // how an array lies on the processors, a sentence per dimension of the arrangement
}

// Describe says what is known of a name. Sizes and mappings come from its unit,
// which meaning lowers in an arena of its own.
func (f *Found) Describe(meaning func(*fortran.Unit) *lower.Unit) Facts {
	facts := Facts{Declaration: f.Symbol.Declaration(), Kind: f.kind()}
	if f.Symbol.IsUnit() || !f.Symbol.IsData() {
		return facts
	}
	if f.Symbol.Local {
		return facts
	}
	unit := meaning(f.Unit.Unit)
	sym := f.meant(unit)
	if sym == nil {
		return facts
	}
	if f.Symbol.Type == "" && sym.Type != program.Unknown {
		facts.Declaration = strings.Replace(facts.Declaration, "implicit type", "implicit "+typeNames[sym.Type], 1)
	}
	facts.Name = sym.Name
	d := describer{unit: unit, values: valuesOf(unit)}
	facts.Size = d.size(sym)
	facts.Value = d.value(sym.Name, f.Symbol.Value)
	facts.Mapping = d.mapping(sym, f.Symbol.Spelling)
	return facts
}

// meant returns the lowered symbol: that of the same declaration, since a BLOCK
// may declare a name anew, or else of the same name.
func (f *Found) meant(unit *lower.Unit) *program.Symbol {
	for _, sym := range unit.Symbols {
		if !sym.Declared.Empty() && sym.Declared.Shift(f.Unit.Start) == f.Symbol.At {
			return sym
		}
	}
	return unit.Lookup(f.Symbol.Name)
}

var typeNames = [...]string{"type", "integer", "real", "complex", "logical", "character", "type"}

func (f *Found) kind() string {
	text := f.Symbol.Kind.String()
	if f.Symbol.Dummy {
		text = "dummy " + text
	}
	owner := f.Unit.Symbol
	if owner == f.Symbol {
		if f.Unit.Host == nil {
			return text
		}
		owner = f.Unit.Host.Symbol
	}
	return strings.TrimSpace(fmt.Sprintf("%s of %s %s", text, owner.Kind, owner.Spelling))
}

// describer says what a lowered unit knows of its names.
type describer struct {
	unit   *lower.Unit
	values map[string]symbolic.Expr
}

// valuesOf returns the PARAMETERs that are integers, by name.
func valuesOf(u *lower.Unit) map[string]symbolic.Expr {
	with := map[string]symbolic.Expr{}
	for _, v := range u.Values {
		if v.Index != 0 {
			with[v.Name] = u.Arena.Subst(v.Index, with)
		}
	}
	return with
}

// known puts the values of the PARAMETERs in.
func (d describer) known(e symbolic.Expr) symbolic.Expr { return d.unit.Arena.Subst(e, d.values) }

func (d describer) text(e symbolic.Expr) string { return d.unit.Arena.String(d.known(e)) }

func (d describer) size(sym *program.Symbol) string {
	extents := []string{}
	for _, b := range sym.Dims {
		n, ok := program.Extent(d.unit.Arena, b)
		if !ok {
			return ""
		}
		extents = append(extents, d.text(n))
	}
	bytes := fmt.Sprintf("%d bytes", sym.Bytes)
	switch {
	case sym.Bytes == 0 || sym.Type == program.Unknown || sym.Type == program.Derived || sym.Type == program.Character:
		return ""
	case len(extents) == 0:
		return bytes
	}
	return strings.Join(extents, " x ") + " elements of " + bytes
}

// value returns the value of a PARAMETER that does not stand in its
// declaration.
func (d describer) value(name, written string) string {
	v, ok := d.values[name]
	if !ok {
		return ""
	}
	if text := d.unit.Arena.String(v); text != written {
		return text
	}
	return ""
}

// indices returns names for the subscripts of an element that mean nothing else
// in the unit.
func (d describer) indices(rank int) []string {
	var out []string
	for c := 'i'; c <= 'z' && len(out) < rank; c++ {
		sym := d.unit.Lookup(string(c))
		if sym == nil || sym.Class == program.Variable && !sym.Dummy && sym.Rank() == 0 {
			out = append(out, string(c))
		}
	}
	return out
}

// mapping says for each dimension of the arrangement which coordinate owns an
// element. Coordinates count from 0.
func (d describer) mapping(sym *program.Symbol, spelling string) []string {
	layout, mapped := d.unit.Layouts[sym]
	indices := d.indices(sym.Rank())
	if !mapped || len(indices) < sym.Rank() {
		return nil
	}
	element := fmt.Sprintf("%s(%s)", spelling, strings.Join(indices, ","))
	if layout.Replicated() {
		return []string{element + " has a copy on every processor"}
	}
	var out []string
	for g, axis := range layout.Axes {
		where := "processor"
		if len(layout.Axes) > 1 {
			where = fmt.Sprintf("processor coordinate %d", g+1)
		}
		index := ""
		if axis.Kind == mapping.Aligned {
			index = indices[axis.Dim]
		}
		out = append(out, d.axis(layout.DimOf(d.unit.Arena, g), axis, index, element, where))
	}
	return out
}

func (d describer) axis(dim mapping.Dim, axis mapping.Axis, index, element, where string) string {
	a := d.unit.Arena
	switch axis.Kind {
	case mapping.Replicated:
		return element + " has a copy on every " + where
	case mapping.Fixed:
		return fmt.Sprintf("%s of %s is %s", where, element, d.text(dim.Owner(axis.Offset)))
	}
	at := a.Add(a.Mul(a.Int(axis.Scale), a.Sym(index, symbolic.Index)), axis.Offset)
	return fmt.Sprintf("dimension %d %s: %s of %s is %s", axis.Dim+1, d.format(axis.Format), where, element, d.text(dim.Owner(at)))
}

func (d describer) format(f mapping.Format) string {
	return f.Text(d.unit.Arena)
}
