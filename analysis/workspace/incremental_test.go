package workspace

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/internal/oracle/edits"
)

var (
	editCount = flag.Int("edits", 300, "random edits of the incremental test")
	editSeed  = flag.Uint64("seed", 0, "seed of the random edits; 0 is another one each time")
)

// program0 are the files that the incremental test edits. They use and include
// each other.
var program0 = map[string]string{
	"/r/main.f90": `program main
  use fields, only: b => a, t, sized
  use sizes
  implicit none
  include 'common.inc'
  real c(n, m)
  integer i, j
!HPF$ ALIGN c(i, j) WITH t(i, j)
  do j = 1, m
    do i = 1, n
      c(i, j) = b(i, j) * sized(x(i)) + &
        y(j)
    end do
  end do
  call work(c)
contains
  subroutine work(d)
    real d(n, m)
    d(:, 1) = x
    if (n > 3) then; d = 0; else
      d = 'a;b' // "c"
    end if
  end subroutine work
end program main
`,
	"/r/sizes.f90": `module sizes
  implicit none
  integer, parameter :: n = 8, m = 2*n
  integer, private :: secret
end module sizes
`,
	"/r/fields.f90": `module fields
  use sizes
  real a(n, m), plain(n)
!HPF$ PROCESSORS q(2, 2)
!HPF$ TEMPLATE t(n, m)
!HPF$ DISTRIBUTE t(BLOCK, CYCLIC) ONTO q
!HPF$ ALIGN a(i, j) WITH t(i, j)
  interface sized
    module procedure norm, total
  end interface
contains
  real(8) function norm(x)
    real x
    norm = abs(x)
  end function
  real function total(x)
    real x(n)
    total = sum(x)
  end function
  subroutine two
    include 'deep.inc'
    plain = sized(plain) + sized(1.0)
  end subroutine two
end module fields
`,
	"/r/common.inc": "real x(10), y(20)\ncommon /c/ x, y\ninclude 'deep.inc'\n",
	"/r/deep.inc":   "integer k\n!HPF$ DISTRIBUTE x(BLOCK)\nparameter (k = 3)\n",
	"/r/old.f": `      SUBROUTINE OLD(X)                                                   00000010
C     COMMENT
      REAL X(10)                                                          00000020
CHPF$ DISTRIBUTE X(BLOCK)
      INCLUDE 'deep.inc'
      DO 10 I=1,10
      X(I) = 1 +
     &    2
   10 CONTINUE
      END
`,
}

// After every random edit of any file, what the workspace knows of all files
// is what a new workspace finds out.
func TestIncrementalEqualsFromScratch(t *testing.T) {
	seed := *editSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	paths := slices.Sorted(maps.Keys(program0))
	var w *Workspace
	var texts map[string]*source.Text
	count := *editCount
	if testing.Short() {
		count /= 3
	}
	for i := range count {
		if i%40 == 0 {
			w, texts = open(program0)
		}
		path := paths[r.IntN(len(paths))]
		edit := edits.Random(r, texts[path])
		text, err := texts[path].Apply(edit)
		if err != nil {
			t.Fatal(err)
		}
		if r.IntN(20) == 0 {
			text = source.NewText(program0[path]) // all edits of the file undone
		}
		texts[path] = text
		if _, err := w.Change(path, int32(i), text); err != nil {
			t.Fatal(err)
		}
		fresh, _ := open(contents(texts))
		for _, p := range paths {
			if got, want := everything(w.Snapshot(), p), everything(fresh.Snapshot(), p); got != want {
				t.Fatalf("edit %d of %s, %+v: %s differs\n%s\nnow is\n%s", i, path, edit, p, firstDifference(got, want), contents(texts)[path])
			}
		}
	}
}

// A module whose statements stay and only nest otherwise shows something else:
// without its END the first interface body holds the second one.
func TestNestingIsSeenByUsers(t *testing.T) {
	files := map[string]string{
		"/r/m.f90":    "module m\ninterface g\nreal(8) function p(x)\nreal x\nend function\nreal function q(x)\nreal x(5)\nend function\nend interface\nend module\n",
		"/r/user.f90": "program user\nuse m\nreal z(5)\nz = g(z)\nend program\n",
	}
	w, _ := open(files)
	before := everything(w.Snapshot(), "/r/user.f90")
	files["/r/m.f90"] = strings.Replace(files["/r/m.f90"], "end function\n", "", 1)
	if _, err := w.Change("/r/m.f90", 1, source.NewText(files["/r/m.f90"])); err != nil {
		t.Fatal(err)
	}
	fresh, _ := open(files)
	got, want := everything(w.Snapshot(), "/r/user.f90"), everything(fresh.Snapshot(), "/r/user.f90")
	if got != want {
		t.Error(firstDifference(got, want))
	}
	if got == before {
		t.Error("the user means the same procedure still")
	}
}

