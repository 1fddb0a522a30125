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
	case *Allocation:
		return s.Keyword
	case *AttributeDecl:
		return s.Keyword
	case *Lock:
		return s.Keyword
	case *Jump:
		return "goto"
	}
	return strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", s), "*fortran."))
}
