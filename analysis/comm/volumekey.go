package comm

import (
	"encoding/binary"
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

// VolumeKey writes what the volume of a section depends on: the ranges, who
// executes, the mapping and the subscripts, the offsets. False for a reference
// whose volume depends on more: one that only the run time knows, or of a
// circular shift.
func (b *Builder) VolumeKey(p *Partition, x *Access, sides []spread) ([]byte, bool) {
	if x.Turn != nil || slices.ContainsFunc(x.Subs, func(s Affine) bool { return s.Irregular }) {
		return nil, false
	}
	k := keyWriter{b: b, ranges: p.Ranges, key: make([]byte, 0, 256)}
	k.numbers(int64(len(p.Ranges)))
	for _, l := range p.Ranges {
		k.loop(l)
	}
	k.partition(p)
	for g := range x.Layout.Axes {
		k.numbers(b.axis(x.Layout.Axes[g]))
	}
	k.numbers(int64(len(x.Subs)))
	for _, s := range x.Subs {
		k.affine(s)
	}
	for _, side := range sides {
		k.numbers(side.min, side.max)
	}
	return k.key, k.complete
}

// axis numbers the axes of layouts.
func (b *Builder) axis(x mapping.Axis) int64 {
	n, known := b.axes[x]
	if !known {
		n = len(b.axes)
		b.axes[x] = n
	}
	return int64(n)
}

// keyWriter writes the key of a volume.
type keyWriter struct {
	b        *Builder
	ranges   []*Loop
	key      []byte
	complete bool
}

func (k *keyWriter) numbers(all ...int64) {
	for _, n := range all {
		k.key = binary.AppendVarint(k.key, n)
	}
}

func (k *keyWriter) exprs(all ...symbolic.Expr) {
	for _, e := range all {
		k.key = binary.AppendVarint(k.key, int64(e))
	}
}

func (k *keyWriter) name(s string) {
	k.numbers(int64(len(s)))
	k.key = append(k.key, s...)
}

func (k *keyWriter) loop(l *Loop) {
	k.name(l.Name)
	k.exprs(l.Lo, l.Hi)
	k.numbers(truth(l.Widened), int64(len(l.Over)))
	for _, name := range l.Over {
		k.name(name)
	}
}

// affine writes a subscript, with its loop by the place among the ranges.
func (k *keyWriter) affine(s Affine) {
	k.numbers(int64(slices.Index(k.ranges, s.Loop)), s.Scale, truth(s.Irregular), truth(s.Loop != nil))
	k.exprs(s.Offset)
}

// partition writes who executes: what the shares and guards are made from.
func (k *keyWriter) partition(p *Partition) {
	k.complete = !p.Bound // an even share has no home
	k.numbers(int64(len(p.Home)))
	for g, x := range p.Home {
		if x == nil {
			k.numbers(-1)
			continue
		}
		k.numbers(k.b.axis(x.Layout.Axes[g]))
		k.affine(k.b.Place(x, g).Sub)
	}
	k.numbers(int64(len(p.Guards)))
	k.exprs(p.Guards...)
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
