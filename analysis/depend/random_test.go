package depend

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// author writes random loop nests: affine and other subscripts, steps,
// triangular and symbolic bounds, guards, sections, scalars of all roles.
type author struct {
	r       *rand.Rand
	b       strings.Builder
	indices []string
	plain   bool // constants only: everything is decidable
	depth   int
}

const randomDeclarations = `subroutine s(n, m, ks)
integer n, m, ks, i, j, k, l, kp, kq, t, u, z, loc, idx(-99:99)
integer, parameter :: np = 5
integer a(-99:99), b(-99:99,-99:99), c(-99:99)
`

func randomProgram(r *rand.Rand, plain bool) string {
	w := &author{r: r, plain: plain, depth: 1 + r.IntN(3)}
	w.b.WriteString(randomDeclarations)
	w.loop()
	w.b.WriteString("end\n")
	return w.b.String()
}

func (w *author) one(choices ...string) string { return choices[w.r.IntN(len(choices))] }

func (w *author) chance(percent int) bool { return w.r.IntN(100) < percent }

func (w *author) line(format string, args ...any) {
	fmt.Fprintf(&w.b, format+"\n", args...)
}

func (w *author) loop() {
	v := []string{"i", "j", "k"}[len(w.indices)]
	lo, hi, step := w.bound(1), w.bound(4), ""
	switch {
	case w.chance(12):
		lo, hi, step = hi, lo, ", -1"
	case w.chance(12):
		step = w.one(", 2", ", 3")
	case w.chance(6):
		lo, hi, step = hi, lo, ", -2"
	case w.chance(5) && !w.plain:
		step = ", ks"
	}
	w.line("do %s = %s, %s%s", v, lo, hi, step)
	w.indices = append(w.indices, v)
	for range 1 + w.r.IntN(2) {
		w.statement()
	}
	if len(w.indices) < w.depth {
		w.loop()
		for range w.r.IntN(2) {
			w.statement()
		}
		if w.chance(10) {
			w.loop()
		}
	}
	w.indices = w.indices[:len(w.indices)-1]
	w.line("end do")
}

func (w *author) bound(near int) string {
	c := near + w.r.IntN(3) - 1
	if near > 1 {
		c++
	}
	switch {
	case w.chance(25) && len(w.indices) > 0:
		return fmt.Sprintf("%s%+d", w.indices[w.r.IntN(len(w.indices))], c-near)
	case w.chance(25) && !w.plain:
		return w.one("n", "m", "n-1", "np", "min(n,m)", "max(1,m)", "n/2", "idx(2)")
	}
	return fmt.Sprint(c)
}

func (w *author) statement() {
	switch {
	case w.chance(12):
		w.guarded()
	case w.chance(20):
		w.scalar()
	case w.chance(10) && !w.plain:
		w.line("forall (l = %d:%d) a(%s) = %s", w.r.IntN(3), 1+w.r.IntN(4), w.affine("l"), w.read("l"))
	case w.chance(5) && !w.plain && len(w.indices) > 1:
		w.line("if (%s) %s", w.condition(), w.one("cycle", "exit"))
	case w.chance(12):
		w.line("b(%s) = b(%s) + %s", w.sections(2), w.sections(2), w.read(""))
	case w.chance(10):
		e := w.element("")
		w.line("%s = %s + %s", e, e, w.read(""))
	default:
		w.line("%s = %s", w.element(""), w.reads())
	}
}

func (w *author) guarded() {
	w.line("if (%s) then", w.condition())
	w.statement()
	if w.chance(40) {
		w.line("else")
		w.statement()
	}
	w.line("end if")
}

func (w *author) condition() string {
	s := w.affine("") + w.one(" > ", " <= ", " == ", " /= ", " < ") + w.affine("")
	switch {
	case w.chance(15):
		return s + " .and. " + w.affine("") + " > 2"
	case w.chance(10):
		return ".not. (" + s + ")"
	case w.chance(10):
		return s + " .or. " + w.affine("") + " > 2"
	case w.chance(20) && !w.plain:
		return w.read("") + " > 3"
	}
	return s
}

func (w *author) scalar() {
	if w.plain {
		w.line("kp = %s\na(kp%+d) = %s", w.affine(""), w.r.IntN(3), w.read(""))
		return
	}
	switch w.r.IntN(10) {
	case 0:
		w.line("kp = %s", w.affine(""))
	case 1:
		w.line("kq = kq %s %d", w.one("+", "-"), 1+w.r.IntN(2))
	case 2:
		w.line("t = %s", w.reads())
	case 3:
		w.line("u = u + %s - %s", w.read(""), w.read(""))
	case 4:
		w.line("z = max(z, %s)", w.read(""))
	case 5:
		e := w.read("")
		w.line("if (%s > z) then\nz = %s\nloc = %s\nend if", e, e, w.affine(""))
	case 6:
		w.line("t = t + %s", w.read(""))
	case 7:
		w.line("kp = kq + %d", w.r.IntN(3))
	case 8:
		w.line("idx(%s) = %s", w.affine(""), w.affine(""))
	case 9:
		w.line("%s = t + kq", w.element(""))
	}
}

// affine is a random affine function of the indices around and what else may
// stand in a subscript.
func (w *author) affine(extra string) string {
	var parts []string
	for i, v := range w.indices {
		if w.chance(55) || i == len(w.indices)-1 && w.chance(50) {
			parts = append(parts, w.one("", "", "", "", "-", "2*", "3*", "-2*")+v)
		}
	}
	if extra != "" {
		parts = append(parts, w.one("", "", "2*", "-")+extra)
	}
	if w.chance(10) && !w.plain {
		parts = append(parts, w.one("n", "m", "np", "kp", "kq", "2*m", "n/2", "idx(i)", "mod(i,2)", "mod(i-3,4)", "modulo(i-3,4)", "iand(i,1)"))
	}
	if c := w.r.IntN(7) - 3; c != 0 || len(parts) == 0 {
		parts = append(parts, fmt.Sprint(c))
	}
	s := strings.Join(parts, "+")
	return strings.ReplaceAll(strings.ReplaceAll(s, "+-", "-"), "--", "+")
}

func (w *author) element(extra string) string {
	if w.chance(50) {
		return fmt.Sprintf("a(%s)", w.affine(extra))
	}
	return fmt.Sprintf("b(%s,%s)", w.affine(extra), w.affine(""))
}

func (w *author) read(extra string) string {
	switch {
	case w.chance(8):
		return fmt.Sprintf("c(%s)", w.affine(extra))
	case w.chance(8) && !w.plain:
		return w.one("t", "kp", "kq", "u", "z")
	}
	return w.element(extra)
}

func (w *author) reads() string {
	s := w.read("")
	for w.chance(35) {
		s += w.one(" + ", " - ") + w.read("")
	}
	return s
}

// sections is one section and otherwise elements.
func (w *author) sections(rank int) string {
	at := w.r.IntN(rank)
	parts := make([]string, rank)
	for d := range parts {
		if d != at {
			parts[d] = w.affine("")
			continue
		}
		from := w.r.IntN(4)
		parts[d] = w.one(fmt.Sprintf("%d:%d", from, from+2), fmt.Sprintf("%d:%d:2", from, from+4), fmt.Sprintf("%s:%s+2", w.indices[0], w.indices[0]), fmt.Sprintf("%d:%d:-1", from+2, from))
	}
	return strings.Join(parts, ",")
}
