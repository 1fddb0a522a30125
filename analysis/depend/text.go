package depend

import (
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

func upper(s *program.Symbol) string { return strings.ToUpper(s.Name) }

// refText writes a reference as in "A(i,j-1)".
func refText(r *program.Ref) string { return string(appendRef(nil, r)) }

func appendRef(b []byte, r *program.Ref) []byte {
	return program.AppendSubscripts(append(b, upper(r.Sym)...), r)
}

func subsText(r *program.Ref) string { return string(program.AppendSubscripts(nil, r)) }
