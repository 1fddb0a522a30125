package lsp

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/machines"
	"github.com/parlens/parlens/render"
)

// modelKey names a compiled model: files that it includes belong to the
// snapshot.
type modelKey struct{ reportKey }

// compiled is what a model says.
type compiled struct {
	equations   []render.Equation
	diagnostics []source.Diagnostic
}

// modelled completes the page of a PAMELA model.
func (s *server) modelled(ctx context.Context, p page) (page, error) {
	c, err := memo.LoadFrom(ctx, p.snap.Memo(), modelKey{p.key()}, served{s, p}, modelKey.compile)
	p.model, p.hints = c.equations, render.ModelHints(c.equations, 1, p.text().Lines())
	p.report = &report.Report{File: p.file.Path, Machine: report.Machine{Name: "PAMELA model"}, Diagnostics: c.diagnostics}
	return p, err
}

func (modelKey) compile(_ context.Context, p served) (compiled, error) {
	defer p.server.working("compiling " + filepath.Base(p.file.Path))()
	return compile(p.page), nil
}

func compile(p page) compiled {
	name := filepath.ToSlash(p.file.Path)
	texts := map[string]*source.Text{}
	m := pamela.Check(name, p.text().String(), func(file string) (string, error) {
		f, err := p.snap.Includable(filepath.FromSlash(file), p.file.Path)
		if shipped, ok := machines.Model(file); err != nil && ok {
			texts[file] = source.NewText(shipped)
			return shipped, nil
		}
		if err != nil {
			return "", err
		}
		texts[file] = f.Text
		return f.Text.String(), nil
	})
	return compiled{equations: equationsOf(m, name, p), diagnostics: placed(m, name, p.text(), texts)}
}

// placed returns the messages of a model; those about included files stand
// where the file is included, because that is the text that the reader sees.
func placed(m *pamela.Model, name string, text *source.Text, texts map[string]*source.Text) []source.Diagnostic {
	var out []source.Diagnostic
	for _, d := range m.Diagnostics {
		if d.File != name {
			at := source.Position{Line: 1, Column: 1}
			if t := texts[d.File]; t != nil {
				at = t.Position(d.Span.Start)
			}
			d.Message = fmt.Sprintf("%s:%d:%d: %s", filepath.Base(d.File), at.Line, at.Column, d.Message)
			d.Span = inclusion(text, filepath.Base(d.File))
		}
		out = append(out, d.Diagnostic)
	}
	return out
}

// inclusion returns the line that includes a file, else the first one.
func inclusion(text *source.Text, base string) source.Span {
	for n := 1; n <= text.Lines(); n++ {
		if line := text.Line(n); strings.Contains(line, "include") && strings.Contains(line, base) {
			return text.LineSpan(n)
		}
	}
	return text.LineSpan(1)
}

// equationsOf evaluates the equations of a model: those of the file itself with
// their place, those of included files for their names.
func equationsOf(m *pamela.Model, name string, p page) []render.Equation {
	env := valuesOf(m, p.settings.Values)
	values := []string{}
	for _, n := range slices.Sorted(maps.Keys(env)) {
		values = append(values, fmt.Sprintf("%s = %v", n, env[n]))
	}
	var out []render.Equation
	for _, o := range m.Outputs() {
		e := o.Equation
		if o.Model == "" || o.Model == "T" {
			out = append(out, render.Equation{Name: e.Name, Kind: e.Kind.String(), Params: o.Params, Given: values})
		}
		last := &out[len(out)-1]
		if e.File == name {
			last.Span, last.Line = e.Span, p.text().LineOf(e.NameSpan.Start)
		}
		last.Models = append(last.Models, evaluated(m, m.Simplify(o), env))
	}
	return out
}

// valuesOf returns the values that the text gives to parameters, and over them
// those that the settings give. Settings know no case.
func valuesOf(m *pamela.Model, set map[string]float64) map[string]float64 {
	env := m.Defaults()
	for _, e := range m.Tree.Equations {
		if v, ok := set[strings.ToLower(e.Name)]; ok && e.Kind == pamela.Numeric && e.Parameter {
			env[e.Name] = v
		}
	}
	return env
}

// longestNamed is the length, in bytes, of the longest formula whose parts are
// named; those of a longer one would not fit into a hover.
const longestNamed = 4000

// evaluated writes an output as a formula and, where all values are known, as a
// number.
func evaluated(m *pamela.Model, o pamela.Output, env map[string]float64) render.Model {
	out := render.Model{Name: o.Model, Formula: m.Plain(o)}
	if len(out.Formula) <= longestNamed {
		parts, short := m.Named(o, render.MaxFormula, false)
		for _, p := range parts {
			out.Parts = append(out.Parts, p.Name+" = "+p.Text)
		}
		out.Short = short
	}
	n, err := m.Numeric(o, env)
	switch {
	case err != nil:
		out.Problem = err.Error()
	case n.IsVector() && n.Runs != nil:
		out.Value = m.RunsText(n.Runs)
	case !n.IsVector():
		if v, ok := m.Arena().Const(n.Expr); ok {
			out.Value = fmt.Sprintf("%.7g", v)
		}
		if n.Estimate.Sampled {
			out.Value = fmt.Sprintf("about %.3g", n.Estimate.Value)
		}
	}
	return out
}

// modelStatus is the whole of a model.
func (s *server) modelStatus(p page) *statusResult {
	return &statusResult{Text: printable(render.ModelStatus(p.model))}
}

// modelHover tells of the equation whose name stands at the place, or of the
// one around it.
func (s *server) modelHover(_ context.Context, p page, at protocol.Position) *protocol.Hover {
	offset, _ := p.encoding.offset(p.text(), at)
	name, where := nameAround(p.text(), offset)
	for _, e := range p.model {
		if e.Name == name {
			return s.hoverOf(p, render.ModelHover(e), where)
		}
	}
	for _, e := range p.model {
		if e.Line > 0 && e.Span.Start <= offset && offset <= e.Span.End {
			return s.hoverOf(p, render.ModelHover(e), e.Span)
		}
	}
	return nil
}

// nameAround returns the identifier around an offset.
func nameAround(t *source.Text, offset int) (string, source.Span) {
	text, at := t.String(), source.Span{Start: offset, End: offset}
	isName := func(c byte) bool {
		return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
	}
	for at.Start > 0 && isName(text[at.Start-1]) {
		at.Start--
	}
	for at.End < len(text) && isName(text[at.End]) {
		at.End++
	}
	return t.Slice(at), at
}
