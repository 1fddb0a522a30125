package arrayprogram

import (
	"fmt"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/costmodel/arrayop"
)

// load charges an operand: its load, and what the way that it is referred to adds
// (section 7.1, rules 2 to 4).
func (o *operation) load(r *program.Ref) {
	if o.body != nil && (r.Sym.Rank() == 0 || o.body.indices[r.Sym] != nil) {
		return // an index, or a scalar that has become an array in registers
	}
	s, problem := o.sectionOf(r)
	if problem != "" {
		o.fail(o.at, problem)
		return
	}
	typ := o.typeOf(r.Sym.Type, r.Sym.Bytes)
	local := 1.0
	if s.gather != nil {
		local = o.gather(s)
	}
	o.charge(Computation, arrayop.Term{Count: local, Name: typ + "-LOAD", Elements: o.elements})
	o.shape(s)
	if o.m.Memory == "distributed" && o.result != nil {
		if n := s.remoteReads(o.result, o.m.Machine.Nodes); n > 0 {
			o.charge(Communication, arrayop.Term{Count: n, Name: "REM-READ"})
		}
	}
}

func (o *operation) sectionOf(r *program.Ref) (*section, string) {
	if o.body != nil {
		return o.body.section(o.frame, r)
	}
	return o.frame.section(r)
}

// shape charges strides, and each section of the statement once.
func (o *operation) shape(s *section) {
	stride := s.memoryStride()
	if o.m.Strides == "cache" {
		stride = s.stride()
	}
	if s.gather == nil {
		if t, has := o.m.Stride(stride, o.elements, s.size); has {
			o.charge(Overhead, t)
		}
	}
	free := s.whole || s.constant && o.m.ConstantBlocks == "free" || s.gather != nil
	if !free && !o.blocks[s.key] {
		o.blocks[s.key] = true
		o.charge(Overhead, o.m.Block(o.elements, s.size))
	}
}

// gather charges an operand that is read by an index array, and returns the share of
// its elements that the processor has itself.
func (o *operation) gather(s *section) float64 {
	o.charge(Overhead, arrayop.Term{Count: o.elements, Name: "OH-GATHER"})
	o.subscript(s)
	return 1 - o.irregular(s, false)
}

// subscript charges the operations of a vector subscript. The load of an index array
// is part of the overhead of a gather or scatter, which was measured with one.
func (o *operation) subscript(s *section) {
	if _, plain := s.gather.Lo.(*program.Ref); !plain {
		o.expression(s.gather.Lo)
	}
}

// irregular charges what reads or writes by an index array take by their places, and
// returns the share of them that is remote.
func (o *operation) irregular(s *section, write bool) float64 {
	g := o.indices(s)
	what := "reads"
	if write {
		what = "writes"
	}
	if o.m.Memory == "shared" {
		if g.linear {
			o.note(o.at, fmt.Sprintf("the indices of %s are linearly related: no overhead for random %s", s.array.Name, what))
			return 0
		}
		if !g.known {
			o.note(o.at, fmt.Sprintf("the index values of %s are not known before run time: taken as random", s.array.Name))
		}
		o.charge(Overhead, o.m.Random(write, o.elements))
		return 0
	}
	processors := float64(o.m.Machine.Nodes)
	if !g.known {
		g.remote = (processors - 1) / processors // of random indices (appendix B.1)
		o.note(o.at, fmt.Sprintf("the index values of %s are not known before run time: taken as random, %.3g of all %s remote", s.array.Name, g.remote, what))
	}
	name := "REM-READ"
	if write {
		name = "REM-WRITE"
	}
	o.charge(Communication, arrayop.Term{Count: g.remote * o.elements / processors, Name: name})
	return g.remote
}

// indices looks at the values of an index array.
func (o *operation) indices(s *section) gathered {
	if len(s.dims) != 1 {
		return gathered{}
	}
	g := geometry{lower: s.dims[0].lower, size: s.size, elements: o.elements, processors: o.m.Machine.Nodes, cyclic: o.m.Layout == "cyclic"}
	e := s.gather.Lo
	var v *vector
	if r, is := e.(*program.Ref); is && len(r.Subs) == 0 {
		v = o.vectors[r.Sym]
	}
	if v != nil {
		if known, ok := v.remote[g]; ok {
			return known
		}
	}
	at, _ := o.elementwise(e)
	if at == nil {
		return gathered{}
	}
	out := o.look(at, g)
	if v != nil {
		if v.remote == nil {
			v.remote = map[geometry]gathered{}
		}
		v.remote[g] = out
	}
	return out
}

// store charges the result: the parallel and store overhead of the statement, or the
// store of a constant, and how the result is referred to.
func (o *operation) store(lhs *program.Ref, s *section, rhs program.Expr) {
	typ := o.typeOf(lhs.Sym.Type, lhs.Sym.Bytes)
	name := "OHS"
	if _, measured := o.m.Curve(typ + "-STORE"); measured && !o.array(rhs) {
		name = "STORE"
	}
	o.add(o.at, Overhead, arrayop.Term{Count: 1, Name: typ + "-" + name, Elements: o.elements}, o.times)
	if s.gather != nil {
		o.charge(Overhead, arrayop.Term{Count: o.elements, Name: "OH-SCATTER"})
		o.subscript(s)
		o.irregular(s, true)
	}
	o.shape(s)
	o.convert(rhs, typ)
}
