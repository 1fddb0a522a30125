package reaching

import "github.com/parlens/parlens/analysis/program"

// name numbers the definitions of each variable that are used, in the order of
// their first uses. The only one of a variable has the variable's own name, and so
// has what it is when the unit begins, or where a loop runs over it.
func (r *resolver) name() {
	plain := map[*program.Symbol]bool{}
	for _, ref := range r.uses {
		if d := r.of[ref]; d.entry || d.index {
			plain[ref.Sym] = true
		}
	}
	numbers, next := map[*definition]int{}, map[*program.Symbol]int{}
	for _, ref := range r.uses {
		d := r.of[ref]
		n, known := numbers[d]
		switch {
		case d.entry || d.index:
		case !known:
			if next[ref.Sym] == 0 && plain[ref.Sym] {
				next[ref.Sym] = 1
			}
			next[ref.Sym]++
			n = next[ref.Sym] - 1
			numbers[d] = n
		}
		ref.Definition = n
	}
	r.follow(next)
}
