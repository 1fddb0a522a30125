package machines

import "strings"

// routines are the intrinsics whose time may be measured: those with an array
// result, and reductions of whole arrays (Parashar and Hariri 1996, section 4.4).
var routines = []string{
	"cshift", "eoshift", "transpose", "spread", "matmul", "reshape", "pack", "unpack",
	"sum", "product", "maxval", "minval", "maxloc", "minloc", "dot_product", "count", "any", "all",
}

// routineKeys are the numbers of the library: what a call costs, and each
// element.
func routineKeys() []key {
	var keys []key
	for _, name := range routines {
		element := "each element of the result on the processor"
		switch name {
		case "matmul":
			element = "each multiplication with its addition"
		case "sum", "product", "maxval", "minval", "maxloc", "minloc", "dot_product", "count", "any", "all":
			element = "each element of the argument on the processor"
		}
		keys = append(keys,
			optional(name+"_startup_s", amount, "a call of "+strings.ToUpper(name)),
			optional(name+"_element_s", amount, element))
	}
	return keys
}

func routinePairs() [][]string {
	var pairs [][]string
	for _, name := range routines {
		pairs = append(pairs, []string{name + "_startup_s", name + "_element_s"})
	}
	return pairs
}

// Routine returns what a routine of the library was measured to take on one
// processor: the names of the numbers for a call and for each element. False
// where the machine does not say.
func (m *Machine) Routine(name string) (startup, element string, ok bool) {
	startup, element = "library."+name+"_startup_s", "library."+name+"_element_s"
	_, ok = m.Number(element)
	return startup, element, ok
}
