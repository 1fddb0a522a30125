package evaluate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

const onFour = "program p\ninteger, parameter :: n = 16\nreal :: x(n), s\ninteger :: i\n" +
	"!$xmp nodes p(4)\n!$xmp template t(n)\n!$xmp distribute t(block) onto p\n!$xmp align x(i) with t(i)\n"

// What stands in a TASK is done by its nodes and nobody else.
func TestTasks(t *testing.T) {
	const work = "do i = 1, 1000\ns = s + i\nend do\n" // 1,000 times in line 11
	for _, c := range []struct {
		name, on string
		works    []int // processors
	}{
		{"one node", "p(2)", []int{1}},
		{"some nodes", "p(2:3)", []int{1, 2}},
		{"from a node on", "p(3:)", []int{2, 3}},
		{"all of them", "p", []int{0, 1, 2, 3}},
		{"a node that a PARAMETER names", "p(n/4)", []int{3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", onFour+"!$xmp task on "+c.on+"\n"+work+"!$xmp end task\nend program\n", settings.Settings{Machine: "cluster", Procs: 4})
			l := lineOf(r.Units[0], 11)
			if l.Executions != 1000 || len(l.BusyProcessor) != 1 || l.BusyProcessor[0] != c.works[0] || l.Busy <= 0 {
				t.Errorf("%g times, most time (%g s) on %v, not on the first of %v", l.Executions, l.Busy, l.BusyProcessor, c.works)
			}
			alone := lineOf(reportOf(t, "p.f90", onFour+"!\n"+work+"end program\n", settings.Settings{Machine: "cluster", Procs: 4}).Units[0], 11).Busy
			whole := 0.0 // of the run on one processor: all nodes are one then
			for range c.works {
				whole += alone
			}
			if share := r.Units[0].Efficiency * 4 * r.Units[0].Charge.Total(); share > 1.05*whole || share < 0.95*whole {
				t.Errorf("the processors compute %g s, %d times %g s expected", share, len(c.works), alone)
			}
		})
	}
}

// What stands in a region ON some processors is done by these, where they are the same at every
// execution; the others go on. One processor does all of it.
func TestRegionsOnProcessors(t *testing.T) {
	const head = "program p\nreal :: x(16), s\ninteger :: i, m\n!hpf$ processors p(0:3)\n!hpf$ distribute x(block) onto p\n"
	region := func(on string, work int) string {
		return fmt.Sprintf("!hpf$ on (%s) begin\ndo i = 1, %d\ns = s + i\nend do\n!hpf$ end on\n", on, work) // line 8
	}
	for _, c := range []struct {
		on    string
		first int // processor that works
		known bool
	}{{"p(2)", 2, true}, {"p(1:2)", 1, true}, {"p(2:)", 2, true}, {"p(:1)", 0, true}, {"p(m)", 0, false}, {"p(1:3:2)", 0, false}} {
		t.Run(c.on, func(t *testing.T) {
			r := reportOf(t, "p.f90", head+region(c.on, 1000)+"end program\n", settings.Settings{Machine: "cluster", Procs: 4})
			if l := lineOf(r.Units[0], 8); fmt.Sprint(l.BusyProcessor) != fmt.Sprint([]int{c.first}) {
				t.Errorf("most time on %v, want %d", l.BusyProcessor, c.first)
			}
			if said := slices.ContainsFunc(r.Diagnostics, func(d source.Diagnostic) bool { return d.Code == "unmodelled-region" }); said == c.known {
				t.Errorf("%+v", r.Diagnostics)
			}
		})
	}
	// the owners of x(9:16) are not in the region: their elements are not left out without a word
	outside := reportOf(t, "p.f90", head+"!hpf$ on (p(0:1)) begin\ndo i = 9, 16\nx(i) = sqrt(x(i))\nend do\n!hpf$ end on\nend program\n", settings.Settings{Machine: "cluster", Procs: 4})
	if l := lineOf(outside.Units[0], 8); l.Charge.Computation == 0 || len(outside.Diagnostics) == 0 {
		t.Errorf("%+v, %+v", l.Charge, outside.Diagnostics)
	}
	both := reportOf(t, "p.f90", head+region("p(0:1)", 10000)+region("p(2:3)", 20000)+"end program\n", settings.Settings{Machine: "cluster", Procs: 4})
	if s := both.Units[0].Speedup; s < 1.49 || s > 1.51 { // 30,000 iterations for 20,000
		t.Errorf("speedup %g, want 1.5", s)
	}
}

// Which nodes execute a TASK is said to be unknown where the place on the arrangement does not
// tell it, and what collective operations in it are counted over, too.
func TestTasksOfUnknownNodes(t *testing.T) {
	for _, c := range []struct{ name, on, body string }{
		{"a stride", "p(1:4:2)", "s = 1\n"}, {"another rank", "p(2,1)", "s = 1\n"}, {"any node", "p(*)", "s = 1\n"}, {"a template", "t(1:8)", "s = 1\n"},
		{"a barrier", "p(1:2)", "!$xmp barrier\n"}, {"a reduction", "p(1:2)", "!$xmp loop on t(i) reduction(+:s)\ndo i = 1, n\ns = s + x(i)\nend do\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reportOf(t, "p.f90", onFour+"!$xmp task on "+c.on+"\n"+c.body+"!$xmp end task\nend program\n", settings.Settings{Machine: "cluster", Procs: 4})
			if len(r.Diagnostics) == 0 || r.Diagnostics[0].Code != "unmodelled-directive" {
				t.Errorf("%+v", r.Diagnostics)
			}
		})
	}
	const other = "real :: y(n)\n!$xmp align y(i) with t(i)\n"
	r := reportOf(t, "p.f90", onFour+other+"!$xmp task on p(1:2)\n!$xmp loop on t(i)\ndo i = 1, n-1\ny(i) = x(i+1)\nend do\n!$xmp end task\nend program\n", settings.Settings{Machine: "cluster", Procs: 4})
	if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != "non-local-reference" {
		t.Errorf("a shadow that nobody brings: %+v", r.Diagnostics)
	}
}

