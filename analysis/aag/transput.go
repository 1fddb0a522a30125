package aag

import (
	"fmt"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scalarize"
	"github.com/parlens/parlens/analysis/symbolic"
)

// transput builds a statement of input and output. The first processor does it: what
// it writes is collected from its owners before, what it reads goes to those who
// have the arrays after; scalars are few bytes, and go with the next message. In a program
// whose processors communicate only by what it says (MPI, XcalableMP), each that comes to the
// statement does it for itself.
func (w *walker) transput(s *program.Unmodelled) []*AAU {
	u := AAU{Kind: IO, At: s.Span(), Local: w.local(), Count: w.count(), Everywhere: w.g.Unit.Messages || w.g.Unit.Explicit && !w.g.Unit.IOProcessor || s.List.Internal, Internal: s.List.Internal}
	bytes := w.b.A.Int(0)
	var before, after []*AAU
	for _, item := range s.List.Items {
		size, missing := w.transferred(item)
		bytes = w.b.A.Add(bytes, size)
		moves, why := w.itemMoves(item, u.Everywhere)
		if u.Reason = first(u.Reason, missing, why); s.List.Input {
			after = append(after, moves...)
		} else {
			before = append(before, moves...)
		}
	}
	u.Bytes = w.b.Total(w.loops[w.fixed():], w.b.A.Mul(w.inside(len(w.loops)), bytes))
	return append(append(before, w.unit(u)), after...)
}

// fileTransfer builds a call of MPI's input and output (MPI 4.0, chapter 14): each
// processor that comes to it transfers its own part. To pack elements, or unpack them, is like
// input and output from and to a variable.
func (w *walker) fileTransfer(s *program.CallStmt, m *program.Message) []*AAU {
	v, why := w.messages.sized(m, m.Argument("count", "incount", "outcount"), m.Argument("datatype"))
	if why != nil {
		return why
	}
	bytes := w.b.A.Mul(w.inside(len(w.loops)), v.elements, w.b.A.Int(int64(v.bytes)))
	return []*AAU{w.unit(AAU{Kind: IO, At: s.Span(), Local: w.local(), Count: w.count(), Everywhere: true, Internal: m.Op == program.Packs || m.Op == program.Unpacks, Bytes: w.b.Total(w.loops[w.fixed():], bytes)})}
}

// first returns the first text that is not empty.
func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// transferred returns the bytes of an item, and what its estimate leaves out.
func (w *walker) transferred(item program.TransferItem) (symbolic.Expr, string) {
	a := w.b.A
	elements, err := scalarize.Volume(w.nest(), item.Value, item.Ranges)
	missing := ""
	if err != nil {
		elements, missing = a.Int(1), "how many items there are is not known: one is counted"
	}
	return a.Mul(elements, a.Int(int64(itemBytes(item.Value)))), missing
}

// itemBytes is the bytes of one element of an item, as it is stored.
func itemBytes(value program.Expr) int {
	switch x := value.(type) {
	case *program.Const:
		return max(x.Bytes, len(x.Text))
	case *program.Ref:
		return x.Sym.Bytes
	}
	return 8
}

// itemMoves builds what an item takes besides its transfer: the elements that are
// collected or dealt out, or the evaluation of an expression.
func (w *walker) itemMoves(item program.TransferItem, everywhere bool) ([]*AAU, string) {
	if item.Copied != nil {
		return w.copied(item, everywhere)
	}
	switch {
	case simple(item.Value):
		return nil, ""
	case len(item.Ranges) > 0 || !everywhere && w.deals(item.Value):
		return nil, "what computing an item takes is not included"
	}
	return w.test(item.Value), ""
}

// deals reports whether the elements of an array expression are dealt out to processors.
// What reductions leave is everybody's, and functions of the program get arrays whole.
func (w *walker) deals(e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		switch x := x.(type) {
		case *program.Ref:
			found = found || x.Rank() > 0 && !w.b.Layouts[x.Sym].Replicated()
		case *program.Call:
			if shape := x.Intrinsic().Shape; shape == program.Reduction || shape == program.NotIntrinsic || x.Locates() {
				return false
			}
		}
		return !found
	})
	return found
}

// copied builds the messages that bring an item to the first processor, or from it.
func (w *walker) copied(item program.TransferItem, everywhere bool) ([]*AAU, string) {
	ref := item.Value.(*program.Ref)
	input := item.Copied.LHS == ref
	_, mapped := w.b.Layouts[ref.Sym]
	if everywhere || w.b.Grid == nil || ref.Sym.Rank() == 0 || !mapped && !input {
		return nil, ""
	}
	es, err := scalarize.Buffered(w.nest(), item.Copied, item.Ranges, w.fixed())
	if err != nil {
		return nil, fmt.Sprintf("what moving %s to the processor that does input and output takes is not included: %s", ref.Sym.Name, err)
	}
	build := func(n comm.Nest, fixed int) ([]*comm.Element, error) {
		return scalarize.Buffered(n, item.Copied, item.Ranges, fixed)
	}
	found, err := w.fetch(0, build, es)
	if err != nil {
		return nil, fmt.Sprintf("what moving %s to the processor that does input and output takes is not included: %s", ref.Sym.Name, err)
	}
	return w.fetches(item.Copied, found), ""
}

// simple reports whether an expression is made of scalars and operators only:
// what it takes to compute is nothing beside its transfer.
func simple(e program.Expr) bool {
	ok := true
	program.Walk(e, func(x program.Expr) bool {
		switch x := x.(type) {
		case *program.Ref:
			ok = ok && x.Sym.Rank() == 0
		case *program.Const, *program.Unary, *program.Binary:
		default:
			ok = false
		}
		return ok
	})
	return ok
}
