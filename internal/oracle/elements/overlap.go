package elements

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// The references of a statement to an array, one of which is a diagonal, are one
// exchange: one message from each neighbour brings its face or its corner, each
// element once. Without a diagonal every direction has messages of its own.

// area collects the references of a group but for the signs of their
// directions.
type area struct {
	noted      map[directionKey]bool // references that are in it already
	places     map[string][]int64    // distinct offsets: per grid dimension, then of the others
	forms      map[string]bool       // of the subscripts that no grid dimension distributes
	directions map[string]bool
	rank       int    // grid dimensions
	unit       []bool // by place in the offsets: runs in steps of one, over blocks where it is distributed
	oblique    bool   // a loop runs along several grid dimensions
}

// offsets is where a reference lies in an area; around is "" for one that lies
// in none.
type offsets struct {
	around, form string
	at           []int64
	unit         []bool
	oblique      bool
}

// note adds a reference to the area that it may be part of.
func (it *interpreter) note(f *frame, by reader, nest []*frame, key trackKey, read access) {
	o := it.offsetsOf(by, nest, key, read)
	if o.around == "" {
		return
	}
	id := key
	id.direction = o.around
	a := f.areas[id]
	if a == nil {
		a = &area{map[directionKey]bool{}, map[string][]int64{}, map[string]bool{}, map[string]bool{}, len(by.who), o.unit, o.oblique}
		f.areas[id] = a
	}
	a.directions[key.direction] = true
	if a.noted[directionKey{by.key, read.ref}] {
		return
	}
	a.noted[directionKey{by.key, read.ref}] = true
	own := slices.Clone(o.at)
	clear(own[:a.rank])
	a.places[fmt.Sprint(o.at)], a.places[fmt.Sprint(own)] = o.at, own
	a.forms[o.form] = true
}

// offsetsOf returns where a reference lies; the same whenever the reader runs.
func (it *interpreter) offsetsOf(by reader, nest []*frame, key trackKey, read access) offsets {
	id := directionKey{by.key, read.ref}
	if o, known := it.places[id]; known {
		return o
	}
	o := offsets{}
	if key.direction != lone && !scattered(key.direction) && !read.routine && it.opt.Scheme.Coalesce && it.opt.Scheme.OverlapAreas {
		o = it.offsetsFrom(by, nest, key, read.ref)
	}
	it.places[id] = o
	return o
}

func (it *interpreter) offsetsFrom(by reader, nest []*frame, key trackKey, r *program.Ref) offsets {
	v := it.variable(r.Sym)
	entries := strings.Split(strings.Trim(key.direction, "()"), ",")
	var o offsets
	seen := map[string]bool{}
	for g, home := range by.who {
		from := v.axes[g]
		shift, unit := int64(0), false
		if right, ok := it.templateForm(r, from); ok && from.dealt() {
			if d, constant := it.shift(g, home, from, right); constant {
				shift, unit = d, it.steps1(nest, right) && from.format == mapping.Block
			}
			for name := range right.factors {
				o.oblique = o.oblique || seen[name]
				seen[name] = true
			}
		}
		o.at, o.unit = append(o.at, shift), append(o.unit, unit)
	}
	for d := range v.bounds {
		at, unit := int64(0), false
		f, ok := it.subscriptForm(r, d)
		if !slices.ContainsFunc(v.axes, func(a axis) bool { return a.kind == mapping.Aligned && a.dim == d }) && ok && runsWith(nest, f) {
			at, unit = f.constant, it.steps1(nest, f)
			o.form += f.plus(form{constant: -at}).String() + " "
		}
		o.at, o.unit = append(o.at, at), append(o.unit, unit)
	}
	for g := range by.who {
		if e := entries[g]; e == "+" || e == "-" || e == "0" {
			entries[g] = "~"
		}
	}
	o.around = strings.Join(entries, ",")
	return o
}

// steps1 reports whether a form takes steps of one: it runs with one index, of
// a loop or a section, whose step is one.
func (it *interpreter) steps1(nest []*frame, f form) bool {
	if len(f.factors) != 1 {
		return false
	}
	for name, factor := range f.factors {
		if factor != 1 && factor != -1 {
			return false
		}
		for _, frame := range nest {
			if step := stepOf(frame.key, name); step != nil {
				one, ok := it.linear(step)
				return ok && len(one.factors) == 0 && (one.constant == 1 || one.constant == -1)
			}
		}
	}
	return true
}

// stepOf returns the step of a construct's index, nil for none.
func stepOf(construct any, index string) program.Expr {
	var ranges []program.IndexRange
	switch s := construct.(type) {
	case *program.Do:
		if s.Var != nil && s.Var.Name == index {
			return s.Step
		}
		ranges = s.Ranges
	case *program.Forall:
		ranges = s.Ranges
	}
	for _, r := range ranges {
		if r.Var.Name == index {
			return r.Step
		}
	}
	return nil
}

// joined reports whether the references are one exchange.
func (a *area) joined() bool {
	all := slices.Collect(maps.Values(a.places))
	corners := false
	for d := range all[0] {
		least, most := all[0][d], all[0][d]
		for _, o := range all {
			least, most = min(least, o[d]), max(most, o[d])
		}
		if least != most && !a.unit[d] {
			return false
		}
	}
	for _, o := range all {
		moved := 0
		for _, shift := range o[:a.rank] {
			if shift != 0 {
				moved++
			}
		}
		corners = corners || moved > 1
	}
	return corners && !a.oblique && len(a.forms) == 1
}

// joinAreas makes one group of the directions of each overlap area.
func (it *interpreter) joinAreas(f *frame) {
	for id, a := range f.areas {
		if !a.joined() {
			continue
		}
		for direction := range a.directions {
			old := id
			old.direction = direction
			if f.wanted[old] == nil {
				continue
			}
			it.join(f, id, old)
		}
	}
}

// join moves what one group wants to another one.
func (it *interpreter) join(f *frame, to, from trackKey) {
	if f.wanted[to] == nil {
		f.wanted[to] = map[Pair]section{}
	}
	for pair, elements := range f.wanted[from] {
		if f.wanted[to][pair] == nil {
			f.wanted[to][pair] = section{}
		}
		maps.Copy(f.wanted[to][pair], elements)
	}
	delete(f.wanted, from)
	t := it.tracks[from]
	joined := it.tracks[to]
	if joined == nil || t.before(joined) {
		first := *t
		first.Direction, first.Pairs = to.direction, map[Pair]Traffic{}
		if joined != nil {
			first.Pairs = joined.Pairs
		}
		it.tracks[to] = &first
	}
}
