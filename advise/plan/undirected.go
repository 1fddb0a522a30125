package plan

import (
	"slices"
	"sort"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
)

// Array is one without directives that may get some.
type Array struct {
	Name string // as it is declared

	key    string
	bounds [][2]int64 // of each dimension, where they are constants; else nil
	text   string     // of the bounds
	size   float64    // elements; 0 where it is not known
	copies []spot     // where it is declared: once, or once in every unit that names its COMMON block
	with   []int      // of a member: the dimension of the root that each of its own follows, -1 for none; nil where it is shaped as the root
}

// spot is where directives for an array can stand.
type spot struct {
	file *file
	unit *fortran.Unit
	line int // of its declaration
	last int // the last line before which no more declarations stand
	name string
}

const (
	fewElements = 64 // arrays with fewer are not worth a message
	maxGroups   = 6  // of arrays without directives; more are joined where they are shaped alike
)

// undirected makes groups of the arrays that no directive maps.
func (p *Program) undirected(snap *workspace.Snapshot) {
	var units []unitOf
	arrays := map[string]*Array{}
	declared := map[spot]*Array{} // of an included text, once for all units that include it
	var order []*Array
	for _, x := range p.files {
		lowered := snap.Program(x.File).Units
		for i, bare := range lowered {
			u := unitOf{bare.Fork(), len(units)}
			units = append(units, u)
			if x.parsed.Units[i].Kind == program.Fragment || u.Messages {
				continue
			}
			for _, s := range u.Symbols {
				at := p.spot(snap, x, x.parsed.Units[i], u, s)
				if at == nil {
					continue
				}
				key := u.key(s)
				a := arrays[key]
				if a == nil {
					a = declared[*at]
				}
				if a == nil {
					a = described(s)
					a.Name, a.key = x.Text.Slice(s.Declared.Shift(u.Start)), key
					if at.file != x || !holdsWord(a.Name, s.Name) {
						a.Name = s.Name
					}
					arrays[key], declared[*at], order = a, a, append(order, a)
				}
				if !slices.ContainsFunc(a.copies, func(o spot) bool { return o.file == at.file && o.line == at.line && o.name == at.name }) {
					a.copies = append(a.copies, *at)
				}
			}
		}
	}
	p.affine(order, affinities(units))
}

// spot returns where a directive for an array of a unit can stand, nil for what gets
// none: scalars, dummies (they take what is passed), small arrays, what has a directive,
// what another unit declares.
func (p *Program) spot(snap *workspace.Snapshot, x *file, u *fortran.Unit, in unitOf, s *program.Symbol) *spot {
	if s.Rank() == 0 || s.Class != program.Variable || s.Dummy || s == in.Result || s.Declared.Empty() || len(s.Parts) > 0 || s.Type == program.Derived || s.Type == program.Character || s.Value != nil {
		return nil
	}
	if _, mapped := in.Layouts[s]; mapped {
		return nil
	}
	if s.Shared && (len(s.Storage) == 0 || s.Storage[0] != '/') && in.Kind != program.Module {
		return nil
	}
	for _, n := range u.Body {
		if n.Kind != fortran.Code || n.At.Start > s.Declared.Start || n.At.End < s.Declared.End {
			continue
		}
		if n.Origin == nil {
			return &spot{file: x, unit: u, line: x.Text.LineOf(u.Start + n.At.Start), last: lastDeclaration(x, u, in), name: s.Name}
		}
		if included, err := snap.File(n.Origin.File); err == nil && declares(n, s.Name) {
			for _, f := range p.files {
				if f.Path == included.Path {
					return &spot{file: f, unit: f.parsed.Units[0], line: n.Origin.Line, last: lastStatement(f), name: s.Name}
				}
			}
		}
	}
	return nil
}

// declares tells whether a statement declares a name, or shares it.
func declares(n *fortran.Node, name string) bool {
	all := fortran.Entities(n.Stmt)
	if shared, ok := n.Stmt.(*fortran.Common); ok {
		for _, b := range shared.Blocks {
			all = append(all, b.Members...)
		}
	}
	return slices.ContainsFunc(all, func(e fortran.Entity) bool { return e.Name.String() == name })
}

// lastDeclaration is the last line of the last declaration of a unit, directives that
// map data included.
func lastDeclaration(x *file, u *fortran.Unit, in unitOf) int {
	first := u.End - u.Start
	if len(in.Body) > 0 {
		first = in.Body[0].Span().Start
	}
	last := source.Span{}
	if u.Heading != nil {
		last = u.Heading.At
	}
	for _, n := range u.Body {
		if _, contains := n.Stmt.(*fortran.Contains); contains || n.At.Start >= first {
			break
		}
		if end := endOf(n); n.Kind == fortran.Code || n.Kind == fortran.Include || n.Origin != nil || mapsData(n) {
			last = end
		}
	}
	return x.Text.LineOf(u.Start + max(last.Start, last.End-1))
}

// endOf is the last statement of a construct: an interface block, a type.
func endOf(n *fortran.Node) source.Span {
	if n.End != nil {
		return n.End.At
	}
	return n.At
}

// lastStatement is the last line of the last statement of an included text.
func lastStatement(f *file) int {
	last := 1
	for _, u := range f.parsed.Units {
		for _, n := range u.Body {
			if n.Origin == nil {
				last = f.Text.LineOf(u.Start + max(0, endOf(n).End-1))
			}
		}
	}
	return last
}

