package lower

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// pointsElsewhere says that a pointer which no directive maps comes to point at an array that
// the processors share: what is done through it is taken to be done by all of them on data of
// their own, which moves nothing and divides no work. It is "" for others.
func (l *statements) pointsElsewhere(pointer, target program.Expr) string {
	p, known := pointer.(*program.Ref)
	t, is := target.(*program.Ref)
	if !known || !is {
		return ""
	}
	to, mapped := l.out.Layouts[t.Sym]
	if own := l.out.Layouts[p.Sym]; !mapped || to.Replicated() || !own.Replicated() {
		return ""
	}
	return fmt.Sprintf("%s points at an array that is mapped, and is not mapped itself: what is done through it is counted as if every processor had all of it", strings.ToUpper(p.Sym.Name))
}
