package program

import (
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// A program ends at a STOP, at calls of some subroutines of libraries, and at calls of its
// own procedures that stop: often those that report an error.

// endings are the subroutines of compilers' libraries, of run-time systems and of MPI
// (MPI 4.0, section 9.7) that end the program.
var endings = named("exit abort mpi_abort xmp_exit")

// EndsProgram reports whether a subroutine (lower case) ends the program, unless the
// program has its own of that name.
func EndsProgram(name string) bool { return endings[name] }

// ending finds out whether a unit stops whenever it is called, and what it calls then.
func (e *effects) ending(body []Stmt) {
	returns := false
	Statements(body, func(s Stmt) bool {
		switch s := s.(type) {
		case *Transfer:
			returns = returns || s.Keyword == "return"
		case *Unmodelled:
			returns = returns || s.Target != ""
		}
		return !returns
	})
	if returns {
		return
	}
	for _, s := range body {
		switch s := s.(type) {
		case *Transfer:
			e.Stops = e.Stops || strings.HasSuffix(s.Keyword, "stop")
		case *CallStmt:
			addOnce(&e.Always, s.Name)
		}
	}
}

// StopBehind puts a STOP behind the calls of subroutines that end the program. It changes
// the statements that stand around them.
func StopBehind(body []Stmt, ends func(name string) bool) []Stmt {
	var out []Stmt
	for _, s := range body {
		out = append(out, s)
		switch s := s.(type) {
		case *CallStmt:
			if ends(s.Name) {
				end := s.Span().End
				out = append(out, &Transfer{Node: Node{At: source.Span{Start: end, End: end}}, Keyword: "stop"})
			}
		case *Do:
			s.Body = StopBehind(s.Body, ends)
		case *If:
			for i := range s.Branches {
				s.Branches[i].Body = StopBehind(s.Branches[i].Body, ends)
			}
			s.Else = StopBehind(s.Else, ends)
		}
	}
	return out
}
