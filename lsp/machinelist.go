package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/machines"
)

// methodMachines asks for the machines that a program can be predicted for.
const methodMachines = "parlens/machines"

type machinesParams struct {
	TextDocument *protocol.TextDocumentIdentifier `json:"textDocument,omitempty"` // a program, for machine files around it and the machine in force; absent: the shipped machines only
}

type machinesResult struct {
	Current  string        `json:"current"`  // name or path of the machine in force for the document; "" without a document, and for a Spar program that names its own
	Machines []machineInfo `json:"machines"` // files first, then those that are shipped, by name
}

type machineInfo struct {
	Machine  string      `json:"machine"`            // what the setting `machine` and the member `machine` of other requests take: a name, or a path
	Name     string      `json:"name"`               // as its file says
	Title    string      `json:"title"`              // in words
	Kind     string      `json:"kind"`               // `components` (processor, memory, network), `array operations` (measured Fortran 90 array operations) or `pamela` (a PAMELA model, for Spar programs)
	Nodes    int         `json:"nodes"`              // processors that it has; 0 where that is open
	Numbers  provenances `json:"numbers"`            // where its numbers are from
	Measured string      `json:"measured,omitempty"` // where, with what and when most of its measured numbers were measured; absent without any
	Path     string      `json:"path,omitempty"`     // of its file; absent for a shipped machine
	Problem  string      `json:"problem,omitempty"`  // why its file cannot be used; absent when it can
}

// provenances are how many numbers of a machine are of each.
type provenances struct {
	Published int `json:"published"` // printed in a source that was read
	Measured  int `json:"measured"`  // timed for this machine
	Fitted    int `json:"fitted"`    // to a published or measured curve
	Derived   int `json:"derived"`   // computed from others, or assumed
	Recalled  int `json:"recalled"`  // from memory, unconfirmed
}

func (s *server) machines(ctx context.Context, snap *workspace.Snapshot, p *machinesParams) (*machinesResult, error) {
	s.awaitSettings(ctx)
	out := &machinesResult{Machines: []machineInfo{}}
	if p.TextDocument != nil {
		page, err := s.document(snap, pathOf(p.TextDocument.URI))
		if err != nil {
			return nil, err
		}
		out.Current = page.settings.Machine
		for _, path := range s.machineFiles(page) {
			out.Machines = append(out.Machines, machineInfoOf(path, snap.Read))
		}
	}
	for _, name := range machines.Shipped() {
		out.Machines = append(out.Machines, machineInfoOf(name, nil))
	}
	for _, name := range machines.Models() {
		out.Machines = append(out.Machines, machineInfo{Machine: name, Name: name, Title: modelTitle(name), Kind: "pamela"})
	}
	return out, nil
}

// machineFiles are the machine files that somebody may choose for a document: the one in
// force, those beside the document and in the folders that the client has open.
func (s *server) machineFiles(p page) []string {
	var paths []string
	if machines.IsPath(p.settings.Machine) && !machines.IsModel(p.settings.Machine) {
		paths = append(paths, p.settings.Machine)
	}
	lister, ok := s.opts.FS.(workspace.Lister)
	if !ok || !filepath.IsAbs(p.file.Path) {
		return paths
	}
	for _, folder := range append([]string{filepath.Dir(p.file.Path)}, s.roots...) {
		for _, path := range lister.List(folder, false) {
			if configures(path) && !slices.Contains(paths, path) {
				if text, err := p.snap.Read(path); err == nil && machines.Describes(string(text)) {
					paths = append(paths, path)
				}
			}
		}
	}
	return paths
}

// machineInfoOf is what the list says of a shipped machine or of a machine file.
func machineInfoOf(name string, read func(string) ([]byte, error)) machineInfo {
	out := machineInfo{Machine: name, Name: name, Kind: "components"}
	if machines.IsPath(name) {
		out.Path, out.Name = name, strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	}
	m, err := machines.Load(name, read)
	if err != nil {
		out.Problem = printable(err.Error())
		return out
	}
	out.Name, out.Title, out.Nodes = printable(m.Name), printable(m.Title), m.Nodes
	if m.Array != nil {
		out.Kind = "array operations"
	}
	origin := m.Origin()
	out.Measured = printable(origin.Where)
	n := origin.Numbers
	out.Numbers = provenances{n[machines.Published], n[machines.Measured], n[machines.Fitted], n[machines.Derived], n[machines.Recalled]}
	return out
}

// modelTitle is the first sentence of the comment that a PAMELA model begins with.
func modelTitle(name string) string {
	text, _ := machines.Model(name)
	comment := ""
	for line := range strings.Lines(text) {
		rest, is := strings.CutPrefix(strings.TrimSpace(line), "%")
		if !is || strings.Contains(comment, ". ") {
			break
		}
		comment += strings.TrimSpace(rest) + " "
	}
	sentence, _, _ := strings.Cut(comment, ". ")
	return sentence
}
