package outline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

// TestFixes applies the first fix of each diagnostic of a program, one after
// the other, and compares the line that has changed.
func TestFixes(t *testing.T) {
	const head = "program main\n  real alpha(8,8), x(8)\n!HPF$ PROCESSORS grid(4)\n!HPF$ TEMPLATE tmpl(8,8)\n"
	cases := []struct{ line, want string }{
		{"!HPF$ DISTRIBUTE tmlp(BLOCK,*)", "!HPF$ DISTRIBUTE tmpl(BLOCK,*)"},
		{"!HPF$ DISTRIBUTE nothing(BLOCK,*)", ""},
		{"!HPF$ DISTRIBUTE tmpl(BLOCK,*) ONTO gird", "!HPF$ DISTRIBUTE tmpl(BLOCK,*) ONTO grid"},
		{"!HPF$ ALIGN alhpa(i,j) WITH tmpl(i,j)", "!HPF$ ALIGN alpha(i,j) WITH tmpl(i,j)"},
		{"!HPF$ ALIGN alpha(i,j) WITH tpl(i,j)", "!HPF$ ALIGN alpha(i,j) WITH tmpl(i,j)"},
		{"!HPF$ DISTRIBUT tmpl(BLOCK,*)", "!HPF$ DISTRIBUTE tmpl(BLOCK,*)"},
		{"!hpf$ algin alpha(i,j) with tmpl(i,j)", "!hpf$ align alpha(i,j) with tmpl(i,j)"},
		{"!HPF$ DISTRIBUTE tmpl(BLOK,*)", "!HPF$ DISTRIBUTE tmpl(BLOCK,*)"},
		{"!HPF$ DISTRIBUTE tmpl(BLOCK,*) OTNO grid", "!HPF$ DISTRIBUTE tmpl(BLOCK,*) ONTO grid"},
		{"!HPF$ DISTRIBUTE tmpl(BLOCK,BLOCK) ONTO grid", "!HPF$ PROCESSORS grid(2,2)"},
		{"!HPF$ DISTRIBUTE tmpl(BLOCK,BLOCK) ONTO grid\n!HPF$ DISTRIBUTE x(BLOCK) ONTO grid", ""},
		{"!HPF$ DISTRIBUTE tmpl(CYCLIC(2))", "!HPF$ DISTRIBUTE tmpl(CYCLIC(2),*)"},
		{"!HPF$ DISTRIBUTE x(BLOCK, *)", "!HPF$ DISTRIBUTE x(BLOCK)"},
		{"!HPF$ DISTRIBUTE x(*, BLOCK)", ""},
		{"CHPF$ DISTRIBUTE x(BLOCK)", "!HPF$ DISTRIBUTE x(BLOCK)"},
		{"!HPF$ DISTRIBUTION x(BLOCK)", "!HPF$ DISTRIBUTE x(BLOCK)"},
		{"!hpf$ distributetion x(block)", "!hpf$ distribute x(block)"},
		{"!HPF$ DISTRIBUTE alpha(BLOCK,:)", "!HPF$ DISTRIBUTE alpha(BLOCK,*)"},
		{"!HPF$ DISTRIBUTE alpha", "!HPF$ DISTRIBUTE alpha(BLOCK,BLOCK)"},
		{"!HPF$ DISTRIBUTE x ONTO grid", "!HPF$ DISTRIBUTE x(BLOCK) ONTO grid"},
		{"!HPF$ ALIGN alpha WITH tmpl(:,:)", "!HPF$ ALIGN alpha(:,:) WITH tmpl(:,:)"},
		{"!HPF$ INDEPENDENT NEW(x)\n  do i = 1, 8\n  end do", "!HPF$ INDEPENDENT, NEW(x)"},
		{"!HPF$ INDEPENDENT, onhome(x(i))\n  do i = 1, 8\n  end do", "!HPF$ INDEPENDENT, ON HOME(x(i))"},
		{"!HPF$ INDEPENDENT, REDUCTION(+: s)\n  do i = 1, 8\n  end do", "!HPF$ INDEPENDENT, REDUCTION( s)"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text := head + c.line + "\nend program\n"
			got := ""
			if fixed, ok := fixFirst(t, text); ok {
				got = changed(text, fixed)
			}
			if got != c.want {
				t.Errorf("%s: %q, want %q", c.line, got, c.want)
			}
		})
	}
}

func fixFirst(t *testing.T, text string) (string, bool) {
	t.Helper()
	tree := fortran.Parse(source.NewText(text), fortran.Free)
	f := New("a.f90", tree, nil)
	problems := lower.Lower(tree).Diagnostics
	if len(problems) == 0 {
		t.Errorf("no diagnostic in %s", text)
	}
	for _, d := range problems {
		fixes := f.Fixes(d)
		if len(fixes) == 0 {
			continue
		}
		out, err := f.Text.Apply(fixes[0].Edits...)
		if err != nil {
			t.Fatal(err)
		}
		return out.String(), true
	}
	return "", false
}

// changed returns the lines of after that before does not have.
func changed(before, after string) string {
	old := map[string]bool{}
	for _, l := range strings.Split(before, "\n") {
		old[l] = true
	}
	var out []string
	for _, l := range strings.Split(after, "\n") {
		if !old[l] {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

func TestInsertEnd(t *testing.T) {
	cases := []struct{ text, want string }{
		{"program p\n  do i = 1, 3\n    x = 1\n  print *, x\nend program\n", "program p\n  do i = 1, 3\n    x = 1\n  end do\n  print *, x\nend program\n"},
		{"program p\n  IF (x > 1) THEN\n    x = 1\n  ELSE\n    x = 2\nend program\n", "program p\n  IF (x > 1) THEN\n    x = 1\n  ELSE\n    x = 2\n  END IF\nend program\n"},
		{"program p\n  do i = 1, 3\nend program\n", "program p\n  do i = 1, 3\n  end do\nend program\n"},
		{"program p\n  where (x > 1)\n    x = 2", "program p\n  where (x > 1)\n    x = 2\n  end where"},
		{"program p\n  do i = 1, 3\n    if (x > 1) then\n      x = 2\n  end do\nend program\n", "program p\n  do i = 1, 3\n    if (x > 1) then\n      x = 2\n    end if\n  end do\nend program\n"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			if got, ok := fixFirst(t, c.text); !ok || got != c.want {
				t.Errorf("%q: %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func TestRespellData(t *testing.T) {
	text := "program p\n  implicit none\n  integer count\n  cuont = 1\nend program\n"
	f := parsed("a.f90", text)
	at := strings.Index(text, "cuont")
	fixes := f.Fixes(source.Diagnostic{Code: "undeclared-name", Span: source.Span{Start: at, End: at + 5}})
	if len(fixes) != 1 || fixes[0].Edits[0].New != "count" || !fixes[0].Preferred {
		t.Errorf("fixes %+v", fixes)
	}
}
