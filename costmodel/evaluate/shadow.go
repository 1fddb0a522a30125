package evaluate

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// narrowShadows reports shifts that reach further than the SHADOW of their
// array, which is then copied instead (HPF 2.0, approved extensions).
func narrowShadows(u *lower.Unit, g *aag.Graph) []source.Diagnostic {
	var out []source.Diagnostic
	for _, unit := range g.Units {
		c := unit.Comm
		if c == nil || c.Kind != comm.Shift || u.Explicit || u.Shadows[c.Array] == nil {
			continue
		}
		for _, m := range c.Moves {
			if width, narrow := tooNarrow(u, c, m); narrow {
				out = append(out, source.Diagnostic{Span: c.At, Severity: source.Warning, Code: "narrow-shadow",
					Message: fmt.Sprintf("%s is read %+d from what its processor holds along dimension %d, and its SHADOW keeps %d: the section is copied instead",
						strings.ToUpper(c.Array.Name), m.Offset, m.Dim+1, width)})
			}
		}
	}
	return out
}

// tooNarrow compares a move with the width of its side, where that is known.
func tooNarrow(u *lower.Unit, c *comm.Communication, m comm.Move) (width int64, narrow bool) {
	if m.Circular {
		return 0, false
	}
	shadow := u.Shadows[c.Array][m.Dim]
	side, reach := shadow.High, m.Offset
	if m.Offset < 0 {
		side, reach = shadow.Low, -m.Offset
	}
	width, known := constantOr0(u.Arena, side)
	return width, known && reach > width
}

func constantOr0(a *symbolic.Arena, e symbolic.Expr) (int64, bool) {
	if e == 0 {
		return 0, true
	}
	return a.ConstInt(e)
}
