package place

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Layout maps the elements of an array onto processors: the parameters of a
// lambda, and an owner in terms of them.
type Layout struct {
	Grid   *Grid
	Params []string
	Index  []*spar.Form // one per dimension of the grid; nil is replicated
	Span   source.Span  // of the map, relative to the member
	Dist   bool         // written as a dist string
	scope  *scope       // in which the map reads @names
	last   bool         // where its last element lies is among Program.LastBlocks
	start  int          // of the member that the map stands in
}

// inTurn tells whether neighbouring elements live on different processors.
func (l *Layout) inTurn() bool {
	return slices.ContainsFunc(l.Index, func(f *spar.Form) bool { return f.Head() == "cyclic" || f.Head() == "blockcyclic" })
}

// layoutOf reads the map among pragmas: the first usable on, or dist. nil
// without.
func (b *builder) layoutOf(p *spar.Pragmas, rank int) *Layout {
	for _, x := range p.All("on") {
		if l := b.onLayout(x, rank); l != nil {
			return l
		}
	}
	if x := p.Get("dist"); x != nil {
		return b.distLayout(x, rank)
	}
	return nil
}

// onLayout reads (lambda (i j) owner).
func (b *builder) onLayout(p *spar.Pragma, rank int) *Layout {
	f := p.Value
	if f.Head() != "lambda" || len(f.Items) != 3 {
		b.report(p.Span, source.Error, "spar-map", "the map of an array is written on = (lambda (i j) processors[...])")
		return nil
	}
	l := &Layout{Span: f.Span}
	names := []*spar.Form{f.Items[1]}
	if f.Items[1].Kind == spar.ListForm {
		names = f.Items[1].Items
	}
	for _, n := range names {
		l.Params = append(l.Params, n.Text)
	}
	if rank > 0 && len(l.Params) != rank {
		b.report(f.Items[1].Span, source.Warning, "spar-map", fmt.Sprintf("the map has %d parameters, the array %d subscripts", len(l.Params), rank))
	}
	return b.ownerForm(l, f.Items[2])
}

// ownerForm reads _all, _, a processor array, or one with an index list.
func (b *builder) ownerForm(l *Layout, f *spar.Form) *Layout {
	l.start = b.start
	if f.Kind == spar.SymbolForm && (f.Text == "_all" || f.Text == "_") {
		return l
	}
	name, index := f, []*spar.Form(nil)
	if f.Head() == "at" && len(f.Items) >= 2 {
		name, index = f.Items[1], f.Items[2:]
	}
	if name.Kind != spar.SymbolForm {
		b.report(f.Span, source.Error, "spar-map", "an owner is a processor array with an index, or _all")
		return nil
	}
	if l.Grid = b.findGrid(name.Text, len(index), name.Span); l.Grid == nil {
		return nil
	}
	if len(index) > len(l.Grid.Extents) {
		b.report(f.Span, source.Error, "spar-map", fmt.Sprintf("%s has %d dimensions, not %d", l.Grid.Name, len(l.Grid.Extents), len(index)))
		index = index[:len(l.Grid.Extents)]
	}
	l.Index = make([]*spar.Form, len(l.Grid.Extents))
	copy(l.Index, index)
	return l
}

// distLayout reads the older strings: dist = "[block,collapsed]".
func (b *builder) distLayout(p *spar.Pragma, rank int) *Layout {
	if p.Value == nil || p.Value.Kind != spar.StringForm {
		b.report(p.Span, source.Error, "spar-map", `dist is followed by a string: dist = "[block,collapsed]"`)
		return nil
	}
	l := &Layout{Span: p.Value.Span, Dist: true, start: b.start}
	entries := splitComma(strings.Trim(strings.TrimSpace(p.Value.Text), "[]"))
	if rank > 0 && len(entries) != rank {
		b.report(p.Value.Span, source.Warning, "spar-map", fmt.Sprintf("dist has %d entries, the array %d subscripts", len(entries), rank))
	}
	var index []*spar.Form
	for d, e := range entries {
		l.Params = append(l.Params, fmt.Sprintf("i%d", d+1))
		f, ok := distEntry(e, l.Params[d], p.Value.Span)
		if !ok {
			b.report(p.Value.Span, source.Error, "spar-map", fmt.Sprintf("dist knows no %q; it is block, cyclic, blockcyclic n, local n, replicated or collapsed", e))
			return nil
		}
		if f != nil {
			index = append(index, f)
		}
	}
	if index == nil {
		return l
	}
	name := "P"
	if len(b.grids) > 0 {
		name = b.grids[0].Name
	}
	if l.Grid = b.findGrid(name, len(index), p.Span); l.Grid == nil {
		return nil
	}
	l.Index = make([]*spar.Form, len(l.Grid.Extents))
	copy(l.Index, index)
	return l
}

