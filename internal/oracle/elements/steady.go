package elements

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// steady writes a subscript that is not linear and has one value while the nest
// runs: two references with the same one name the same element. It returns ""
// where the value may change, or is looked up in an array.
func (it *interpreter) steady(nest []*frame, r *program.Ref, d int) string {
	if d >= len(r.Subs) || r.Subs[d].Triplet {
		return ""
	}
	text, ok := it.written(nest, r.Subs[d].Lo)
	if !ok {
		return ""
	}
	return "=" + text
}

func (it *interpreter) written(nest []*frame, e program.Expr) (string, bool) {
	switch e := e.(type) {
	case *program.Const:
		return fmt.Sprint(e.Int), e.Type == program.Integer
	case *program.Ref:
		f, ok := it.linear(e)
		return f.String(), ok && !runsWith(nest, f)
	case *program.Unary:
		x, ok := it.written(nest, e.X)
		return fmt.Sprintf("%v(%s)", e.Op, x), ok
	case *program.Binary:
		x, ok1 := it.written(nest, e.X)
		y, ok2 := it.written(nest, e.Y)
		return fmt.Sprintf("(%s%v%s)", x, e.Op, y), ok1 && ok2
	case *program.Call:
		var args []string
		for _, a := range e.Args {
			x, ok := it.written(nest, a.Value)
			if !ok {
				return "", false
			}
			args = append(args, x)
		}
		return e.Name + "(" + strings.Join(args, ",") + ")", e.Name == "mod"
	}
	return "", false
}
