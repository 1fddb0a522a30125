package surface

import (
	"crypto/sha256"
	"fmt"
	"hash"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/spar"
)

// What a method sees of the declarations is asked in two steps: which classes it may come to,
// which is found once for each class, and which of their declarations, where one of those
// classes has changed.

// findNear finds for each class those to which one comes from its declarations.
func (s *Surface) findNear() {
	direct := make([]map[int]bool, len(s.named))
	for i := range direct {
		direct[i] = map[int]bool{}
		for _, k := range s.above[i] {
			direct[i][k] = true
		}
	}
	for i := range s.list {
		of := direct[s.list[i].class]
		for _, w := range s.list[i].Words {
			for _, k := range s.classes[w] {
				of[k] = true
			}
		}
		for _, number := range s.list[i].also {
			of[s.list[number].class] = true
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

// around is a digest of all classes to which one comes from a member, by its declaration.
func (s *Surface) around(m *spar.Member, at int, also string) string {
	reached := make([]bool, len(s.named))
	take := func(class int) {
		for _, i := range s.near[class] {
			reached[i] = true
		}
	}
	take(s.list[at].class)
	for _, w := range m.Words {
		for _, c := range s.classes[w] {
			take(c)
		}
	}
	h := s.hash(also)
	for i, digest := range s.digests {
		if reached[i] {
			h.Write([]byte(digest))
		}
	}
	return string(h.Sum(nil))
}

// hash begins a digest of what a body depends on.
func (s *Surface) hash(also string) hash.Hash {
	h := sha256.New()
	fmt.Fprintln(h, s.common, also)
	return h
}

// seenKey names what a method sees of the program: it is asked again where a class has changed
// to which one comes from it.
type seenKey struct {
	member *spar.Member
	at     int
	around string
}

// seenFrom is the declarations, with what the body depends on besides.
type seenFrom struct {
	*Surface
	also string
}

func (k seenKey) seen(from seenFrom) string {
	s := from.Surface
	r := reaching{Surface: s, words: map[string]bool{}, in: make([]bool, len(s.named)), seen: make([]bool, len(s.list))}
	r.declaration(k.at)
	r.take(k.member.Words)
	h := s.hash(from.also)
	for i, seen := range r.seen {
		if seen {
			h.Write(s.list[i].digest[:])
		}
	}
	return string(h.Sum(nil))
}

// reaching is the declarations to which one has come.
type reaching struct {
	*Surface
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
	r.all(d.also)
	r.take(d.Words)
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

// Seen is a digest of the declarations to which one comes from the words of a member, and from
// the declaration of a number, its own or that of its class; also is what it depends on besides.
func (s *Surface) Seen(known *memo.Table, m *spar.Member, at int, also string) string {
	return memo.GetFrom(known, seenKey{m, at, s.around(m, at, also)}, seenFrom{s, also}, seenKey.seen)
}
