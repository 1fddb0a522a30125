package advise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
)

// otherDists are other strings for an array that is mapped by one: another dimension,
// block, cyclic, blocks dealt in turn; each for this array alone, and for all that are
// mapped in the same words. Over two processor dimensions the formats change one by one.
func otherDists(p *place.Program, v *place.Variable, text *source.Text) []change {
	at := v.Layout.At()
	now := text.Slice(at)
	entries := strings.Split(strings.Trim(now, `"[] `), ",")
	for d := range entries {
		entries[d] = strings.TrimSpace(entries[d])
	}
	var alike []source.Span
	for _, o := range p.Variables {
		if x := o.Layout; x != nil && x != v.Layout && x.Dist && text.Slice(x.At()) == now {
			alike = append(alike, x.At())
		}
	}
	var out []change
	for _, list := range distsFor(entries) {
		form := `"[` + strings.Join(list, ",") + `]"`
		if slices.Equal(list, entries) {
			continue
		}
		one := []source.Edit{{Span: at, New: form}}
		out = append(out, change{fmt.Sprintf("dist = %s for %s", form, v.Name), one, false})
		if len(alike) == 0 {
			continue
		}
		all := slices.Clone(one)
		for _, span := range alike {
			all = append(all, source.Edit{Span: span, New: form})
		}
		out = append(out, change{fmt.Sprintf("dist = %s for %s and %d mapped alike", form, v.Name, len(alike)), all, false})
	}
	return out
}

// dealt are the formats of a distributed dimension.
var dealt = []string{"block", "cyclic", "blockcyclic 2", "blockcyclic 8"}

// distsFor are the entries to try: as many distributed dimensions as now, or one where
// there is none.
func distsFor(entries []string) [][]string {
	isDealt := func(e string) bool {
		return strings.HasPrefix(e, "block") || strings.HasPrefix(e, "cyclic")
	}
	var at []int
	for d, e := range entries {
		if isDealt(e) {
			at = append(at, d)
		}
	}
	var out [][]string
	if len(at) <= 1 {
		for d := range entries {
			for _, format := range dealt {
				list := make([]string, len(entries))
				for k := range list {
					list[k] = "collapsed"
				}
				list[d] = format
				out = append(out, list)
			}
		}
		return out
	}
	for _, d := range at {
		for _, format := range dealt {
			list := slices.Clone(entries)
			list[d] = format
			out = append(out, list)
		}
	}
	return out
}
