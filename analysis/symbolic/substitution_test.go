package symbolic

import "testing"

// Expressions are what importing each and putting in the values makes of it, whichever came before.
func TestSubstitution(t *testing.T) {
	from := NewArena()
	n, p, c := from.Sym("n", Index), from.Sym("p", Index), from.Sym("c", Index)
	share := from.CeilDiv(n, p)
	list := []Expr{
		share,
		from.Mul(share, c),
		from.Sum("i", from.Int(1), share, from.Mul(from.Sym("i", Index), p)),
		from.Max(from.Sub(n, from.Mul(share, c)), from.Int(0)),
		n,
		0,
	}
	a, b := NewArena(), NewArena()
	s := a.Substituting(from)
	for _, e := range list {
		got := s.Of(e, func(s Symbol) (Expr, bool) {
			if s.Name == "p" {
				return a.Int(4), true
			}
			return 0, false
		})
		want := b.Subst(b.Import(from, e), map[string]Expr{"p": b.Int(4)})
		if a.String(got) != b.String(want) {
			t.Errorf("%s: %s, want %s", from.String(e), a.String(got), b.String(want))
		}
	}
}
