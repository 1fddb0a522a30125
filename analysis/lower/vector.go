package lower

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/dialect"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// GEN_BLOCK and INDIRECT name an integer vector (HPF 2.0, approved extensions).
// Its values are known when it is a PARAMETER, or when a DATA statement or an
// initial value gives them and nothing in the unit assigns it.

// UnknownVector is the data of the diagnostic that the values of a vector are not
// known: its name.
type UnknownVector string

// tabled lowers a format with a vector.
func (m *mapper) tabled(f hpf.Format, d directive) mapping.Format {
	kind := map[string]mapping.FormatKind{"gen_block": mapping.GenBlock, "indirect": mapping.Indirect}[f.Kind]
	out := mapping.Format{Kind: kind}
	if f.Param == nil && dialect.Known(d.stmt.Sentinel) {
		m.complain(d, d.whole(f), source.Warning, "unmodelled-format", "the sizes that TEMPLATE_FIX gives these blocks are not followed: they are taken to be equal")
		return mapping.Format{Kind: mapping.Block}
	}
	if list, isList := f.Param.(*fortran.List); isList && list.Bracket {
		text := d.stmt.Text[list.Span().Start:min(list.Span().End, len(d.stmt.Text))]
		if values, known := m.listed(text); known {
			out.Table, out.Numbers = text, mapping.NewTable(text, kind, values)
			return out
		}
	}
	v, ok := f.Param.(*fortran.Designator)
	if !ok || len(v.Parts) > 1 || v.Parts[0].Called() {
		m.complain(d, d.whole(f), source.Error, "directive-syntax", "%s needs the name of an integer vector, or a list of constants", strings.ToUpper(f.Kind))
		return mapping.Format{Kind: mapping.Block}
	}
	out.Table = v.Parts[0].Name
	sym := m.scope.find(out.Table)
	if sym == nil || sym.Rank() != 1 || sym.Type != program.Integer {
		m.complain(d, v.Span(), source.Error, "directive-syntax", "%s is no integer vector", out.Table)
		return mapping.Format{Kind: mapping.Block}
	}
	values, known := m.vector(sym)
	if !known {
		if !d.inherited {
			m.reportAbout(UnknownVector(out.Table), d.stmt.Place(v.Span()), source.Warning, "unmodelled-format",
				"the values of %s are not known before run time: %s is taken as blocks of equal size; SET %s = 3, 5, 2 gives it values", out.Table, strings.ToUpper(f.Kind), out.Table)
		}
		return out
	}
	out.Numbers = mapping.NewTable(out.Table, kind, values)
	return out
}

// whole is the place of a format whose parameter has none.
func (d directive) whole(f hpf.Format) source.Span {
	if f.Param != nil {
		return f.Param.Span()
	}
	return source.Span{Start: 0, End: len(d.stmt.Text)}
}

// vector returns the values of an integer vector that the program gives.
func (m *mapper) vector(s *program.Symbol) ([]int64, bool) {
	if s.Class != program.Parameter && (s.Dummy || assigns(m.unit.Body, s.Name)) {
		return nil, false
	}
	switch v := s.Value.(type) {
	case nil:
		return m.listed(dataOf(m.unit.Body, s.Name))
	case *program.Opaque:
		return m.listed(v.Text)
	}
	length, known := m.evaluate(m.extent(s.Dims[0], s.Name, 0).extent)
	v, ok := m.constInt(s.Value)
	if !ok || !known || length < 0 || length > maxVector {
		return nil, false
	}
	return slices.Repeat([]int64{v}, int(length)), true
}

// maxVector bounds the vectors that one constant fills.
const maxVector = 1 << 20

// dataOf returns the values that DATA gives a whole array, as they are written;
// "" without any.
func dataOf(body []*fortran.Node, name string) string {
	for _, n := range body {
		d, ok := n.Stmt.(*fortran.Data)
		if !ok {
			continue
		}
		for _, set := range d.Sets {
			v, ok := set.Objects[0].(*fortran.Designator)
			if !ok || len(set.Objects) > 1 || v.Parts[0].Name != name || v.Parts[0].Called() {
				continue
			}
			at := set.Values[0].Span().Join(set.Values[len(set.Values)-1].Span())
			return n.Text[at.Start:at.End]
		}
	}
	return ""
}

// listed reads an array constructor or the values of a DATA statement: integer
// constants and PARAMETERs, with repeats in a DATA statement ("3*4").
func (m *mapper) listed(text string) ([]int64, bool) {
	text = strings.TrimSpace(text)
	for _, brackets := range [][2]string{{"(/", "/)"}, {"[", "]"}} {
		text = strings.TrimSuffix(strings.TrimPrefix(text, brackets[0]), brackets[1])
	}
	var out []int64
	for _, item := range strings.Split(text, ",") {
		times, value, repeated := strings.Cut(item, "*")
		if !repeated {
			times, value = "1", item
		}
		n, okN := m.number(times)
		v, okV := m.number(value)
		if !okN || !okV || n < 0 || int64(len(out))+n > maxVector {
			return nil, false
		}
		out = append(out, slices.Repeat([]int64{v}, int(n))...)
	}
	return out, true
}

// number reads a signed constant or the name of a PARAMETER.
func (m *mapper) number(text string) (int64, bool) {
	e, problem := parseNumber(fortran.Tokens(text), len(text))
	if problem != nil {
		return 0, false
	}
	s := &fortran.Statement{Logical: fortran.Logical{Text: text}}
	return m.constInt(m.expr(e.Value, s))
}

type numberText struct {
	Value fortran.Expr `parser:"@@"`
}

var parseNumber = fortran.Production[numberText]()

// assigns reports whether a statement of the block assigns the variable, or
// hands it to a procedure or a READ.
func assigns(body []*fortran.Node, name string) bool {
	for _, n := range body {
		if mayChange(n.Statement, name) {
			return true
		}
		for _, b := range n.Blocks {
			if assigns(b.Body, name) {
				return true
			}
		}
	}
	return false
}

func mayChange(s *fortran.Statement, name string) bool {
	if s == nil || s.Kind != fortran.Code {
		return false
	}
	switch stmt := s.Stmt.(type) {
	case *fortran.Assignment:
		d, ok := stmt.LHS.(*fortran.Designator)
		return ok && d.Parts[0].Name == name
	case *fortran.Data, *fortran.TypeDecl, *fortran.DimensionDecl, *fortran.ParameterDecl:
		return false
	case *fortran.Call:
		return mentionsWord(s, name)
	case *fortran.DataTransfer:
		return stmt.Inputs() && mentionsWord(s, name)
	}
	return false
}

func mentionsWord(s *fortran.Statement, name string) bool {
	for _, t := range fortran.Tokens(s.Text) {
		if t.Kind == fortran.Word && t.Text == name {
			return true
		}
	}
	return false
}

// checkTable reports a table that does not deal n indices out to p processors,
// where they are known.
func (m *mapper) checkTable(f hpf.Format, t *mapping.Table, p, n symbolic.Expr, d directive) {
	procs, extent := int64(math.MaxInt64), int64(0)
	if v, ok := m.evaluate(p); p != 0 && ok {
		procs = v
	}
	if v, ok := m.evaluate(n); ok {
		extent = v
	}
	why := t.Problem(procs, extent)
	if elements := len(t.Values); why == "" && t.Kind == mapping.GenBlock && procs != math.MaxInt64 && int64(elements) != procs {
		why = fmt.Sprintf("%s has %d elements for %d processors", t.Name, elements, procs)
	}
	if why != "" {
		m.complain(d, d.whole(f), source.Error, "block-too-small", "%s", why)
	}
}