// described reads the shape.
func described(s *program.Symbol) *Array {
	a := &Array{size: 1}
	known := true
	for _, d := range s.Dims {
		low, okLow := program.ConstInt(d.Lower, nil)
		high, okHigh := program.ConstInt(d.Upper, nil)
		known = known && okLow && okHigh
		a.bounds = append(a.bounds, [2]int64{low, high})
		a.size *= float64(high - low + 1)
		a.text += program.Text(d.Lower) + ":"
		if d.Upper != nil {
			a.text += program.Text(d.Upper)
		}
		a.text += ","
	}
	if known {
		a.text = ""
		for _, b := range a.bounds {
			a.text += itoa(int(b[0])) + ":" + itoa(int(b[1])) + ","
		}
		return a
	}
	a.bounds, a.size = make([][2]int64, len(s.Dims)), 0
	return a
}

// affine joins arrays: those of one shape that are walked along in the same way, then
// smaller ones with the array that they are most used with.
func (p *Program) affine(arrays []*Array, near affinity) {
	arrays = slices.DeleteFunc(arrays, func(a *Array) bool { return a.size > 0 && a.size < fewElements })
	var groups [][]*Array
	for _, a := range arrays {
		i := slices.IndexFunc(groups, func(g []*Array) bool {
			return g[0].shaped(a) && slices.ContainsFunc(g, func(b *Array) bool { return alike(a, b, near) })
		})
		if i < 0 {
			groups = append(groups, []*Array{a})
			continue
		}
		groups[i] = append(groups[i], a)
	}
	if len(groups) > maxGroups {
		groups = joined(groups)
	}
	sort.SliceStable(groups, func(i, j int) bool {
		a, b := groups[i][0], groups[j][0]
		if len(a.bounds) != len(b.bounds) {
			return len(a.bounds) > len(b.bounds)
		}
		return a.size > b.size
	})
	var kept [][]*Array
	for _, g := range groups {
		if root := attach(g, kept, near); root >= 0 {
			kept[root] = append(kept[root], g...)
			continue
		}
		kept = append(kept, g)
	}
	for _, g := range kept[:min(len(kept), 2*maxGroups)] {
		p.Groups = append(p.Groups, grouped(g))
	}
}

// shaped tells whether arrays have the same bounds and can stand in one directive.
func (a *Array) shaped(b *Array) bool {
	return len(a.bounds) == len(b.bounds) && a.text == b.text && together(a, b)
}

// together tells whether wherever one is declared the other is too.
func together(a, b *Array) bool {
	return len(a.copies) == len(b.copies) && !slices.ContainsFunc(a.copies, func(x spot) bool {
		return !slices.ContainsFunc(b.copies, func(y spot) bool { return x.file == y.file && x.unit == y.unit })
	})
}

// alike tells whether two arrays of one shape are walked along dimension by dimension,
// and nowhere more often across.
func alike(a, b *Array, near affinity) bool {
	straight, across := 0.0, 0.0
	for d := range a.bounds {
		for e := range b.bounds {
			w := near[[2]dimension{{a.key, d}, {b.key, e}}]
			switch {
			case d != e:
				across += w
			case w == 0:
				return false
			default:
				straight += w
			}
		}
	}
	return straight >= across
}

func joined(groups [][]*Array) [][]*Array {
	var out [][]*Array
	for _, g := range groups {
		i := slices.IndexFunc(out, func(o []*Array) bool { return o[0].shaped(g[0]) })
		if i < 0 {
			out = append(out, g)
			continue
		}
		out[i] = append(out[i], g...)
	}
	return out
}

// attach aligns the arrays of a group with the root of another that they are used
// with, where they fit inside it; -1 where there is none.
func attach(g []*Array, roots [][]*Array, near affinity) int {
	best, most := -1, 0.0
	var with []int
	for i, r := range roots {
		root := r[0]
		if !together(root, g[0]) || root.shaped(g[0]) {
			continue
		}
		to, weight := follows(g, root, r, near)
		if weight > most {
			best, most, with = i, weight, to
		}
	}
	if best >= 0 {
		for _, a := range g {
			a.with = with
		}
	}
	return best
}

// follows pairs the dimensions of arrays that are shaped alike with those of a root by the
// affinity of any of them with any array of its group, the strongest first.
func follows(arrays []*Array, root *Array, group []*Array, near affinity) ([]int, float64) {
	a := arrays[0]
	type pair struct {
		d, e   int
		weight float64
	}
	var pairs []pair
	for d := range a.bounds {
		for e := range root.bounds {
			w := 0.0
			for _, b := range group {
				f := e
				if b.with != nil {
					f = slices.Index(b.with, e)
				}
				for _, x := range arrays {
					if f >= 0 {
						w += near[[2]dimension{{x.key, d}, {b.key, f}}]
					}
				}
			}
			inside := a.size > 0 && root.size > 0 && a.bounds[d][0] >= root.bounds[e][0] && a.bounds[d][1] <= root.bounds[e][1]
			if w > 0 && inside {
				pairs = append(pairs, pair{d, e, w})
			}
		}
	}
	sort.SliceStable(pairs, func(i, j int) bool { return pairs[i].weight > pairs[j].weight })
	to := make([]int, len(a.bounds))
	for d := range to {
		to[d] = -1
	}
	sum := 0.0
	for _, x := range pairs {
		if to[x.d] < 0 && !slices.Contains(to, x.e) {
			to[x.d] = x.e
			sum += x.weight
		}
	}
	return to, sum
}

// grouped makes the group of its arrays.
func grouped(arrays []*Array) Group {
	g := Group{Rank: len(arrays[0].bounds), arrays: arrays}
	for _, a := range arrays {
		g.Roots = append(g.Roots, a.Name)
		for _, c := range a.copies {
			if l := (Line{c.file.Path, c.line}); !slices.Contains(g.Lines, l) {
				g.Lines = append(g.Lines, l)
			}
		}
	}
	g.Name = Named(g.Roots)
	return g
}
