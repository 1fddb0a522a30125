package aag

import (
	"fmt"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// volume is a number of elements of so many bytes each.
type volume struct {
	elements symbolic.Expr
	bytes    int
	strided  bool // they do not lie side by side
}

// sized evaluates a count and a datatype; one that is not known leaves the call without an
// estimate.
func (w *messages) sized(m *program.Message, count, datatype program.Expr) (volume, []*AAU) {
	if !isCount(count) {
		return volume{}, w.broken(m.Call.Span(), "message-size", source.Warning, m.Title()+": its count is no integer")
	}
	return w.sizedBy(m, func() symbolic.Expr { return w.countOf(count) }, datatype)
}

// sizedBy is the same with a value as the count.
func (w *messages) sizedBy(m *program.Message, count func() symbolic.Expr, datatype program.Expr) (volume, []*AAU) {
	t, known := w.datatype(datatype)
	if !known {
		return volume{}, w.broken(m.Call.Span(), "message-size", source.Warning, fmt.Sprintf("%s: the bytes of its datatype are not known: only those of MPI's own types are, and of rows of them (MPI_TYPE_CONTIGUOUS, MPI_TYPE_VECTOR), parts of arrays (MPI_TYPE_CREATE_SUBARRAY) or up to %d blocks (MPI_TYPE_CREATE_STRUCT)", m.Title(), mostBlocks))
	}
	return volume{w.b.A.Mul(w.b.A.Max(w.b.A.Int(0), count()), t.elements), t.bytes, t.strided}, nil
}

func isCount(e program.Expr) bool {
	switch e := e.(type) {
	case *program.Const:
		return e.Type == program.Integer
	case *program.Ref:
		return e.Sym.Type == program.Integer
	}
	return true
}

// countOf is how many elements a message has. Where an array has a count for each processor it
// is what all of them are; what nobody knows is asked for, of an array the mean.
func (w *messages) countOf(count program.Expr) symbolic.Expr {
	r, isRef := count.(*program.Ref)
	if isRef && r.Sym.Rank() == 1 {
		if v := w.values.partHolds(w.values.followedPart(r.Sym, comm.EachElement)); v != 0 {
			return v
		}
	}
	if v, ok := w.b.Value(count); ok && program.RankOf(count) == 0 {
		return v
	}
	why := fmt.Sprintf("how many elements a message has (%s) is not known before run time", program.Text(count))
	return w.b.A.Sym(w.assume("elements", 100, count.Span(), why), symbolic.Index)
}

// section is the volume of a variable or of a section.
func (w *messages) section(m *program.Message, e program.Expr) (volume, []*AAU) {
	r, ok := e.(*program.Ref)
	if ok {
		if n, known := w.b.SectionSize(r); known {
			return volume{n, r.Sym.Bytes, false}, nil
		}
	}
	return volume{}, w.broken(m.Call.Span(), "message-size", source.Warning, m.Title()+": the elements of its argument are not known before run time")
}

// contributed is what one processor gives to a collective, or gets of it.
func (w *messages) contributed(m *program.Message) (volume, []*AAU) {
	switch {
	case m.Argument("a") != nil:
		return w.section(m, m.Argument("a"))
	case m.Op == program.Scatters:
		return w.sized(m, m.Argument("recvcount"), m.Argument("recvtype"))
	case m.Argument("sendcounts") != nil:
		return w.sized(m, m.Argument("sendcounts"), m.Argument("sendtype"))
	case m.Op == program.ReduceScatters:
		v, why := w.sized(m, m.Argument("recvcounts", "recvcount"), m.Argument("datatype"))
		if why == nil {
			v.elements = w.b.A.Mul(w.values.processes(m), v.elements)
		}
		return v, why
	}
	return w.sized(m, m.Argument("sendcount", "count"), m.Argument("sendtype", "datatype"))
}

// datatype returns what one element of a datatype holds: one of MPI's own types,
// a PARAMETER or variable that stands for it, or rows of those.
func (w *messages) datatype(e program.Expr) (volume, bool) {
	if described := w.values.variable(e); described != nil {
		if t, known := w.ofProgram(described); known {
			return t, true
		}
		if t, known := w.ownType(w.values.scalars[described]); known {
			return t, true
		}
	}
	r, ok := e.(*program.Ref)
	if !ok || r.Sym.Rank() > 0 {
		return volume{}, false
	}
	name := r.Sym.Name
	if other, ok := r.Sym.Value.(*program.Ref); ok && r.Sym.Class == program.Parameter {
		name = other.Sym.Name
	}
	return w.ownType(w.b.A.Sym(name, symbolic.Index))
}

// ownType is what an element holds of one of MPI's own types, which a variable has as its
// value, 0 for none that is known.
func (w *messages) ownType(v symbolic.Expr) (volume, bool) {
	if v == 0 {
		return volume{}, false
	}
	free := w.b.A.Free(v)
	if len(free) != 1 || w.b.A.Sym(free[0].Name, symbolic.Index) != v {
		return volume{}, false
	}
	bytes := int(program.DatatypeBytes(free[0].Name))
	return volume{w.once(), bytes, false}, bytes > 0
}

// datatypeItem is a datatype (from 0) of a list of them, a constructor or a vector.
func (w *messages) datatypeItem(list program.Expr, d int) (volume, bool) {
	if items, ok := list.(*program.Opaque); ok {
		if d >= len(items.Values) {
			return volume{}, false
		}
		return w.datatype(items.Values[d])
	}
	vector, n := w.values.vectorOf(list, nil)
	if vector == nil || d >= n {
		return volume{}, false
	}
	if t, known := w.ofProgram(w.values.elementSymbol(vector, d)); known {
		return t, true
	}
	return w.ownType(w.values.element(vector, d))
}

// describe notes a datatype of rows: count elements side by side, or count blocks
// of blocklength elements, the next one stride elements further on; a part of an
// array; or a list of blocks.
func (w *messages) describe(m *program.Message) []fact {
	name := w.values.variable(m.Argument("newtype"))
	v := w.described(m)
	if name == nil || v.elements == 0 {
		return nil
	}
	apart := w.b.A.Int(0)
	if v.strided {
		apart = w.once()
	}
	return []fact{
		{w.values.followedPart(name, typeElements), v.elements},
		{w.values.followedPart(name, typeBytes), w.b.A.Int(int64(v.bytes))},
		{w.values.followedPart(name, typeStrided), apart},
	}
}

// packed tells the position behind elements that are packed or unpacked; MPI's own types take
// there what they take in memory.
func (w *messages) packed(m *program.Message) []fact {
	position := arrayOf(m.Argument("position"))
	from, n := w.values.valueOf(m.Argument("position")), w.values.valueOf(m.Argument("incount", "outcount"))
	t, known := w.datatype(m.Argument("datatype"))
	if position == nil || position.Rank() > 0 || from == 0 || n == 0 || !known {
		return nil
	}
	return []fact{{position, w.b.A.Add(from, w.b.A.Mul(n, t.elements, w.b.A.Int(int64(t.bytes))))}}
}

// The parts of a datatype's variable: they are followed as scalars are.
const (
	typeElements = " elements"
	typeBytes    = " bytes"   // of an element
	typeStrided  = " strided" // 1 where they do not lie side by side
)

// ofProgram is what an element of a datatype holds that the program describes.
func (w *messages) ofProgram(name *program.Symbol) (volume, bool) {
	elements := w.values.partHolds(w.values.followedPart(name, typeElements))
	bytes, known := w.b.A.ConstInt(w.values.partHolds(w.values.followedPart(name, typeBytes)))
	strided, _ := w.b.A.ConstInt(w.values.partHolds(w.values.followedPart(name, typeStrided)))
	return volume{elements, int(bytes), strided == 1}, elements != 0 && known
}

// described is what an element of a new type holds, without elements where that is not known.
func (w *messages) described(m *program.Message) volume {
	if types := m.Argument("array_of_types"); types != nil {
		return w.structure(m, types)
	}
	old, known := w.datatype(m.Argument("oldtype"))
	if !known {
		return volume{}
	}
	if sizes := m.Argument("array_of_subsizes"); sizes != nil {
		return old.times(w.walker, w.subarray(m, sizes), true)
	}
	if lengths := m.Argument("array_of_blocklengths"); lengths != nil {
		return old.times(w.walker, w.blocks(m, func(d int) symbolic.Expr { return w.itemOf(lengths, d) }), true)
	}
	n := w.once() // MPI_TYPE_DUP, MPI_TYPE_CREATE_RESIZED
	for _, factor := range []program.Expr{m.Argument("count"), m.Argument("blocklength")} {
		if factor == nil {
			continue
		}
		v := w.values.valueOf(factor)
		if v == 0 {
			return volume{}
		}
		n = w.b.A.Mul(n, v)
	}
	return old.times(w.walker, n, m.Argument("blocklength") != nil)
}

// times is so many of an element, which may not lie side by side; nothing for a number that is
// not known.
func (v volume) times(w *walker, n symbolic.Expr, apart bool) volume {
	if n == 0 {
		return volume{}
	}
	return volume{w.b.A.Mul(w.b.A.Max(w.b.A.Int(0), n), v.elements), v.bytes, v.strided || apart}
}

// structure is an element of blocks of several types: its bytes.
func (w *messages) structure(m *program.Message, types program.Expr) volume {
	bytes := w.blocks(m, func(d int) symbolic.Expr {
		n := w.itemOf(m.Argument("array_of_blocklengths"), d)
		t, known := w.datatypeItem(types, d)
		if n == 0 || !known {
			return 0
		}
		return w.b.A.Mul(n, t.elements, w.b.A.Int(int64(t.bytes)))
	})
	return volume{bytes, 1, true}
}

// mostBlocks bounds the blocks of a datatype that are added up.
const mostBlocks = 8

// blocks is the sum over the blocks of a datatype; 0 where one of them is not known.
func (w *messages) blocks(m *program.Message, of func(d int) symbolic.Expr) symbolic.Expr {
	count, known := w.b.Constant(m.Argument("count"))
	if !known || count < 1 || count > mostBlocks {
		return 0
	}
	n := w.b.A.Int(0)
	for d := range int(count) {
		v := of(d)
		if v == 0 {
			return 0
		}
		n = w.b.A.Add(n, w.b.A.Max(w.b.A.Int(0), v))
	}
	return n
}

// subarray is how many elements a part of an array has, whose extents are given.
func (w *messages) subarray(m *program.Message, sizes program.Expr) symbolic.Expr {
	rank, known := w.b.A.ConstInt(w.values.valueOf(m.Argument("ndims")))
	if !known || rank < 1 || rank > mostDimensions {
		return 0
	}
	n := w.once()
	for d := range int(rank) {
		size := w.itemOf(sizes, d)
		if size == 0 {
			return 0
		}
		n = w.b.A.Mul(n, size)
	}
	return n
}

// of says of a message how its elements lie: those that do not lie side by side
// are packed.
func (v volume) of(c *comm.Communication) *comm.Communication {
	c.Contiguous, c.Strided = !v.strided, v.strided
	return c
}
