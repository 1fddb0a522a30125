package names

import (
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
)

// data takes DATA n, m /10, 20/ as the initial values of scalars, and the list
// of a single array as its constructor.
func (s *Scope) data(data *fortran.Data, st *fortran.Statement) {
	for _, set := range data.Sets {
		values, ok := repeated(set.Values, st.Text)
		for i, o := range set.Objects {
			v, named := o.(*fortran.Designator)
			whole := wholeArray(o)
			if !ok || whole == nil && (!named || len(v.Parts) != 1 || v.Parts[0].Called()) {
				continue
			}
			switch {
			case whole != nil && len(set.Objects) == 1: // where it has as many elements
				e := s.initialised(whole, st)
				e.Value, e.ValueAt = listOf(set.Values, values), st
			case whole != nil:
			case len(values) == len(set.Objects):
				e := s.initialised(v, st)
				e.Value, e.ValueAt = values[i], st
			case len(set.Objects) == 1:
				e := s.initialised(v, st)
				e.Value, e.ValueAt = listOf(set.Values, values), st
			}
		}
	}
}

// wholeArray returns the array that an implied DO goes through, in the order in which its
// elements lie: ((a(i,j), i = 1, n), j = 1, m); nil for any other object.
func wholeArray(o fortran.Expr) *fortran.Designator {
	var indices []string
	for {
		list, nested := o.(*fortran.List)
		if !nested {
			break
		}
		if list.Control == nil || list.Control.Step != nil || len(list.Items) != 1 {
			return nil
		}
		indices, o = append(indices, list.Control.Var), list.Items[0]
	}
	v, named := o.(*fortran.Designator)
	if !named || len(v.Parts) != 1 || len(indices) == 0 || len(v.Parts[0].Args) != len(indices) {
		return nil
	}
	for d, arg := range v.Parts[0].Args {
		x, is := arg.(*fortran.Designator)
		if !is || len(x.Parts) != 1 || x.Parts[0].Called() || x.Parts[0].Name != indices[len(indices)-1-d] {
			return nil
		}
	}
	return v
}

func (s *Scope) initialised(v *fortran.Designator, st *fortran.Statement) *Entity {
	e := s.entity(st, v.Parts[0].Name, v.Span())
	e.Named = true
	s.isDeclared(e)
	return e
}

// repeated writes the values of a DATA statement out, 3*0 three times; false
// where a count is no literal, or for too many.
func repeated(values []fortran.Constant, text string) ([]fortran.Constant, bool) {
	var out []fortran.Constant
	for _, v := range values {
		times := 1
		if b, ok := v.(*fortran.Binary); ok {
			n, err := strconv.Atoi(strings.TrimSpace(text[b.X.Span().Start:b.X.Span().End]))
			if err != nil || n < 0 || len(out)+n > maxListed {
				return nil, false
			}
			times, v = n, b.Y
		}
		for range times {
			out = append(out, v)
		}
	}
	return out, true
}

// maxListed bounds the values of a DATA statement that are written out.
const maxListed = 1 << 16

// listOf is the array constructor of the values of a DATA statement, which stand there
// as written.
func listOf(written, values []fortran.Constant) fortran.Expr {
	list := &fortran.List{Bracket: true, Place: fortran.PlaceAt(written[0].Span().Join(written[len(written)-1].Span()))}
	for _, v := range values {
		list.Items = append(list.Items, v)
	}
	return list
}
