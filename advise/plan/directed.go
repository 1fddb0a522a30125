package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Edits writes a plan into the texts, file by file in the order in which they were
// read; none where it is what they say.
func (p *Program) Edits(to Plan) []Change {
	w := &writer{Program: p, to: to, edits: map[*file][]source.Edit{}, now: p.Now()}
	w.reformat()
	w.rearrange()
	w.introduce()
	var out []Change
	for _, f := range p.files {
		if len(w.edits[f]) > 0 {
			edits := w.edits[f]
			slices.SortStableFunc(edits, func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
			out = append(out, Change{f.Path, edits})
		}
	}
	return out
}

// writer collects the edits of one plan.
type writer struct {
	*Program
	to, now Plan
	edits   map[*file][]source.Edit
}

func (w *writer) edit(f *file, at source.Span, text string) {
	w.edits[f] = append(w.edits[f], source.Edit{Span: at, New: text})
}

// reformat writes the new formats into the directives that are there.
func (w *writer) reformat() {
	for i, g := range w.Groups {
		for _, s := range g.sites {
			if to := w.to.Formats[i]; to != nil && !slices.Equal(to, s.formats) {
				w.edit(s.file, s.at, cased(s.file.Text.Slice(s.at), Written(to)))
			}
		}
	}
}

// rearrange gives every directive an arrangement of as many dimensions as it
// distributes: the present one, which may get other extents, or another one declared
// behind it.
func (w *writer) rearrange() {
	for _, a := range w.arrangements {
		users := w.users(a)
		keep := len(a.written)
		if ranks := ranksOf(users); len(ranks) > 0 && !slices.Contains(ranks, keep) {
			keep = ranks[0]
		}
		if w.wantsShape(a, keep, len(users) > 0) {
			w.edit(a.file, a.at, w.extents(keep))
		}
		for _, r := range ranksOf(users) {
			if r != keep {
				w.another(a, r, users)
			}
		}
	}
}

// user is a directive that names an arrangement, with the dimensions that it will
// distribute.
type user struct {
	*site
	rank int
}

func (w *writer) users(a *arrangement) []user {
	var out []user
	for i, g := range w.Groups {
		for _, s := range g.sites {
			formats := w.to.Formats[i]
			if formats == nil {
				formats = s.formats
			}
			if s.sees(a) && (s.onto == a.name || s.onto == "" && Rank(s.formats) == len(a.written)) {
				out = append(out, user{s, Rank(formats)})
			}
		}
	}
	return out
}

// sees reports whether an arrangement of the name can be the one that a directive means:
// one of the same unit, of its hosts, of an included text, or of a module.
func (s *site) sees(a *arrangement) bool {
	for u := s.unit; u != nil; u = u.Host {
		if u == a.unit {
			return true
		}
	}
	return a.unit.Kind == program.Fragment || a.unit.Kind == program.Module
}

func ranksOf(users []user) []int {
	var out []int
	for _, u := range users {
		if u.rank > 0 && !slices.Contains(out, u.rank) {
			out = append(out, u.rank)
		}
	}
	slices.Sort(out)
	return out
}

// wantsShape reports whether the extents of an arrangement have to be written anew.
func (w *writer) wantsShape(a *arrangement, rank int, used bool) bool {
	if rank != len(a.written) {
		return true
	}
	shape, plain := numbers(a.written)
	want := w.to.Shapes[rank]
	if !used || want == nil || !plain && w.now.Shapes[rank] == nil && product(want) == w.Processors && rank == 1 {
		return false
	}
	return !slices.Equal(shape, want)
}

func (w *writer) extents(rank int) string {
	var out []string
	for _, n := range w.to.shape(rank, w.Processors) {
		out = append(out, strconv.Itoa(n))
	}
	return strings.Join(out, ",")
}

// another declares an arrangement of another rank behind one, and names it in the
// directives that need it.
func (w *writer) another(a *arrangement, rank int, users []user) {
	name := ""
	for _, b := range w.arrangements {
		if len(b.written) == rank && b.file == a.file && b.unit == a.unit {
			name = b.name
		}
	}
	if name == "" {
		name = w.unused(fmt.Sprintf("%s%d", a.name, rank))
		line := a.file.Text.LineOf(a.stmt.End)
		text := directive(a.file, a.stmt, fmt.Sprintf("PROCESSORS %s(%s)", name, w.extents(rank)))
		w.insert(a.file, line, text)
	}
	for _, u := range users {
		if u.rank != rank {
			continue
		}
		if u.ontoAt.Empty() {
			w.edit(u.file, source.Span{Start: u.at.End, End: u.at.End}, cased(u.file.Text.Slice(u.at), " ONTO ")+name)
			continue
		}
		w.edit(u.file, u.ontoAt, name)
	}
}

// insert adds lines behind a line of a file.
func (w *writer) insert(f *file, line int, text string) {
	end := f.Text.LineSpan(line).End
	w.edit(f, source.Span{Start: end, End: end}, newline(f)+strings.TrimSuffix(text, "\n"))
}

// unused returns a name that no text of the program contains.
func (p *Program) unused(name string) string {
	for slices.ContainsFunc(p.files, func(f *file) bool { return holdsWord(f.Text.String(), name) }) {
		name += "x"
	}
	return name
}

// numbers reads extents that are plain numbers.
func numbers(words []string) ([]int, bool) {
	var out []int
	for _, w := range words {
		n, err := strconv.Atoi(strings.TrimSpace(w))
		if err != nil || n < 1 {
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}

func product(xs []int) int {
	p := 1
	for _, x := range xs {
		p *= x
	}
	return p
}

func itoa(n int) string { return strconv.Itoa(n) }
