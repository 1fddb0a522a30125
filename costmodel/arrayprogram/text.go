package arrayprogram

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// text is equal for expressions that have equal values: it names variables with the
// number of stores to them. It is empty for what may have another value each time.
func (r *registers) text(e program.Expr) string {
	switch e := e.(type) {
	case *program.Const:
		return fmt.Sprint(e.Type, e.Int, e.Real, e.Text)
	case *program.Ref:
		if e.Image != nil {
			return ""
		}
		parts := []string{fmt.Sprintf("%s#%d", e.Sym.Name, r.versions[e.Sym])}
		for _, s := range e.Subs {
			for _, x := range []program.Expr{s.Lo, s.Hi, s.Stride} {
				if x == nil {
					parts = append(parts, ":")
					continue
				}
				t := r.text(x)
				if t == "" {
					return ""
				}
				parts = append(parts, t)
			}
		}
		return "(" + strings.Join(parts, ",") + ")"
	case *program.Unary:
		return r.joined(e.Op.String(), e.X)
	case *program.Binary:
		return r.joined(e.Op.String(), e.X, e.Y)
	case *program.Call:
		if _, intrinsic := program.Intrinsics[e.Name]; !intrinsic {
			return ""
		}
		list := make([]program.Expr, len(e.Args))
		for i, a := range e.Args {
			list[i] = a.Value
		}
		return r.joined(e.Name, list...)
	}
	return ""
}

func (r *registers) joined(name string, list ...program.Expr) string {
	for _, e := range list {
		t := r.text(e)
		if t == "" {
			return ""
		}
		name += " " + t
	}
	return "(" + name + ")"
}
