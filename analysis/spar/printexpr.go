package spar

import "strings"

// Text writes an expression with its operators in parentheses.
func Text(x Expr) string {
	switch x := x.(type) {
	case *Literal:
		return x.Text
	case *Name:
		return x.Name
	case *Unary:
		if x.Post {
			return "(" + Text(x.X) + x.Op + ")"
		}
		return "(" + x.Op + Text(x.X) + ")"
	case *Binary:
		return "(" + Text(x.X) + " " + x.Op + " " + Text(x.Y) + ")"
	case *Assign:
		return Text(x.X) + " " + x.Op + " " + Text(x.Y)
	case *Choice:
		return "(" + Text(x.Cond) + " ? " + Text(x.Then) + " : " + Text(x.Else) + ")"
	case *Cast:
		return "((" + TypeText(x.Type) + ") " + Text(x.X) + ")"
	case *InstanceOf:
		return "(" + Text(x.X) + " instanceof " + TypeText(x.Type) + ")"
	case *Index:
		if x.Vector {
			return "(" + Text(x.X) + "@" + Text(x.Subs[0]) + ")"
		}
		return Text(x.X) + "[" + textsOf(x.Subs) + "]"
	case *Call:
		return Text(x.Fun) + "(" + textsOf(x.Args) + ")"
	case *Select:
		return Text(x.X) + "." + x.Name
	case *Tuple:
		return "[" + textsOf(x.Items) + "]"
	case *ArrayInit:
		return "{" + textsOf(x.Items) + "}"
	case *Complex:
		return "complex(" + Text(x.Re) + ", " + Text(x.Im) + ")"
	case *Marked:
		return "(" + PragmasText(x.Pragmas) + " " + Text(x.X) + ")"
	case *TypeExpr:
		return TypeText(x.TypeRef)
	case *SizeOf:
		return "__sizeof(" + TypeText(x.Type) + ")"
	case *New:
		return newText(x)
	case *NewArray:
		return newArrayText(x)
	}
	return "?"
}

func newText(x *New) string {
	s := "new " + TypeText(x.Type) + "(" + textsOf(x.Args) + ")"
	if x.Outer != nil {
		s = Text(x.Outer) + "." + s
	}
	if x.Body != nil {
		s += "{...}"
	}
	return s
}

func newArrayText(x *NewArray) string {
	s := "new " + TypeText(x.Type)
	for _, z := range x.Sizes {
		if z.Vector {
			s += "@" + Text(z.Subs[0])
		} else {
			s += "[" + textsOf(z.Subs) + "]"
		}
		if z.Pragmas != nil {
			s += PragmasText(z.Pragmas)
		}
	}
	s += dimsText(x.Dims)
	if x.Init != nil {
		s += Text(x.Init)
	}
	return s
}

func textsOf(list []Expr) string {
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = Text(x)
	}
	return strings.Join(parts, ", ")
}

// TypeText writes a type.
func TypeText(t *TypeRef) string {
	s := t.Base
	if t.Base == "" {
		parts := make([]string, len(t.Tuple))
		for i, x := range t.Tuple {
			parts[i] = TypeText(x)
		}
		s = strings.Join(parts, ", ")
		if t.Count != nil {
			s += " ^ " + Text(t.Count)
		}
		s = "[" + s + "]"
	}
	if t.Args != nil {
		s += "(|" + textsOf(t.Args) + "|)"
	}
	if t.Pragmas != nil {
		s += PragmasText(t.Pragmas)
	}
	return s + dimsText(t.Dims)
}

func dimsText(dims []Dim) string {
	s := ""
	for _, d := range dims {
		s += "[*" + strings.Repeat(",*", d.Rank-1)
		if d.Count != nil {
			s += " ^ " + Text(d.Count)
		}
		s += "]"
		if d.Pragmas != nil {
			s += PragmasText(d.Pragmas)
		}
	}
	return s
}
