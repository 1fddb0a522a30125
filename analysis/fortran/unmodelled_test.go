package fortran

import (
	"strconv"
	"strings"
	"testing"
)

// Directives of other systems are told once in a unit, at the first of them.
func TestUnmodelledDirectives(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"openmp", "program p\n!$omp parallel do\n!$omp end parallel do\nend\n", "10 OpenMP"},
		{"both", "program p\n!$acc kernels\n!$omp parallel\nend\n", "10 OpenACC; 24 OpenMP"},
		{"conditional compilation", "program p\n!$ x = 1\nend\n", ""},
		{"a comment", "program p\n! $omp\nend\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, d := range (Parser{}).ParseUnit(c.text).Diagnostics {
				if d.Code == "unmodelled-directive" {
					word, _, _ := strings.Cut(d.Message, " ")
					got = append(got, strconv.Itoa(d.Span.Start)+" "+word)
				}
			}
			if got := strings.Join(got, "; "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
