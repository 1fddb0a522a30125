package notation

// Walk visits an expression and all expressions in it, outer ones first.
func Walk(n Node, visit func(Node)) {
	if n == nil {
		return
	}
	visit(n)
	switch n := n.(type) {
	case *Name:
		for _, x := range n.Args {
			Walk(x, visit)
		}
	case *Unary:
		Walk(n.X, visit)
	case *Binary:
		Walk(n.X, visit)
		Walk(n.Y, visit)
	case *Branch:
		Walk(n.Cond, visit)
		Walk(n.Then, visit)
		Walk(n.Else, visit)
	case *Loop:
		Walk(n.Lo, visit)
		Walk(n.Hi, visit)
		Walk(n.Body, visit)
	case *List:
		for _, x := range n.Items {
			Walk(x, visit)
		}
	case *Group:
		Walk(n.X, visit)
	case *Block:
		for _, s := range n.Steps {
			Walk(s.Node, visit)
		}
	}
}

// EachName visits the names in an expression: of numbers, of what is called, of the
// indices of loops.
func EachName(n Node, visit func(name string)) {
	Walk(n, func(n Node) {
		switch n := n.(type) {
		case *Name:
			visit(n.Name)
		case *Loop:
			visit(n.Index)
		}
	})
}

// Put is an expression with others in brackets in the place of some of its names; of
// gives them, nil for a name that stays.
func Put(n Node, of func(name string) Node) Node {
	switch n := n.(type) {
	case *Name:
		if x := of(n.Name); x != nil && !n.Call {
			return In(x)
		}
		return &Name{n.Place, n.Name, putAll(n.Args, of), n.Call}
	case *Unary:
		return &Unary{n.Place, n.Op, Put(n.X, of)}
	case *Binary:
		return &Binary{n.Place, n.Op, Put(n.X, of), Put(n.Y, of)}
	case *Branch:
		return &Branch{n.Place, Put(n.Cond, of), Put(n.Then, of), Put(n.Else, of)}
	case *Loop:
		return &Loop{n.Place, n.Word, n.Index, Put(n.Lo, of), Put(n.Hi, of), Put(n.Body, of)}
	case *List:
		return &List{n.Place, putAll(n.Items, of)}
	case *Group:
		return &Group{n.Place, Put(n.X, of)}
	case *Block:
		out := &Block{Place: n.Place}
		for _, s := range n.Steps {
			out.Steps = append(out.Steps, Step{s.Comments, Put(s.Node, of)})
		}
		return out
	}
	return n
}

func putAll(list []Node, of func(name string) Node) []Node {
	var out []Node
	for _, n := range list {
		out = append(out, Put(n, of))
	}
	return out
}
