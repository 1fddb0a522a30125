package spar

import (
	"context"
	"math"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

const (
	heatMain = `globalpragmas <$ Processors = ((Node q[4])) $>;
IMPORTS
public class heat {
    public static void main() {
        Plate.start(1.0);
        for( t :- :Sizes.STEPS ) {
            Plate.step();
            Plate.step();
        }
        Plate.start(2.0);
    }
}
`
	heatPlate = `class Plate {
    static double u[*] <$ dist = "[block]" $> = new double[Sizes.N];
    static double w[*] <$ dist = "[block]" $> = new double[Sizes.N];
    static void start( double x ) { <$ independent $> foreach( i :- :Sizes.N ) u[i] = x * i; }
    static void step() {
        <$ independent $> foreach( i :- 1:Sizes.N-1 ) w[i] = middle(u[i-1], u[i+1]);
        <$ independent $> foreach( i :- :Sizes.N ) u[i] = w[i];
    }
    static double middle( double x, double y ) { return 0.5*(x + y); }
}
`
	heatSizes = "public class Sizes {\n    static final int N = 1000;\n    static int STEPS = 10;\n}\n"
)

// A program in several files takes as long as in one: constants, arrays and
// methods of classes that it names are read from files of its folder and package,
// or imported ones; what another file's method costs stands where it is called.
func TestSeveralFiles(t *testing.T) {
	whole := predictTexts(t, texts.FS{"heat.spar": heat("") + heatSizes + heatPlate}, nil)
	if later := predictTexts(t, texts.FS{"heat.spar": heat("") + heatPlate + heatSizes}, nil); later.Charge.Total() != whole.Charge.Total() {
		t.Errorf("with the sizes behind T = %v, before %v", later.Charge.Total(), whole.Charge.Total())
	}
	for _, c := range []struct {
		what  string
		files texts.FS
		open  bool
		found bool
	}{
		{"folder", texts.FS{"heat.spar": heat(""), "Plate.spar": heatPlate, "Sizes.spar": heatSizes}, false, true},
		{"one file of two classes", texts.FS{"heat.spar": heat(""), "other.spar": heatPlate + heatSizes}, false, true},
		{"open only", texts.FS{"heat.spar": heat(""), "Plate.spar": heatPlate, "Sizes.spar": heatSizes}, true, true},
		{"package", texts.FS{"heat.spar": heat("package a;"), "Plate.spar": "package a;" + heatPlate, "Sizes.spar": "package a;" + heatSizes}, false, true},
		{"imports", texts.FS{"a/heat.spar": heat("package a; import b.Plate;"), "b/Plate.spar": "package b; import b.c.*;" + heatPlate, "b/c/Sizes.spar": "package b.c;" + heatSizes}, false, true},
		{"another package", texts.FS{"heat.spar": heat("package a;"), "Plate.spar": "package b;" + heatPlate, "Sizes.spar": "package b;" + heatSizes}, false, false},
	} {
		t.Run(c.what, func(t *testing.T) {
			u := predictTexts(t, c.files, map[bool][]string{true: {"Plate.spar", "Sizes.spar"}}[c.open])
			if same := math.Abs(u.Charge.Total()-whole.Charge.Total()) <= 1e-12*whole.Charge.Total(); same != c.found {
				t.Fatalf("T = %v, in one file %v (%s)", u.Charge.Total(), whole.Charge.Total(), u.NoEstimate)
			}
			if !c.found {
				return
			}
			by := map[int]float64{}
			for _, l := range u.Lines {
				by[l.Line] = l.Charge.Total()
			}
			// start takes the same time at both places, a step at each of its two
			if by[5] == 0 || by[5] != by[10] || by[7] == 0 || math.Abs(by[7]-by[8]) > 1e-12*by[7] || len(by) > 5 {
				t.Errorf("lines: %v", by)
			}
			if n := len(u.Mappings) + len(u.Loops); n != 1 {
				t.Errorf("%d mappings and %d loops, of this file is one loop", len(u.Mappings), len(u.Loops))
			}
		})
	}
}

// heat is the main file with its package and imports.
func heat(imports string) string { return strings.Replace(heatMain, "IMPORTS", imports, 1) }

func predictTexts(t *testing.T, files texts.FS, open []string) *report.Unit {
	t.Helper()
	w := workspace.New(folders{files})
	for _, name := range open {
		w.Open(name, "spar", 1, files[name])
		delete(files, name)
	}
	snap := w.Snapshot()
	for _, name := range []string{"heat.spar", "a/heat.spar"} {
		f, err := snap.File(name)
		if err != nil {
			continue
		}
		r, err := Text(context.Background(), snap, f, report.AllLines, settings.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range r.Diagnostics {
			if d.Severity == source.Error {
				t.Errorf("%+v", d)
			}
		}
		return r.Units[0]
	}
	t.Fatal("no program")
	return nil
}

// folders is a disk whose folders can be listed.
type folders struct{ texts.FS }

func (f folders) List(folder string, _ bool) []string {
	var out []string
	for name := range f.FS {
		if path.Dir(name) == filepath.ToSlash(folder) {
			out = append(out, name)
		}
	}
	return out
}
