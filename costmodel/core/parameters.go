package core

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

func (m Model) parameter(name string) symbolic.Expr {
	return m.A.Sym("processing."+name, symbolic.Real)
}

func (m Model) has(name string) bool {
	_, ok := m.M.Number("processing." + name)
	return ok
}

// first is the first of the parameters that the machine gives, else 0.
func (m Model) first(names ...string) symbolic.Expr {
	for _, name := range names {
		if m.has(name) {
			return m.parameter(name)
		}
	}
	return m.A.Real(0)
}

// called is the number of the machine for an operation that no group of units does: it
// is a call of a library function, and is added to all that overlaps.
func called(class string) (name string, ok bool) {
	for _, g := range groups {
		if slices.Contains(g.classes, class) {
			return "", false
		}
	}
	switch class {
	case "integer_power", "complex_power":
		return "real_power_s", true
	case "double_complex_power":
		return "double_power_s", true
	}
	return class + "_s", true
}

// vectors are the library functions that a vectorised loop may call, where the machine
// has their times.
var vectors = map[string]string{"exp": "vector_exp_s", "log": "vector_log_s", "trig": "vector_trig_s", "double_power": "vector_power_s",
	"real_exp": "vector_real_exp_s", "real_log": "vector_real_log_s", "real_trig": "vector_real_trig_s"}

// Single is the class of a function of single precision, where the machine tells its time
// from that of double precision.
func (m Model) Single(class string) string {
	if name := "real_" + class; m.has(name + "_s") {
		return name
	}
	return class
}
