package lsp

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/phases"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/tomltree"
	"github.com/parlens/parlens/machines"
	"github.com/parlens/parlens/render"
)

// configures reports whether a file may say how others are predicted.
func configures(path string) bool { return strings.EqualFold(filepath.Ext(path), ".toml") }

func isConfig(f *workspace.File) bool { return filepath.Base(f.Path) == settings.ConfigName }

// halfTyped reports whether a text is a configuration with errors of its own: what it said
// before them holds, or the numbers of all programs would swing between two keys.
func halfTyped(f *workspace.File) bool {
	if !isConfig(f) {
		return false
	}
	c, diags := settings.ParseConfig([]byte(f.Text.String()))
	named := c.Machine == "" || machines.IsPath(c.Machine) || machines.IsModel(c.Machine) || slices.Contains(machines.Shipped(), c.Machine)
	return !named || slices.ContainsFunc(diags, func(d source.Diagnostic) bool { return d.Severity == source.Error })
}

// tomlFile is one open parlens.toml or machine file.
type tomlFile struct {
	file *workspace.File
	snap *workspace.Snapshot
	fs   workspace.FS
}

// tomlOf returns the document, nil when it is TOML of somebody else.
func (s *server) tomlOf(snap *workspace.Snapshot, f *workspace.File) *tomlFile {
	d := &tomlFile{f, snap, s.opts.FS}
	if !languageOf(f).tables || !isConfig(f) && !machines.Describes(d.text()) && !phases.Describes(d.text()) && !d.configured() {
		return nil
	}
	return d
}

func (d *tomlFile) text() string { return d.file.Text.String() }

// configured reports whether the nearest parlens.toml names the document as its
// machine: then it is one, however little it holds.
func (d *tomlFile) configured() bool {
	if !filepath.IsAbs(d.file.Path) {
		return false
	}
	c, _, _ := settings.FindConfig(d.file.Path, d.snap.Read)
	return filepath.Clean(c.Machine) == filepath.Clean(d.file.Path)
}

// keys returns the keys that a table of the document knows.
func (d *tomlFile) keys(path []string) []tomltree.Key {
	if isConfig(d.file) {
		return settings.ConfigKeys(path)
	}
	if d.hasPhases() {
		return phases.Keys(path)
	}
	return machines.Keys(path)
}

// hasPhases reports whether the document is a phase model.
func (d *tomlFile) hasPhases() bool {
	return !isConfig(d.file) && phases.Describes(d.text()) && !machines.Describes(d.text())
}

// configuredPage completes the page of a TOML document: a report without units.
func (s *server) configuredPage(_ context.Context, p page) (page, error) {
	p.problems = nil
	p.report = &report.Report{File: p.file.Path, Machine: report.Machine{Name: "description"}}
	if d := s.tomlOf(p.snap, p.file); d != nil {
		if d.hasPhases() {
			v := d.phasesOf(p)
			p.report.Diagnostics, p.hints = v.diagnostics, render.PhaseHints(v.Phases, p.text())
			return p, nil
		}
		p.report.Diagnostics = d.diagnostics()
	}
	return p, nil
}

func (d *tomlFile) diagnostics() []source.Diagnostic {
	if !isConfig(d.file) {
		_, diags := machines.Parse(d.file.Path, []byte(d.text()))
		return diags
	}
	config, diags := settings.ParseConfig([]byte(d.text()))
	root, _ := tomltree.Parse([]byte(d.text()))
	if root == nil {
		return diags
	}
	if f := root.Get("machine"); f != nil && config.Machine == f.Value.Text {
		if err := d.machine(config.Machine); err != nil {
			diags = append(diags, source.Diagnostic{Span: f.Value.Span, Severity: source.Error, Code: "config", Message: err.Error()})
		}
	}
	if f := root.Get("counts"); f != nil {
		found, _, _ := settings.FindConfig(d.file.Path, d.snap.Read)
		if _, err := settings.ReadCounts(found.Counts, d.snap.Read); err != nil {
			diags = append(diags, source.Diagnostic{Span: f.Value.Span, Severity: source.Error, Code: "config", Message: err.Error()})
		}
	}
	if f := root.Get("validation"); f != nil {
		found, _, _ := settings.FindConfig(d.file.Path, d.snap.Read)
		if x := (timedKey{}).read(timing{d.snap, found.Validation}); x.err != nil {
			diags = append(diags, source.Diagnostic{Span: f.Value.Span, Severity: source.Error, Code: "config", Message: x.err.Error()})
		}
	}
	return diags
}

// machine returns what is wrong with the machine that the document names.
func (d *tomlFile) machine(name string) error {
	if _, shipped := machines.Model(name); shipped && machines.IsModel(name) {
		return nil
	}
	if machines.IsPath(name) && !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(d.file.Path), name)
	}
	if machines.IsModel(name) {
		_, err := d.snap.Read(name)
		return err
	}
	_, err := machines.Load(name, d.snap.Read)
	return err
}

// machineNames returns what can stand for a machine: the shipped ones, and the
// machine files beside the document and below, as paths from there.
func (d *tomlFile) machineNames() []string {
	names := slices.Concat(machines.Shipped(), machines.Models())
	lister, ok := d.fs.(workspace.Lister)
	if !ok {
		return names
	}
	folder := filepath.Dir(d.file.Path)
	var files []string
	for _, path := range lister.List(folder, false) {
		relative, err := filepath.Rel(folder, path)
		if err != nil || filepath.Ext(path) != ".toml" || filepath.Base(path) == settings.ConfigName {
			continue
		}
		if data, err := d.snap.Read(path); err == nil && machines.Describes(string(data)) {
			files = append(files, "."+string(os.PathSeparator)+relative)
		}
	}
	slices.Sort(files)
	return append(names, files...)
}

// partNames returns the paths of the parts that the headers of a machine file
// name: "cube", "cube.node".
func partNames(text string) []string {
	var all []string
	for _, line := range strings.Split(text, "\n") {
		header, ok := strings.CutPrefix(strings.TrimSpace(line), "[")
		if !ok {
			continue
		}
		header, _, _ = strings.Cut(strings.Trim(header, "["), "]")
		path := ""
		for keys := strings.Split(header, "."); len(keys) > 1 && keys[0] == "part"; keys = keys[2:] {
			path = strings.TrimPrefix(path+"."+keys[1], ".")
			if !slices.Contains(all, path) {
				all = append(all, path)
			}
		}
	}
	return all
}
