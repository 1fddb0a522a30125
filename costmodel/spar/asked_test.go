package spar

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// A size that only the run knows, in a field or handed on, is one name, for arrays as for the
// loops over them: with 100 elements in blocks of 25 on 4 processors, y[i] = x[i-1] needs the
// last element of each of the 3 blocks before, and leaves 99 - 3 where they are.
func TestOneNameForWhatTheRunKnows(t *testing.T) {
	const arrays = `static double x[*] <$ dist = "[block]" $>; static double y[*] <$ dist = "[block]" $>; `
	const shift = `<$ independent $> foreach( i :- 1:n ) y[i] = x[i-1]; `
	const made = `x = new double[n]; y = new double[n]; `
	const read = `Integer.parseInt( args[0] )`
	for _, c := range []struct{ name, text, assumed string }{
		{"local", "class a { static void main( String args[*] ) { int n = " + read + `; double x[*] <$ dist = "[block]" $> = new double[n]; double y[*] <$ dist = "[block]" $> = new double[n]; ` + shift + "} }", "n_0"},
		{"field", "class a { static int n; " + arrays + "static void work() { " + shift + "} static void main( String args[*] ) { n = " + read + "; " + made + "work(); } }", "a_n_0"},
		{"argument", "class a { " + arrays + "static void work( int n ) { " + made + shift + "} static void main( String args[*] ) { int m = " + read + "; work( m ); } }", "a_work_n"},
		{"constructor", `class Vec { int n; double x[*] <$ dist = "[block]" $>; double y[*] <$ dist = "[block]" $>; Vec( int size ) { n = size; x = new double[size]; y = new double[size]; } void work() { ` + shift + "} }\nclass a { static void main( String args[*] ) { Vec v = new Vec( " + read + " ); v.work(); } }", "Vec_size"},
		{"constructor that hands it on", `class Base { int n; Base( int m ) { n = m; } }` + "\n" + `class Vec extends Base { double x[*] <$ dist = "[block]" $>; double y[*] <$ dist = "[block]" $>; Vec( int size ) { super( size ); ` + made + `} void work() { ` + shift + "} }\nclass a { static void main( String args[*] ) { Vec v = new Vec( " + read + " ); v.work(); } }", "Vec_size"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := predictTexts(t, texts.FS{"heat.spar": "globalpragmas <$ Processors = ((P q[4])) $>;\n" + c.text}, nil)
			var got, assumed []string
			for _, l := range u.Lines {
				for _, x := range l.Comms {
					got = append(got, x.Reason)
				}
			}
			for _, a := range u.Assumptions {
				if a.Provenance == report.Assumed {
					assumed = append(assumed, a.Name)
				}
			}
			slices.Sort(assumed)
			if want := "[block of x: 3 messages of 3 elements between processors; 96 elements stay where they are]"; fmt.Sprint(got) != want || strings.Join(assumed, " ") != c.assumed {
				t.Errorf("%v, assumed %q; want %s, %q", got, assumed, want, c.assumed)
			}
		})
	}
}

// A name in a pragma that nothing declares is said to be none where it stands, with what
// makes a parameter of it; with that the program has an estimate.
func TestUndeclaredParameter(t *testing.T) {
	const text = `class a { static double x[*] = new double[9]; static void work( int n ) { <$ Pamela = (@n N) $> for( i :- :n ) x[i] = 1.0; } static void main( String args[*] ) { work( 5 ); } }`
	for globals, want := range map[string]string{
		"": `in the model: N is not defined: Pamela = (numeric "N") in the globalpragmas makes a parameter of it`,
		`globalpragmas <$ Pamela = (numeric "N") $>; `: "",
	} {
		t.Run(globals, func(t *testing.T) {
			r, err := predictFile(t.Context(), workspace.New(texts.FS{"a.spar": globals + text}).Snapshot(), "a.spar", settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Units[0].NoEstimate; got != want {
				t.Errorf("no estimate: %q, want %q", got, want)
			}
			for _, d := range r.Diagnostics {
				if at := globals + text; d.Severity == source.Error && (d.Message != want || at[d.Span.Start:d.Span.End] != "Pamela = (@n N)") {
					t.Errorf("%s at %q", d.Message, at[d.Span.Start:d.Span.End])
				}
			}
		})
	}
}
