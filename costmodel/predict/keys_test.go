package predict

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/keys"
	"github.com/parlens/parlens/machines"
)

// relaxation is a program of many parts, so that each of them can change alone: a
// module that uses another, included texts, macros, procedures that are called with
// mappings, values and states.
var relaxation = map[string]string{
	"/w/main.f90": `#include "steps.h"
#define HALF 2
module kinds
  integer, parameter :: half = 32
end module
module sizes
  use kinds
  integer, parameter :: n = 2*half
  real, dimension(n) :: u, v
!HPF$ PROCESSORS r(4)
!HPF$ DISTRIBUTE (BLOCK) ONTO r :: u, v
contains
  subroutine clear(z)
    real :: z(n)
    z = 0
  end subroutine
  real function twice(q)
    real, intent(in) :: q
    twice = 2*q
  end function
end module
program main ! a comment
  use sizes
  include 'arrays.inc'
  integer :: it, m, k
  real :: local(n)
  integer, parameter :: reach = 3
  common /state/ k
!HPF$ DISTRIBUTE local(BLOCK) ONTO p
  m = 3
  k = 0
  do it = 1, STEPS
    m = m + 1
    k = k + 2
    call smooth(a, b, m)
    call again(a, b)
    b = a
    b(:,1:n-reach) = a(:,1+reach:n)
  end do
  call clear(local)
  call inner
  v(2:n) = u(1:n-1)
  call relay(it)
  v(2:n) = u(1:n-1) + v(2:n)
  c = 0
  c = twice(1.0)
  call ping(it)
contains
  subroutine idle
  end subroutine
  subroutine inner
    local(1:n/HALF) = local(2:n/HALF+1)
  end subroutine
end program
subroutine smooth(x, y, m)
  use sizes
  integer :: m, i
  real :: x(n,n), y(n,n)
!HPF$ INHERIT x, y
  call helper(i)
  do i = 1, m
    x(2:n,:) = y(1:n-1,:) + 1
  end do
end subroutine
subroutine again(x, y)
  use sizes
  integer :: i, k
  common /state/ k
  real :: x(n,n), y(n,n)
!HPF$ INHERIT x, y
  do i = 1, k
    x(:,2:n) = y(:,1:n-1)
  end do
end subroutine
recursive subroutine ping(i)
  integer :: i
  if (i > 100) call pong(i)
end subroutine
recursive subroutine pong(i)
  integer :: i
  call ping(i)
end subroutine
subroutine relay(i)
  integer :: i
  call helper(i)
end subroutine
subroutine helper(i)
  integer :: i
  i = 1
end subroutine
`,
	"/w/steps.h":     "#define STEPS 10\n",
	"/w/arrays.inc":  "  real :: a(n,n), b(n,n), c(n*HALF)\n  include 'mapping.inc'\n  include 'nowhere.inc'\n",
	"/w/mapping.inc": "!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK,*) ONTO p :: a, b\n!HPF$ DISTRIBUTE c(BLOCK) ONTO p\n",
}

// changed are the files of the program with some words replaced by others.
func changed(changes ...string) map[string]string {
	r, out := strings.NewReplacer(changes...), map[string]string{}
	for path, text := range relaxation {
		out[path] = r.Replace(text)
	}
	return out
}

// with adds files to others.
func with(files map[string]string, more ...string) map[string]string {
	out := maps.Clone(files)
	for i := 0; i < len(more); i += 2 {
		out[more[i]] = more[i+1]
	}
	return out
}

const path = "/w/main.f90"

func predicted(s settings.Settings, paths ...string) func(*workspace.Snapshot) any {
	return predictedLines(report.AllLines, s, paths...)
}

func predictedLines(lines report.Lines, s settings.Settings, paths ...string) func(*workspace.Snapshot) any {
	return func(snap *workspace.Snapshot) any {
		var all []any
		for _, path := range paths {
			r, err := Part(context.Background(), snap, path, lines, s)
			all = append(all, r, err)
		}
		return all
	}
}

