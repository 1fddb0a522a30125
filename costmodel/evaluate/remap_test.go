package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// What a remap says, by hand: 400 elements in blocks of 100 on 4 processors,
// dealt out one by one afterwards. Of the 100 that a processor gets it has 25;
// the others come from 3 processors.
func TestRemapsInReports(t *testing.T) {
	const moved = "remap of A from (BLOCK) to (CYCLIC): 3 messages of 25 elements"
	for i, c := range []struct{ body, want string }{
		{"!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\n  a = a + 1.0", moved},
		{"!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\n!HPF$ REDISTRIBUTE a(BLOCK) ONTO pr", moved + "; useless: the array is remapped again before it is used"},
		{"!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\n  a = 0.0", moved + "; useless: the array is overwritten before it is read"},
		{"!HPF$ REDISTRIBUTE a(BLOCK) ONTO pr", ""},
		{"do k = 1, 5\n!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\n    a = a + 1.0\n  end do", moved + "; in the first iteration over K"},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text := strings.Replace(caller(c.body), "!HPF$ DISTRIBUTE b", "!HPF$ DYNAMIC a\n!HPF$ DISTRIBUTE b", 1)
			u := reportOf(t, "p.f90", text, settings.Settings{}).Units[0]
			line := 9
			if strings.HasPrefix(c.body, "do") {
				line = 10
			}
			var said []string
			for _, x := range lineAt(t, u, line).Comms {
				said = append(said, x.Reason)
			}
			if got := strings.Join(said, "\n"); got != c.want {
				t.Errorf("%s\nsays %q, want %q", c.body, got, c.want)
			}
		})
	}
}

// The mapping behind a remap is the new one: a shift by 4 of what is dealt out
// one by one to 4 processors moves nothing, in blocks it does.
func TestMappingInForce(t *testing.T) {
	for body, messages := range map[string]float64{
		"a(1:396) = a(5:400)": 3,
		"!HPF$ REDISTRIBUTE a(CYCLIC) ONTO pr\n  a(1:396) = a(5:400)": 0,
	} {
		t.Run(body, func(t *testing.T) {
			text := strings.Replace(caller(body), "!HPF$ DISTRIBUTE b", "!HPF$ DYNAMIC a\n!HPF$ DISTRIBUTE b", 1)
			total := 0.0
			for _, x := range lineAt(t, reportOf(t, "p.f90", text, settings.Settings{}).Units[0], 9+strings.Count(body, "\n")).Comms {
				total += x.TotalMessages
			}
			if total != messages {
				t.Errorf("%s: %v messages, want %v", body, total, messages)
			}
		})
	}
}

// The functions of the HPF library have an estimate; what they move at most is
// called a bound.
func TestLibrary(t *testing.T) {
	for body, bound := range map[string]bool{
		"b = sum_prefix(a)": false, "a = copy_suffix(b, dim=1)": false, "a = sum_scatter(b, a, idx)": true,
		"b = maxval_scatter(a, b, idx)": true, "b = sort_up(a)": true, "g = grade_down(a)": true,
	} {
		t.Run(body, func(t *testing.T) {
			text := strings.Replace(caller(body), "integer :: k", "integer :: k, idx(n), g(1,n)", 1)
			l := lineAt(t, reportOf(t, "p.f90", text, settings.Settings{}).Units[0], 8)
			found := false
			for _, x := range l.Comms {
				found = found || strings.Contains(x.Reason, "(an upper bound)")
			}
			if l.NoEstimate != "" || found != bound || len(l.Comms) == 0 {
				t.Errorf("%s: %q, bound %v, %+v", body, l.NoEstimate, found, l.Comms)
			}
		})
	}
}
