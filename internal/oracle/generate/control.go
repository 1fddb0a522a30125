package generate

import "fmt"

// limits gives the shared scalars their values: bounds of the loops of others.
func (w *workers) limits() []*statement {
	values := map[string]int{"lo": w.between(2, 4), "hi": w.n - w.between(1, 3), "m": w.between(2, 3), "nn": w.n}
	var out []*statement
	for _, name := range []string{"lo", "hi", "m", "nn"} {
		out = append(out, w.assigned(name, values[name])...)
	}
	out = append(out, line("edge(1) = %d", w.between(2, 4))...)
	return append(out, line("edge(2) = %s", pick(w.generator, "hi", "n - 1", "edge(1) + 4"))...)
}

// assigned gives a scalar a value in one of the ways that programs have.
func (w *workers) assigned(name string, value int) []*statement {
	switch w.below(4) {
	case 0:
		return line("%s = n%+d", name, value-w.n)
	case 1:
		loop := &statement{before: []string{"do i = 1, 2"}, end: "end do", bound: true, body: line("%s = %s + 1", name, name)}
		return append(line("%s = %d", name, value-2), loop)
	}
	return line("%s = %d", name, value)
}

// span is a procedure that sets its arguments: bounds of the loops of its caller.
func (w *workers) span() {
	body := append(line("first = %s", pick(w.generator, "lo", "2", "m")), line("last = %s", pick(w.generator, "hi", "first + 5", "hi - 1"))...)
	w.add("span", "(first, last)", scalars, body, "  integer, intent(out) :: first, last")
}

// within is a loop whose bounds are known by running the program.
func (w *workers) within(first bool) []*statement {
	lower := pick(w.generator, "lo", "2", "m", "edge(1)", "lo - 1 + m/2")
	upper := pick(w.generator, "hi", "nn - 1", "edge(2)", "hi - 1")
	var before []*statement
	if first {
		lower = pick(w.generator, "first + 1", "first", "2")
		upper = pick(w.generator, "hi", "nn - first", "first + 4")
	} else if w.chance(4) {
		before = line("call span(first1, last1)")
		lower, upper = "first1", pick(w.generator, "last1", "last1 - 1", "first1 + 3")
	}
	return append(before, w.bounded(lower, upper)...)
}

// bounded is a loop between two bounds; some of its iterations are left out, or it
// is left, or a scalar goes on with it.
func (w *workers) bounded(lower, upper string) []*statement {
	s := &statement{before: []string{fmt.Sprintf("do i = %s, %s", lower, upper)}, end: "end do", bound: true}
	around := []index{{"i", interval{1, w.n - 1}}}
	switch w.below(8) {
	case 0:
		s.body = line("if (i == %s) cycle", pick(w.generator, "5", "lo", "m + 2"))
	case 1:
		s.body = line("if (i > %s) exit", pick(w.generator, "7", "hi - 2", "edge(1) + 3"))
	case 2:
		s.body = line("if (mod(i, 2) == %d) cycle", w.below(2))
	case 3:
		s.before = append([]string{fmt.Sprintf("next = %d", w.between(0, 1))}, s.before...)
		s.body = line("next = next + 1")
		around = append(around, index{"next", interval{1, w.n - 1}})
	}
	for range 1 + w.below(2) {
		s.body = append(s.body, line("%s = %s", w.target(around), w.sum(around))...)
	}
	return []*statement{s}
}
