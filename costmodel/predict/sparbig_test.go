package predict

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
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

func sparReport(t testing.TB, snap *workspace.Snapshot, name string) *Report {
	t.Helper()
	r, err := File(context.Background(), snap, name, Settings{})
	if err != nil || len(r.Units) != 1 || r.Units[0].NoEstimate != "" {
		t.Fatalf("%v %+v", err, r)
	}
	return r
}

// plain is a report without its formulas, which are functions.
func plain(r *Report) Report {
	out := *r
	u := *r.Units[0]
	m := *u.Models
	m.Processes = nil
	u.Models = &m
	out.Units = []*Unit{&u}
	return out
}

// After each of several edits the report is that of the same text predicted
// anew.
func TestSparIncrementalEqualsFromScratch(t *testing.T) {
	text := bigSpar(200)
	w := workspace.New(memory{})
	w.Open("big.spar", "spar", 1, text)
	for i, edit := range []struct{ old, new string }{
		{"x = s * 2.0 + 3;", "x = s * 2.0 + 3 * s;"},
		{"for( i :- 1 : N-1 ) {", "for( i :- 2 : N-1 ) {"},
		{"    // procedure 2\n", "\n\n\n"},
		{"(block i (@N / @P))", "(cyclic i)"},
		{"static int N = 1024;", "static int N = 512;"},
		{"w[i] = A[i,k];", "w[i] = A[i,k"},
		{"w[i] = A[i,k\n", "w[i] = A[i,k];\n"},
	} {
		text = strings.Replace(text, edit.old, edit.new, 1)
		snap, err := w.Change("big.spar", int32(i+2), source.NewText(text))
		if err != nil {
			t.Fatal(err)
		}
		fresh := workspace.New(memory{}).Open("big.spar", "spar", 1, text)
		if got, want := plain(sparReport(t, snap, "big.spar")), plain(sparReport(t, fresh, "big.spar")); !reflect.DeepEqual(got, want) {
			t.Fatalf("after edit %d the report differs from one made anew", i)
		}
	}
}

// A file of 10,000 lines: from opening to the report, and from an edit to it.
func BenchmarkSpar10000Lines(b *testing.B) {
	text := bigSpar(10_000)
	b.Logf("%d lines", strings.Count(text, "\n"))
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			sparReport(b, workspace.New(memory{"big.spar": text}).Snapshot(), "big.spar")
		}
	})
	b.Run("edit", func(b *testing.B) {
		w := workspace.New(memory{})
		w.Open("big.spar", "spar", 1, text)
		n := 0
		for b.Loop() {
			n++
			changed := strings.Replace(text, "x = s * 2.0 + 7;", fmt.Sprintf("x = s * 2.0 + %d;", 1000+n), 1)
			snap, err := w.Change("big.spar", int32(n+1), source.NewText(changed))
			if err != nil {
				b.Fatal(err)
			}
			sparReport(b, snap, "big.spar")
		}
	})
}