func totals(s settings.Settings) func(*workspace.Snapshot) any {
	return func(snap *workspace.Snapshot) any {
		r, err := Totals(context.Background(), snap, path, report.AllLines, s)
		return []any{r, err}
	}
}

func explained(first, last int, s settings.Settings) func(*workspace.Snapshot) any {
	return func(snap *workspace.Snapshot) any {
		lines := report.Lines{First: first, Last: last}
		if first == 0 {
			lines = report.AllLines
		}
		x, err := Explain(context.Background(), snap, path, lines, s)
		return []any{x, err}
	}
}

// scenes change one thing at a time of what the costs of a program are made of.
func scenes(t *testing.T) []keys.Scene {
	var out []keys.Scene
	add := func(name string, ask func(*workspace.Snapshot) any, files map[string]string) {
		out = append(out, keys.Scene{Name: name, Ask: ask, Files: files})
	}
	own := settings.Settings{}
	main, all := predicted(own, path), explained(0, 0, own)
	add("base", main, changed())
	add("explained", all, changed())
	for _, lines := range [][2]int{{29, 29}, {1, 29}, {29, 33}} {
		add(fmt.Sprint("explained ", lines), explained(lines[0], lines[1], own), changed())
	}
	slower := func(by float64) []machines.Change {
		return []machines.Change{{Name: "latency", Value: by, Relative: true}}
	}
	for name, s := range inOrder(map[string]settings.Settings{
		"machine": {Machine: "cluster"}, "procs": {Procs: 8}, "m": {Values: map[string]float64{"m": 5}}, "reach": {Values: map[string]float64{"reach": 5}},
		"changes": {Changes: slower(2)}, "other changes": {Changes: slower(3)}, "changes elsewhere": {Machine: "cluster", Changes: slower(2)},
		"optimize": {Optimize: []string{}}, "other optimize": {Optimize: []string{"reorder"}}, "optimize elsewhere": {Machine: "cluster", Optimize: []string{}},
	}) {
		add(name, predicted(s, path), changed())
	}
	add("little reach", predicted(settings.Settings{Reach: 60}, path), changed())
	add("explained machine", explained(0, 0, settings.Settings{Machine: "cluster"}), changed())
	add("explained reach", explained(0, 0, settings.Settings{Values: map[string]float64{"reach": 5}}), changed())
	add("explained procs", explained(0, 0, settings.Settings{Procs: 8}), changed())
	for _, c := range [][]string{
		{"STEPS 10", "STEPS 20"}, {"HALF 2", "HALF 4"}, {"half = 32", "half = 48"}, {"(BLOCK,*)", "(*,BLOCK)"},
		{"y(1:n-1,:) + 1", "y(1:n-1,:) + y(1:n-1,:)"}, {"y(1:n-1,:) + 1", "y(1:n-1,:) * 1"}, {"x(:,2:n) = y(:,1:n-1)", "x(:,3:n) = y(:,1:n-2)"}, {"INHERIT x, y", "DISTRIBUTE (CYCLIC,*) :: x, y"}, {"m = 3", "m = 7"}, {"k = 0", "k = 4"},
		{"real function twice(q)\n", "function twice(q)\n    real :: twice(n)\n"}, {"subroutine idle\n", "subroutine idle\n\n"}, {"subroutine pong(i)\n  integer ::", "subroutine pong(i)\n  integer, intent(inout) ::"}, {"subroutine inner\n", "subroutine inner\n\n"}, {"n = 2*half", "n = 4*half"},
		{"  i = 1\n", "  common /c/ q\n  q = 1\n"}, {"  i = 1\n", "  call mpi_barrier(i, i)\n"}, {"  i = 1\n", "  common /c/ q\n  i = 1\n  q = 1\n"},
	} {
		add("with "+c[1], main, changed(c...))
		add("explained with "+c[1], all, changed(c...))
	}
	add("included elsewhere", main, with(changed("arrays.inc", "others.inc"), "/w/others.inc", relaxation["/w/arrays.inc"]))
	description, _ := machines.Text("ipsc860")
	other := strings.Replace(description, "value = 40e6", "value = 10e6", 1)
	own.Machine = "/w/one.toml"
	add("machine file", predicted(own, path), with(changed(), "/w/one.toml", description))
	add("machine file changed", predicted(own, path), with(changed(), "/w/one.toml", other))
	add("explained scheme", explained(0, 0, own), with(changed(), "/w/one.toml", strings.Replace(description, "\"collective\"", "\"element-wise\"", 1)))
	add("broken machine file", predicted(own, path), with(changed(), "/w/one.toml", "nothing"))
	own.Machine = "/w/two.toml"
	add("broken machine file named otherwise", predicted(own, path), with(changed(), "/w/two.toml", "nothing"))
	add("machine file named otherwise", predicted(own, path), with(changed(), "/w/two.toml", description))
	table := map[string]string{path: "program t\n integer :: share(4)\n real :: a(64)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(GEN_BLOCK(share)) ONTO p\n read *, share\n a(2:64) = a(1:63)\nend program\n"}
	for i, x := range []float64{16, 40} {
		s := settings.Settings{Values: map[string]float64{"share(1)": x, "share(2)": 8}}
		add(fmt.Sprint("table ", i), predicted(s, path), table)
		add(fmt.Sprint("explained table ", i), explained(0, 0, s), table)
	}
	long := with(changed(), path, relaxation[path]+strings.Repeat("! nothing\n", 10_000))
	// First without models, under settings that nothing has been asked under: with them,
	// what asks for numbers only takes those.
	unasked := settings.Settings{Values: map[string]float64{"m": 11}}
	add("lines of a long file", predictedLines(report.Lines{First: 1, Last: 9_999}, unasked, path), long)
	add("long file", predicted(unasked, path), long)
	fragments := with(changed("b = a\n", "include 'body.inc'\n"), "/w/body.inc", "    b = a\n", "/w/last.inc", "  c = c + 1\n")
	add("fragment", predicted(settings.Settings{}, "/w/body.inc"), fragments)
	add("fragment elsewhere", predicted(settings.Settings{}, "/w/body.inc"), with(fragments, path, strings.Replace(fragments[path], "m = 3", "m = 9", 1)))
	add("two fragments", predicted(settings.Settings{}, "/w/body.inc", "/w/last.inc"), with(fragments, path, strings.Replace(fragments[path], "c = 0", "include 'last.inc'", 1)))
	const line = "      a = 1 + 1 + 1                                                     + 2\n"
	const bare = "      program t\n      real a(100)\n" + line + "      end\n"
	const fixed = "      program t\n      real a(100)\n      include 't.inc'\n" + line + "      end\n"
	width := func(columns string) string { return "form = \"fixed\"\nwidth = " + columns + "\n" }
	add("free form", predicted(settings.Settings{}, "/v/t.f90"), map[string]string{"/v/t.f90": fixed, "/v/parlens.toml": "form = \"free\"\nwidth = 72\n", "/v/t.inc": line})
	add("free form without includes", predicted(settings.Settings{}, "/v/t.f"), map[string]string{"/v/t.f": bare, "/v/parlens.toml": "form = \"free\"\nwidth = 72\n"})
	add("72 columns without includes", predicted(settings.Settings{}, "/v/t.f"), map[string]string{"/v/t.f": bare, "/v/parlens.toml": width("72")})
	add("132 columns without includes", predicted(settings.Settings{}, "/v/t.f"), map[string]string{"/v/t.f": bare, "/v/parlens.toml": width("132")})
	add("72 columns", predicted(settings.Settings{}, "/v/t.f"), map[string]string{"/v/t.f": fixed, "/v/t.inc": line, "/v/parlens.toml": width("72")})
	add("132 columns", predicted(settings.Settings{}, "/v/t.f"), map[string]string{"/v/t.f": fixed, "/v/t.inc": line, "/v/parlens.toml": width("132")})
	add("two folders", predicted(settings.Settings{}, "/v/t.f", "/u/t.f"), map[string]string{"/v/t.f": fixed, "/v/t.inc": line, "/v/parlens.toml": width("132"), "/u/t.f": fixed, "/u/t.inc": line, "/u/parlens.toml": width("72")})
	inner := "subroutine b\n      real c(100)\n      c = 1\n      end\n"
	add("unit behind another", predicted(settings.Settings{}, "/v/t.f"), map[string]string{"/v/t.f": "      subroutine a\n      end; " + inner, "/v/parlens.toml": width("72")})
	add("unit in the first column", predicted(settings.Settings{}, "/v/t.f"), map[string]string{"/v/t.f": inner, "/v/parlens.toml": width("72")})
	const passing = "program t\n call work(1)\nend program\nsubroutine work(mode)\n integer mode\n call leaf(mode)\nend subroutine\nsubroutine leaf(mode)\n integer mode, i\n if (mode == 1) then\n  call mpi_barrier(0, i)\n end if\nend subroutine\n"
	add("passing", main, map[string]string{path: passing})
	add("not passing", main, map[string]string{path: strings.Replace(passing, "call mpi_barrier(0, i)", "mode = i", 1)})
	for _, size := range []string{"1000", "4000"} {
		add("parts of "+size, main, map[string]string{path: "program t\n common /parts/ me, np, mine\n real a(4000)\n include 'mpif.h'\n call start\n a(1:mine) = 1\nend program\n" +
			"subroutine start\n common /parts/ me, np, mine\n call mpi_comm_size(mpi_comm_world, np, i)\n call share\nend subroutine\n" +
			"subroutine share\n common /parts/ me, np, mine\n mine = " + size + "/np\nend subroutine\n"})
	}
	for _, stored := range []string{"a", "b"} {
		const common = " real a(64), b(64), c(64)\n common /w/ a, b, c\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b, c\n"
		add("stores to "+stored, main, map[string]string{path: "program t\n" + common + " do it = 1, 9\n  call outer\n  c(1:63) = a(2:64)\n end do\nend program\n" +
			"subroutine outer\n call inner\nend subroutine\nsubroutine inner\n" + common + " " + stored + "(3) = 1\nend subroutine\n"})
	}
	for _, processors := range []string{"p(4)", "p(8)", "p(4,number_of_processors()/4)"} {
		formats := map[bool]string{true: "(BLOCK,BLOCK)", false: "(BLOCK,*)"}[strings.Contains(processors, ",")]
		add("on the processors of a callee, "+processors, main, map[string]string{path: "program t\n real a(64,64)\n a = 1.0\n call outer(a)\nend program\n" +
			"subroutine outer(a)\n real a(64,64)\n call inner(a)\nend subroutine\n" +
			"subroutine inner(a)\n real a(64,64)\n!HPF$ PROCESSORS " + processors + "\n!HPF$ DISTRIBUTE a" + formats + " ONTO p\n a = a + 1.0\nend subroutine\n"})
	}
	for _, column := range []string{"j", "1"} {
		const mapped, inherited = "real x(64,64)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE x(*,BLOCK) ONTO p\n", "real, intent(inout) :: x(64,64)\n integer, intent(in) :: j\n!HPF$ INHERIT x\n"
		add("an array that is handed on, column "+column, main, map[string]string{path: "program t\n " + mapped + "!HPF$ INDEPENDENT\n do j = 1, 64\n  call outer(x, j)\n end do\nend program\n" +
			"subroutine outer(x, j)\n " + inherited + " call inner(x, j)\nend subroutine\n" +
			"subroutine inner(x, j)\n " + inherited + " do i = 1, 64\n  x(i," + column + ") = x(i," + column + ") + 1.0\n end do\nend subroutine\n"})
	}
	for _, calls := range []string{"call fill(9)", "call fill(4)\n call fill(9)"} {
		add("explained, "+calls, all, map[string]string{path: "program t\n " + calls + "\nend program\nsubroutine fill(k)\n integer k, i\n real a(64)\n do i = 1, k\n  a(i) = i\n end do\nend subroutine\n"})
	}
	for _, last := range []string{"stop", "print *, i"} {
		add("error: "+last, main, map[string]string{path: "program t\n real a(64)\n read *, i\n if (i < 0) then\n  a = 1\n  call outer(i)\n end if\nend program\n" +
			"subroutine outer(i)\n print *, i\n call inner(i)\nend subroutine\nsubroutine inner(i)\n " + last + "\nend subroutine\n"})
	}
	for _, argument := range []string{"n", "3"} {
		add("below, nobody knows what "+argument+" becomes", main, map[string]string{path: "program t\n real a(4000)\n n = 500\n call outer(n)\n do i = 1, n\n  a(i) = 1\n end do\nend program\n" +
			"subroutine outer(n)\n call inner(n)\nend subroutine\nsubroutine inner(n)\n call unknown(" + argument + ")\nend subroutine\n"})
	}
	const counting = "program t\n include 'mpif.h'\n common /c/ k\n k = 3\n call work\n k = 5\n call work\nend program\n" +
		"subroutine work\n include 'mpif.h'\n common /c/ k\n real a(64)\n call mpi_comm_size(mpi_comm_world, np, i)\n n = 0\n do i = 1, k*np\n  n = mod(3*n + i, 50)\n end do\n do i = 1, n\n  a(i) = np\n end do\nend subroutine\n"
	for i, s := range []settings.Settings{{Procs: 2, Values: map[string]float64{"n": 5}}, {Procs: 4}, {Procs: 2}} {
		add(fmt.Sprint("totals ", i), totals(s), map[string]string{path: counting})
	}
	more := strings.Replace(relaxation[path], "steps.h", "more.h", 1)
	add("two headers", predicted(settings.Settings{}, path, "/w/more.f90"), with(changed(), "/w/more.f90", more, "/w/more.h", "#define STEPS 30\n"))
	return out
}

