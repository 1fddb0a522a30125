package evaluate

import (
	"context"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
)

// What BLOCK DATA gives to members of COMMON blocks is what they are at the beginning,
// in whatever file it stands.
func TestBlockData(t *testing.T) {
	const (
		main  = "      program p\n      common /size/ x, n, m\n      real a(1000)\n      do 10 i = 1, n\n   10 a(i) = 0.0\n      end\n"
		other = "      block data\n      common /shape/ y, nn\n      data nn /30/\n      end\n"
		moved = "      block data\n      common /size/ nn, y\n      data nn /30/\n      end\n"
	)
	of := func(k string) string {
		return "      block data\n      parameter (k = 11)\n      common /size/ y, nn, mm\n      data nn /" + k + "/\n      end\n"
	}
	for _, c := range []struct {
		name string
		on   files
		want float64
	}{
		{"in the file", files{"/w/p.f": main + of("40")}, 40},
		{"a constant of its own", files{"/w/p.f": of("k") + main}, 11},
		{"in another file", files{"/w/p.f": main, "/w/d.f": of("40")}, 40},
		{"both: its own counts", files{"/w/p.f": main + of("40"), "/w/d.f": of("50")}, 40},
		{"of another block", files{"/w/p.f": main + other}, 100},
		{"of another member", files{"/w/p.f": main + moved}, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := File(context.Background(), workspace.New(c.on).Snapshot(), "/w/p.f", settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			line := 1 + strings.Count(c.on["/w/p.f"][:strings.Index(c.on["/w/p.f"], "a(i)")], "\n")
			if l := lineIn(r, line); l == nil || l.Executions != c.want {
				t.Errorf("%+v, want %g executions", l, c.want)
			}
		})
	}
}

// After an edit of the BLOCK DATA its new values hold.
func TestBlockDataChanges(t *testing.T) {
	disk := files{"/w/p.f": "      program p\n      common /size/ n\n      real a(1000)\n      do 10 i = 1, n\n   10 a(i) = 0.0\n      end\n"}
	ws := workspace.New(disk)
	for _, c := range []struct {
		name, data string
		want       float64
	}{{"before", "data n /40/", 40}, {"after", "data n /60/", 60}, {"none", "", 100}} {
		t.Run(c.name, func(t *testing.T) {
			disk["/w/d.f"] = "      block data\n      common /size/ n\n      " + c.data + "\n      end\n"
			r, err := File(context.Background(), ws.Reread(), "/w/p.f", settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			if got := lineIn(r, 5).Executions; got != c.want {
				t.Errorf("%g executions, want %g", got, c.want)
			}
		})
	}
}
