package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Common is a COMMON block as one unit declares it.
type Common struct {
	Name   string // "" for blank COMMON
	At     source.Span
	Shape  string // types and extents of the members, in order
	Mapped bool   // a directive maps a member

	bytes   int64 // of the members so far
	unknown bool  // the size of one is not known
}

// commons returns the COMMON blocks of the unit.
func (l *lowerer) commons() []Common {
	var out []Common
	fortran.EachOwn(l.unit.Body, func(n *fortran.Node) {
		c, ok := n.Stmt.(*fortran.Common)
		if !ok {
			return
		}
		for _, b := range c.Blocks {
			name := ""
			if b.Name != nil {
				name = b.Name.String()
			}
			i := slices.IndexFunc(out, func(x Common) bool { return x.Name == name })
			if i < 0 {
				i = len(out)
				out = append(out, Common{Name: name, At: n.At})
			}
			for _, e := range b.Members {
				l.member(&out[i], l.scope.find(e.Name.String()))
			}
		}
	})
	return out
}

func (l *lowerer) member(c *Common, sym *program.Symbol) {
	if sym == nil {
		return
	}
	sym.Shared = true
	_, mapped := l.out.Layouts[sym]
	c.Mapped = c.Mapped || mapped
	var extents []string
	bytes, unknown := int64(sym.Bytes), false
	for _, b := range sym.Dims {
		text, counted := "?", false
		if n, ok := program.Extent(l.out.Arena, b); ok {
			text = l.out.Arena.String(n)
			if v, known := l.evaluate(n); known {
				text, counted = fmt.Sprint(v), true
				bytes *= v
			}
		}
		unknown = unknown || !counted
		extents = append(extents, text)
	}
	what := fmt.Sprintf("%d*%d(%s)", sym.Type, sym.Bytes, strings.Join(extents, ","))
	if !c.unknown && !unknown {
		sym.Storage = fmt.Sprintf("/%s/%d:%s", c.Name, c.bytes, what)
		if sym.Value == nil {
			sym.Value = l.givenByData(sym)
		}
	}
	c.bytes, c.unknown = c.bytes+bytes, c.unknown || unknown
	c.Shape += what + " "
}

// CheckCommons reports the COMMON blocks that units declare with different
// shapes, where a directive maps a member: the mapping cannot hold in both
// (HPF 1.1, section 7.1). Places are those in the file.
func CheckCommons(units []*Unit, place func(unit int, at source.Span) source.Span) []source.Diagnostic {
	type first struct {
		Common
		unit *Unit
	}
	seen := map[string]first{}
	var out []source.Diagnostic
	for i, u := range units {
		for _, c := range u.Commons {
			f, known := seen[c.Name]
			if !known {
				seen[c.Name] = first{c, u}
				continue
			}
			if f.Shape != c.Shape && (f.Mapped || c.Mapped) {
				out = append(out, source.Diagnostic{
					Span: place(i, c.At), Severity: source.Warning, Code: "common-shape",
					Message: fmt.Sprintf("COMMON /%s/ has other members or shapes in %s: a mapping of them cannot hold in both", c.Name, f.unit.Name),
				})
			}
		}
	}
	return out
}
