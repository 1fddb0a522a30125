package reaching

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// A scalar that no formula gives, because it changes by what the program finds on its way,
// may have another value in each iteration of the loops around: as a bound of a loop it goes
// together with their indices, as in DO i = j, k inside of a loop over j that counts k down.

// enclosing is a loop around, and what its body changes.
type enclosing struct {
	do      *program.Do
	changes []*program.Symbol
}

// place is where a use stands.
type place struct {
	root   *program.Do       // the outermost loop around that changes the variable; nil: none does
	along  []*program.Symbol // the indices of all of them; nil where one is not followed
	around []*enclosing      // the loops around, outermost first
}

// indexUse is the index of a loop as it stands in the bound of another one.
type indexUse struct {
	ref *program.Ref
	in  *program.Do
}

// placed notes where a use stands.
func (r *resolver) placed(ref *program.Ref) {
	if r.of[ref].index && r.ofLoop != nil {
		r.indices = append(r.indices, indexUse{ref, r.ofLoop})
	}
	p := place{around: slices.Clone(r.around)}
	follows := r.ofLoop != nil
	for _, l := range r.around {
		if !slices.Contains(l.changes, ref.Sym) {
			continue
		}
		if p.root == nil {
			p.root = l.do
		}
		if l.do.Kind != program.DoCount || l.do.Var == nil {
			continue // values that differ between its iterations are seen by the run
		}
		if _, constant := stepOf(l.do); !constant || l.do.Var.Type != program.Integer {
			follows = false
		}
		p.along = append(p.along, l.do.Var)
	}
	if !follows {
		p.along = nil
	}
	if p.root != nil && !r.of[ref].index && !r.asked {
		r.places[ref] = p
	}
}

// condition rewrites a condition. How often it holds is counted where it names what changes.
func (r *resolver) condition(e program.Expr) program.Expr {
	asked := r.asked
	r.asked = true
	defer func() { r.asked = asked }()
	return r.rewrite(e)
}

// follow says of the uses in bounds along which loops they have values of their own. What
// changes together in a loop is used together: where some of it is used elsewhere too, as in
// subscripts, the iterations are told apart as a whole. next are the numbers of the last
// definitions.
func (r *resolver) follow(next map[*program.Symbol]int) {
	spoiled := map[*program.Do]bool{}
	for _, p := range r.places {
		spoiled[p.root] = spoiled[p.root] || len(p.along) == 0
	}
	for _, ref := range r.uses {
		if p, changes := r.places[ref]; changes && !spoiled[p.root] {
			ref.Along = p.along
		}
	}
	r.repeat(spoiled, next)
}

// repeat tells apart what repeats uses of what changes, as a whole, in the loops given: how
// often it does may follow their index, as in DO k = 1, 4*s, and then has a value of its own in
// each iteration, too.
func (r *resolver) repeat(whole map[*program.Do]bool, next map[*program.Symbol]int) {
	if len(r.indices) == 0 {
		return
	}
	repeats := map[*program.Do]bool{}
	for _, p := range r.places {
		if whole[p.root] {
			for _, l := range p.around {
				repeats[l.do] = true
			}
		}
	}
	for _, use := range r.indices {
		if repeats[use.in] && counts(use.in) {
			use.ref.Definition = next[use.ref.Sym] + 1
		}
	}
}

// counts reports whether a loop does the same again and again: no subscript in its body names
// its index.
func counts(s *program.Do) bool {
	named := s.Kind != program.DoCount || s.Var == nil
	program.Statements(s.Body, func(x program.Stmt) bool {
		for e := range program.Exprs(x) {
			program.Walk(e, func(e program.Expr) bool {
				ref, is := e.(*program.Ref)
				named = named || is && ref.Sym == s.Var
				return !named
			})
		}
		return !named
	})
	return !named
}
