package fortran_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// Macros are replaced in statements and directives as the C preprocessor replaces
// them.
func TestMacros(t *testing.T) {
	for _, c := range []struct{ macros, text, want string }{
		{"", "#define N 100|x = N + NN", "x = 100 + NN"},
		{"", "x = N|#define N 100", "x = N"},
		{"", "#define N 100|x = 'N' // \"N\"", "x = 'N' // \"N\""},
		{"", "#define N 100|#undef N|x = N", "x = N"},
		{"", "#define N M|#define M 7|x = N", "x = 7"},
		{"", "#define N N + 1|x = N", "x = N + 1"},
		{"", "#define F(x) (x)*2|y = F(a(i, j)) + F", "y = (a(i, j))*2 + F"},
		{"", "#define F(x,y) x-y|y = F((1, 2), g(3, 4))", "y = (1, 2)-g(3, 4)"},
		{"", "#define F(x,y) x-y|y = F(1)", "y = F(1)"},
		{"", "#define F() 3|y = F()", "y = 3"},
		{"", "#define F(x) G(x, 1)|#define G(a, b) a(b)|y = F(u)", "y = u(1)"},
		{"", "#define F (x)|y = F", "y = (x)"},
		{"", "#define CAT(a, b) a ## b|y = CAT(x, 1)", "y = x1"},
		{"", "#define SAY(a) print *, #a|SAY(x)", "print *, \"x\""},
		{"", "#define LONG(a) a + \\|  a|y = LONG(b)", "y = b +   b"},
		{"", "#define N 1 /* one */ + 1|x = N", "x = 1  + 1"},
		{"", "#define N 100|!HPF$ PROCESSORS p(N)", "PROCESSORS p(100)"},
		{"", "#define EMPTY|EMPTY x = 1", " x = 1"},
		{"", "#define D 1|x = 1D0 + 2.D + D", "x = 1D0 + 2.1 + 1"},
		{"", "#ifdef BIG|#define N 1000|#else|#define N 10|#endif|x = N", "x = 10"},
		{"", "#ifndef N|#define N 10|#endif|x = N", "x = 10"},
		{"", "#if 0|#define N 10|#endif|x = N", "x = N"},
		{"BIG", "#ifdef BIG|#define N 1000|#else|#define N 10|#endif|x = N", "x = 1000"},
		{"N=5", "#ifndef N|#define N 10|#endif|x = N", "x = 5"},
		{"F(x)=x**2", "y = F(z)", "y = z**2"},
		{"", "#define A B B|#define B C C|#define C D D|x = A", "x = D D D D D D D D"},
	} {
		t.Run(c.text, func(t *testing.T) {
			text := strings.ReplaceAll(c.text, "|", "\n") + "\n"
			options := fortran.Options{}
			if c.macros != "" {
				options.Defines = fortran.Defines([]string{c.macros})
			}
			var got []string
			for _, l := range fortran.Assemble(text, options) {
				if l.Kind == fortran.Code || l.Kind == fortran.Directive {
					got = append(got, l.Text)
				}
			}
			if strings.Join(got, "|") != c.want {
				t.Errorf("%q, want %q", strings.Join(got, "|"), c.want)
			}
		})
	}
}

// Places in a replaced text are those of the macro; behind it, and in what comes from
// the text, they are those of the text, also in continued lines.
func TestPlacesOfMacros(t *testing.T) {
	const text = "#define N 100\n#define F(x) g(x)\ny = N + &\n  F(b) + c\n"
	l := fortran.Assemble(text, fortran.Options{})[2]
	for joined, want := range map[string]string{"y": "y", "100": "N", "g": "F", "c": "c", "+ c": "+ c"} {
		t.Run(joined, func(t *testing.T) {
			at := strings.Index(l.Text, joined)
			if place := l.Map.Offset(at); !strings.HasPrefix(text[place:], want) {
				t.Errorf("%q of %q stands at %q, want %q", joined, l.Text, text[place:], want)
			}
		})
	}
}

// A #define between continuation lines of fixed form holds for the next statement.
func TestMacroInsideAStatement(t *testing.T) {
	const text = "      x = N\n#define N 5\n     &  + N\n      y = N\n"
	var got []string
	for _, l := range fortran.Assemble(text, fortran.Options{Form: fortran.Fixed}) {
		if l.Kind == fortran.Code {
			got = append(got, strings.Join(strings.Fields(l.Text), " "))
		}
	}
	if strings.Join(got, "|") != "x = N + N|y = 5" {
		t.Error(got)
	}
}

// Units know the macros that stand before them, also after an edit of a macro or of
// a conditional around it.
func TestMacrosOfUnits(t *testing.T) {
	const text = "#ifdef A\n#define N 1\n#else\n#define N 2\n#endif\nsubroutine f\n  x = N\nend\n#ifdef A\nsubroutine g\n#define M 3\n  x = N\nend\n#define N 4\n#endif\nsubroutine h\n  x = N + M\nend\n"
	p := fortran.Parser{}
	file := p.Parse(source.NewText(text))
	for _, change := range [][2]string{{"N 2", "N 22"}, {"#else\n", ""}, {"M 3", "M 33"}, {"N 4", "M 4"}, {"#ifdef A\nsub", "#ifndef A\nsub"}, {"#endif\nsubroutine h", "subroutine h"}} {
		t.Run(fmt.Sprint(change), func(t *testing.T) {
			changed := source.NewText(strings.Replace(text, change[0], change[1], 1))
			if again, fresh := fileText(changed, p.Reparse(file, changed)), fileText(changed, p.Parse(changed)); again != fresh {
				t.Errorf("after %q: %s\nfrom scratch: %s", change, again, fresh)
			}
		})
	}
	if got := file.Units[0].Body[0].Text; got != "x = 2" {
		t.Error(got)
	}
	if got := file.Units[2].Body[0].Text; got != "x = 2 + M" {
		t.Error(got)
	}
}

// What grows without end is cut off.
func TestMacrosWithoutEnd(t *testing.T) {
	text := "#define A0 xxxxxxxxxxxxxxxx\n"
	for i := 1; i < 30; i++ {
		text += "#define A" + string(rune('0'+i/10)) + string(rune('0'+i%10)) + " P P\n"
	}
	text = strings.ReplaceAll(text, "P", "A")
	text += "#define B(x) C(x, x)\n#define C(x, y) B(x + y) B(y)\nz = B(B(B(1)))\n"
	for _, l := range fortran.Assemble(text, fortran.Options{}) {
		if len(l.Text) > 1<<18 {
			t.Errorf("%d bytes", len(l.Text))
		}
	}
	doubling := "#define A0 xxxxxxxxxxxxxxxx\n"
	for i := range 40 {
		doubling += strings.NewReplacer("@", string(rune('a'+i/10))+string(rune('a'+i%10)), "%", string(rune('a'+(i+1)/10))+string(rune('a'+(i+1)%10))).Replace("#define A@ A% A%\n")
	}
	for _, l := range fortran.Assemble(doubling+"z = Aaa\n", fortran.Options{}) {
		if len(l.Text) > 1<<18 {
			t.Errorf("%d bytes", len(l.Text))
		}
	}
}
