package outline

import (
	"cmp"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
)

// Fold is a range of lines (from 1) that may be hidden below its first one.
type Fold struct {
	First, Last int
	Comment     bool
}

// Folds returns what folds: units, constructs and their parts, blocks of
// comments and of directives, by first line; at most one range begins and ends
// on the same lines.
func (f *File) Folds() []Fold {
	var out []Fold
	for _, u := range f.Units {
		if u.Symbol.Kind != Fragment {
			out = append(out, f.fold(u.Symbol.Range.Start, u.End))
		}
		out = f.constructs(out, u, u.Body)
	}
	out = append(out, f.runs(f.isComment(), true)...)
	out = append(out, f.runs(f.isDirective(), false)...)
	out = slices.DeleteFunc(out, func(x Fold) bool { return x.Last <= x.First })
	slices.SortStableFunc(out, func(a, b Fold) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(b.Last, a.Last))
	})
	return slices.CompactFunc(out, func(a, b Fold) bool { return a.First == b.First && a.Last == b.Last })
}

func (f *File) fold(start, end int) Fold {
	return Fold{First: f.Text.LineOf(start), Last: f.Text.LineOf(max(start, end))}
}

// constructs adds a fold for every block of every construct: it ends on the
// line before the next one, and the last one on that of END.
func (f *File) constructs(out []Fold, u *Unit, body []*fortran.Node) []Fold {
	for _, n := range body {
		for i, b := range n.Blocks {
			last := 0
			switch {
			case i+1 < len(n.Blocks):
				last = f.Text.LineOf(u.Start+n.Blocks[i+1].Head.At.Start) - 1
			case n.End != nil:
				last = f.Text.LineOf(u.Start + n.End.At.End)
			}
			out = append(out, Fold{First: f.Text.LineOf(u.Start + b.Head.At.Start), Last: last})
			out = f.constructs(out, u, b.Body)
		}
	}
	return out
}

// isComment tells for each line (from 1) whether it is nothing but a comment.
func (f *File) isComment() []bool {
	covered := f.covered(func(l *line) bool { return true })
	is := make([]bool, f.Text.Lines()+1)
	for n := 1; n <= f.Text.Lines(); n++ {
		is[n] = !covered[n] && strings.TrimSpace(f.Text.Line(n)) != ""
	}
	return is
}

func (f *File) isDirective() []bool {
	return f.covered(func(l *line) bool { return l.Kind == fortran.Directive })
}

// covered tells for each line whether a logical line of the kind stands on it.
func (f *File) covered(wanted func(*line) bool) []bool {
	is := make([]bool, f.Text.Lines()+1)
	for i := range f.lines {
		if l := &f.lines[i]; wanted(l) {
			for n := f.Text.LineOf(l.At.Start); n <= f.Text.LineOf(l.At.End); n++ {
				is[n] = true
			}
		}
	}
	return is
}

// runs returns the runs of lines.
func (f *File) runs(is []bool, comment bool) []Fold {
	var out []Fold
	for n := 1; n < len(is); n++ {
		if is[n] && is[n-1] {
			out[len(out)-1].Last = n
		} else if is[n] {
			out = append(out, Fold{First: n, Last: n, Comment: comment})
		}
	}
	return out
}
