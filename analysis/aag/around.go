package aag

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// exchangeAround builds an exchange with the neighbours in a grid (MPI 4.0, sections 8.6 and
// 8.7): along each dimension with the one below, then with the one above, all at once.
func (w *messages) exchangeAround(m *program.Message) []*AAU {
	grid := w.values.gridBehind(w.values.variable(m.Argument("comm")))
	if grid == nil {
		return w.void(m.Call.Span(), m.Title()+": which processors are neighbours is not known here")
	}
	var sent, received []*AAU
	for d, extent := range grid.dims {
		if n, known := w.b.A.ConstInt(extent); known && n == 1 {
			continue
		}
		for side := range 2 {
			p := comm.Passed{Title: m.Title(), Op: program.Exchanges, Partner: w.values.neighbour(grid, d, w.b.A.Int(int64(2*side-1)))}
			v, why := w.aroundSized(m, "send", 2*d+side)
			if why != nil {
				return why
			}
			sent = append(sent, w.passed(Comm, v.of(w.b.Sent(p, arrayOf(m.Argument("sendbuf")), v.elements, v.bytes, m.Call.Span()))))
			if v, why = w.aroundSized(m, "recv", 2*d+side); why != nil {
				return why
			}
			received = append(received, w.passed(Comm, v.of(w.b.Received(p, arrayOf(m.Argument("recvbuf")), v.elements, v.bytes, m.Call.Span()))))
		}
	}
	return append(sent, received...)
}

// aroundSized is what goes to a neighbour, or comes from it, by its place among all.
func (w *messages) aroundSized(m *program.Message, way string, place int) (volume, []*AAU) {
	counts := m.Argument(way+"counts", way+"count")
	return w.sizedBy(m, func() symbolic.Expr {
		if program.RankOf(counts) > 0 {
			if n := w.itemOf(counts, place); n != 0 {
				return n
			}
		}
		return w.countOf(counts)
	}, m.Argument(way+"type"))
}
