package spar

import (
	"context"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Programs as their authors write them, with dist strings and without the words
// of the model: each has a cost, and scales about as such programs do.
func TestSparPrograms(t *testing.T) {
	for _, c := range []struct {
		file string
		at32 float64 // the least speedup on 32 processors
	}{
		{"programs/ep.spar", 30}, {"programs/ft.spar", 20}, {"programs/mg.spar", 15}, {"programs/poisson.spar", 15}, {"programs/particles.spar", 25}, {"programs/rays.spar", 25},
	} {
		t.Run(c.file, func(t *testing.T) {
			r, u := sparProgram(t, c.file, 32)
			if u.NoEstimate != "" || u.Speedup < c.at32 || u.Speedup > 32 {
				t.Errorf("speedup %v, want %v to 32 (%s)", u.Speedup, c.at32, u.NoEstimate)
			}
			asked := 0
			for _, d := range r.Diagnostics {
				if d.Severity <= source.Warning {
					t.Errorf("%+v", d)
				}
				if d.Code == report.UnknownValue {
					asked++
				}
			}
			if asked > 5 {
				t.Errorf("%d questions", asked)
			}
		})
	}
}

func sparProgram(t *testing.T, name string, procs int) (*report.Report, *report.Unit) {
	t.Helper()
	snap, f := sparFile(t, name)
	r, err := Text(context.Background(), snap, f, report.AllLines, settings.Settings{Procs: procs})
	if err != nil {
		t.Fatal(err)
	}
	return r, r.Units[0]
}

// What is moved, counted by hand. FT: each of 32 processors sends 2 of its 64
// planes to each other one, cut into 2 x 64 x 2 elements of 16 bytes. MG: in each
// of 4 cycles a plane of 62 x 62 results of 8 bytes goes over each of the 31 borders
// for the line that smooths.
func TestSparVolumes(t *testing.T) {
	for _, c := range []struct {
		file, array               string
		line                      int
		messages, elements, bytes float64
	}{
		{"programs/ft.spar", "u", 75, 32 * 31, 32 * 31 * 2 * 64 * 2, 32 * 31 * 2 * 64 * 2 * 16},
		{"programs/mg.spar", "", 87, 4 * 31, 4 * 31 * 62 * 62, 4 * 31 * 62 * 62 * 8},
	} {
		t.Run(c.file, func(t *testing.T) {
			_, u := sparProgram(t, c.file, 32)
			for _, l := range u.Lines {
				for _, m := range l.Comms {
					if l.Line == c.line && m.Array == c.array && m.TotalMessages == c.messages && m.Elements == c.elements && m.TotalBytes == c.bytes {
						return
					}
				}
			}
			for _, l := range u.Lines {
				for _, m := range l.Comms {
					t.Errorf("line %d: %s %q %v messages of %v elements, %v bytes", l.Line, m.Kind, m.Array, m.TotalMessages, m.Elements, m.TotalBytes)
				}
			}
		})
	}
}
