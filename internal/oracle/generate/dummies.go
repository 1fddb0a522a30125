package generate

import (
	"fmt"
	"slices"
	"strings"
)

// mapped is a procedure with one or two array dummies, mapped in any way that there
// is, and an array of its own. Its size n is a constant, an argument or a variable
// of others.
func (w *workers) mapped(name string) {
	u := &unit{name: name, sees: nothing}
	c := callee{name: name}
	switch w.below(4) {
	case 0:
		u.local = append(u.local, fmt.Sprintf("  integer, parameter :: n = %d", w.n))
	case 1:
		u.sees, u.calls, u.only = scalars, map[string]string{"nn": "n"}, true
	default:
		c.sized = true
		u.local = append(u.local, "  integer, intent(in) :: n")
	}
	outer, on := w.arrays, w.on
	model := outer[w.below(len(outer))]
	names := []string{"x", "y"}[:1+w.below(2)]
	var directives, arguments []string
	w.arrays = nil
	if c.sized {
		arguments = append(arguments, "n")
	}
	var t *template
	if w.chance(2) {
		t = w.newTemplate("tt", "pr", make([]int, w.distributed()))
		t.directives[0] = w.first.directives[0]
		directives = append(directives, t.directives...)
	}
	for i, called := range names {
		x := w.shaped(called, model)
		if i > 0 && w.chance(3) {
			x = w.shaped(called, outer[w.below(len(outer))])
		}
		u.local = append(u.local, w.declared(x))
		directives = append(directives, w.mappingOf(x, t)...)
		arguments = append(arguments, called)
		c.dummies = append(c.dummies, x)
		w.arrays = append(w.arrays, x)
	}
	own := array{name: "z", dims: model.dims}
	u.local = append(u.local, fmt.Sprintf("  %s :: z(%s)", w.typ(), bounds(own.dims)))
	if slices.Equal(own.dims, w.arrays[0].dims) && w.chance(2) {
		directives = append(directives, alignedWith("z", "x", len(own.dims)))
	} else if t != nil {
		directives = append(directives, w.alignOn(t, own))
	}
	w.arrays = append(w.arrays, own)
	if len(w.arrays) < 3 {
		w.arrays = append(w.arrays, w.arrays[0])
	}
	u.arguments = "(" + strings.Join(arguments, ", ") + ")"
	u.local = slices.Concat(u.local, directives, w.local)
	u.body = line("z = 0.5")
	for range 1 + w.below(2) {
		u.body = append(u.body, decided(w.statement(nil, 1))...)
	}
	u.body = append(u.body, w.inner()...)
	w.arrays, w.on = outer, on
	w.project.units = append(w.project.units, u)
	w.callees = append(w.callees, c)
}

// inner calls a procedure that takes arrays with the dummies of the one that is
// made, sometimes.
func (w *workers) inner() []*statement {
	for _, c := range w.callees {
		if c.dummies != nil && w.chance(3) {
			return w.callMapped(c)
		}
	}
	return nil
}

// distributed is the rank of the first arrangement.
func (w *workers) distributed() int { return strings.Count(w.first.directives[0], ",") + 1 }

// shaped is an array of the shape of a model, or of n elements in each dimension.
func (w *workers) shaped(name string, model array) array {
	x := array{name: name, dealt: model.dealt, dims: slices.Clone(model.dims)}
	if w.chance(3) {
		for d := range x.dims {
			x.dims[d] = extent{linear{0, 1}, linear{1, 0}}
		}
	}
	return x
}

func bounds(dims []extent) string {
	var list []string
	for _, d := range dims {
		list = append(list, fmt.Sprintf("%v:%v", d.lo, d.hi))
	}
	return strings.Join(list, ",")
}