// A processor reads what it holds in a task and behind a test of its number without a
// message and without a complaint.
func TestProcessorsReadTheirOwn(t *testing.T) {
	for _, text := range []string{
		"!$xmp task on p(1)\nif (x(3) > 0) s = x(3)\n!$xmp end task\n",
		"if (xmp_node_num() == 1) s = x(3)\n",
		"!$xmp loop on t(i)\ndo i = 1, n\ns = s + x(i)\nend do\n!$xmp reduction(+:s)\n",
		"b1: block\n!$xmp template t(20)\n!$xmp distribute t(block) onto p\nreal :: x(20)\n!$xmp align x(i) with t(i)\n!$xmp loop on t(i)\ndo i = 1, 20\nx(i) = i\nend do\nend block b1\n",
	} {
		t.Run(text[:12], func(t *testing.T) {
			r := reportOf(t, "p.f90", onFour+text+"end program\n", settings.Settings{Machine: "cluster", Procs: 4})
			for _, d := range r.Diagnostics {
				if d.Code != report.UnknownValue {
					t.Error(d.Message)
				}
			}
		})
	}
}

// Shadows that a loop computes are up to date.
func TestComputedShadows(t *testing.T) {
	for clause, want := range map[string]int{"": 1, ", shadow_compute": 0} {
		t.Run(clause, func(t *testing.T) {
			text := "      program p\n      real a(100), b(100)\n!dvm$ distribute a(block)\n!dvm$ align b(i) with a(i)\n!dvm$ parallel (i) on a(i)" + clause + "\n" +
				"      do i = 1, 100\n        a(i) = i\n      end do\n!dvm$ parallel (i) on b(i)\n      do i = 2, 99\n        b(i) = a(i-1) + a(i+1)\n      end do\n      end\n"
			found := 0
			for _, d := range reportOf(t, "p.fdv", text, settings.Settings{Machine: "cluster", Procs: 4}).Diagnostics {
				if d.Code == "non-local-reference" {
					found++
				}
			}
			if found != want {
				t.Errorf("%d complaints, want %d", found, want)
			}
		})
	}
}

// Blocks of the sizes 2, 8, 4 and 2: the second processor executes most iterations.
func TestBlocksOfListedSizes(t *testing.T) {
	text := strings.Replace(onFour, "(block)", "(gblock((/2,8,4,2/)))", 1) + "!$xmp loop on t(i)\ndo i = 1, n\nx(i) = sqrt(x(i))\nend do\nend program\n"
	l := lineOf(reportOf(t, "p.f90", text, settings.Settings{Machine: "cluster", Procs: 4}).Units[0], 11)
	if fmt.Sprint(l.BusyProcessor) != "[1]" {
		t.Errorf("most time on %v", l.BusyProcessor)
	}
}

// What REMOTE_ACCESS asks for before a loop comes before the loop: one message with the
// whole column.
func TestRemoteAccessBeforeALoop(t *testing.T) {
	const text = "      program p\n      real a(160,80), c(160,80)\n!dvm$ distribute a(*,block)\n!dvm$ remote_access (a(:,1))\n" +
		"      do i = 1, 160\n        c(i,1) = a(i,1)\n      end do\n      end\n"
	l := lineOf(reportOf(t, "p.fdv", text, settings.Settings{Machine: "cluster", Procs: 4}).Units[0], 6)
	if len(l.Comms) != 1 || l.Comms[0].Messages != 1 || l.Comms[0].Elements != 160 {
		t.Errorf("%+v", l.Comms)
	}
}

// Where the images stand is decided where a coarray is allocated: in another procedure, the
// partner is not known, but what is sent is.
func TestCoarraysThatOthersAllocate(t *testing.T) {
	const text = "module fields\ntype field\nreal, allocatable :: edge(:)[:,:]\ninteger :: n, px\nend type\ncontains\n" +
		"subroutine init(f)\ntype(field), intent(inout) :: f\nf%n = 512\nf%px = 2\nallocate(f%edge(f%n)[f%px,*])\nend subroutine\n" +
		"subroutine send(f, x)\ntype(field), intent(inout) :: f\nreal :: x(512)\nf%edge(:)[1,2] = x\nend subroutine\nend module\n" + // line 16
		"program p\nuse fields\ntype(field) :: f\nreal :: x(512)\ncall init(f)\ncall send(f, x)\nend program\n"
	for _, u := range reportOf(t, "p.f90", text, settings.Settings{Machine: "cluster", Procs: 4}).Units {
		if u.Name != "send" {
			continue
		}
		l := lineOf(u, 16)
		if l.NoEstimate != "" || len(l.Comms) != 1 || l.Comms[0].Elements != 512 {
			t.Errorf("%q, %+v", l.NoEstimate, l.Comms)
		}
		return
	}
	t.Error("no unit send")
}
