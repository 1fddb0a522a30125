package outline

import (
	"cmp"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
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
	for _, r := range f.regions {
		for _, run := range r.runs {
			out = append(out, Fold{First: r.first + run.First, Last: r.first + run.Last, Comment: run.Comment})
		}
	}
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

// comments tells for each line of a text (from 0) whether it is nothing but a
// comment.
func comments(text *source.Text, lines []fortran.Logical) []bool {
	is := covered(text, lines)
	for n := range is {
		is[n] = !is[n] && strings.TrimSpace(text.Line(n+1)) != ""
	}
	return is
}

// covered tells for each line whether a logical line stands on it.
func covered(text *source.Text, lines []fortran.Logical) []bool {
	is := make([]bool, text.Lines())
	for _, l := range lines {
		for n := text.LineOf(l.At.Start); n <= text.LineOf(l.At.End); n++ {
			is[n-1] = true
		}
	}
	return is
}

// runs returns the runs of two lines and more.
func runs(is []bool, comment bool) []Fold {
	var out []Fold
	for n := 0; n < len(is); n++ {
		first := n
		for n < len(is) && is[n] {
			n++
		}
		if n > first+1 {
			out = append(out, Fold{First: first, Last: n - 1, Comment: comment})
		}
	}
	return out
}
