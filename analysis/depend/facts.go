package depend

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// Facts are what integer variables that all units see are equal to wherever they have a
// value: the program assigns them once, and what they are computed from never again
// afterwards. So the number of inner points that a main program computes from the number of all
// is two less than that in every procedure.
type Facts struct {
	about  map[atom]fact
	lowest map[atom]lowest
}

// lowest is the least value of an atom.
type lowest struct {
	value int64
	asked bool // it may be given another one by input
	name  string
}

func (l lowest) text(a atom) string {
	at := ""
	if a.at != "" {
		at = "(" + a.at[1:] + ")"
	}
	return fmt.Sprintf("%s%s >= %d", l.name, at, l.value)
}

// least is the least value of an atom, as far as the program gives it constants.
func (f *Facts) least(a atom) (lowest, bool) {
	if f == nil {
		return lowest{}, false
	}
	l, known := f.lowest[a]
	return l, known
}

// large is what sizes that are read are taken to be at least, where those are that the
// program has for the case that none is given: large enough for all cases at the ends of a
// loop to be different ones.
const large = 8

// fact is what an atom is equal to outside of the unit that assigns it; everywhere where that
// is the main program, which is executed once.
type fact struct {
	value *linear
	in    *program.Unit
}

// maxFacts bounds how often one is put into another.
const maxFacts = 4

// of is the value of an atom that a unit names, the atom itself where nothing else is known.
func (f *Facts) of(a atom, u *program.Unit) *linear {
	x := single(a)
	if f == nil {
		return x
	}
	for range maxFacts {
		known := slices.SortedFunc(maps.Keys(x.factors), func(a, b atom) int { return cmp.Or(cmp.Compare(a.storage, b.storage), cmp.Compare(a.at, b.at)) })
		known = slices.DeleteFunc(known, func(a atom) bool {
			found, is := f.about[a]
			return !is || found.in == u && u.Kind != program.Main
		})
		if len(known) == 0 {
			break
		}
		x = x.with(known[0], f.about[known[0]].value)
	}
	return x
}

// change is a place where a variable may get another value, or where a unit is left for others.
type change struct {
	unit  *program.Unit
	place int     // among the unit's statements
	value *linear // nil where it is not known
	input bool    // it is read
	plain bool    // it is executed once whenever the unit is, but for jumps over it
}

// FactsOf reads the units of a program. Hidden tells of the storage of a variable whether
// somebody may change it that is not among them.
func FactsOf(units []*program.Unit, hidden func(storage string) bool) *Facts {
	r := &factReader{keeps: keepsOf(units), changes: map[atom][]change{}, all: map[string][]change{}, left: map[*program.Unit][]int{}, unclear: map[string]bool{}, names: map[string]string{}}
	var storage []string
	for _, u := range units {
		r.unit(u)
		for _, s := range u.Symbols {
			if s.Shared && s.Class == program.Variable && s.Storage != "" && s.Storage[0] == '/' && !slices.Contains(storage, s.Storage) {
				storage = append(storage, s.Storage)
			}
		}
	}
	overlapping := program.OverlappingMembers(storage)
	clear := func(storage string) bool {
		return !hidden(storage) && !r.unclear[storage] && len(overlapping[storage]) == 0
	}
	f := &Facts{about: map[atom]fact{}, lowest: map[atom]lowest{}}
	for a, list := range r.changes {
		if low, known := r.lowest(append(slices.Clone(list), r.all[a.storage]...)); known && !r.unclear["="+a.storage] && clear(a.storage) {
			low.name = r.names[a.storage]
			f.lowest[a] = low
		}
	}
	for a, list := range r.changes {
		if len(list) != 1 || list[0].value == nil || !list[0].plain || len(r.all[a.storage]) > 0 || r.unclear["="+a.storage] || !clear(a.storage) {
			continue
		}
		c, steady := list[0], true
		for n := range c.value.factors {
			steady = steady && n.sym == nil && clear(n.storage) && r.settled(slices.Concat(r.changes[n], r.all[n.storage]), c)
		}
		if steady {
			f.about[a] = fact{c.value, c.unit}
		}
	}
	return f
}
