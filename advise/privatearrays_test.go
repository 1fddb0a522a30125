package advise

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// working is a program with a work array t in a loop over j; m is not known.
func working(body, behind string) string {
	return strings.Replace(looped("read *, m, k\ndo j = 1, n\n"+body+"\nend do\nprint *, a, b\n"+behind), "integer :: i, j", "real(8) :: t(0:9), u(0:9,0:9)\ninteger :: i, j", 1)
}

func fill(bounds string) string { return "do i = " + bounds + "\nt(i) = b(i,j)*0.5d0\nend do\n" }

func use(bounds, what string) string {
	return "do i = " + bounds + "\na(i,j) = " + what + "\nend do"
}

// A work array is NEW in each iteration where all that is read of it has been stored there.
func TestWorkArraysThatArePrivate(t *testing.T) {
	const private, no = "t", ""
	for _, c := range []struct{ name, body, behind, want string }{
		{"same elements", fill("1, n") + use("1, n", "t(i)"), "", private},
		{"neighbours within", fill("0, n+1") + use("1, n", "t(i-1) + t(i+1)"), "", private},
		{"one neighbour too many", fill("0, n") + use("1, n", "t(i-1) + t(i+1)"), "", no},
		{"unknown bounds", fill("1, m") + use("2, m-1", "t(i-1) + t(i+1)"), "", private},
		{"other unknown bounds", fill("1, m") + use("1, k", "t(i)"), "", no},
		{"bound that changes", fill("1, m") + "m = m + 1\n" + use("1, m", "t(i)"), "", no},
		{"read first", use("1, n", "t(i)") + "\n" + fill("1, n"), "", no},
		{"each element before its use", "do i = 1, n\nt(i) = b(i,j)\na(i,j) = t(i)\nend do", "", private},
		{"each element behind its use", "do i = 1, n\na(i,j) = t(i)\nt(i) = b(i,j)\nend do", "", no},
		{"element of another iteration", "do i = 1, n\nt(i) = b(i,j)\na(i,j) = t(i-1)\nend do", "", no},
		{"steps of two", "do i = 1, n, 2\nt(i) = b(i,j)\nend do\n" + use("1, n", "t(i)"), "", no},
		{"every other element", "do i = 0, 4\nt(2*i) = b(i,j)\nend do\n" + use("0, 8", "t(i)"), "", no},
		{"on a condition", "if (b(1,j) > 0) then\n" + fill("1, n") + "end if\n" + use("1, n", "t(i)"), "", no},
		{"on the same condition", "if (b(1,j) > 0) then\n" + fill("1, n") + use("1, n", "t(i)") + "\nend if", "", private},
		{"whole array", "t = b(:,j)\n" + use("1, n", "t(i)"), "", private},
		{"section", "t(1:n) = b(1:n,j)\n" + use("1, n", "t(i)"), "", private},
		{"short section", "t(2:n) = b(2:n,j)\n" + use("1, n", "t(i)"), "", no},
		{"diagonal", "do i = 1, n\nu(i,i) = b(i,j)\nend do\ndo i = 1, n\na(i,j) = u(i,1)\nend do", "", no},
		{"plane", "do k = 1, n\ndo i = 1, n\nu(i,k) = b(i,j) + k\nend do\nend do\ndo i = 1, n\na(i,j) = u(i,1)\nend do", "", "u"},
		{"triangle", "do k = 1, n\ndo i = 1, k\nu(i,k) = b(i,j) + k\nend do\nend do\ndo i = 1, n\na(i,j) = u(i,1)\nend do", "", no},
		{"in a loop that may be empty", "do k = 1, m\n" + fill("1, n") + "end do\n" + use("1, n", "t(i)"), "", no},
		{"in a loop that is not", "do k = 1, 2\n" + fill("1, n") + "end do\n" + use("1, n", "t(i)"), "", private},
		{"loop that is left", "do i = 1, n\nif (b(i,j) > 1) exit\nt(i) = b(i,j)\nend do\n" + use("1, n", "t(i)"), "", no},
		{"read behind the loop", fill("1, n") + use("1, n", "t(i)"), "print *, t(1)", no},
		{"stored and read behind the loop", fill("1, n") + use("1, n", "t(i)"), "do k = 1, n\ndo i = 1, n\nt(i) = 1\nb(i,k) = t(i)\nend do\nend do\nprint *, b", private},
		{"passed on", fill("1, n") + "call other(t)\n" + use("1, n", "t(i)"), "", no},
		{"in an index", "t(int(b(1,j))) = 1\n" + use("1, n", "t(i)"), "", no},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			for _, x := range changesOf(t, working(c.body, c.behind)) {
				if x.owns && strings.HasSuffix(x.label, " over j at line 7") {
					got = x.label
				}
			}
			if c.want == "" && got != "" || c.want != "" && !strings.Contains(got, ", "+c.want+")") {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// The compiler agrees: loops with work arrays that are marked store the same backwards.
func TestLoopsWithWorkArraysBackwards(t *testing.T) {
	marks, most := 0, 12
	if testing.Short() {
		most = 3
	}
	for seed := int64(0); seed < 400 && marks < most; seed++ {
		r := rand.New(rand.NewSource(seed))
		bounds := func() string { return fmt.Sprintf("%d, %d", r.Intn(3), 6+r.Intn(3)) }
		read := func() string {
			return fmt.Sprintf("t(i%+d) + b(i,j)", r.Intn(3)-1)
		}
		body := []string{fill(bounds()), "t(3:8) = b(3:8,j)\n", "t = b(:,j) + j\n"}[r.Intn(3)] + use("1, 7", read())
		if r.Intn(3) == 0 {
			body += "\nt(4) = a(1,j)\n" + use("2, 6", read())
		}
		text := strings.Replace(working(body, ""), "read *, m, k", "t = 3\nu = 1\nm = 1\nk = 1\na = 1\ndo i = 0, 9\ndo j = 0, 9\nb(i,j) = i*0.9d0 - j*0.41d0\nend do\nend do", 1)
		for _, c := range changesOf(t, text) {
			if c.owns && strings.Contains(c.label, " over j at") {
				marks++
				if backwards := strings.Replace(text, "do j = 1, n", "do j = n, 1, -1", 1); printed(t, text) != printed(t, backwards) {
					t.Fatalf("seed %d: the order matters:\n%s", seed, text)
				}
			}
		}
	}
	if marks < most {
		t.Errorf("%d marks", marks)
	}
}

// Sums that are scattered over an array are a REDUCTION of it; where owners can compute
// them, they do.
func TestScatteredSums(t *testing.T) {
	for body, want := range map[string]string{
		"m = int(b(1,j)) + 1\na(m,1) = a(m,1) + b(2,j)":                  "INDEPENDENT, NEW(m), REDUCTION(a)",
		"a(int(b(1,j)),1) = a(int(b(1,j)),1) + 1":                        "INDEPENDENT, REDUCTION(a)",
		"m = int(b(1,j)) + 1\na(m,1) = a(m,1) + b(2,j)\nx = a(1,1)":      "",
		"m = int(b(1,j)) + 1\na(m,1) = a(m,1) + b(2,j)\na(1,1) = b(3,j)": "",
		"a(1,2) = a(1,2) + b(1,j)":                                       "",
		"do i = 1, n\na(i,1) = a(i,1) + b(i,j)\nend do":                  "",
	} {
		t.Run(body, func(t *testing.T) {
			got := ""
			for _, x := range changesOf(t, looped("do j = 1, n\n"+body+"\nend do\nprint *, a")) {
				if x.marks && strings.Contains(x.label, " over j ") {
					got, _, _ = strings.Cut(x.label, " in front")
				}
			}
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}
