package place

import "github.com/parlens/parlens/analysis/source"

// breakCycles takes calls out that lead back into the method that makes them:
// the model has a process for every call, and no end to these.
func (b *builder) breakCycles() {
	c := &cycles{b: b, state: map[*Method]int{}}
	for _, m := range b.program.Methods {
		c.visit(m)
	}
}

type cycles struct {
	b     *builder
	state map[*Method]int // 1 while a method is open, 2 when it is done
}

func (c *cycles) visit(m *Method) {
	if c.state[m] != 0 {
		return
	}
	c.state[m] = 1
	m.Body = c.steps(m.Body)
	c.state[m] = 2
}

func (c *cycles) steps(list []Step) []Step {
	var out []Step
	for _, s := range list {
		switch s := s.(type) {
		case *Statement:
			s.Steps = c.steps(s.Steps)
		case *Loop:
			s.Body = c.steps(s.Body)
		case *Branch:
			s.Then, s.Else = c.steps(s.Then), c.steps(s.Else)
		case *Call:
			c.visit(s.Method)
			if c.state[s.Method] == 1 {
				c.b.report(s.Span, source.Warning, "spar-recursion", "this call leads back to "+s.Method.Name+": how deep is not known, and it is not counted; Pamela = (cost e) says what the statement takes")
				continue
			}
		}
		out = append(out, s)
	}
	return out
}
