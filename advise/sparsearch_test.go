package advise

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// What is found for whole programs in Spar: the subscript of a map, and pragmas of loops, each
// with the time that the changed text is predicted to take.
func TestAdviceInSpar(t *testing.T) {
	for _, c := range []struct {
		file string
		drop string // from the text, before
		want string // in the first label
		gain float64
	}{
		{"adi_rows.spar", "", "on gpp[(block j (@N / @P))] for A", 10},
		{"ave.spar", "<$ independent, Pamela = parallel $>", "<$ independent, Pamela = parallel $> in front of the loop at line ", 2},
	} {
		t.Run(c.file, func(t *testing.T) {
			data, err := os.ReadFile("../testdata/spar/" + c.file)
			if err != nil {
				t.Fatal(err)
			}
			snap := workspace.New(texts.FS{"p.spar": strings.ReplaceAll(string(data), c.drop, "")}).Snapshot()
			a, err := Advise(context.Background(), snap, "p.spar", settings.Settings{}, DefaultEffort)
			if err != nil {
				t.Fatal(err)
			}
			if len(a.Faster()) == 0 || !strings.Contains(a.Proposals[0].Label, c.want) || a.Proposals[0].Gain() < c.gain {
				t.Fatalf("%+v", a.Proposals)
			}
			keepsPromises(t, snap, a, settings.Settings{})
		})
	}
}

// keepsPromises predicts the text with each proposal: it takes the time that was promised.
func keepsPromises(t *testing.T, snap *workspace.Snapshot, a *Advice, s settings.Settings) {
	t.Helper()
	f, err := snap.File("p.spar")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range a.Proposals {
		text, err := f.Text.Apply(p.Changes[0].Edits...)
		if err != nil {
			t.Fatal(err)
		}
		r, err := predict.Part(context.Background(), workspace.New(texts.FS{"p.spar": text.String()}).Snapshot(), "p.spar", report.AllLines, s)
		if err != nil || math.Abs(r.Units[0].Charge.Total()-p.Time) > 1e-9*p.Time || len(r.Diagnostics) > 0 {
			t.Errorf("%s: %v promised, %v, %v", p.Label, p.Time, r.Units[0].Charge.Total(), err)
		}
	}
}

// A program without a pragma gets its first ones where that is a gain: maps and loops together. A
// recurrence along the rows leaves the columns to be dealt out, one along both leaves nothing, and
// arrays that are mapped keep their maps beside those that get one. (Mutations: maps without the
// loops; the loops without maps; only arrays of two dimensions; dependent loops are marked.)
func TestFirstMapsInSpar(t *testing.T) {
	const arrays = "static double[*] w = new double[400], z = new double[400];\nstatic double u[*,*] = new double[400,400];\nstatic double v[*,*] = new double[400,400];\n"
	for _, c := range []struct {
		name, fields, body string
		want               string  // the first label has it
		gain               float64 // that it is at least, on 16 processors; 0: nothing is faster
	}{
		{"a stencil", arrays, "foreach( i :- 1 : 399 ) for( j :- 0 : 400 ) v[i,j] = 0.5*(u[i-1,j] + u[i+1,j]);\nforeach( i :- 0 : 400 ) for( j :- 0 : 400 ) u[i,j] = v[i,j]*v[i,j] + w[i];", `dist = "[collapsed,block]" for u, v`, 4},
		{"a recurrence along rows", arrays, "for( i :- 1 : 400 ) foreach( j :- 0 : 400 ) u[i,j] = 0.5*u[i-1,j] + v[i,j];", `dist = "[collapsed,`, 4},
		{"a recurrence along both", arrays, "for( i :- 1 : 400 ) for( j :- 1 : 400 ) u[i,j] = u[i-1,j] + u[i,j-1] + u[i-1,j-1];", "", 0},
		{"of one dimension", arrays, "foreach( i :- 0 : 400 ) for( k :- 0 : 400 ) w[i] = w[i] + z[i]*k;", `for w, z`, 4},
		{"beside one that is mapped", strings.Replace(arrays, "v[*,*]", `v[*,*] <$ dist = "[cyclic,collapsed]" $>`, 1), "foreach( i :- 0 : 400 ) for( j :- 0 : 400 ) u[i,j] = v[i,j]*v[i,j];", `[cyclic,collapsed]" for u`, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := settings.Settings{Procs: 16}
			snap := workspace.New(texts.FS{"p.spar": "public class p {\n" + c.fields + "public static void main() {\n" + c.body + "\n}\n}\n"}).Snapshot()
			a, err := Advise(context.Background(), snap, "p.spar", s, DefaultEffort)
			if err != nil {
				t.Fatal(err)
			}
			keepsPromises(t, snap, a, s)
			if c.gain == 0 {
				if len(a.Faster()) > 0 {
					t.Errorf("%+v", a.Faster())
				}
				return
			}
			if len(a.Faster()) == 0 || !strings.Contains(a.Proposals[0].Label, c.want) || a.Proposals[0].Gain() < c.gain {
				t.Errorf("%v", a.Proposals)
			}
		})
	}
}