// inOrder goes through a map by its keys: what is remembered depends on the order of scenes.
func inOrder[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			if !yield(name, m[name]) {
				return
			}
		}
	}
}

// TestKeysHaveEveryPart: without any part of what something is remembered by, some
// answer is a wrong one.
func TestKeysHaveEveryPart(t *testing.T) {
	const (
		work = "a cache saves work, whosever it was"
		tree = "the tree tells it"
		// Of these no scene shows what they are for.
		follows = "another field changes with it"
		written = "without comments and what stands behind the margin, the text differs, too"
	)
	keys.Play{
		Scenes: scenes(t), Packages: []string{"workspace", "lower", "evaluate", "predict"}, Reading: workspace.Reading{Config: Reading},
		Harmless: map[string]string{
			"evaluate.changedKey.shaping": follows, "evaluate.insideKey.of": "the table belongs to one model",
			"evaluate.cacheKey.file": work, "evaluate.cacheKey.unit": work, "evaluate.cacheKey.names": work,
			"evaluate.cacheKey.passed": work, "evaluate.cacheKey.machine": work,
			"lower.InterfaceKey.Name": tree, "lower.UnitKey.Kind": tree, "lower.UnitKey.Name": tree, "evaluate.shownKey.alone": tree, "evaluate.shownKey.closed": follows, "evaluate.shownKey.passes": follows,
			"evaluate.ranKey.set": follows, "evaluate.ranKey.handed": follows,
			"evaluate.lineage.lines": follows, "evaluate.lineage.sees": follows, "evaluate.insideKey.doubtful": follows,
			"workspace.bareKey.options.Column": follows, "workspace.treeKey.bareKey.options.Column": follows, "workspace.plainKey.treeKey.bareKey.options.Column": follows,
			"workspace.plainKey.treeKey.bareKey.options.Form": written, "workspace.plainKey.treeKey.bareKey.options.Width": written,
			"workspace.inclusionKey.ownKey.bareKey.options.Column": "an included text begins its line", "workspace.ownKey.bareKey.options.Column": "an included text begins its line",
		},
	}.Check(t)
}
