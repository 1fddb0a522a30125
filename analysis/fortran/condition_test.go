package fortran_test

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// What is read of a text, given macros: the labels of its CONTINUEs.
func TestConditions(t *testing.T) {
	cases := []struct{ macros, text, want string }{
		{"", "#ifdef A|1|#else|2|#endif|3", "1 2 3"}, // without macros both branches are read
		{"A", "#ifdef A|1|#else|2|#endif|3", "1 3"},
		{"B", "#ifdef A|1|#else|2|#endif|3", "2 3"},
		{"A", "#ifndef A|1|#else|2|#endif|3", "2 3"},
		{"A=2", "#if A == 2|1|#elif A == 3|2|#else|3|#endif", "1"},
		{"A=3", "#if A == 2|1|#elif A == 3|2|#else|3|#endif", "2"},
		{"A=4", "#if A == 2|1|#elif A == 3|2|#else|3|#endif", "3"},
		{"A", "#if defined(A) && !defined B|1|#endif|2", "1 2"},
		{"A B", "#if defined(A) && !defined B|1|#endif|2", "2"},
		{"A", "#if defined(X) || defined(Y)|1|#endif", ""},
		{"A", "#ifdef X|#ifdef A|1|#else|2|#endif|#else|3|#endif", "3"},
		{"A", "#ifdef A|#ifdef X|1|#else|2|#endif|#else|3|#endif", "2"},
		{"V=700", "#if V >= 600 && (V / 100 == 7)|1|#endif", "1"},
		{"V=700", "#if V - 700 || V % 7|1|#else|2|#endif", "2"},
		{"A=B B=1", "#if A|1|#endif", "1"},
		{"A=A", "#if A|1|#endif|2", "2"}, // a macro of itself
		{"A=A+A", "#if A|1|#endif|2", "2"},
		{"A=B+B B=C+C C=A+A", "#if A + B + C|1|#endif|2", "2"},
		{"A=1", "#undef A|#ifdef A|1|#endif|#define C 5|#if C == 5|2|#endif", "2"},
		{"A", "#if 0|#define C 1|#endif|#ifdef C|1|#endif|2", "2"},
		{"A", "#if 1 / 0|1|#endif|2", "2"},
		{"A", "#if @|1|#endif|2", "2"},
		{"A", "#if ((((|1|#endif|2", "2"},
		{"A", "# if A /* why */|1|#endif /* A */", "1"},
		{"A", "#else|1|#endif|2", "2"}, // the #if is in front of the text
		{"A", "#endif|1", "1"},
		{"A", "#ifdef A|1", "1"},
	}
	for _, c := range cases {
		t.Run(c.macros, func(t *testing.T) {
			text := ""
			for _, line := range strings.Split(c.text, "|") {
				if !strings.HasPrefix(line, "#") {
					line += " continue"
				}
				text += line + "\n"
			}
			options := fortran.Options{Defines: fortran.Defines(strings.Fields(c.macros))}
			var got []string
			for _, l := range fortran.Assemble(text, options) {
				if l.Kind == fortran.Code {
					got = append(got, l.Label)
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%s with %s: %v, want %s", c.text, c.macros, got, c.want)
			}
		})
	}
}

// A unit that begins inside a conditional, or behind a #define, is read as in
// the file; what is left out is marked.
func TestConditionalUnits(t *testing.T) {
	const text = "#define MPI\n#ifdef SERIAL\nsubroutine f(a)\n#else\nsubroutine f(a, b)\n#endif\n#ifdef MPI\n  b = 1\n#else\n  a = 1\n\n  a = 2\n#endif\nend subroutine\n#ifdef SERIAL\nsubroutine g\nend\n#endif\n"
	p := fortran.Parser{Options: fortran.Options{Defines: fortran.Defines([]string{"X"})}}
	f := p.Parse(source.NewText(text))
	if len(f.Units) != 1 || f.Units[0].Heading.Text != "subroutine f(a, b)" {
		t.Fatalf("%d units", len(f.Units))
	}
	read := ""
	fortran.EachNode(f.Units[0].Body, func(n *fortran.Node) {
		if n.Kind == fortran.Code {
			read += n.Text + ";"
		}
	})
	if read != "b = 1;" {
		t.Errorf("the unit holds %q", read)
	}
	out := ""
	for _, d := range f.Diagnostics {
		if d.Code == "inactive-code" {
			out += f.Text.Slice(d.Span) + "|"
		}
	}
	if want := "subroutine f(a)|a = 1\n\n  a = 2|subroutine g\nend|"; strings.ReplaceAll(out, "|  ", "|") != want {
		t.Errorf("left out: %q, want %q", out, want)
	}
	changed := source.NewText(strings.Replace(text, "#define MPI", "#define NPI", 1))
	again, fresh := p.Reparse(f, changed), p.Parse(changed)
	if fileText(changed, again) != fileText(changed, fresh) || strings.Contains(fileText(changed, again), "b rhs=1") {
		t.Error("a change of a macro is not seen")
	}
}

// Both branches of a conditional are read, except inside a statement, which
// goes on in the first one.
func TestConditionalInStatement(t *testing.T) {
	cases := []struct {
		form fortran.Form
		text string
		want string
	}{
		{fortran.Fixed, "#ifdef A\n      call f(x,\n#else\n      call g(x,\n#endif\n     1   y)\n      z = 1\n", "call f(x,   y)|z = 1"},
		{fortran.Fixed, "#ifdef A\n      call f(x)\n#else\n      call g(x)\n#endif\n      z = 1\n", "call f(x)|call g(x)|z = 1"},
		{fortran.Free, "x = 1 + &\n#ifdef A\n  2 + &\n#else\n#ifdef B\n  3 + &\n#else\n  4 + &\n#endif\n  5 + &\n#endif\n  6\n", "x = 1 + 2 + 6"},
		{fortran.Free, "x = 1 + &\n#if A\n  2 + &\n#elif B\n  3 + &\n#else\n  4 + &\n#endif\n  6\ny = 1\n", "x = 1 + 2 + 6|y = 1"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			var got []string
			for _, l := range fortran.Assemble(c.text, fortran.Options{Form: c.form}) {
				if l.Kind == fortran.Code {
					got = append(got, strings.Join(strings.Fields(l.Text), " "))
				}
			}
			if want := strings.Join(strings.Fields(c.want), " "); strings.Join(got, "|") != want {
				t.Errorf("%q: %q, want %q", c.text, strings.Join(got, "|"), want)
			}
		})
	}
}
