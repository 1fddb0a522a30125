package spar

import "strings"

// statement writes a statement and what it holds, one line each.
func (w *treeWriter) statement(depth int, s Stmt) {
	if s == nil {
		return
	}
	w.pragmas(depth, "pragma", s.Notes())
	label := ""
	if l := s.base().Label; l != "" {
		label = l + ": "
	}
	w.line(depth, "%s%s", label, Heading(s))
	for _, part := range Parts(s) {
		w.statement(depth+1, part)
	}
}

// Heading writes a statement without the statements in it, on one line.
func Heading(s Stmt) string {
	switch s := s.(type) {
	case *Block:
		return "block"
	case *Local:
		return "local " + declaratorsText(s.Names)
	case *ExprStmt:
		return Text(s.X)
	case *If:
		return "if " + Text(s.Cond)
	case *While:
		if s.Do {
			return "do while " + Text(s.Cond)
		}
		return "while " + Text(s.Cond)
	case *For:
		return "for " + optional(s.Cond) + "; " + textsOf(s.Step)
	case *Loop:
		return loopText(s)
	case *Each:
		return "each"
	case *Switch:
		return "switch " + Text(s.X)
	case *Jump:
		return strings.TrimSpace(s.Word + " " + s.Target + optional(s.X))
	case *Try:
		return "try"
	case *Synchronized:
		return "synchronized " + Text(s.X)
	case *Print:
		return s.Word + "(" + textsOf(s.Args) + ")"
	case *Delete:
		return "__delete " + Text(s.X)
	case *LocalType:
		return "class " + s.Type.Name
	case *Empty:
		return ";"
	}
	return "bad"
}

func loopText(s *Loop) string {
	out := s.Word
	if s.Inline {
		out = "inline " + out
	}
	parts := make([]string, len(s.Cards))
	for i, c := range s.Cards {
		parts[i] = c.Name + " :- " + optional(c.Low) + " : " + Text(c.High)
		if c.Stride != nil {
			parts[i] += " : " + Text(c.Stride)
		}
	}
	return out + " (" + strings.Join(parts, ", ") + ")"
}

func optional(x Expr) string {
	if x == nil {
		return ""
	}
	return Text(x)
}

// Parts are the statements directly inside a statement, in their order; those
// of a switch one group after the other.
func Parts(s Stmt) []Stmt {
	var out []Stmt
	add := func(list ...Stmt) {
		for _, x := range list {
			if x != nil {
				out = append(out, x)
			}
		}
	}
	switch s := s.(type) {
	case *Block:
		add(s.Body...)
	case *If:
		add(s.Then, s.Else)
	case *While:
		add(s.Body)
	case *For:
		add(s.Init...)
		add(s.Body)
	case *Loop:
		add(s.Body)
	case *Each:
		add(s.Body)
	case *Switch:
		for _, c := range s.Cases {
			add(c.Body...)
		}
	case *Try:
		add(s.Body)
		for _, c := range s.Catches {
			add(c)
		}
		if s.Finally != nil {
			add(s.Finally)
		}
	case *Synchronized:
		add(s.Body)
	}
	return out
}
