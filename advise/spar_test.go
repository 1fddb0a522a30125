package advise

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// sparOptionsOf are the options on the first line of an example that holds a
// text.
func sparOptionsOf(t *testing.T, name, marker string, s settings.Settings) (string, []Option) {
	t.Helper()
	data, err := os.ReadFile("../testdata/spar/" + name)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	line := 1 + strings.Count(text[:strings.Index(text, marker)], "\n")
	snap := workspace.New(texts.FS{name: text}).Snapshot()
	options, err := Options(context.Background(), snap, name, line, s)
	if err != nil {
		t.Fatal(err)
	}
	return text, options
}

// The other subscript for the rows of ADI, and cyclic columns for GAUSS: the
// choices that paper 004's case studies make.
func TestSparMaps(t *testing.T) {
	_, options := sparOptionsOf(t, "adi_rows.spar", "<$ on", settings.Settings{})
	if len(options) == 0 || !strings.HasPrefix(options[0].Label, "on gpp[(block j (@N / @P))]") && !strings.HasPrefix(options[0].Label, "on gpp[(cyclic j)]") {
		t.Fatalf("for rows: %+v", options)
	}
	if o := options[0]; o.After > o.Before/10 {
		t.Errorf("columns should be more than ten times as fast: %s", o.Title())
	}
	if _, options = sparOptionsOf(t, "adi.spar", "static int N", settings.Settings{}); options != nil {
		t.Errorf("a line without a map: %+v", options)
	}
	s := settings.Settings{Values: map[string]float64{"pattern": 3}}
	if testing.Short() {
		s.Values["n"] = 64
	}
	_, options = sparOptionsOf(t, "gauss.spar", "<$ on = (lambda (r c) gpp[(block c", s)
	found := false
	for _, o := range options {
		if o.Label == "on gpp[(cyclic c)] for A and 1 mapped alike" {
			found = o.After < o.Before
		}
	}
	if !found {
		t.Errorf("for GAUSS: %+v", options)
	}
}

// The local array that turns PSRS into PSRS1: the text after the edit costs
// what the report's own second version does.
func TestSparLocalArray(t *testing.T) {
	text, options := sparOptionsOf(t, "psrs.spar", "static int count", settings.Settings{Values: map[string]float64{"pattern": 4}})
	if len(options) == 0 || !strings.Contains(options[0].Label, "part of count of its own") {
		t.Fatalf("options: %+v", options)
	}
	snap := workspace.New(texts.FS{"psrs.spar": text}).Snapshot()
	f, _ := snap.File("psrs.spar")
	after, err := f.Text.Apply(options[0].Edits...)
	if err != nil {
		t.Fatal(err)
	}
	changed := after.String()
	for _, want := range []string{"static int countLocal[*][] <$ on = (lambda (p) gpp[(local p)]) $> = new int[P][*];", "<$ on = gpp[@p] $> {", "countLocal[p][piece]++", "count[p][part] = countLocal[p][part];"} {
		t.Run(want, func(t *testing.T) {
			if !strings.Contains(changed, want) {
				t.Errorf("the changed program lacks %q:\n%s", want, changed)
			}
		})
	}
	data, _ := os.ReadFile("../testdata/spar/psrs1.spar")
	own := workspace.New(texts.FS{"psrs1.spar": string(data)}).Snapshot()
	r, err := predict.File(context.Background(), own, "psrs1.spar", settings.Settings{Values: map[string]float64{"pattern": 4}})
	if err != nil {
		t.Fatal(err)
	}
	if want := r.Units[0].Charge.Total(); options[0].After > want*1.05 || options[0].After < want*0.95 {
		t.Errorf("%s, the second version takes %v", options[0].Title(), want)
	}
}

