package spar

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/machines"
)

// machineModel is the machine's PAMELA model with what was found out about it.
type machineModel struct {
	name, file, text string
	digest           string // of the file and its text
	include          pamela.Include
	library          *pamela.Library
	problems         []source.Diagnostic
}

// sparMachine finds the machine: the one that the user chose, if that is a
// PAMELA model; else the file that the program names, beside it or shipped;
// else the default one.
func sparMachine(snap *workspace.Snapshot, f *workspace.File, kinds []place.Kind, chosen string) (machineModel, error) {
	out := machineModel{include: func(name string) (string, error) {
		if g, err := snap.File(filepath.FromSlash(name)); err == nil {
			return g.Text.String(), nil
		}
		if text, ok := machines.Model(name); ok {
			return text, nil
		}
		return "", fmt.Errorf("%s: there is no such file, and no machine of that name", name)
	}}
	if machines.IsModel(chosen) {
		text, err := out.include(withPam(chosen))
		return out.with(withPam(chosen), text), err
	}
	if chosen != "" {
		out.problems = append(out.problems, source.Diagnostic{Severity: source.Information, Code: "spar-machine",
			Message: fmt.Sprintf("%s is a machine for Fortran programs: it has no PAMELA model. A Spar program has the costs of the machine that it names, or of one that is chosen by its PAMELA model (%s)", chosen, strings.Join(machines.Models(), ", "))})
	}
	if len(kinds) > 0 {
		k := kinds[0]
		beside := filepath.ToSlash(filepath.Join(filepath.Dir(f.Path), filepath.FromSlash(k.File)))
		if g, err := snap.File(filepath.FromSlash(beside)); err == nil {
			return out.with(beside, g.Text.String()), nil
		}
		if text, ok := machines.Model(k.File); ok {
			return out.with(filepath.Base(k.File), text), nil
		}
		out.problems = append(out.problems, source.Diagnostic{Span: k.At, Severity: source.Warning, Code: "spar-machine",
			Message: fmt.Sprintf("%s is not found beside the program; its costs are those of the machine %s", k.File, machines.ReportModel)})
		text, _ := machines.Model(machines.ReportModel)
		return out.with(withPam(machines.ReportModel), text), nil
	}
	text, _ := machines.Model(machines.DefaultModel)
	return out.with(withPam(machines.DefaultModel), text), nil
}

func withPam(name string) string {
	if strings.HasSuffix(name, ".pam") {
		return name
	}
	return name + ".pam"
}

type libraryKey struct{ digest string }

func (libraryKey) empty() *pamela.Library { return &pamela.Library{} }

// target is what the engine knows of the machine. It notes all files that the
// model is read from.
func (m *machineModel) target(values map[string]float64) modelling.Target {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%s\x00", m.file, m.text)
	out := modelling.NewTarget(m.file, m.text, func(name string) (string, error) {
		text, err := m.include(name)
		fmt.Fprintf(h, "%s\x00%s\x00%v\x00", name, text, err)
		return text, err
	}, values)
	m.digest = string(h.Sum(nil))
	return out
}

func (m machineModel) with(file, text string) machineModel {
	m.name, m.file, m.text = strings.TrimSuffix(filepath.Base(file), ".pam"), file, text
	return m
}
