package interpret

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/core"
	"github.com/parlens/parlens/costmodel/memory"
)

// kernelKey writes all that the terms of a kernel are made of, but for the machine: a
// kernel that no edit has touched is found by it.
func (i *interpreter) kernelKey(k *kernel, bodies []core.Work, chains []core.Chain, shares []symbolic.Expr) []byte {
	w := keyWriter(i.key[:0])
	w.ints(int64(k.vector), truth(k.outer), int64(i.processes()), int64(len(k.owner)))
	for _, at := range k.owner {
		w.ints(int64(at))
	}
	w.ints(int64(len(bodies)))
	for n, x := range bodies {
		w.ints(int64(shares[n]))
		w.operations(x.Ops)
		w.operations(x.Path)
		w.floats(x.Loads, x.Stores, x.Updates)
	}
	w.floats(k.jammed)
	w.ints(int64(len(chains)))
	for _, c := range chains {
		w.text(c.Name)
		w.ints(c.Distance, truth(c.Stored), truth(c.Sum), truth(c.Free), int64(c.At), int64(c.Anew), int64(len(c.Ops)))
		for _, ops := range c.Ops {
			w.operations(ops)
		}
	}
	i.key = k.nest.Among(w, i.number)
	return i.key
}

// coverKey writes all that the share of a stream's lines is made of that a kernel touches.
func (w *wayBack) coverKey(p passing) []byte {
	i, key := w.i, keyWriter(w.i.key[:0])
	key.ints(i.constants, i.number(p.passage(false).Nest), int64(p.inner), i.number(&w.own.nest), int64(w.stream), int64(w.loops))
	i.key = key
	return key
}

// constantsNumber tells apart what the unit declares as constants; behind a length that no
// nest has.
func (i *interpreter) constantsNumber() int64 {
	var w keyWriter
	w.ints(-1)
	for _, name := range slices.Sorted(maps.Keys(i.b.Constants)) {
		w.text(name)
		w.ints(i.b.Constants[name])
	}
	return i.b.NestNumber(w)
}

// waits is the seconds of operations of which each waits for the one before; the same
// few rows of them are compared again and again.
func (i *interpreter) waits(path comm.Operations) float64 {
	var w keyWriter
	w.operations(path)
	s, known := i.rows[string(w)]
	if !known {
		s = core.Model{A: i.a, M: i.m}.Seconds(path)
		i.rows[string(w)] = s
	}
	return s
}

// number tells the nests of kernels apart.
func (i *interpreter) number(n *memory.Nest) int64 {
	number, known := i.numbers[n]
	if !known {
		number = i.b.NestNumber(n.Own())
		i.numbers[n] = number
	}
	return number
}

type keyWriter []byte

func (w *keyWriter) ints(all ...int64) {
	for _, n := range all {
		*w = binary.AppendVarint(*w, n)
	}
}

func (w *keyWriter) floats(all ...float64) {
	for _, x := range all {
		*w = binary.LittleEndian.AppendUint64(*w, math.Float64bits(x))
	}
}

func (w *keyWriter) text(s string) {
	w.ints(int64(len(s)))
	*w = append(*w, s...)
}

func (w *keyWriter) operations(ops comm.Operations) {
	w.ints(int64(len(ops)))
	for _, name := range slices.Sorted(maps.Keys(ops)) {
		w.text(name)
		w.floats(ops[name])
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// remembered is the terms of a kernel with their sums and the largest of these.
func remembered(terms []core.Term, sums []symbolic.Expr, total symbolic.Expr) comm.Terms {
	out := comm.Terms{Of: [][]symbolic.Expr{{total}, sums}}
	for _, t := range terms {
		out.Names, out.Of = append(out.Names, t.Name), append(out.Of, t.Of)
	}
	return out
}

// recalled is the inverse of remembered.
func recalled(t comm.Terms) (terms []core.Term, sums []symbolic.Expr, total symbolic.Expr) {
	terms = make([]core.Term, len(t.Names))
	for n, name := range t.Names {
		terms[n] = core.Term{Name: name, Of: t.Of[2+n]}
	}
	return terms, t.Of[1], t.Of[0][0]
}
