package advise

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
)

// No mapping deals out the iterations of a loop with CALLs of which nobody can prove that they
// are independent: who knows that they are may say so, and is told where that would pay and
// what the proof fails at.

// poorEfficiency is that of a program whose processors do the same mostly, or wait.
const poorEfficiency = 0.25

// doubtful tells of the outermost of such loops that take a large part of the time. Loops whose
// index the CALLs do not depend on are steps, one after the other.
func (s *search) doubtful() (out []string) {
	if !s.now.serial() && s.now.report != nil && s.now.report.Efficiency > poorEfficiency {
		return nil // what is called shares out the work itself
	}
	for _, u := range s.times.units {
		known := s.program.Unit(u.file, u.Unit)
		line := func(at int) int { return u.file.Text.LineOf(u.Start + at) }
		program.Statements(known.Through.Body, func(x program.Stmt) bool {
			do, is := x.(*program.Do)
			if !is || do.Var == nil || do.Independent != nil || !passesOn(do) {
				return true
			}
			l := known.Tests().Loop(do)
			share := s.times.line(u.file, u.Unit, line(do.At.Start), line(lastByte(do)))
			if l == nil || l.Verdict != depend.Unknown || share < worthHint {
				return true
			}
			out = append(out, fmt.Sprintf("%s line %d: %.0f%% of the time: all processors make all iterations of the loop over %s, of which it is not proven that they are independent: %s; where they are, INDEPENDENT in front of it would share them out (unproven-loop)", path.Base(u.file.Path), line(do.At.Start), 100*share, strings.ToUpper(do.Var.Name), l.Why))
			return false
		})
	}
	return out
}

// passesOn tells whether a CALL in a loop gets what depends on the loop's index.
func passesOn(do *program.Do) bool {
	found := false
	program.Statements(do.Body, func(x program.Stmt) bool {
		if call, is := x.(*program.CallStmt); is {
			found = found || slices.ContainsFunc(call.Args, func(a program.Arg) bool { return program.Mentions(do.Var, a.Value) })
		}
		return !found
	})
	return found
}
