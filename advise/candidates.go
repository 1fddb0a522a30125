package advise

import (
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/source"
)

// candidate is one way to rewrite the directive.
type candidate struct {
	formats string
	shape   string
	edits   []source.Edit
}

const (
	maxRank  = 7 // of an array whose mappings are tried, as Fortran 90 has them
	fullRank = 4 // up to which all dimensions may be distributed, two beyond
)

// candidates lists the mappings worth trying: every choice of BLOCK, CYCLIC and
// * per dimension for up to two dimensions, every choice of BLOCK and * beyond and where
// nothing but blocks can be, with at least one dimension distributed. Where the number of distributed
// dimensions changes, the arrangement changes with it and keeps its number of
// processors.
func candidates(unit *lower.Unit, d *lower.Distribute, text *source.Text) []candidate {
	words := []string{"BLOCK", "CYCLIC", "*"}
	if len(d.Formats) > 2 || unit.OnlyBlocks(d.Arrays) {
		words = []string{"BLOCK", "*"}
	}
	if len(d.Formats) > maxRank {
		return nil
	}
	now := current(d)
	var out []candidate
	for _, formats := range choices(words, len(d.Formats)) {
		if n := distributed(formats); equal(formats, now) || n == 0 || n > 2 && len(formats) > fullRank {
			continue
		}
		edits := []source.Edit{{Span: d.FormatsAt.Shift(unit.Start), New: "(" + strings.Join(formats, ",") + ")"}}
		c := candidate{formats: "(" + strings.Join(formats, ",") + ")", edits: edits}
		reshaped, ok := reshape(unit, text, distributed(now), distributed(formats))
		if !ok {
			continue
		}
		if len(reshaped) > 0 {
			c.edits = append(c.edits, reshaped...)
			c.shape = "PROCESSORS " + unit.Grid.Name + "(" + reshaped[0].New + ")"
		}
		out = append(out, c)
	}
	return out
}

// reshape returns the edits that give the arrangement another rank; false when
// that is not possible because other directives use it or it is not written
// with plain numbers.
func reshape(unit *lower.Unit, text *source.Text, from, to int) ([]source.Edit, bool) {
	if from == to {
		return nil, true
	}
	extents, at := arrangementOf(unit, text)
	if len(extents) == 0 {
		return nil, unit.Grid == nil || unit.Grid.At.Empty()
	}
	if len(unit.Directives) > 1 {
		return nil, false
	}
	p := 1
	for _, e := range extents {
		n, err := strconv.Atoi(strings.TrimSpace(e))
		if err != nil || n < 1 {
			return nil, false
		}
		p *= n
	}
	var shape []string
	for _, n := range mapping.Factor(p, to) {
		shape = append(shape, strconv.Itoa(n))
	}
	return []source.Edit{{Span: at, New: strings.Join(shape, ",")}}, true
}

// current writes the directive's formats as the candidates are written; a
// format with a parameter is like none of them.
func current(d *lower.Distribute) []string {
	names := map[mapping.FormatKind]string{mapping.Block: "BLOCK", mapping.Cyclic: "CYCLIC", mapping.Collapsed: "*"}
	var out []string
	for _, f := range d.Formats {
		name := names[f.Kind]
		if f.Param != 0 {
			name += "()"
		}
		out = append(out, name)
	}
	return out
}

func distributed(formats []string) int {
	n := 0
	for _, f := range formats {
		if f != "*" {
			n++
		}
	}
	return n
}

func choices(words []string, rank int) [][]string {
	if rank == 0 {
		return [][]string{nil}
	}
	var out [][]string
	for _, rest := range choices(words, rank-1) {
		for _, w := range words {
			out = append(out, append(append([]string(nil), rest...), w))
		}
	}
	return out
}

func equal(x, y []string) bool { return strings.Join(x, ",") == strings.Join(y, ",") }
