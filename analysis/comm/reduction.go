package comm

import "github.com/parlens/parlens/analysis/program"

// withReductions puts an element for every reduction intrinsic met before the
// element that uses its result.
func (n Nest) withReductions(r *reader, fixed int) ([]*Element, error) {
	var out []*Element
	for _, c := range r.reduce {
		e, err := n.reduction(c, r, fixed)
		if err != nil {
			return nil, err
		}
		out = append(out, e...)
	}
	return append(out, r.element), nil
}

// reduction is the local part of a reduction intrinsic: its argument's
// operations and one combination per element, executed by the owners of the
// first mapped array of the argument.
func (n Nest) reduction(c *program.Call, user *reader, fixed int) ([]*Element, error) {
	shape := firstSection(c)
	switch {
	case len(user.element.Loops) > len(user.section):
		return nil, unsupported(c, c.Name+" inside FORALL has no cost model yet")
	case n.independent():
		return nil, unsupported(c, c.Name+" inside an INDEPENDENT loop has no cost model yet")
	case shape == nil:
		return nil, unsupported(c, c.Name+" of what has no shape here")
	}
	r := n.reader(fixed, nil)
	r.scope = user.scope
	r.element.At = user.element.At
	r.element.Combines = c
	section, err := r.sectionLoops(shape)
	if err != nil {
		return nil, err
	}
	r.section, r.element.Loops = section, section
	for _, a := range c.Args {
		if err := r.expr(a.Value); err != nil {
			return nil, err
		}
	}
	r.element.Ops.combine(c)
	r.element.Home = OwnerOf(firstMappedSection(r.element.Reads))
	return n.withReductions(r, fixed)
}

func (n Nest) independent() bool {
	for _, l := range n.Loops {
		if l.Independent {
			return true
		}
	}
	return false
}

func firstSection(c *program.Call) *program.Ref {
	var found *program.Ref
	for _, a := range c.Args {
		program.Walk(a.Value, func(e program.Expr) bool {
			if ref, ok := e.(*program.Ref); ok && found == nil && ref.Rank() > 0 {
				found = ref
			}
			return found == nil
		})
	}
	return found
}

func firstMappedSection(xs []*Access) *Access {
	for _, x := range xs {
		if x.Mapped() && x.Ref.Rank() > 0 {
			return x
		}
	}
	return nil
}
