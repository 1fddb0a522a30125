package spar

import "github.com/parlens/parlens/analysis/source"

// Mention names a class, or a member of one, that another file declares: Spar
// programs are spread over files by classes.
type Mention struct {
	Class  string
	Member string // "" for the class itself
	Call   bool   // the member is a method
	Args   int    // of the call
}

// Mention returns what the name at a place stands for in another file, and where
// that name is; false when this file declares it, or says nothing of its class.
func (f *File) Mention(offset int) (Mention, source.Span, bool) {
	n := newNames(f)
	i := n.tokenAt(offset)
	if i < 0 {
		return Mention{}, source.Span{}, false
	}
	m, ok := n.foreign(i)
	return m, n.span(i), ok
}

// foreign is what a name of another file at a token stands for.
func (n *names) foreign(i int) (Mention, bool) {
	if n.pragma[i] || n.tokens[i].kind != identifier || n.resolve(i) != nil {
		return Mention{}, false
	}
	if n.word(i-1) != "." {
		return Mention{Class: n.word(i)}, n.word(i+1) != "(" || n.word(i-1) == "new"
	}
	if i < 2 || n.tokens[i-2].kind != identifier {
		return Mention{}, false
	}
	m := Mention{Class: n.word(i - 2), Member: n.word(i), Call: n.word(i+1) == "("}
	if d := n.resolve(i - 2); d != nil {
		m.Class = d.typed
	}
	if m.Call {
		m.Args = n.arguments(i + 1)
	}
	return m, m.Class != ""
}

// Declares returns what a file declares that another one mentions; nil for what
// it does not declare.
func (f *File) Declares(m Mention) *Declared {
	n := newNames(f)
	if m.Member == "" {
		return n.find(m.Class, 0, Declared.isClass)
	}
	var found *Declared
	for _, d := range n.declared[m.Member] {
		if d.class == m.Class && d.isMethod() == m.Call && (found == nil || d.params == m.Args) {
			found = d
		}
	}
	return found
}

// Mentions returns where a file names what another one declares, in its order.
func (f *File) Mentions(target *Declared) []source.Span {
	if target.class == "" && !target.isClass() {
		return nil
	}
	n := newNames(f)
	var out []source.Span
	for i := range n.tokens {
		if !n.named(i) || n.word(i) != target.Name {
			continue
		}
		m, ok := n.foreign(i)
		switch {
		case !ok:
		case target.isClass() && m.Member == "" && m.Class == target.Name,
			m.Member == target.Name && m.Class == target.class && m.Call == target.isMethod() && (!m.Call || m.Args == target.params):
			out = append(out, n.span(i))
		}
	}
	return out
}
