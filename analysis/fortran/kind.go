package fortran

import (
	"fmt"
	"strings"
)

// KindOf names the class of a statement in lower case: "assignment", "do", ...;
// one that is kept as text by its keyword, one that was not understood "".
func KindOf(s Stmt) string {
	switch s := s.(type) {
	case nil:
		return ""
	case *Opaque:
		return s.Keyword
	case *Enclosing:
		return s.Keyword
	}
	return strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", s), "*fortran."))
}
