package aag

// Node is an abstraction unit with those inside it: one block for a loop, one
// for each branch of a condition, none for a simple unit.
type Node struct {
	Unit   *AAU
	Blocks [][]*Node
}

// Tree returns the graph with every unit inside the loop or branch that it is
// part of. (In Body the units of a loop whose iterations are counted follow its
// header.) Headers of array constructs, which do nothing themselves, are left
// out.
func (g *Graph) Tree() []*Node { return nested(g.Body) }

func nested(units []*AAU) []*Node {
	var out []*Node
	for i := 0; i < len(units); {
		u := units[i]
		n := &Node{Unit: u}
		i++
		switch {
		case len(u.Branches) > 0:
			for _, br := range u.Branches {
				n.Blocks = append(n.Blocks, nested(br.Body))
			}
		case u.Kind == IterSync || u.Comm != nil && u.Comm.Wave != nil:
			n.Blocks = [][]*Node{nested(u.Body)}
		case u.Loop != nil:
			from := i
			for i < len(units) && level(units[i]) > u.Depth {
				i++
			}
			n.Blocks = [][]*Node{nested(units[from:i])}
		case u.Kind == IterD:
			continue
		}
		out = append(out, n)
	}
	return out
}

// level is how many loops a unit is executed in: a message has left some.
func level(u *AAU) int {
	if u.Comm != nil {
		return u.Comm.Level
	}
	return u.Depth
}
