package program

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Stored is what a procedure may change besides variables that are its alone.
type Stored struct {
	Shared []string // storage of shared variables, sorted; [Aliases] for what pointers and EQUIVALENCE reach
	Passed []Passed // shared variables that it passes on
	Any    bool     // a statement is not understood
}

// Passed is a shared variable in an argument of a call.
type Passed struct {
	Procedure, Keyword string
	Place              int // from 0
	Storage            []string
}

// Aliases stands among the storage that a procedure changes for what pointers reach; with
// a type behind it, for what pointers of this type do.
const Aliases = "*"

// reached is what stands among the storage for a pointer or target: one of numbers or texts
// reaches no other type.
func reached(s *Symbol) string {
	if s.Type == Derived || s.Type == Unknown {
		return Aliases
	}
	return Aliases + strconv.Itoa(int(s.Type))
}

// standsFor returns the storage that an assignment to a variable changes; what is within a
// dummy is the actual argument's.
func (e *effects) standsFor(s *Symbol) []string {
	whole := s
	if s.Array != nil {
		whole = s.Array
	}
	dummy, _ := e.unit.DummyPart(whole)
	switch {
	case dummy != nil && !s.Aliased && !s.Overlaid:
		return nil
	case s.Overlaid:
		var out []string
		if s.Aliased {
			out = []string{Aliases}
		}
		for _, x := range e.unit.Symbols {
			if x.Shared && x.Overlaid {
				out = append(out, x.Storage)
			}
		}
		return out
	case s.Aliased:
		return []string{reached(s), s.Storage}
	case s.Shared && !s.Dummy:
		return []string{s.Storage}
	}
	return nil
}

func (e *effects) stores(list ...*Symbol) {
	for _, s := range list {
		for _, x := range e.standsFor(s) {
			if i, found := slices.BinarySearch(e.Stored.Shared, x); !found {
				e.Stored.Shared = slices.Insert(e.Stored.Shared, i, x)
			}
		}
	}
}

// Handed is a procedure in an argument of a call.
type Handed struct {
	Procedure, Keyword string
	Place              int // from 0
	Actual             string
	Dummy              bool // it is a dummy itself
}

// passes notes the variables and the procedures that a procedure gets.
func (e *effects) passes(procedure string, args []Arg) {
	for i, a := range args {
		if r, ok := a.Value.(*Ref); ok {
			if r.Sym.Class == Procedure {
				e.Handed = append(e.Handed, Handed{procedure, a.Keyword, i, r.Sym.Name, r.Sym.Dummy})
			}
			if storage := e.standsFor(r.Sym); storage != nil {
				e.Stored.Passed = append(e.Stored.Passed, Passed{procedure, a.Keyword, i, storage})
			}
		}
	}
}

// OneOf reports whether a variable may be among those of which the storage is given, by
// another unit. A variable of the unit's own is known to the procedures that it contains
// by the unit's name.
func (s *Symbol) OneOf(storage []string) bool {
	if len(storage) == 0 {
		return false
	}
	whole, _, _ := strings.Cut(s.Name, "%")
	if s.Aliased && slices.ContainsFunc(storage, func(x string) bool {
		return x == Aliases || x == reached(s) || s.Type == Derived && strings.HasPrefix(x, Aliases)
	}) {
		return true
	}
	return s.Overlaid || slices.ContainsFunc(storage, func(x string) bool {
		switch {
		case strings.HasPrefix(x, Aliases):
			return false
		case s.Storage == "" && s.Shared || x == "":
			return s.Shared
		case s.Storage == "":
			return strings.HasSuffix(x, "%"+whole) || strings.Contains(x, "%"+whole+"%")
		case s.Storage[0] == '/' && x[0] == '/':
			return sameBlock(s.Storage, x)
		}
		return x == s.Storage || strings.HasPrefix(x, s.Storage+"%") || strings.HasPrefix(s.Storage, x+"%")
	})
}

// OverlappingMembers returns for each member of a COMMON block, as [Symbol.Storage] has it, the
// other ones of those given that overlap it: units lay out the block otherwise.
func OverlappingMembers(members []string) map[string][]string {
	type member struct {
		storage  string
		from, to int64
	}
	blocks := map[string][]member{}
	for _, x := range members {
		block, place, _ := strings.Cut(x[1:], "/")
		from, to := bytesOf(place)
		blocks[block] = append(blocks[block], member{x, from, to})
	}
	out := map[string][]string{}
	for _, list := range blocks {
		slices.SortFunc(list, func(x, y member) int {
			return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.storage, y.storage))
		})
		for i, x := range list {
			for _, y := range list[i+1:] {
				if y.from >= x.to {
					break
				}
				out[x.storage], out[y.storage] = append(out[x.storage], y.storage), append(out[y.storage], x.storage)
			}
		}
	}
	return out
}

// sameBlock reports whether two members of COMMON blocks may overlap: other members of
// a block of the same shape do not.
func sameBlock(x, y string) bool {
	blockX, placeX, _ := strings.Cut(x[1:], "/")
	blockY, placeY, _ := strings.Cut(y[1:], "/")
	if blockX != blockY {
		return false
	}
	fromX, toX := bytesOf(placeX)
	fromY, toY := bytesOf(placeY)
	return fromX < toY && fromY < toX
}

// bytesOf returns the bytes of a block that a member takes, from its storage behind the
// block's name: "8:1*4(10,20)".
func bytesOf(place string) (from, to int64) {
	start, rest, _ := strings.Cut(place, ":")
	kind, extents, _ := strings.Cut(rest, "(")
	_, element, _ := strings.Cut(kind, "*")
	from, _ = strconv.ParseInt(start, 10, 64)
	bytes, _ := strconv.ParseInt(element, 10, 64)
	if bytes <= 0 {
		return 0, math.MaxInt64
	}
	extents, _, _ = strings.Cut(extents, ")")
	for text := range strings.SplitSeq(extents, ",") {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			bytes *= n
		}
	}
	return from, from + bytes
}
