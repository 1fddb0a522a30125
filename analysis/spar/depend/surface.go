package depend

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/surface"
)

// surface is what the program says beside the method whose loops are judged: the classes, their
// variables, and what their methods do.
func (p *program) surface() *surface.Surface {
	s := surface.New(p.names)
	for i, name := range p.names {
		c := p.classes[name].tree
		fmt.Fprintln(s.At(i), c.Heading())
		for _, super := range c.Supers {
			if k := slices.Index(p.names, super.Base); k >= 0 {
				s.Leads(i, k)
				s.Leads(k, i) // of which an object may be
			}
		}
		for _, m := range c.Members {
			switch m.Kind {
			case spar.Field:
				for _, d := range m.Names {
					at := s.Add(i)
					s.Name(at, d.Name)
					if !m.Has("static") {
						s.OfObjects(at)
					}
					fmt.Fprintln(s.At(at), m.Declares(d))
				}
			case spar.Method, spar.Constructor:
				at := s.Add(i)
				s.Name(at, m.Name)
				s.At(at).Words = m.Words
				fmt.Fprintln(s.At(at), m.Text)
			}
		}
	}
	s.Finish("")
	return s
}
