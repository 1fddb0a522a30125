package lsp

import (
	"context"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/tomltree"
	"github.com/parlens/parlens/render"
)

// tomlOffer is one completion in a TOML document.
type tomlOffer struct {
	label, text, detail, about string
	kind                       protocol.CompletionItemKind
}

// tomlCompletion offers the keys of the table around the place, or what the
// value there may be.
func (s *server) tomlCompletion(snap *workspace.Snapshot, p *protocol.CompletionParams) ([]protocol.CompletionItem, error) {
	file, err := snap.File(pathOf(p.TextDocument.URI))
	if err != nil {
		return nil, err
	}
	d := s.tomlOf(snap, file)
	if d == nil {
		return nil, nil
	}
	offset, _ := s.peer.Encoding.offset(d.file.Text, p.Position)
	at := tomltree.At(d.text(), offset)
	var items []protocol.CompletionItem
	if at.Quoted && d.hasPhases() && isFormula(at) {
		_, at.Word = nameAround(d.file.Text, offset)
	}
	for i, o := range d.offers(at) {
		items = append(items, protocol.CompletionItem{
			Label: o.label, Kind: o.kind, Detail: protocol.NewOptional(printable(o.detail)),
			SortText:      protocol.NewOptional(fmt.Sprintf("%05d", i)),
			Documentation: protocol.String(printable(o.about)),
			TextEdit:      &protocol.TextEdit{Range: s.peer.Encoding.rangeOf(d.file.Text, at.Word), NewText: o.text},
		})
	}
	return items, nil
}

func (d *tomlFile) offers(at tomltree.Place) []tomlOffer {
	switch {
	case at.Comment:
		return nil
	case at.Key != "":
		return d.values(at)
	}
	var out []tomlOffer
	taken := d.taken(at)
	for _, k := range d.keys(at.Table) {
		if k.Any || k.Table != at.Header && k.Table || slices.Contains(taken, k.Name) || at.Header && !k.Table {
			continue
		}
		o := tomlOffer{label: k.Name, text: k.Name, detail: render.KeyDetail(k), about: k.Meaning, kind: protocol.CompletionItemKindProperty}
		if !at.Header {
			o.text += d.equals(at)
		}
		out = append(out, o)
	}
	return out
}

// equals is what follows a key that has none yet.
func (d *tomlFile) equals(at tomltree.Place) string {
	text := d.text()
	for i := at.Word.End; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case ' ', '\t':
			continue
		case '=':
			return ""
		}
		break
	}
	return " = "
}

// taken returns the keys that the table around the place has, but for the one
// that stands there. A document that is broken shows none.
func (d *tomlFile) taken(at tomltree.Place) []string {
	text := []byte(d.text())
	if root, _ := tomltree.Parse(text); root == nil { // the word alone is no statement yet
		text = slices.Concat(text[:at.Word.Start], []byte("\n"), text[at.Word.End:])
	}
	root, _ := tomltree.Parse(text)
	if root == nil || at.Header {
		return nil
	}
	tables := root.Along(at.Table, at.Word.Start)
	if len(tables) <= len(at.Table) {
		return nil
	}
	var keys []string
	for _, f := range tables[len(at.Table)].Fields {
		if f.Span.Start != at.Word.Start {
			keys = append(keys, f.Key)
		}
	}
	return keys
}

// values offers what the value at the place may be.
func (d *tomlFile) values(at tomltree.Place) []tomlOffer {
	k, ok := tomltree.Find(d.keys(at.Table), at.Key)
	if !ok {
		return nil
	}
	choices := k.Values
	switch {
	case d.hasPhases():
		return d.phaseValues(k, at)
	case isConfig(d.file) && k.Name == "machine":
		choices = d.machineNames()
	case k.Name == "optimize":
		choices = scheme.Optimizations
	case !isConfig(d.file) && k.Name == "compute":
		choices = partNames(d.text())
	}
	return offered(k, at, choices)
}

// offered makes offers of the words that a value may be.
func offered(k tomltree.Key, at tomltree.Place, choices []string) []tomlOffer {
	var out []tomlOffer
	for _, v := range choices {
		o := tomlOffer{label: v, text: v, detail: render.ValueDetail(k, v), about: k.Meaning, kind: protocol.CompletionItemKindEnumMember}
		if !at.Quoted {
			o.text = `"` + v + `"`
		}
		out = append(out, o)
	}
	return out
}

// tomlHover tells what the key at the place, or that of the value there, means.
func (s *server) tomlHover(_ context.Context, p page, position protocol.Position) *protocol.Hover {
	d := s.tomlOf(p.snap, p.file)
	if d == nil {
		return nil
	}
	offset, _ := p.encoding.offset(p.text(), position)
	at := tomltree.At(d.text(), offset)
	if d.hasPhases() {
		if text, where := d.phaseHover(d.phasesOf(p), at, p, offset); text != "" {
			return s.hoverOf(p, text, where)
		}
	}
	name := at.Key
	if name == "" {
		name = p.text().Slice(at.Word)
	}
	if at.Comment || name == "" {
		return nil
	}
	k, ok := tomltree.Find(d.keys(at.Table), name)
	if last := len(at.Table) - 1; name == "value" && last >= 0 { // of the number that it is the value of
		k, ok = tomltree.Find(d.keys(at.Table[:last]), at.Table[last])
	}
	if !ok {
		return nil
	}
	if k.Any {
		k.Name = name
	}
	return s.hoverOf(p, render.KeyHover(k, d.number(at, name)), wordOr(at, p.text()))
}

func wordOr(at tomltree.Place, t *source.Text) source.Span {
	if at.Word.Empty() {
		return t.LineSpan(t.LineOf(at.Word.Start))
	}
	return at.Word
}

// number returns the number that a machine file gives for a key, with where it
// is from: what the number, its segment, its component say, the innermost first.
func (d *tomlFile) number(at tomltree.Place, name string) render.KeyNumber {
	root, _ := tomltree.Parse([]byte(d.text()))
	if root == nil {
		return render.KeyNumber{}
	}
	path := append(slices.Clone(at.Table), name)
	tables := root.Along(path, at.Word.Start)
	out := render.KeyNumber{}
	for _, t := range tables {
		if f := t.Get("provenance"); f != nil && f.Value.Kind == tomltree.String {
			out.Provenance = f.Value.Text
		}
		if f := t.Get("source"); f != nil && f.Value.Kind == tomltree.String {
			out.Source = f.Value.Text
		}
	}
	inner := tables[len(tables)-1]
	for _, key := range []string{name, "value"} {
		if f := inner.Get(key); f != nil {
			if _, ok := f.Value.Number(); ok {
				out.Value = f.Value.Text
			}
		}
	}
	return out
}
