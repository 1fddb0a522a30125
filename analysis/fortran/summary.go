package fortran

import (
	"cmp"
	"slices"
	"strings"
)

// modulesOf lists the modules that a tree uses.
func modulesOf(t *Tree) (out []string, renamed map[Renaming]string) {
	renamed = map[Renaming]string{}
	if t.Heading != nil {
		if h, ok := t.Heading.Stmt.(*ModuleHeading); ok && h.Parent != nil {
			out = append(out, h.Parent[len(h.Parent)-1])
		}
	}
	EachNode(t.Body, func(n *Node) {
		if u, ok := n.Stmt.(*Use); ok {
			out = append(out, u.Module.String())
			for _, n := range u.Names {
				if n.Local != nil && n.Target != nil {
					renamed[Renaming{u.Module.String(), n.Local.String()}] = n.Target.String()
				}
			}
		}
	})
	slices.Sort(out)
	return slices.Compact(out), renamed
}

// EachNode visits the nodes of a body and of the blocks inside, in order.
func EachNode(body []*Node, visit func(n *Node)) {
	for _, n := range body {
		visit(n)
		for _, b := range n.Blocks {
			EachNode(b.Body, visit)
		}
	}
}

// EachOwn is EachNode without what interface blocks say of other procedures.
func EachOwn(body []*Node, visit func(n *Node)) {
	for _, n := range body {
		visit(n)
		if _, others := n.Stmt.(*InterfaceHead); others {
			continue
		}
		for _, b := range n.Blocks {
			EachOwn(b.Body, visit)
		}
	}
}

// ReturnsArray reports whether a procedure is a function whose result is declared with a
// shape.
func ReturnsArray(t *Tree) bool {
	if t.Heading == nil {
		return false
	}
	h, ok := t.Heading.Stmt.(*ProcedureHeading)
	if !ok || h.Keyword != "function" {
		return false
	}
	result := nameText(cmp.Or(h.Result, h.Name))
	return slices.ContainsFunc(t.Body, func(n *Node) bool {
		d, _ := n.Stmt.(*TypeDecl)
		all := d != nil && slices.ContainsFunc(d.Attrs, func(a Attr) bool { return a.Keyword == "dimension" })
		return slices.ContainsFunc(Entities(n.Stmt), func(e Entity) bool {
			return nameText(e.Name) == result && (all || len(e.Dims) > 0)
		})
	})
}

// signatureOf returns the heading of a procedure and the declarations of its
// dummies and its result; all declarations where the bounds of a result may name them.
func signatureOf(t *Tree) string {
	if t.Heading == nil {
		return ""
	}
	h, ok := t.Heading.Stmt.(*ProcedureHeading)
	if !ok {
		return t.Heading.Text
	}
	named := map[string]bool{nameText(h.Name): true, nameText(h.Result): true}
	for _, d := range h.Dummies {
		named[nameText(d.Name)] = true
	}
	parts, all := []string{t.Heading.Text}, ReturnsArray(t)
	for _, n := range t.Body {
		_, implicit := n.Stmt.(*Implicit)
		if implicit || slices.ContainsFunc(Entities(n.Stmt), func(e Entity) bool { return all || named[nameText(e.Name)] }) {
			parts = append(parts, n.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// callsOf adds the subroutines that statements call to their names.
func callsOf(names []string, body []*Node) []string {
	for _, n := range body {
		for p := n.Parsed; p != nil; p = p.Action {
			c, ok := p.Stmt.(*Call)
			if !ok {
				continue
			}
			if d, ok := c.Procedure.(*Designator); ok && len(d.Parts) == 1 && !slices.Contains(names, d.Parts[0].Name) {
				names = append(names, d.Parts[0].Name)
			}
		}
		for _, b := range n.Blocks {
			names = callsOf(names, b.Body)
		}
	}
	return names
}

// sharesStorage reports whether a specification part has COMMON or EQUIVALENCE.
func sharesStorage(body []*Node) bool {
	return slices.ContainsFunc(body, func(n *Node) bool {
		switch n.Stmt.(type) {
		case *Common, *Equivalence:
			return true
		}
		return false
	})
}

// Saves tells whether SAVE or DATA stands in a unit: a variable of its own may keep its value
// from one call to the next.
func Saves(body []*Node) bool {
	found := false
	EachOwn(body, func(n *Node) {
		switch s := n.Stmt.(type) {
		case *Data:
			found = true
		case *AttributeDecl:
			found = found || s.Keyword == "save"
		case *TypeDecl:
			found = found || slices.ContainsFunc(s.Attrs, func(a Attr) bool { return a.Keyword == "save" })
		}
	})
	return found
}
