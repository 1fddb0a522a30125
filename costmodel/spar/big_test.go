package spar

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	randomly "github.com/parlens/parlens/internal/oracle/edits"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// bigSpar is a generated program of at least so many lines: methods with loops
// over mapped arrays, and a main that calls them all.
func bigSpar(lines int) string {
	var b strings.Builder
	b.WriteString(`globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp gpp[16])), Pamela = (numeric "N") $>;
public class big
{
    static int N = 1024;
    static int P = 16;
    static double A[*,*] <$ on = (lambda (i j) gpp[(block j (@N / @P))]) $> = new double[N,N];
    static double B[*,*] <$ on = (lambda (i j) gpp[(block i (@N / @P))]) $> = new double[N,N];
    static double w[*] <$ on = (lambda (i) gpp[_all]) $> = new double[N];
    static double s;
`)
	n := 0
	for strings.Count(b.String(), "\n") < lines-lines/25 {
		fmt.Fprintf(&b, `
    // procedure %d
    static void f%d( int k )
    {
        double x;
        x = s * 2.0 + %d;
        <$ independent, Pamela = parallel $>
        foreach( j :- 0 : N )
            for( i :- 1 : N-1 ) {
                A[i,j] = A[i,j] + w[i] * (A[i-1,j] - A[i+1,j]) / %d.0;
                A[i,j] += x;
            }
        for( i :- 0 : N )
            w[i] = A[i,k];
        if( k > %d )
            s = x;
        for( t :- 0 : 8 ) {
            <$ independent, Pamela = parallel $>
            foreach( j :- 0 : N )
                B[t,j] = B[t,j] * w[j];
        }
    }
`, n, n, n, n+1, n)
		n++
	}
	b.WriteString("\n    <$ Pamela = (@N N), Pamela = (@P P_gpp) $>\n    public static void main()\n    {\n")
	for i := range n {
		fmt.Fprintf(&b, "        f%d(%d);\n", i, i%1024)
	}
	b.WriteString("    }\n}\n")
	return b.String()
}

var sparEdits = flag.Int("spar.edits", 8, "edits of a Spar program after which its report is compared with one made anew")

// After each of many random edits (of bodies, declarations, pragmas, signatures;
// some undone again) the report is that of the same text predicted anew.
func TestSparIncrementalEqualsFromScratch(t *testing.T) {
	edits, seeds := *sparEdits, uint64(3)
	if testing.Short() {
		edits, seeds = edits/2, 1
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 17))
		text := source.NewText(bigSpar(100))
		if seed == 1 {
			text = source.NewText(partsSpar(100))
		}
		w := workspace.New(texts.FS{})
		w.Open("big.spar", "spar", 1, text.String())
		undo := []*source.Text{text}
		for i := range edits {
			next, err := text.Apply(randomly.Spar(r, text))
			switch {
			case err != nil || !utf8.ValidString(next.String()):
				continue
			case r.IntN(4) == 0 && len(undo) > 1:
				next, undo = undo[len(undo)-2], undo[:len(undo)-1]
			case len(undo) > 6: // too far from a program
				next, undo = undo[0], undo[:1]
			default:
				undo = append(undo, next)
			}
			text = next
			snap, err := w.Change("big.spar", int32(i+2), text)
			if err != nil {
				t.Fatal(err)
			}
			fresh := workspace.New(texts.FS{}).Open("big.spar", "spar", 1, text.String())
			got, want := sparPlain(t, snap), sparPlain(t, fresh)
			if i%3 == 0 {
				sameAsWhole(t, fresh, text)
			}
			if got != want {
				t.Fatalf("seed %d, edit %d: the report differs from one made anew:\n%s\nof\n%s", seed, i, firstDifference(got, want), text.String())
			}
		}
	}
}

// sameAsWhole checks that the pieces of a program take as long as its whole
// model, compiled as one.
func sameAsWhole(t *testing.T, snap *workspace.Snapshot, text *source.Text) {
	t.Helper()
	f, err := snap.File("big.spar")
	if err != nil {
		t.Fatal(err)
	}
	m, err := ModelOf(snap, f, settings.Settings{})
	if err != nil || m.Program.Main == nil {
		return
	}
	env := m.Values(settings.Settings{})
	n, err := m.Numbers(env)
	outputs := m.Compiled().Process(modelling.Main)
	if err != nil || len(outputs) == 0 {
		return
	}
	T, err := m.Compiled().Value(m.Compiled().Simplify(outputs[0]), env)
	if err == nil && math.Abs(T-n.T) > 1e-9*max(T, n.T) {
		t.Fatalf("the pieces take %v, the whole model %v, of\n%s", n.T, T, text.String())
	}
}

