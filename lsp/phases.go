package lsp

import (
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/phases"
	"github.com/parlens/parlens/internal/tomltree"
	"github.com/parlens/parlens/machines"
	"github.com/parlens/parlens/render"
)

// phasesKey names an evaluated phase model: everything that it depends on.
type phasesKey struct{ reportKey }

// evaluatedPhases is a phase model with what it takes for the values in its file
// and in the settings.
type evaluatedPhases struct {
	render.Phases
	diagnostics []source.Diagnostic
}

// phasesOf evaluates the phase model of a page, once for each snapshot.
func (d *tomlFile) phasesOf(p page) evaluatedPhases {
	return memo.GetFrom(p.snap.Memo(), phasesKey{p.key()}, tomlPage{d, p}, phasesKey.evaluate)
}

// tomlPage is the page of a file in TOML.
type tomlPage struct {
	toml *tomlFile
	page
}

func (phasesKey) evaluate(of tomlPage) evaluatedPhases {
	d, p := of.toml, of.page
	m, diags := phases.Parse(d.file.Path, []byte(d.text()))
	v := evaluatedPhases{render.Phases{Model: m}, diags}
	if m == nil {
		return v
	}
	wrong := func(at source.Span, err error) {
		if at.Empty() {
			at = p.text().LineSpan(1)
		}
		v.diagnostics = append(v.diagnostics, source.Diagnostic{Span: at, Severity: source.Error, Code: "phases", Message: err.Error()})
	}
	name := m.Machine
	if name == "" {
		name = p.settings.Machine
	} else if machines.IsPath(name) && !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(d.file.Path), name)
	}
	machine, err := machines.Load(name, d.snap.Read)
	if err != nil {
		wrong(m.Place("machine"), err)
		return v
	}
	values, _ := m.Defaults("")
	for n := range values {
		if set, ok := p.settings.Values[strings.ToLower(n)]; ok {
			values[n] = set
		}
	}
	for _, variant := range m.VariantNames() {
		prog, err := m.For(variant, machine)
		if err != nil {
			wrong(m.Place("rates"), err)
			return v
		}
		r, err := prog.Evaluate(values)
		if err != nil {
			wrong(m.Place("parameters"), err)
			continue
		}
		prog.Compared(r)
		v.Others = append(v.Others, r)
		if variant == m.FirstVariant() {
			v.Program, v.Result = prog, r
		}
	}
	return v
}

// phaseHover tells of the name in a formula, or of the phase around the place.
func (d *tomlFile) phaseHover(v evaluatedPhases, at tomltree.Place, p page, offset int) (string, source.Span) {
	if v.Model == nil {
		return "", source.Span{}
	}
	name, where := nameAround(p.text(), offset)
	if text := render.PhaseName(v.Phases, name); text != "" && !at.Comment {
		return text, where
	}
	if len(at.Table) > 0 && at.Table[0] == "phase" {
		return render.PhaseHover(v.Phases, offset), p.text().LineSpan(p.text().LineOf(offset))
	}
	return "", source.Span{}
}

// formulaOffers offers what a formula may hold at a place in its quotes.
func (d *tomlFile) formulaOffers(v *phases.Model, at tomltree.Place) []tomlOffer {
	var out []tomlOffer
	offer := func(name, detail string) {
		out = append(out, tomlOffer{label: name, text: name, detail: detail, kind: protocol.CompletionItemKindVariable})
	}
	for _, n := range namesIn(v, d.text()) {
		offer(n.name, n.detail)
	}
	if at.Key == "work" {
		offer("a", "seconds of one operation at the first rate")
		offer("b", "seconds of one operation at the second rate")
	}
	if at.Key == "bytes" {
		offer("step", "of an exchange, from 1")
	}
	for _, f := range phases.Functions {
		out = append(out, tomlOffer{label: f.Name, text: f.Name, detail: f.Name + "(" + f.Arguments + "): " + f.Meaning, kind: protocol.CompletionItemKindFunction})
	}
	return out
}

type namedValue struct{ name, detail string }

// namesIn lists the names of a model; of one that is half written, the keys of its
// tables as they stand in the text.
func namesIn(m *phases.Model, text string) []namedValue {
	var out []namedValue
	if m != nil {
		for _, p := range m.Parameters {
			out = append(out, namedValue{p.Name, p.Meaning})
		}
		for _, c := range m.Mesh {
			out = append(out, namedValue{c.Name, "coordinate of a processor, 0 to " + c.Extent + " - 1"})
		}
		for _, d := range m.Derived {
			out = append(out, namedValue{d.Name, "derived"})
		}
		return out
	}
	table := ""
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			table = strings.Trim(line, "[] ")
		}
		key, _, found := strings.Cut(line, "=")
		if key = strings.TrimSpace(key); found && slices.Contains([]string{"parameters", "derived", "mesh"}, table) && !strings.Contains(key, "#") {
			out = append(out, namedValue{key, table})
		}
	}
	return out
}

// isFormula reports whether the value at a place is a formula.
func isFormula(at tomltree.Place) bool {
	switch {
	case len(at.Table) > 0 && at.Table[0] == "derived":
		return true
	case len(at.Table) == 1 && at.Table[0] == "phase":
		return slices.Contains([]string{"work", "when", "among", "bytes", "messages", "times"}, at.Key)
	}
	return len(at.Table) == 0 && at.Key == "steps"
}

// phaseValues offers what a value of a phase model may be.
func (d *tomlFile) phaseValues(k tomltree.Key, at tomltree.Place) []tomlOffer {
	m, _ := phases.Parse(d.file.Path, []byte(d.text()))
	switch {
	case isFormula(at):
		if at.Quoted {
			return d.formulaOffers(m, at)
		}
		return nil
	case len(at.Table) == 0 && k.Name == "machine":
		return offered(k, at, d.machineNames())
	case k.Name == "variant" || k.Name == "variants":
		return offered(k, at, d.variants())
	}
	return offered(k, at, k.Values)
}

// variants lists the keys of the table of variants, in a half-written file too.
func (d *tomlFile) variants() []string {
	var out []string
	within := false
	for _, line := range strings.Split(d.text(), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			within = line == "[variants]"
		}
		if key, _, found := strings.Cut(line, "="); found && within && !strings.HasPrefix(line, "#") {
			out = append(out, strings.TrimSpace(key))
		}
	}
	return out
}

// tomlStatus is the whole of a phase model; other TOML files have none.
func (s *server) tomlStatus(p page) *statusResult {
	d := s.tomlOf(p.snap, p.file)
	if d == nil || !d.hasPhases() {
		return &statusResult{}
	}
	v := d.phasesOf(p)
	if v.Result == nil {
		return &statusResult{Text: "no estimate"}
	}
	return &statusResult{Machine: v.Program.Machine, Processors: v.Result.Mesh, Unit: v.Result.Variant, Time: v.Result.Time, Text: printable(render.PhaseTotal(v.Phases))}
}
