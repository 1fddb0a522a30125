package fortran

import (
	"fmt"
	"strings"
)

// KindOf names the class of a statement in lower case: "assignment", "do", ...;
// one that is known by its keyword by that, one that was not understood "".
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
	case *FileControl:
		return s.Keyword
	case *DataTransfer:
		if s.Keyword == "type" {
			return "print"
		}
		return s.Keyword
	case *GenericBinding:
		return "generic"
	case *ProcedureDecl:
		return "procedure"
	case *TypeHead:
		return "type"
	case *InterfaceHead:
		return "interface"
	case *CrayPointer:
		return "pointer"
	case *Jump:
		return "goto"
	}
	return strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", s), "*fortran."))
}
