package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Post is a statement at which processors post an event: to whom, and 1 for those that come there.
type Post struct{ To, Taken symbolic.Expr }

// Poster is the number of the processor that posts an event to this one at some of the statements:
// as far on the other side as they post it, or the one that comes there. 0 where that is not known,
// or several post it to the same processor.
func (b *Builder) Poster(posts []Post) symbolic.Expr {
	a, out := b.A, b.A.Int(-1)
	for k := len(posts) - 1; k >= 0; k-- {
		p := posts[k]
		if p.To == 0 {
			return 0
		}
		from := b.Opposite(p.To)
		if from == 0 {
			from = b.Sole(p.Taken)
		}
		if from == 0 || len(posts) == 1 {
			return from
		}
		there := b.standing(from)
		comes := a.And(a.Le(a.Int(0), from), a.Lt(from, b.size()), a.Subst(p.Taken, there), a.Eq(a.Subst(p.To, there), b.number()))
		out = a.Cond(comes, from, out)
	}
	if len(posts) == 0 || !b.postAlone(posts, out) {
		return 0
	}
	return out
}

// standing puts another processor of the row in this one's place.
func (b *Builder) standing(at symbolic.Expr) map[string]symbolic.Expr {
	with := map[string]symbolic.Expr{}
	for _, s := range b.A.Free(b.Coords[0]) {
		with[s.Name] = at
	}
	return with
}

// postAlone reports whether, of few processors, each gets an event from the one that is said to
// post it, and from no other one.
func (b *Builder) postAlone(posts []Post, poster symbolic.Expr) bool {
	for _, n := range []int64{2, 3, 4, 5, 8} {
		said, ok := b.OnEach(poster, n)
		if !ok {
			return false
		}
		from := make([]int64, n)
		for c := range from {
			from[c] = -1
		}
		for _, p := range posts {
			to, known := b.OnEach(b.A.Cond(p.Taken, p.To, b.A.Int(-1)), n)
			if !known {
				return false
			}
			for q, c := range to {
				if c < 0 || c >= n {
					continue
				}
				if from[c] >= 0 {
					return false
				}
				from[c] = int64(q)
			}
		}
		for c := range from {
			if from[c] != said[c] {
				return false
			}
		}
	}
	return true
}

// AllPosted reports whether there may be as many processors that each one that comes to a statement
// has a poster; true where that is not known.
func (b *Builder) AllPosted(poster, taken symbolic.Expr) bool {
	return slices.ContainsFunc([]int64{4, 5, 8}, func(n int64) bool {
		from, known := b.OnEach(poster, n)
		there, also := b.OnEach(taken, n)
		if !known || !also {
			return true
		}
		for c := range from {
			if there[c] != 0 && (from[c] < 0 || from[c] >= n) {
				return false
			}
		}
		return true
	})
}