// declared declares a dummy: of explicit or, where callers see its interface, of
// assumed shape.
func (w *workers) declared(x array) string {
	shape := bounds(x.dims)
	if (w.project.inside || w.project.sharing == byHost) && w.chance(2) {
		var list []string
		for _, d := range x.dims {
			list = append(list, fmt.Sprintf("%v:", d.lo))
		}
		shape = strings.Join(list, ",")
	}
	return fmt.Sprintf("  %s :: %s(%s)", w.typ(), x.name, shape)
}

// mappingOf maps a dummy: like the argument, or with a template of the procedure,
// or like the dummy before it.
func (w *workers) mappingOf(x array, t *template) []string {
	switch w.below(5) {
	case 0:
		return nil
	case 1:
		return []string{"!HPF$ INHERIT " + x.name}
	case 2:
		if len(w.arrays) > 0 && slices.Equal(w.arrays[0].dims, x.dims) {
			return []string{alignedWith(x.name, w.arrays[0].name, len(x.dims))}
		}
	case 3:
		if len(x.dims) == w.distributed() && t == nil {
			var formats []string
			for range x.dims {
				formats = append(formats, w.plainFormat(templateDim{}))
			}
			return []string{w.first.directives[0], fmt.Sprintf("!HPF$ DISTRIBUTE %s(%s) ONTO pr", x.name, strings.Join(formats, ","))}
		}
	}
	if t != nil {
		return []string{w.alignOn(t, x)}
	}
	return nil
}

// alignOn aligns an array with a template.
func (w *workers) alignOn(t *template, x array) string {
	w.on = t
	source, target := w.align(x)
	return fmt.Sprintf("!HPF$ ALIGN %s(%s) WITH %s(%s)", x.name, strings.Join(source, ","), t.name, strings.Join(target, ","))
}

// alignedWith aligns an array with one of the same shape.
func alignedWith(x, with string, rank int) string {
	dims := strings.Join([]string{"i", "j", "k", "l"}[:rank], ",")
	return fmt.Sprintf("!HPF$ ALIGN %s(%s) WITH %s(%s)", x, dims, with, dims)
}

// element is a procedure whose argument may be an element of an array.
func (w *workers) element(name string) {
	intent := pick(w.generator, "", ", intent(in)")
	body := line("v = 0.5 * v + 1.0")
	if intent != "" {
		body = line("w = v")
	}
	w.add(name, "(v)", nothing, body, fmt.Sprintf("  %s%s :: v", w.typ(), intent))
	w.callees = append(w.callees, callee{name: name, element: true})
}

// callMapped calls a procedure with arrays or sections that differ.
func (w *workers) callMapped(c callee) []*statement {
	var arguments []string
	if c.sized {
		arguments = append(arguments, pick(w.generator, fmt.Sprint(w.n), "n"))
	}
	free := slices.Clone(w.arrays)
	w.r.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for _, x := range c.dummies {
		i := slices.IndexFunc(free, func(y array) bool { return w.holds(y, x) })
		if i < 0 {
			return line("w = 1.0")
		}
		y := free[i]
		arguments = append(arguments, w.passed(y, x))
		free = slices.DeleteFunc(free, func(z array) bool { return z.name == y.name })
	}
	return line("call %s(%s)", c.name, strings.Join(arguments, ", "))
}

// holds reports whether an array has sections of the shape of another.
func (w *workers) holds(y, x array) bool {
	if len(y.dims) < len(x.dims) {
		return false
	}
	longest := 0
	for _, l := range w.extents(x) {
		longest = max(longest, l)
	}
	return slices.Min(w.extents(y)) >= longest
}

// passed is the array, where it has the shape, or a section of it.
func (w *workers) passed(y, x array) string {
	if slices.Equal(w.extents(y), w.extents(x)) && !w.chance(4) {
		return y.name
	}
	return w.sectionOf(y, w.extents(x), nil)
}

func (w *workers) extents(x array) []int {
	var out []int
	for _, d := range x.dims {
		out = append(out, w.value(d.hi)-w.value(d.lo)+1)
	}
	return out
}