func contents(texts map[string]*source.Text) map[string]string {
	out := map[string]string{}
	for path, text := range texts {
		out[path] = text.String()
	}
	return out
}

func open(files map[string]string) (*Workspace, map[string]*source.Text) {
	w, _ := project(nil)
	texts := map[string]*source.Text{}
	for path, text := range files {
		f, _ := w.Open(path, "fortran", 0, text).File(path)
		texts[path] = f.Text
	}
	return w, texts
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d\ngot  %s\nwant %s", i, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// everything prints all that is known of a file: tree, names, layouts and
// diagnostics.
func everything(s *Snapshot, path string) string {
	f, err := s.File(path)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	syntax := s.Syntax(f)
	for _, u := range syntax.Units {
		fmt.Fprintf(&b, "%s %q %d..%d %v %q %q\n", u.Kind, u.Name, u.Start, u.End, u.Form, u.Modules, u.Signature)
		print(&b, reflect.ValueOf(u.Tree))
	}
	file := s.Program(f)
	for _, u := range file.Units {
		printUnit(&b, u)
	}
	for _, d := range file.Diagnostics {
		fmt.Fprintf(&b, "%+v\n", d)
	}
	return b.String()
}

func printUnit(b *strings.Builder, u *lower.Unit) {
	fmt.Fprintf(b, "unit %s %d..%d\n", u.Name, u.Start, u.End)
	for _, sym := range u.Symbols {
		print(b, reflect.ValueOf(*sym))
	}
	print(b, reflect.ValueOf(u.Fork().Body))
	for _, v := range u.Values {
		fmt.Fprintf(b, "value %s %s %v\n", v.Name, indexText(u.Arena, v.Index), v.At)
	}
	for _, d := range u.Directives {
		fmt.Fprintf(b, "distribute %v %v %s %s %s\n", d.At, d.FormatsAt, d.Target, d.Onto, namesOf(d.Arrays))
	}
	var mapped []string
	for sym, l := range u.Layouts {
		mapped = append(mapped, sym.Name+layoutText(u.Arena, l))
	}
	sort.Strings(mapped)
	fmt.Fprintln(b, mapped)
}

func namesOf(symbols []*program.Symbol) string {
	var out []string
	for _, s := range symbols {
		out = append(out, s.Name)
	}
	return strings.Join(out, ",")
}

func indexText(a *symbolic.Arena, e symbolic.Expr) string {
	if e == 0 {
		return "-"
	}
	return a.String(e)
}

func layoutText(a *symbolic.Arena, l mapping.Layout) string {
	out := fmt.Sprintf(" on %s %v", l.Grid.Name, l.At)
	for i := range l.Grid.Extents {
		out += " " + indexText(a, l.Grid.Extents[i]) + "=" + indexText(a, l.Grid.Declared[i])
	}
	for _, x := range l.Axes {
		out += fmt.Sprintf("; %v %d %d %s %s %s %v %s", x.Kind, x.Dim, x.Scale, indexText(a, x.Offset), indexText(a, x.Lower), indexText(a, x.Extent), x.Format.Kind, indexText(a, x.Format.Param))
	}
	return out
}

// print writes a value with all that it holds, a line for each leaf. Symbols
// inside stand as their names.
func print(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		switch {
		case v.IsNil():
			b.WriteString("nil ")
		case v.Type() == reflect.TypeFor[*program.Symbol]():
			b.WriteString(v.Elem().FieldByName("Name").String() + " ")
		default:
			if v.Kind() == reflect.Interface {
				b.WriteString(v.Elem().Type().String() + " ")
			}
			print(b, v.Elem())
		}
	case reflect.Slice:
		fmt.Fprintf(b, "[%d\n", v.Len())
		for i := range v.Len() {
			print(b, v.Index(i))
			b.WriteByte('\n')
		}
		b.WriteString("]")
	case reflect.Struct:
		b.WriteString("{")
		for i := range v.NumField() {
			print(b, v.Field(i))
		}
		b.WriteString("}")
	case reflect.Func:
	default:
		fmt.Fprintf(b, "%v ", v)
	}
}