// IsFormat tells whether a text is an entry of a dist string.
func IsFormat(text string) bool {
	_, ok := distEntry(text, "i", source.Span{})
	return ok
}

// distEntry is the placement of one subscript; nil takes no processor
// dimension.
func distEntry(entry, param string, at source.Span) (*spar.Form, bool) {
	words := strings.Fields(entry)
	if len(words) == 0 {
		return nil, false
	}
	symbol := func(s string) *spar.Form { return &spar.Form{Span: at, Kind: spar.SymbolForm, Text: s} }
	list := []*spar.Form{symbol(words[0]), symbol(param)}
	if len(words) == 2 {
		if _, err := strconv.Atoi(words[1]); err != nil {
			return nil, false
		}
		list = append(list, &spar.Form{Span: at, Kind: spar.NumberForm, Text: words[1]})
	}
	switch {
	case words[0] == "collapsed" || words[0] == "replicated":
		return nil, len(words) == 1
	case words[0] == "local" && len(words) == 2:
		return &spar.Form{Span: at, Kind: spar.ListForm, Items: []*spar.Form{list[0], list[2]}}, true
	case (words[0] == "block" || words[0] == "cyclic") && len(words) == 1, words[0] == "blockcyclic" && len(words) == 2:
		return &spar.Form{Span: at, Kind: spar.ListForm, Items: list}, true
	}
	return nil, false
}

// owner is where the element with these subscripts lives; extents are those of
// the array, as far as they are known.
func (b *builder) owner(l *Layout, subs, extents []symbolic.Expr) Owner {
	if l.Grid == nil {
		return Replicated
	}
	with := map[string]symbolic.Expr{}
	size := map[string]symbolic.Expr{}
	for i, p := range l.Params {
		if i < len(subs) {
			with[p] = subs[i]
		}
		if i < len(extents) {
			size[p] = extents[i]
		}
	}
	b.loose = b.loose || l.loose()
	out := Owner{Grid: l.Grid}
	b.here = l.scope
	old := b.start
	b.start = l.start
	defer func() { b.start = old }()
	for d, f := range l.Index {
		out.Coords = append(out.Coords, b.coord(f, l.Grid.Extents[d], with, size))
	}
	return out
}

// loose tells whether the map may name processors beyond those that there are. What is
// dealt out in turn, or in blocks that are made for them, never does.
func (l *Layout) loose() bool {
	return slices.ContainsFunc(l.Index, func(f *spar.Form) bool {
		switch {
		case f == nil || f.Text == "_all" || f.Text == "_":
			return false
		case f.Head() == "block":
			return len(f.Items) > 2 && !l.last
		case f.Head() == "blockcyclic":
			return len(f.Items) > 3
		}
		return f.Head() != "cyclic"
	})
}

func splitComma(s string) []string {
	parts := strings.Split(s, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// Everywhere tells whether the map leaves every element on all processors.
func (l *Layout) Everywhere() bool {
	for _, f := range l.Index {
		if f != nil && f.Text != "_all" {
			return false
		}
	}
	return true
}

// sameMap tells whether two maps put elements with the same subscripts on the same
// processors, as far as their texts say, whatever they call the subscripts.
func sameMap(x, y *Layout) bool {
	return x.Grid == y.Grid && len(x.Params) == len(y.Params) && slices.Equal(x.index(), y.index())
}

// index is the index of the map with the numbers of the subscripts for their names.
func (l *Layout) index() []string {
	out := make([]string, len(l.Index))
	for d, f := range l.Index {
		if f != nil && f.Text != "_all" {
			out[d] = eachWord(f.String(), func(word string) string {
				if i := slices.Index(l.Params, word); i >= 0 {
					return fmt.Sprintf("#%d", i)
				}
				return word
			})
		}
	}
	return out
}

// eachWord is a text with its names and numbers replaced.
func eachWord(text string, replaced func(string) string) string {
	var b strings.Builder
	inWord := func(c byte) bool {
		return c == '_' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	for at := 0; at < len(text); {
		end := at
		for end < len(text) && inWord(text[end]) {
			end++
		}
		if end > at {
			b.WriteString(replaced(text[at:end]))
			at = end
			continue
		}
		b.WriteByte(text[at])
		at++
	}
	return b.String()
}

// String writes the index of the map in terms of its parameters.
func (l *Layout) String() string {
	parts := make([]string, len(l.Index))
	for d, f := range l.Index {
		parts[d] = "_all"
		if f != nil {
			parts[d] = f.String()
		}
	}
	return "[" + strings.Join(parts, ", ") + "] of (" + strings.Join(l.Params, " ") + ")"
}

// At is the place of the map, in the file.
func (l *Layout) At() source.Span { return l.Span.Shift(l.start) }

// IndexAt is the place of the index for a dimension of the processors, in the
// file.
func (l *Layout) IndexAt(d int) source.Span { return l.Index[d].Span.Shift(l.start) }
