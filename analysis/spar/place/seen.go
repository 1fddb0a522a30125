package place

import (
	"crypto/sha256"
	"fmt"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/spar"
)

// What a method sees of the declarations is asked in two steps: which classes it may come to,
// which is found once for each class, and which of their declarations, where one of those
// classes has changed.

// findNear finds for each class those to which one comes from its declarations.
func (s *surface) findNear() {
	direct := make([]map[int]bool, len(s.named))
	for i := range direct {
		direct[i] = map[int]bool{}
		for _, k := range s.above[i] {
			direct[i][k] = true
		}
	}
	for i := range s.list {
		of := direct[s.list[i].class]
		for _, w := range s.list[i].words {
			for _, k := range s.classes[w] {
				of[k] = true
			}
		}
		for _, number := range s.list[i].also {
			of[s.list[len(s.named)+number-1].class] = true
		}
	}
	s.near = make([][]int, len(s.named))
	for i := range s.near {
		reached := map[int]bool{}
		var visit func(int)
		visit = func(k int) {
			if !reached[k] {
				reached[k] = true
				s.near[i] = append(s.near[i], k)
				for to := range direct[k] {
					visit(to)
				}
			}
		}
		visit(i)
	}
}

// around is a digest of all classes to which one comes from a method.
func (s *surface) around(m *Method, classes []string) string {
	own := s.list[len(s.named)+m.number-1].class
	reached := map[int]bool{}
	for _, i := range s.near[own] {
		reached[i] = true
	}
	for _, w := range m.member.Words {
		for _, c := range s.classes[w] {
			for _, i := range s.near[c] {
				reached[i] = true
			}
		}
	}
	h := sha256.New()
	fmt.Fprintln(h, s.common, s.clashing(m.member))
	for i := range s.named {
		if reached[i] {
			h.Write([]byte(classes[i]))
		}
	}
	return string(h.Sum(nil))
}

// digests are those of all that the classes declare, by class.
func (s *surface) digests() []string {
	hashes := make([][]byte, len(s.named))
	for i := range s.list {
		d := s.list[i]
		hashes[d.class] = append(hashes[d.class], d.digest[:]...)
	}
	out := make([]string, len(hashes))
	for i, h := range hashes {
		sum := sha256.Sum256(h)
		out[i] = string(sum[:])
	}
	return out
}

// seenKey names what a method sees of the program: it is asked again where a class has changed
// to which one comes from it.
type seenKey struct {
	member *spar.Member
	number int
	around string
}

// seenFrom is a method with the declarations.
type seenFrom struct {
	*surface
	method *Method
}

// seen is a digest of the declarations to which one comes from the words of a method.
func (seenKey) seen(from seenFrom) string {
	s, m := from.surface, from.method
	r := reaching{surface: s, words: map[string]bool{}, in: make([]bool, len(s.named)), seen: make([]bool, len(s.list))}
	r.declaration(len(s.named) + m.number - 1)
	r.take(m.member.Words)
	h := sha256.New()
	fmt.Fprintln(h, s.common, s.clashing(m.member))
	for i, seen := range r.seen {
		if seen {
			h.Write(s.list[i].digest[:])
		}
	}
	return string(h.Sum(nil))
}

// reaching is the declarations to which one has come.
type reaching struct {
	*surface
	words map[string]bool
	in    []bool // by class
	seen  []bool // by declaration
}

func (r *reaching) declaration(i int) {
	if r.seen[i] {
		return
	}
	r.seen[i] = true
	d := r.list[i]
	r.class(d.class)
	for _, number := range d.also {
		r.declaration(len(r.named) + number - 1)
	}
	r.take(d.words)
}

// class comes to a class: to what it has of the names that have been met.
func (r *reaching) class(c int) {
	if r.in[c] {
		return
	}
	r.in[c] = true
	r.declaration(c)
	for _, k := range r.above[c] {
		r.class(k)
	}
	for _, i := range r.objects[c] {
		r.declaration(i)
	}
	for name, list := range r.named[c] {
		if r.words[name] {
			r.all(list)
		}
	}
}

func (r *reaching) all(list []int) {
	for _, i := range list {
		r.declaration(i)
	}
}

// take comes to what words name.
func (r *reaching) take(words []string) {
	for _, w := range words {
		if r.words[w] {
			continue
		}
		r.words[w] = true
		for _, c := range r.classes[w] {
			r.class(c)
		}
		for c, in := range r.in {
			if in {
				r.all(r.named[c][w])
			}
		}
	}
}

// seen is a digest of what a method sees of the program.
func (s *surface) seen(known *memo.Table, m *Method, classes []string) string {
	return memo.GetFrom(known, seenKey{m.member.Member, m.number, s.around(m, classes)}, seenFrom{s, m}, seenKey.seen)
}
