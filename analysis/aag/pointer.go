package aag

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// points builds a pointer assignment. Where a pointer which is not mapped comes to point at an
// array that the processors share, it says so: what is done through it is taken to be done by
// all of them on data of their own, which moves nothing and divides no work.
func (w *walker) points(s *program.Unmodelled) []*AAU {
	for _, pointer := range s.Receives {
		if to, mapped := w.b.Layouts[s.PointsAt]; mapped && !to.Replicated() && w.b.Layouts[pointer].Replicated() {
			return w.void(s.Span(), fmt.Sprintf("%s points at an array that is mapped, and is not mapped itself: what is done through it is counted as if every processor had all of it", strings.ToUpper(pointer.Name)))
		}
	}
	return w.system(s)
}

// system builds a call of the run-time system.
func (w *walker) system(s *program.Unmodelled) []*AAU {
	return []*AAU{w.unit(AAU{Kind: Call, At: s.Span(), Callee: s.Keyword, Count: w.count(), Local: w.calls(w.executors())})}
}