const plate = `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp gpp[8])), Pamela = (numeric "N") $>;
public class plate {
    static int N = 64;
    static int P = 8;
    static int at[*] <$ dist = "[block]" $> = new int[N];
    static double u[*,*] <$ dist = "[cyclic,collapsed]" $> = new double[N,N];
    static double v[*,*] <$ dist = "[cyclic,collapsed]" $> = new double[N,N];
    static double sum;
    <$ Pamela = (@N N), Pamela = (@P P_gpp) $>
    public static void main() {
        <$ independent, Pamela = parallel $>
        foreach( i :- 1 : N-1 ) for( j :- 0 : N ) v[i,j] = u[i-1,j] + u[i+1,j];
        foreach( i :- 0 : N ) for( j :- 0 : N ) u[at[i],j] = u[at[i],j]*2.0 + v[at[i],j];
        foreach( i :- 0 : N ) sum += u[i,0];
    }
}
`

// Loops that only may be independent, and sums, are left as they are by what is made for a whole
// program; the budget bounds it.
func TestOnlyProvenInSpar(t *testing.T) {
	snap := workspace.New(texts.FS{"p.spar": plate}).Snapshot()
	a, err := Advise(context.Background(), snap, "p.spar", settings.Settings{}, DefaultEffort)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Faster()) == 0 || !strings.Contains(a.Proposals[0].Label, " for u and 1 mapped alike") {
		t.Errorf("%+v", a.Proposals)
	}
	for _, p := range a.Proposals {
		if strings.Contains(p.Label, "if its iterations") || strings.Contains(p.Label, "reduction") {
			t.Error(p.Label)
		}
	}
	e := DefaultEffort
	e.Predictions = 3
	if a, err = Advise(context.Background(), snap, "p.spar", settings.Settings{}, e); err != nil || a.Tried != 3 || !a.Exhausted {
		t.Errorf("%d tried of 3, %v", a.Tried, err)
	}
	e = DefaultEffort
	e.Steps = 1
	if a, err = Advise(context.Background(), snap, "p.spar", settings.Settings{}, e); err != nil || a.Tried > 1 || !a.Exhausted {
		t.Errorf("%d tried in one step, %v", a.Tried, err)
	}
}

// A change stands in the place of what it covers, and is not made where it would change a part
// of another one.
func TestJoinedChanges(t *testing.T) {
	at := func(label string, spans ...int) change {
		c := change{label: label}
		for _, s := range spans {
			c.edits = append(c.edits, source.Edit{Span: source.Span{Start: s, End: s + 4}, New: label})
		}
		return c
	}
	for _, c := range []struct {
		have []change
		more change
		want string
	}{
		{nil, at("a", 0), "a:1"},
		{[]change{at("a", 0, 10)}, at("b", 20), "a:2 b:1"},
		{[]change{at("a", 0, 10)}, at("b", 10), "a:1 b:1"},
		{[]change{at("a", 10)}, at("b", 0, 10), "b:2"},
		{[]change{at("a", 10)}, at("b", 12), ""},
	} {
		t.Run(c.want, func(t *testing.T) {
			var got []string
			for _, p := range joinedChanges(c.have, c.more) {
				got = append(got, p.label+":"+string(rune('0'+len(p.edits))))
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("%v and %v: %q", c.have, c.more, s)
			}
		})
	}
	if keyOf(at("a", 0, 10).edits) == keyOf(at("b", 0, 10).edits) {
		t.Error("edits with other texts have the same key")
	}
}