// Loops that nothing makes parallel: independent ones have pragmas to try, of those
// that change something the one with fewer words; one whose iterations need each
// other has none.
func TestSparParallelLoop(t *testing.T) {
	for _, c := range []struct {
		file, line string
		drop       string // from the text, before
		want       string // of the first option
	}{
		{file: "ave.spar", line: "foreach( c :- 1:n )"},
		{file: "ave.spar", line: "foreach( c :- :n )"},
		{file: "ave.spar", line: "foreach( c :- :n )", drop: "<$ independent, Pamela = parallel $>", want: "<$ independent, Pamela = parallel $>"},
		{file: "ave.spar", line: "foreach( c :- :n )", drop: ", Pamela = parallel", want: "<$ Pamela = parallel $>"},
		{file: "programs/mg.spar", line: "foreach( w :- [1,1,1] : half-1 )", drop: "<$ independent $>", want: "<$ independent $>"},
		{file: "programs/mg.spar", line: "foreach( w :- [1,1,1] : half-1 )"},
		{file: "programs/mg.spar", line: "foreach( w :- :fine ) norm", drop: "<$ reduction $>", want: "<$ reduction $>"},
		{file: "programs/ep.spar", line: "foreach( k :- :BATCHES ) batch(k);", drop: "<$ taskparallel, independent $>", want: "<$ independent $>"}, // its method stores where the iteration is,
	} {
		t.Run(c.file+" "+c.drop, func(t *testing.T) {
			data, err := os.ReadFile("../testdata/spar/" + c.file)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.ReplaceAll(string(data), c.drop, "")
			if c.drop == "" {
				text = string(data)
			}
			line := 1 + strings.Count(text[:strings.Index(text, c.line)], "\n")
			options, err := Options(context.Background(), workspace.New(texts.FS{"a.spar": text}).Snapshot(), "a.spar", line, settings.Settings{})
			if err != nil || len(options) == 0 != (c.want == "") {
				t.Fatalf("%v: %+v", err, options)
			}
			for _, o := range options {
				if o.After >= o.Before {
					t.Errorf("%s changes nothing", o.Title())
				}
			}
			if len(options) > 0 && options[0].Label != c.want {
				t.Errorf("%+v", options)
			}
		})
	}
}

// Other dist strings: each one can be put in, parses, and takes the time that it promises.
// A map of rows is the best for a loop over rows, and the columns of FT stay where they are.
func TestSparDists(t *testing.T) {
	const rows = `public class r {
    static double a[*,*] <$ dist = "[collapsed,block]" $> = new double[512,6];
    static double b[*,*] <$ dist = "[collapsed,block]" $> = new double[512,6];
    public static void main() {
        <$ independent $>
        foreach( i :- :512 ) for( j :- :6 ) a[i,j] = b[i,j] * 2.0;
    }
}
`
	const grid = `globalpragmas <$ Processors = ((node w[2,2])) $>;
public class g {
    static double a[*,*] <$ dist = "[block,block]" $> = new double[64,64];
    public static void main() {
        <$ independent $>
        foreach( i :- :64, j :- :i ) a[i,j] = 2.0;
    }
}
`
	for _, c := range []struct {
		text  string
		line  int
		best  string
		count int
	}{
		{rows, 2, `dist = "[block,collapsed]" for a and 1 mapped alike`, 7 * 2},
		{grid, 3, `dist = "[cyclic,block]" for a`, 6},
	} {
		t.Run(c.text, func(t *testing.T) {
			snap := workspace.New(texts.FS{"r.spar": c.text}).Snapshot()
			options, err := Options(context.Background(), snap, "r.spar", c.line, settings.Settings{Procs: 4})
			if err != nil || len(options) == 0 || len(options) > c.count {
				t.Fatal(err, options)
			}
			if options[0].Label != c.best {
				t.Errorf("the first one is %s: %+v", options[0].Label, options)
			}
			for _, o := range options {
				f, err := snap.File("r.spar")
				if err != nil {
					t.Fatal(err)
				}
				changed, err := f.Text.Apply(o.Edits...)
				if err != nil {
					t.Fatal(err)
				}
				after := workspace.New(texts.FS{"r.spar": changed.String()}).Snapshot()
				r, err := predict.File(context.Background(), after, "r.spar", settings.Settings{Procs: 4})
				if err != nil || r.Units[0].NoEstimate != "" {
					t.Fatalf("%s: %v %s", o.Label, err, r.Units[0].NoEstimate)
				}
				if got := r.Units[0].Charge.Total(); got < o.After*(1-1e-9) || got > o.After*(1+1e-9) {
					t.Errorf("%s promises %v and takes %v", o.Label, o.After, got)
				}
			}
		})
	}
}
