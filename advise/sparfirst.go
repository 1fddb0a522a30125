package advise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	syntax "github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/depend"
	"github.com/parlens/parlens/analysis/spar/place"
)

// A program without maps runs on one processor. Its arrays get first ones by dist strings, which
// need no declaration of processors, together with the pragmas of the outermost loops whose
// iterations are proven to be independent: without these a map only moves elements. The search
// goes on from there with the maps of single arrays, and without a pragma.

// bareArray is an array field that no pragma maps.
type bareArray struct {
	name string
	rank int
	at   int // where its dist string would stand, behind the dimensions
}

// bareArrays are those of a file, in its order.
func bareArrays(tree *syntax.File, p *place.Program) []bareArray {
	var out []bareArray
	for _, t := range tree.Types {
		for _, m := range t.Members {
			if m.Kind != syntax.Field {
				continue
			}
			for _, d := range m.Names {
				if len(d.Type.Dims) == 0 || hasMap(p, d.Name) {
					continue
				}
				at := m.Start + d.Type.Dims[len(d.Type.Dims)-1].Span.End
				if n := len(out) - 1; n >= 0 && out[n].at == at { // one type for all names
					out[n].name += ", " + d.Name
					continue
				}
				out = append(out, bareArray{d.Name, d.Type.Dims[0].Rank, at})
			}
		}
	}
	return out
}

// hasMap reports whether a field of that name, in any class, has a map.
func hasMap(p *place.Program, name string) bool {
	return slices.ContainsFunc(p.Variables, func(v *place.Variable) bool { return v.Name == name && v.Layout != nil })
}

// firstMaps are first maps for the arrays: of all, of those with as many dimensions, and of each
// alone.
func firstMaps(arrays []bareArray, loops []depend.Loop) []change {
	var out []change
	add := func(list []bareArray, entries func(rank int) []string, marks []source.Edit) {
		if len(list) > 0 {
			out = append(out, firstMap(list, entries, marks))
		}
	}
	marks := outermost(loops)
	for _, format := range dealt {
		add(arrays, func(rank int) []string { return dealtAt(rank, 0, format) }, marks)
		add(arrays, func(rank int) []string { return dealtAt(rank, rank-1, format) }, marks)
		for rank := 1; rank <= mostSubscripts; rank++ {
			alike := slices.DeleteFunc(slices.Clone(arrays), func(a bareArray) bool { return a.rank != rank })
			for d := range rank {
				entries := func(rank int) []string { return dealtAt(rank, d, format) }
				add(alike, entries, marks)
				for _, a := range alike {
					add([]bareArray{a}, entries, nil)
				}
			}
		}
	}
	return out
}

// mostSubscripts bounds the dimensions of arrays that get a map.
const mostSubscripts = 7

// dealtAt are the entries of a map with one distributed dimension.
func dealtAt(rank, at int, format string) []string {
	out := slices.Repeat([]string{"collapsed"}, rank)
	out[at] = format
	return out
}

// firstMap maps arrays, beside pragmas of loops.
func firstMap(list []bareArray, entries func(rank int) []string, marks []source.Edit) change {
	edits := slices.Clone(marks)
	arrays := map[string][]string{} // by their strings
	var forms []string
	for _, a := range list {
		form := `"[` + strings.Join(entries(a.rank), ",") + `]"`
		edits = append(edits, source.Edit{Span: source.Span{Start: a.at, End: a.at}, New: " <$ dist = " + form + " $>"})
		if arrays[form] == nil {
			forms = append(forms, form)
		}
		arrays[form] = append(arrays[form], a.name)
	}
	var words []string
	for _, form := range forms {
		words = append(words, fmt.Sprintf("dist = %s for %s", form, strings.Join(arrays[form], ", ")))
	}
	if len(marks) > 0 {
		words = append(words, fmt.Sprintf("%sin front of the outermost independent loops (%d)", marks[0].New, len(marks)))
	}
	return change{strings.Join(words, ", "), edits, true}
}

// outermost marks the loops with independent iterations that stand in no other one.
func outermost(loops []depend.Loop) []source.Edit {
	var out []source.Edit
	end := 0
	for _, l := range slices.SortedFunc(slices.Values(loops), func(a, b depend.Loop) int { return a.Span.Start - b.Span.Start }) {
		if l.Span.Start < end || l.Verdict != depend.Independent || len(l.Reductions) > 0 {
			continue
		}
		if end = l.Span.End; !l.Loop.Notes().Parallel() {
			out = append(out, source.Edit{Span: source.Span{Start: l.Span.Start, End: l.Span.Start}, New: atTheSameTime(l) + " "})
		}
	}
	return out
}