// editedInTurn gives a program one text after the other, in each of which one piece is another
// one: every answer is that of the text alone, and not that of the text before.
func editedInTurn(t *testing.T, text string, edits [][2]string) {
	t.Helper()
	w := workspace.New(texts.FS{})
	w.Open("big.spar", "spar", 1, text)
	before := ""
	for i, c := range edits {
		next := source.NewText(strings.Replace(text, c[0], c[1], 1))
		snap, err := w.Change("big.spar", int32(i+2), next)
		if err != nil {
			t.Fatal(err)
		}
		got, want := sparPlain(t, snap), sparPlain(t, workspace.New(texts.FS{}).Open("big.spar", "spar", 1, next.String()))
		if got != want || got == before {
			t.Errorf("edit %d: %s", i, firstDifference(got, want))
		}
		before = got
	}
}

// sparPlain is a report as text, the formulas of its methods aside.
func sparPlain(t testing.TB, snap *workspace.Snapshot) string {
	t.Helper()
	r, err := predictFile(context.Background(), snap, "big.spar", settings.Settings{})
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, d := range r.Diagnostics {
		fmt.Fprintf(&b, "%+v\n", d)
	}
	for _, u := range r.Units {
		x := *u
		x.Lines, x.Loops, x.Models = nil, nil, nil
		fmt.Fprintf(&b, "%+v\n", x)
		if u.Models != nil {
			fmt.Fprintf(&b, "%v %v %v\n", u.Models.Phi, u.Models.Omega, u.Models.Loads)
		}
		for _, l := range u.Lines {
			fmt.Fprintf(&b, "%+v\n", *l)
		}
		for _, l := range u.Loops {
			fmt.Fprintf(&b, "%+v\n", *l)
		}
	}
	return b.String()
}

func firstDifference(got, want string) string {
	x, y := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i] + "\n" + y[i]
		}
	}
	return fmt.Sprintf("%d and %d lines", len(x), len(y))
}

// A file of 10,000 lines: from opening to the costs of the lines on a screen,
// from an edit to them, and the report on all lines.
func BenchmarkSpar10000Lines(b *testing.B) {
	b.Run("one class", func(b *testing.B) {
		benchmarkEdits(b, bigSpar(10_000), "x = s * 2.0 + 7;", "x = s * 2.0 + %d;", "static double s;", "static double s, s%d;")
	})
	b.Run("parts", func(b *testing.B) {
		benchmarkEdits(b, partsSpar(10_000), "double x = s * 2.0 + 5.0;", "double x = s * 2.0 + %d.5;", "static int steps = 3;", "static int steps = 3, more%d;")
	})
}

func benchmarkEdits(b *testing.B, text, statement, edited, declaration, declared string) {
	screen := report.Lines{First: 180, Last: 240}
	hints := func(snap *workspace.Snapshot, lines report.Lines) {
		r, err := predictPart(context.Background(), snap, "big.spar", lines, settings.Settings{})
		if err != nil || len(r.Units) != 1 || r.Units[0].NoEstimate != "" {
			b.Fatalf("%v %+v", err, r)
		}
	}
	for name, lines := range map[string]report.Lines{"open": screen, "whole": report.AllLines} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				hints(workspace.New(texts.FS{"big.spar": text}).Snapshot(), lines)
			}
		})
	}
	for name, edit := range map[string][2]string{"edit": {statement, edited}, "declaration": {declaration, declared}} {
		b.Run(name, func(b *testing.B) {
			w := workspace.New(texts.FS{})
			hints(w.Open("big.spar", "spar", 1, text), screen)
			n := 0
			for b.Loop() {
				n++
				changed := strings.Replace(text, edit[0], fmt.Sprintf(edit[1], 1000+n), 1)
				snap, err := w.Change("big.spar", int32(n+1), source.NewText(changed))
				if err != nil || changed == text {
					b.Fatal("no edit: ", err)
				}
				hints(snap, screen)
			}
		})
	}
}
