package lsp

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/execution"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/machines"
	"github.com/parlens/parlens/render"
)

// mappedLoop is a parallel loop with the ways to map it onto the machine, an array
// of processors that pass data item by item.
type mappedLoop struct {
	predict.Loop
	execution.Comparison
	item float64
}

// array returns the machine of a page where it is such an array.
func (p page) array() *machines.Machine {
	m, err := predict.MachineIn(p.snap, p.file, p.settings)
	if err != nil || m == nil {
		return nil
	}
	if _, ok := m.Number("communication.item_s"); !ok {
		return nil
	}
	return m
}

// mapped compares the techniques for the loop at a line; false where there is none
// that can be mapped.
func (p page) mapped(m *machines.Machine, line int) (mappedLoop, bool) {
	if m == nil {
		return mappedLoop{}, false
	}
	l, err := predict.LoopAt(p.report, line)
	if err != nil {
		return mappedLoop{}, false
	}
	c, item, ok := predict.Techniques(l, m)
	return mappedLoop{l, c, item}, ok
}

// mappingHover is the table of techniques at the head of a parallel loop.
func (p page) mappingHover(line int) string {
	if l, ok := p.mapped(p.array(), line); ok && l.Line == line {
		return render.MappingTable(l.Comparison, l.item)
	}
	return ""
}

// mappingLenses name pipelining at the parallel loops where it wins.
func (p page) mappingLenses() []protocol.CodeLens {
	m := p.array()
	var lenses []protocol.CodeLens
	for _, u := range p.report.Units {
		for _, loop := range u.Loops {
			if l, ok := p.mapped(m, loop.Line); ok && l.Line == loop.Line {
				if title := render.MappingLens(l.Comparison, l.item); title != "" {
					lenses = append(lenses, protocol.CodeLens{Range: p.line(l.Line), Command: protocol.Command{Title: printable(title)}})
				}
			}
		}
	}
	return lenses
}

var blockFormat = regexp.MustCompile(`(?i)\bBLOCK\b`)

// mappingActions offer CYCLIC for BLOCK at a parallel loop where interleaving wins
// and nothing moves between neighbours.
func (s *server) mappingActions(ctx context.Context, snap *workspace.Snapshot, params *protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	p, err := s.document(snap, pathOf(params.TextDocument.URI))
	if err != nil || !languageOf(p.file).explained {
		return nil, err
	}
	m := p.array()
	if m == nil {
		return nil, nil
	}
	first, last := touched(params.Range)
	if p, err = s.part(ctx, snap, params.TextDocument.URI, report.Lines{First: first, Last: last}); err != nil {
		return nil, err
	}
	var actions []protocol.CodeAction
	told := map[int]bool{}
	for line := first; line <= min(last, first+maxActionLines, p.text().Lines()); line++ {
		l, ok := p.mapped(m, line)
		if !ok || l.Moves || told[l.Line] {
			continue
		}
		told[l.Line] = true
		title := render.MappingGain(l.Comparison, l.item)
		edits := p.cyclic(l.Loop)
		if title == "" || edits == nil {
			continue
		}
		kind := protocol.CodeActionKindRefactorRewrite
		actions = append(actions, protocol.CodeAction{Title: title, Kind: &kind, Edit: s.edit(p, params.TextDocument.URI, title, edits)})
	}
	return actions, nil
}

// cyclic are the edits that deal out CYCLIC the arrays of a loop that are dealt out
// in blocks, in the directives that map them.
func (p page) cyclic(l predict.Loop) []source.Edit {
	var edits []source.Edit
	var done []int
	body := ""
	for line := l.Line; line <= l.Last; line++ {
		body += p.text().Line(line) + "\n"
	}
	for _, u := range p.report.Units {
		for _, m := range u.Mappings {
			name := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(m.Array) + `\b`)
			if u.Start > l.Line || l.Line > u.End || m.Line == 0 || m.File != "" || slices.Contains(done, m.Line) || !name.MatchString(body) {
				continue
			}
			text := p.text().Line(m.Line)
			at := blockFormat.FindAllStringIndex(text, -1)
			if len(at) != 1 || !strings.Contains(strings.ToUpper(text), "DISTRIBUTE") || strings.Contains(strings.ToUpper(text), "BLOCK(") {
				continue
			}
			done = append(done, m.Line)
			start := p.text().LineStart(m.Line)
			edits = append(edits, source.Edit{Span: source.Span{Start: start + at[0][0], End: start + at[0][1]}, New: "CYCLIC"})
		}
	}
	return edits
}
