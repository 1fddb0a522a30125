package program

import (
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// Leavable reports whether a jump may end a loop before its last iteration.
func Leavable(s *Do) bool {
	found := false
	var look func(body []Stmt, depth int, names []string)
	look = func(body []Stmt, depth int, names []string) {
		for _, x := range body {
			switch x := x.(type) {
			case *Transfer:
				inner := x.Target == "" && depth > 0 || x.Target != "" && slices.Contains(names, x.Target)
				own := x.Target == "" && depth == 0 || x.Target != "" && x.Target == s.Name
				switch x.Keyword {
				case "exit":
					found = found || !inner
				case "cycle":
					found = found || !inner && !own
				case "return":
					found = true
				}
			case *Unmodelled:
				found = found || x.Forward && x.Leaves > depth
			case *Do:
				look(x.Body, depth+1, append(names[:len(names):len(names)], x.Name))
			default:
				for b := range Blocks(x) {
					look(b, depth, names)
				}
			}
		}
	}
	look(s.Body, 0, nil)
	return found
}

// JumpPlace is where it is counted how often a statement jumps: its end, since a
// logical IF stands at the same place as what it executes.
func JumpPlace(s Stmt) source.Span { return source.Span{Start: s.Span().End, End: s.Span().End} }
