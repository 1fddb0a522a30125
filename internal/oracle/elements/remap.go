package elements

import (
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Move gives an array another mapping.
type Move struct {
	Array *program.Symbol
	To    mapping.Layout
	Arena Evaluator // of the expressions of To; nil: that of the unit
}

// Remap counts what moving an array of the unit from one mapping to another
// costs: the transfers, and one load and one store for each element that a
// processor then holds. Moving to the same owners costs nothing.
func Remap(in Input, opt Options, array *program.Symbol, from, to mapping.Layout) (*Line, error) {
	in.Remaps = map[program.Stmt][]Move{nil: {{Array: array, To: from}, {Array: array, To: to}}}
	it, err := start(in, opt)
	if err != nil {
		return nil, err
	}
	at := array.Declared.Start
	it.in.Layouts[array] = from
	if err := it.try(func() { it.move(array, at, Move{Array: array, To: to}) }); err != nil {
		return nil, err
	}
	line := it.at(it.lineOf(at))
	it.finish()
	return line, nil
}

// moves executes the remappings of a statement.
func (it *interpreter) moves(s program.Stmt, moves []Move) {
	at := s.Span().Start
	it.ran(s, it.line, 1)
	for _, m := range moves {
		it.move(moveKey{s, m.Array, false}, at, m)
	}
	clear(it.dirs)
	clear(it.places)
}

// moveKey identifies a remapping: of an array at a directive, or of a dummy at
// a call, to it or back.
type moveKey struct {
	by    program.Stmt
	array *program.Symbol
	back  bool
}

// axesIn evaluates the layout of v, the expressions of which are in an arena.
func (it *interpreter) axesIn(arena Evaluator, v *variable) []axis {
	if arena == nil {
		return it.axes(v)
	}
	own := it.in.Arena
	it.in.Arena = arena
	defer func() { it.in.Arena = own }()
	return it.axes(v)
}

func (it *interpreter) move(key any, at int, m Move) {
	v := it.variable(m.Array)
	it.in.Layouts[m.Array] = m.To
	before := v.axes
	v.axes = it.axesIn(m.Arena, v)
	clear(v.copies)
	it.remap(key, at, m.Array, v, before, v.axes)
}

// remap counts what brings the elements of v from one mapping to another:
// every processor that does not hold an element before and does so afterwards
// gets it from the nearest that does.
func (it *interpreter) remap(key any, at int, name *program.Symbol, v *variable, before, after []axis) {
	from, to := *v, *v
	from.axes, to.axes = before, after
	ref := program.NewRef(source.Span{Start: at, End: at}, name)
	r := reader{key: key, group: key, at: at}
	group := trackKey{nest: key, reader: key, array: name, direction: lone}
	changed := false
	f := &frame{key: key}
	it.within(f, func() {
		for i := range v.data {
			it.step()
			old, now := it.holders(&from, i), it.holders(&to, i)
			holders, next := it.members(old), it.members(now)
			changed = changed || !slices.Equal(holders, next)
			for _, p := range next {
				if !it.holds(old, p) {
					it.want(f, r, group, ref, Pair{it.nearest(holders, p), p}, i)
				}
			}
		}
	})
	if changed {
		it.copyAll(r, &to)
	}
}

// copyAll lets everybody copy the elements that they hold.
func (it *interpreter) copyAll(r reader, v *variable) {
	for i := range v.data {
		t := newTally()
		t.add(Load, 1)
		t.add(Store, 1)
		it.charge(r, it.members(it.holders(v, i)), t)
	}
}
