package advise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/advise/plan"
)

// label says what a plan changes, those groups together that get the same formats, and
// the arrangements that it needs.
func (s *search) label(t *trial, all bool) string {
	to, now := t.plan, s.program.Now()
	roots := map[string][]string{}
	var formats []string
	var ranks []int
	for i, g := range s.program.Groups {
		f := to.Formats[i]
		r := plan.Rank(f)
		if f == nil || slices.Equal(f, g.Now) && (r < 2 || slices.Equal(to.Shapes[r], now.Shapes[r])) {
			continue
		}
		if !slices.Contains(ranks, r) {
			ranks = append(ranks, r)
		}
		key := plan.Written(f)
		if roots[key] == nil {
			formats = append(formats, key)
		}
		for _, r := range g.Roots {
			if !slices.Contains(roots[key], r) { // one array may have directives in several procedures
				roots[key] = append(roots[key], r)
			}
		}
	}
	var parts []string
	for _, f := range formats {
		names := plan.Named(roots[f])
		if all {
			names = strings.Join(roots[f], ", ")
		}
		parts = append(parts, names+" "+f)
	}
	var over []string
	for _, r := range ranks {
		if shape := to.Shapes[r]; len(shape) == r && (r > 1 || now.Shapes[r] == nil) {
			over = append(over, written(shape))
		}
	}
	out := "DISTRIBUTE " + strings.Join(parts, ", ")
	if len(over) > 0 {
		out += " over " + strings.Join(over, " and ") + " processors"
	}
	if len(parts) == 0 {
		out = ""
	}
	for _, m := range t.moves {
		if out != "" {
			out += ", "
		}
		out += fmt.Sprintf("REDISTRIBUTE %s %s before line %d", s.program.Groups[m.Group].Name, plan.Written(m.Formats), m.Line)
	}
	return strings.TrimPrefix(out+s.promisesLabel(), ", ")
}
