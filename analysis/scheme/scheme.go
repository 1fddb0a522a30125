// Package scheme holds the choices of a data-parallel compiler that decide
// which communication a program needs and where it is paid. It knows no
// machine number: a machine file names the scheme of its compiler.
package scheme

// OwnerTest says where a loop whose iterations are partitioned finds out
// which of them are its own.
type OwnerTest uint8

// The placements of the owner test.
const (
	InBounds    OwnerTest = iota // local loop bounds, computed once per loop
	InIteration                  // a guard in every iteration
)

// Scheme is the set of switches.
type Scheme struct {
	Vectorize    bool      // hoist messages out of loops that carry no dependence on the array
	OverlapAreas bool      // join the shifts of one array in one direction into one message
	OwnerTest    OwnerTest // where iterations are told apart
}

// Collective is the scheme of the Fortran 90D and pghpf family: vectorised
// messages, overlap areas, local loop bounds.
var Collective = Scheme{Vectorize: true, OverlapAreas: true, OwnerTest: InBounds}

// ByName returns the scheme with the name a machine file uses.
func ByName(name string) (Scheme, bool) {
	s, ok := map[string]Scheme{"collective": Collective}[name]
	return s, ok
}
