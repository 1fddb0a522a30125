package advise

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// common is a program with a work array t, a scalar w and sizes in COMMON blocks, a loop over j
// that uses them, and what else is given.
func common(body, behind, procedures string) string {
	text := "program main\n" + blocks + "real(8) :: a(0:9,0:9), b(0:9,0:9), s(0:9), x\ninteger :: i, j, k\ng = 7\nread *, g\nn2 = g - 2\ndo j = 1, 7\n" + body + "\nend do\n" + behind + "\nprint *, a, b\nend program\n" + procedures
	return text
}

const blocks = "implicit none\nreal(8) :: t(0:9), w\ninteger :: g, n2\ncommon /scratch/ t, w\ncommon /sizes/ g, n2\n"

func other(body string) string {
	return "subroutine other\n" + blocks + "integer :: i\nreal(8) :: x\n" + body + "\nend subroutine\n"
}

const (
	filled = "do i = 0, 9\nt(i) = b(i,j)\nend do\n"
	used   = "do i = 1, 8\na(i,j) = t(i-1) + t(i+1)\nend do"
)

// A work array of a COMMON block is NEW where no unit reads what others leave in it.
func TestSharedWorkArrays(t *testing.T) {
	const private, no = "t", ""
	for _, c := range []struct{ name, body, behind, procedures, want string }{
		{"nobody else", filled + used, "", "", private},
		{"stored elsewhere", filled + used, "call other", other("t = 1"), private},
		{"read elsewhere", filled + used, "call other", other("print *, t"), no},
		{"read elsewhere, before", filled + used, "", other("print *, t(3)"), no},
		{"stored and read elsewhere", filled + used, "call other", other("t = 1\nx = t(3)"), private},
		{"stored and read elsewhere in a loop", filled + used, "call other", other("do i = 1, 9\nt(i) = 1\nx = t(i)\nend do"), private},
		{"a part is stored and read elsewhere", filled + used, "call other", other("t(1:5) = 1\nx = t(6)"), no},
		{"stored elsewhere on a condition", filled + used, "call other", other("if (w > 0) t = 1\nx = t(3)"), no},
		{"who is called between may store it", filled + used, "call other", other("t = 1\ncall third\nx = t(3)") + strings.Replace(other("t(1) = 2"), "other", "third", 1), no},
		{"who is called between does nothing", filled + used, "call other", other("t = 1\ncall third\nx = t(3)") + "subroutine third\nend subroutine\n", private},
		{"read behind the loop", filled + used, "print *, t(1)", "", no},
		{"passed on elsewhere", filled + used, "call other", other("call third(t)") + "subroutine third(x)\nreal(8) :: x(10)\nprint *, x\nend subroutine\n", no},
		{"filled through a call elsewhere", filled + used, "call other", other("call third(t)\nx = t(2)") + "subroutine third(x)\nreal(8) :: x(10)\nx = 1\nend subroutine\n", private},
		{"laid out otherwise", filled + used, "call other", "subroutine other\nreal(8) :: v(4), x\ncommon /scratch/ v\nx = v(2)\nend subroutine\n", no},
		{"laid out otherwise, behind it", filled + used, "call other", "subroutine other\nreal(8) :: v(0:9), w, x\ncommon /scratch/ v, w\nx = w\nend subroutine\n", private},
		{"other block", filled + used, "call other", "subroutine other\nreal(8) :: t(0:9), x\ncommon /elsewhere/ t\nx = t(2)\nend subroutine\n", private},
		{"source unknown", filled + used, "call unknown", "", no},
		{"source unknown, called by who has no part in it", filled + used, "call other", "subroutine other\ncall unknown\nend subroutine\n", private},
		{"overlaid elsewhere", filled + used, "call other", strings.Replace(other("x = v(3)"), "integer :: i", "real(8) :: v(0:9)\nequivalence (t, v)\ninteger :: i", 1), no},
		{"in input", filled + used, "call other", other("read *, t\nx = t(1)"), no}, // as if it were read only
		{"in a group that is written", filled + used, "call other", strings.Replace(other("write(*, nml=all)"), "integer :: i", "namelist /all/ t\ninteger :: i", 1), no},
		{"behind an ENTRY", filled + used, "call other", other("t = 1\nentry again\nx = t(3)"), no},
		{"behind a jump", filled + used, "call other", other("if (w > 1) goto 10\nt = 1\n10 x = t(3)"), no},
		{"behind a jump back", filled + used, "call other", other("i = 0\n10 t(i) = 1\ni = i + 1\nif (i < 5) goto 10\nx = t(7)"), no},
		{"in a function", filled + used, "print *, third(1)", strings.Replace(strings.Replace(other("third = t(1)"), "subroutine other", "function third(i)\nreal(8) :: third", 1), "end subroutine", "end function", 1), no},
		{"procedure in the loop reads it", filled + "call other\n" + used, "", other("x = t(1)"), no},
		{"scalar", "w = b(1,j)\na(:,j) = w", "", "", "j is the index"},
		{"scalar read elsewhere", "w = b(1,j)\na(:,j) = w", "call other", other("print *, w"), no},
		{"scalar stored elsewhere", "w = b(1,j)\na(:,j) = w", "call other", other("w = 1\nx = w"), "w"},
		{"index read elsewhere", "do n2 = 1, 7\na(n2,j) = 1\nend do", "call other", other("print *, n2"), no},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			for _, x := range changesOf(t, common(c.body, c.behind, c.procedures)) {
				if x.marks && strings.Contains(x.label, " over j at ") {
					got = x.label
				}
			}
			want := c.want
			if c.name == "scalar" {
				want = "w"
			}
			if want == "" && got != "" || want != "" && !strings.Contains(strings.NewReplacer("(", ", ", ")", ", ").Replace(got), ", "+want+", ") {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// Without a main program, or where it is not read, somebody else may read what is left.
func TestSharedWorkArraysOfAPart(t *testing.T) {
	text := other("real(8) :: a(0:9,0:9), b(0:9,0:9)\ninteger :: j\ndo j = 1, 7\n" + filled + used + "\nend do\nprint *, a")
	for _, c := range changesIn(t, text, "other") {
		if c.owns {
			t.Error(c.label)
		}
	}
}

// What a procedure stores whatever happens has been stored behind its CALL, and what it reads
// after that it does not read of others.
func TestWorkArraysThatProceduresFill(t *testing.T) {
	for _, c := range []struct {
		name, call, dummies, body string
		want                      bool
	}{
		{"all", "call work(t)", "x", "real(8) :: x(0:9)\nx = 1", true},
		{"element by element", "call work(t)", "x", "real(8) :: x(0:9)\ndo i = 0, 9\nx(i) = i\nend do", true},
		{"other lower bound", "call work(t)", "x", "real(8) :: x(10)\ndo i = 1, 10\nx(i) = i\nend do", true},
		{"not the last one", "call work(t)", "x", "real(8) :: x(10)\ndo i = 1, 9\nx(i) = i\nend do", false},
		{"not the first one", "call work(t)", "x", "real(8) :: x(10)\ndo i = 2, 10\nx(i) = i\nend do", false},
		{"on a condition", "call work(t)", "x", "real(8) :: x(10)\nif (i > 2) x = 1", false},
		{"or returned before", "call work(t)", "x", "real(8) :: x(10)\nif (i > 2) return\nx = 1", false},
		{"assumed shape", "call work(t)", "x", "real(8) :: x(:)\nx = 1", true},
		{"assumed shape, elements", "call work(t(:))", "x", "real(8) :: x(:)\ndo i = 1, 10\nx(i) = i\nend do", true},
		{"as many as it is told", "call work(t, 10)", "x, m", "integer :: m\nreal(8) :: x(m)\ndo i = 1, m\nx(i) = i\nend do", true},
		{"as many as it is told, too few", "call work(t, 9)", "x, m", "integer :: m\nreal(8) :: x(m)\ndo i = 1, m\nx(i) = i\nend do", false},
		{"as many as it changes that to", "call work(t, k)", "x, m", "integer :: m\nreal(8) :: x(10)\nm = 10\ndo i = 1, m\nx(i) = i\nend do", false},
		{"a part of it", "call work(t(0:8))", "x", "real(8) :: x(:)\nx = 1", false},
		{"shorter", "call work(t)", "x", "real(8) :: x(9)\nx = 1", false},
		{"from its second element on", "call work(t(1))", "x", "real(8) :: x(9)\nx = 1", false},
		{"read before", "call work(t)", "x", "real(8) :: x(10)\nx = x + 1", false},
		{"read behind", "call work(t)", "x", "real(8) :: x(10)\nx = 1\nx = x + 1", true},
		{"by another one", "call work(t)", "x", "real(8) :: x(10)\ncall third(x)", true},
		{"by another one, of a part", "call work(t)", "x", "real(8) :: x(10)\ncall third(x(2:10))", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := false
			procedures := "subroutine work(" + c.dummies + ")\ninteger :: i\n" + c.body + "\nend subroutine\nsubroutine third(x)\nreal(8) :: x(:)\nx = 1\nend subroutine\n"
			for _, x := range changesOf(t, common(c.call+"\n"+used, "", procedures)) {
				got = got || x.owns && strings.Contains(x.label, " over j at ")
			}
			if got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// Sizes that the program computes once from others are so much less or more everywhere.
func TestSizesThatFollowFromOthers(t *testing.T) {
	const inner = "t(0) = 1\nt(g-1) = 2\ndo i = 1, n2\nt(i) = b(i,j)\nend do\n"
	const all = "do i = 0, g-1\na(i,j) = t(i)\nend do"
	for _, c := range []struct {
		name, body, behind, procedures string
		want                           bool
	}{
		{"ends and inner points", inner + all, "", "", true},
		{"ends by a loop over both", strings.Replace(inner, "t(0) = 1\nt(g-1) = 2\n", "do i = 0, g-1, g-1\nt(i) = 1\nend do\n", 1) + all, "", "", true},
		{"one end only", strings.Replace(inner, "t(0) = 1\n", "", 1) + all, "", "", false},
		{"one point too many", inner + strings.Replace(all, "g-1", "g", 1), "", "", false},
		{"changed elsewhere", inner + all, "call other", other("n2 = 3"), false},
		{"size changed elsewhere", inner + all, "call other", other("g = 3"), false},
		{"read elsewhere", inner + all, "call other", other("read *, g"), false},
		{"passed to who changes it", inner + all, "call other", other("call third(g)") + "subroutine third(k)\ninteger :: k\nk = 3\nend subroutine\n", false},
		{"passed to who does not", inner + all, "call other", other("call third(g)") + "subroutine third(k)\ninteger :: k\nprint *, k\nend subroutine\n", true},
		{"changed afterwards", inner + all, "g = 3", "", false},
		{"index of a loop", inner + all, "do g = 1, 2\nend do", "", false},
		{"laid out otherwise", inner + all, "call other", "subroutine other\ninteger(8) :: m\ncommon /sizes/ m\nm = 3\nend subroutine\n", false},
		{"source unknown", inner + all, "call unknown", "", false},
		{"by scalars", "k = g - 1\nt(0) = 1\nt(k) = 2\ndo i = 1, k - 1\nt(i) = b(i,j)\nend do\n" + all, "", "", true},
		{"by a scalar that changes", "k = g - 1\nt(0) = 1\nt(k) = 2\nk = g\ndo i = 1, k - 1\nt(i) = b(i,j)\nend do\nk = g + 1\n" + strings.Replace(all, "g-1", "k-1", 1), "", "", false},
		{"by neighbours' indices", inner + "do i = 0, g-3\nk = i + 2\na(i,j) = t(k) + t(k-1)\nend do", "", "", true},
		{"by neighbours too far", inner + "do i = 0, g-3\nk = i + 3\na(i,j) = t(k) + t(k-1)\nend do", "", "", false},
		{"each from the one before", "t(0) = b(0,j)\ndo i = 1, g-1\nt(i) = t(i-1) + b(i,j)\nend do\n" + all, "", "", true},
		{"each from the one behind", "t(g-1) = b(0,j)\ndo i = g-2, 0, -1\nt(i) = t(i+1) + b(i,j)\nend do\n" + all, "", "", true},
		{"each from the one before, the first from nowhere", "do i = 1, g-1\nt(i) = t(i-1) + b(i,j)\nend do\n" + all, "", "", false},
		{"each from the one that comes", "t(0) = b(0,j)\ndo i = 1, g-1\nt(i) = t(i+1) + b(i,j)\nend do\n" + all, "", "", false},
		{"each from the one before, on a condition", "t(0) = b(0,j)\ndo i = 1, g-1\nif (b(i,j) > 0) t(i) = 1\nt(i) = t(i) + t(i-1)\nend do\n" + all, "", "", false},
		{"in steps of two", "t(0) = b(0,j)\nt(1) = 1\ndo i = 2, g-1, 2\nt(i) = t(i-1) + b(i,j)\nend do\n" + all, "", "", false},
		{"two before", "t(0) = b(0,j)\nt(1) = 1\ndo i = 2, g-1\nt(i) = t(i-2) + b(i,j)\nend do\n" + all, "", "", true},
		{"backwards from the one before", "t(g-1) = b(0,j)\ndo i = g-2, 0, -1\nt(i) = t(i-1) + b(i,j)\nend do\n" + all, "", "", false},
		{"elements at an end", inner + "a(1,j) = t(3)", "", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			for _, x := range changesOf(t, common(c.body, c.behind, c.procedures)) {
				if x.owns && strings.Contains(x.label, " over j at ") {
					got = x.label
				}
			}
			if (got != "") != c.want {
				t.Errorf("%q, want %v", got, c.want)
			}
			if needs := strings.HasSuffix(got, ", which needs g >= 7"); needs != (c.name == "elements at an end") {
				t.Errorf("%q: what it takes for granted", got)
			}
		})
	}
}

// The compiler agrees: loops with work arrays in COMMON that are marked store the same
// backwards, and what is NEW may be anything behind the loop.
func TestSharedWorkArraysBackwards(t *testing.T) {
	marks, most := 0, 16
	if testing.Short() {
		most = 3
	}
	for seed := int64(0); seed < 600 && marks < most; seed++ {
		r := rand.New(rand.NewSource(seed))
		pick := func(of ...string) string { return of[r.Intn(len(of))] }
		fill := func() string {
			return pick("do i = 1, n2\nt(i) = b(i,j)\nend do\n", "do i = 0, g-1\nt(i) = b(i,j) + i\nend do\n", "t = b(:,j)\n", "t(0) = b(0,j)\n", "t(g-1) = j\n", "call column(t, b(1,j))\n", "if (b(1,j) > 0) t(0) = 1\n", "do i = n2, 1, -1\nt(i) = j\nend do\n", "t(0:g-2) = b(0:g-2,j)\n", "do i = 0, g-1, g-1\nt(i) = 5\nend do\n",
				"do i = 1, g-1\nt(i) = t(i-1) + j\nend do\n", "do i = n2, 0, -1\nt(i) = t(i+1)*0.5d0\nend do\n", "do k = 0, 1\ndo i = 0, g-1\nt(i) = i + k\nend do\nend do\n", "k = g - 2\nt(k:g-1) = 4\n")
		}
		use := func() string {
			return pick("do i = 0, n2+1\na(i,j) = t(i)\nend do\n", "do i = 1, n2\nk = i + 1\na(i,j) = t(k) - t(i-1)\nend do\n", "a(2,j) = t(g-1)\n", "do i = 1, g-1\nt(i) = t(i) + t(i-1)\nend do\na(3,j) = t(g-1)\n", "w = t(1)\na(4,j) = w\n", "a(5,j) = t(0)\n", "do i = 0, g-3\nk = i + 2\nt(k) = t(k) - t(i)*0.25d0\nend do\na(6,j) = t(n2)\n", "if (b(2,j) > 0) then\na(7,j) = t(2)\nelse\na(7,j) = t(3)\nend if\n")
		}
		body := fill() + fill() + use() + pick("", fill()) + use()
		elsewhere := pick("t = 2\nx = t(4)", "do i = 0, g-1\nt(i) = i\nend do\nx = t(g-1)\nprint *, x", "x = t(1)\nprint *, x", "w = 3\nprint *, w", "t(0) = 3\nprint *, t(0)", "print *, w", "call column(t, 2d0)\nx = t(5)\nprint *, x")
		behind := pick("", "call other")
		column := "subroutine column(c, v)\nreal(8) :: c(0:9), v\n" + pick("c = v", "integer :: i\ndo i = 0, 9\nc(i) = v + i\nend do", "c(0:6) = v", "if (v > 0) c = v") + "\nend subroutine\n"
		text := common(body, behind, other(elsewhere)+column)
		text = strings.Replace(text, "read *, g", "t = 3\nw = 1\na = 1\ndo i = 0, 9\ndo k = 0, 9\nb(i,k) = i*0.9d0 - k*0.41d0\nend do\nend do", 1)
		for _, c := range changesOf(t, text) {
			if c.marks && strings.Contains(c.label, " over j at") {
				marks++
				want, backwards := printed(t, text), strings.Replace(text, "do j = 1, 7", "do j = 7, 1, -1", 1)
				spoiled := strings.Replace(backwards, "\nend do\n"+behind+"\nprint *, a, b", "\nend do\n"+spoil(c.label)+behind+"\nprint *, a, b", 1)
				if printed(t, backwards) != want || printed(t, spoiled) != want {
					t.Fatalf("seed %d: %s\n%s", seed, c.label, text)
				}
			}
		}
	}
	if marks < most {
		t.Errorf("%d marks", marks)
	}
}

// spoil stores something else in what is NEW.
func spoil(label string) string {
	_, list, _ := strings.Cut(label, "NEW(")
	list, _, _ = strings.Cut(list, ")")
	out := ""
	for name := range strings.SplitSeq(list, ", ") {
		if name == "t" || name == "w" {
			out += fmt.Sprintf("%s = -77\n", name)
		}
	}
	return out
}
