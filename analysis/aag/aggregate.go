package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
)

// aggregate joins the messages of several arrays that stand at one point and
// come from the same processors: a later one has a message of its own only
// where the earlier ones have none. What moves stays with each.
func (w *walker) aggregate(units []*AAU) {
	if w.probing || !w.b.Scheme.Aggregate {
		return
	}
	a := w.b.A
	for i, u := range units {
		if !joinable(u) {
			continue
		}
		for _, earlier := range units[:i] {
			if joinable(earlier) && slices.Equal(earlier.Comm.From, u.Comm.From) && earlier.Weight == u.Weight {
				u.Comm.Messages = a.Max(a.Int(0), a.Sub(u.Comm.Messages, earlier.Comm.Messages))
			}
		}
	}
}

// joinable reports whether the unit is messages from processor to processor,
// which could carry more.
func joinable(u *AAU) bool {
	return u.Kind == Comm && u.Comm.Passed == nil && (u.Comm.Kind == comm.Shift || u.Comm.Kind == comm.Copy || u.Comm.Kind == comm.Remap)
}
