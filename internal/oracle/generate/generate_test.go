package generate

import (
	"fmt"
	"strings"
	"testing"
)

// TestSeedsAreReproducible: one seed, one program; many seeds, many programs
// that cover what the language has.
func TestSeedsAreReproducible(t *testing.T) {
	seen := map[string]bool{}
	var all strings.Builder
	for seed := range uint64(700) {
		text := Seeded(seed).Text()
		if text != Seeded(seed).Text() {
			t.Fatalf("seed %d gives two programs", seed)
		}
		seen[text] = true
		all.WriteString(text)
	}
	if len(seen) < 700 {
		t.Errorf("700 seeds give %d programs", len(seen))
	}
	for i, feature := range []string{
		"pr(4)", "pr(2,2)", "pr(2,2,2)", "pr(3,2,1)", "qr(", "PROCESSORS qr\n", "GEN_BLOCK(", "INDIRECT(", "WITH u(", "BLOCK,", "BLOCK(", "CYCLIC,", "CYCLIC(", "(*,", "WITH t(n+", "WITH t(2*", "WITH t(*",
		"INDEPENDENT", "NEW(w)", "REDUCTION(q)", "ON HOME", "forall", "where", "if (", "else", "sum(", "maxval(", ", -1\n", ":-1)", "max(s,", "< 1.0e30",
		"cshift(", "eoshift(", "transpose(", "spread(", "matmul(", "reshape(", "REDISTRIBUTE t(", "REALIGN ", "DYNAMIC ", "call p", "INHERIT x", "intent(in) :: x(", "intent(out) :: x(",
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			if !strings.Contains(all.String(), feature) {
				t.Errorf("no program has %q", feature)
			}
		})
	}
}

// TestSmallerPrograms: every step leaves lines out or makes n or the
// arrangement smaller, and there is an end.
func TestSmallerPrograms(t *testing.T) {
	for seed := range uint64(50) {
		p := Seeded(seed)
		for steps := 0; ; steps++ {
			next := p.Smaller()
			if len(next) == 0 {
				break
			}
			for _, q := range next {
				if size(q) >= size(p) || q.Text() == p.Text() {
					t.Fatalf("seed %d: not smaller:\n%s", seed, q.Text())
				}
			}
			if p = next[0]; steps > 200 {
				t.Fatalf("seed %d: no end", seed)
			}
		}
	}
}

func size(p *Program) int {
	n := strings.Count(p.Text(), "\n") + p.N
	for _, extent := range p.Grid {
		n += extent
	}
	return n
}

// TestProjectsCover: one seed, one project; many seeds, every way in which
// procedures share variables and take arguments.
func TestProjectsCover(t *testing.T) {
	var all strings.Builder
	for seed := range uint64(300) {
		text := fmt.Sprint(NewProject(seed).Files())
		if text != fmt.Sprint(NewProject(seed).Files()) {
			t.Fatalf("seed %d gives two projects", seed)
		}
		all.WriteString(text)
	}
	for _, feature := range []string{
		"use fields\n", "use fields, only: ", "n => nn", "myb => b", "include 'fields.inc'", "common /arrays/ mya", "contains\nsubroutine limits", "module workers", "INHERIT x", "ALIGN y(i) WITH x(i)",
		"ALIGN x(i) WITH tt(", ":: x(1:)", ":: y(1:n,", "call work1(n, ", "call span(first1, last1)", ") cycle", ") exit", "next = next + 1", "call work2(a(", "intent(in) :: v", "do k = ", "call drive",
	} {
		t.Run(feature, func(t *testing.T) {
			if !strings.Contains(all.String(), feature) {
				t.Errorf("no project has %q", feature)
			}
		})
	}
}
