package fortran

import (
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// Reparse parses a text that differs little from that of old, which the same
// parser has made. The result equals that of Parse; only the units around the
// difference are looked at.
func (p Parser) Reparse(old *File, text *source.Text) *File {
	d := differenceOf(old.Text, text)
	if d.from == d.oldTo && d.from == d.newTo {
		return &File{Text: text, Options: old.Options, Units: old.Units, Diagnostics: old.Diagnostics, pieces: old.pieces, margins: old.margins}
	}
	f := &File{Text: text, Options: p.Options, margins: old.margins}
	if p.Form == Fixed && p.Width == 0 {
		f.margins = d.margins(old.margins)
		if p.Width = f.margins.width(); p.Width != old.margins.width() {
			p.Width = 0
			return p.Parse(text)
		}
	}
	f.Options = p.Options
	r := resplitter{splitter: splitter{parser: p}, old: old, difference: d, file: f}
	r.resplit()
	return f
}

// difference is the part of two texts between their common beginning and their
// common end, grown to whole lines.
type difference struct {
	old, new           *source.Text
	from, oldTo, newTo int
}

func differenceOf(old, new *source.Text) difference {
	from, tail := source.Difference(old, new)
	if from == old.Len() && from == new.Len() {
		return difference{old, new, from, from, from}
	}
	d := difference{old: old, new: new, from: new.LineStart(new.LineOf(from))}
	d.oldTo, d.newTo = lineEnd(old, old.Len()-tail), lineEnd(new, new.Len()-tail)
	return d
}

// lineEnd returns the start of the line after the one that holds at.
func lineEnd(text *source.Text, at int) int { return text.LineStart(text.LineOf(at) + 1) }

func (d difference) delta() int { return d.new.Len() - d.old.Len() }

// margins returns the margins of the new text.
func (d difference) margins(old margins) margins {
	before, now := d.old.Slice(source.Span{Start: d.from, End: d.oldTo}), d.new.Slice(source.Span{Start: d.from, End: d.newTo})
	return old.plus(marginsOf(before), -1).plus(marginsOf(now), 1)
}

// resplitter splits a changed file. It starts at a unit before the difference,
// with the scopes that are open there, and stops at the first unit behind the
// difference that is opened in the same circumstances as before: from there on
// everything is as it was.
type resplitter struct {
	splitter
	difference
	old  *File
	file *File
}

func (r *resplitter) resplit() {
	first, next := r.restart(), -1
	for ahead := lookAhead; ; ahead *= 4 {
		start := r.resume(first)
		end := lineEnd(r.new, r.newTo+ahead)
		r.window(r.new.Slice(source.Span{Start: start, End: end}), start, func() bool {
			next = r.synchronised()
			return next >= 0
		})
		if next >= 0 || end == r.new.Len() {
			break
		}
	}
	if next >= 0 {
		r.adopt(next)
	}
	slices.SortStableFunc(r.problems, byPlace)
	r.file.pieces, r.file.Diagnostics = r.pieces, r.problems
	r.units(first, next)
}

// lookAhead is how many bytes behind a difference are looked at before more
// of the text is.
const lookAhead = 1 << 13

func byPlace(a, b source.Diagnostic) int { return a.Span.Start - b.Span.Start }

// restart returns the index of the piece to start at: not the last one whose
// heading stands before the difference, but the one before, so that a heading
// that the difference may continue is read again. 0 is the start of the file.
func (r *resplitter) restart() int {
	left := 2
	for i := len(r.old.pieces) - 1; i > 0; i-- {
		if p := &r.old.pieces[i]; p.Start < r.from && p.headed() && p.hosted(r.old.pieces) {
			if left--; left == 0 {
				return i
			}
		}
	}
	return 0
}

// headed reports whether the piece begins with a heading at the beginning of a
// line, where no other statement can be open.
func (p *Piece) headed() bool { return p.Headed() && p.Column == 0 }

// hosted reports whether all hosts of the piece have headings: what a unit
// without one is depends on what comes behind.
func (p *Piece) hosted(all []Piece) bool {
	for h := p.Host; h >= 0; h = all[h].Host {
		if all[h].word == "" {
			return false
		}
	}
	return true
}

// resume begins with what stands before piece first, and returns its place.
func (r *resplitter) resume(first int) int {
	r.pieces, r.open, r.problems = nil, nil, nil
	r.begins(r.file.Options.Form, r.file.Options.Defines)
	if first == 0 {
		return 0
	}
	start := r.old.pieces[first].Start
	r.begins(r.old.pieces[first].Form, r.old.pieces[first].Defines)
	r.pieces = slices.Clone(r.old.pieces[:first])
	open := map[int]bool{} // headings of the units that stay open
	for h := r.old.pieces[first].Host; h >= 0; h = r.old.pieces[h].Host {
		p := &r.pieces[h]
		p.End = p.OwnEnd
		s := scope{piece: h, word: p.word, contains: true, heading: p.heading}
		r.open = append(r.open, s)
		open[p.heading.Start] = true
	}
	slices.Reverse(r.open)
	for _, d := range r.old.Diagnostics {
		if d.Span.Start < start && !open[d.Span.Start] {
			r.problems = append(r.problems, d)
		}
	}
	return start
}

// begins sets the form and the macros of the text that is split next. A heading
// that is read stands in chosen branches of conditionals only. How many are open
// does not matter: their other branches are left out, whatever they say, as
// those of conditionals that are not seen.
func (r *resplitter) begins(form Form, defines string) {
	r.parser.Form, r.parser.Defines, r.conditions = form, defines, conditionsOf(defines)
}

// synchronised returns the index of the old piece that the splitter has just
// opened again, or -1.
func (r *resplitter) synchronised() int {
	i := len(r.pieces) - 1
	if i < 0 || len(r.open) == 0 {
		return -1
	}
	p, top := &r.pieces[i], r.top()
	if top.piece != i || !top.fresh || top.other || p.Start < r.newTo || !p.headed() {
		return -1
	}
	j, found := slices.BinarySearchFunc(r.old.pieces, p.Start-r.delta(), func(q Piece, start int) int { return q.Start - start })
	if !found || !r.same(i, j) {
		return -1
	}
	return j
}

// same reports whether a new piece and an old one begin alike, inside alike
// hosts.
func (r *resplitter) same(i, j int) bool {
	for i >= 0 && j >= 0 {
		p, q := &r.pieces[i], &r.old.pieces[j]
		if p.word == "" || p.Kind != q.Kind || p.word != q.word || p.Form != q.Form || p.Name != q.Name || p.Column != q.Column || p.Defines != q.Defines {
			return false
		}
		i, j = p.Host, q.Host
	}
	return i < 0 && j < 0
}

// adopt takes over the old pieces from next on.
func (r *resplitter) adopt(next int) {
	at := len(r.pieces) - 1
	start := r.old.pieces[next].Start
	hosts := map[int]int{-1: -1} // new index of each old host before next
	open := map[int]source.Span{}
	for i, j := r.pieces[at].Host, r.old.pieces[next].Host; i >= 0; i, j = r.pieces[i].Host, r.old.pieces[j].Host {
		hosts[j] = i
		open[r.old.pieces[j].heading.Start] = r.pieces[i].heading
		r.pieces[i].End = r.old.pieces[j].End + r.delta()
	}
	r.pieces = r.pieces[:at]
	for _, p := range r.old.pieces[next:] {
		if p.Host < next {
			p.Host = hosts[p.Host]
		} else {
			p.Host += at - next
		}
		p.Start, p.End, p.OwnEnd, p.heading = p.Start+r.delta(), p.End+r.delta(), p.OwnEnd+r.delta(), p.heading.Shift(r.delta())
		r.pieces = append(r.pieces, p)
	}
	for _, d := range r.old.Diagnostics {
		if heading, is := open[d.Span.Start]; is && d.Span.Start < start {
			d.Span = heading
			r.problems = append(r.problems, d)
		} else if d.Span.Start >= start {
			d.Span = d.Span.Shift(r.delta())
			r.problems = append(r.problems, d)
		}
	}
}

// units takes over the units before piece first and those from the old piece
// next on, and parses the others.
func (r *resplitter) units(first, next int) {
	f := r.file
	if len(r.pieces) > 0 {
		f.Units = make([]*Unit, 0, len(r.pieces))
	}
	for i := range first {
		f.Units = append(f.Units, r.moved(i, i))
	}
	end := len(r.pieces)
	if next >= 0 {
		end -= len(r.old.pieces) - next
	}
	r.parser.Options = f.Options
	r.parser.units(f, first, end)
	for i := end; i < len(r.pieces); i++ {
		f.Units = append(f.Units, r.moved(i, next+i-end))
	}
}

// moved returns the old unit j as piece i of the new file.
func (r *resplitter) moved(i, j int) *Unit {
	old, p := r.old.Units[j], &r.pieces[i]
	var host *Unit
	if p.Host >= 0 {
		host = r.file.Units[p.Host]
	}
	if old.Start == p.Start && old.End == p.End && old.Host == host {
		return old
	}
	return &Unit{Kind: old.Kind, Name: old.Name, Host: host, Start: p.Start, End: p.End, Form: old.Form, Defines: old.Defines, Tree: old.Tree}
}
