package values

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Presumed is a value that only the run time knows and that the interpretation
// takes for granted: the status of opening a file that must be there already.
// It is taken not to be there, unless the program would end then: programs read
// their settings from such a file, or else take those that stand in them.
type Presumed struct {
	Name  string
	Value float64
	At    source.Span // of the OPEN
}

const missing = 2 // any status but 0

// Presumed returns what was taken for granted of the unit's own files.
func (r *Result) Presumed() []Presumed { return r.machine.presumed }

// opened notes the status variables of an OPEN of an old file.
func (m *machine) opened(s *program.Unmodelled) {
	text := strings.ToLower(s.Text)
	if s.Keyword != "open" || !strings.Contains(text, "iostat") || !strings.Contains(text, "'old'") && !strings.Contains(text, "\"old\"") {
		return
	}
	for _, v := range s.Receives {
		if v.Type == program.Integer && v.Rank() == 0 && !m.fixed(v) {
			m.cell(v).opened = s.Span()
		}
	}
}

// presume gives the status in a condition a value; false without one.
func (m *machine) presume(s *program.If, b program.Branch) bool {
	list := variables(b.Cond)
	i := slices.IndexFunc(list, func(v *program.Symbol) bool {
		return !m.cell(v).array && !m.cell(v).opened.Empty() && m.cell(v).scalar.kind == unknown
	})
	if i < 0 {
		return false
	}
	c := m.cell(list[i])
	at := c.opened
	for _, status := range []int64{missing, 0} {
		c.scalar = intValue(status)
		holds, known := m.eval(b.Cond).truth()
		taken := s.Else
		if holds {
			taken = b.Body
		}
		if known && !ends(taken) {
			if !m.called {
				m.presumed = append(m.presumed, Presumed{list[i].Name, float64(status), at})
			}
			return true
		}
	}
	c.scalar = value{}
	return false
}

// ends reports whether statements leave the unit.
func ends(body []program.Stmt) bool {
	return slices.ContainsFunc(body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Transfer:
			return s.Keyword == "stop" || s.Keyword == "return"
		case *program.Unmodelled:
			return s.Target != "" || strings.HasPrefix(strings.ToLower(s.Text), "error stop")
		}
		return false
	})
}
