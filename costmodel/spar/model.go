// Package spar predicts Spar programs: it models a placed program in PAMELA for a
// machine, evaluates T, phi, delta and omega (paper 004) piece by piece, and says
// which line takes how much of T.
package spar

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/parallel"
)

// Model is a Spar program as a PAMELA model, compiled for a machine. Its methods
// may be called from any goroutine.
type Model struct {
	Program     *place.Program
	Machine     string // the name of the machine's model
	Diagnostics []source.Diagnostic
	Compiled    func() *pamela.Model // the whole model as one; not safe for concurrent use

	memo   *memo.Table
	files  *workspace.SparList
	alone  func(*place.Method) *modelling.Piece // the model of a method
	print  func(modelling.Given) *pamela.File
	digest string // of the machine and the values of its switches
	option pamela.Options
	values *pamela.Model // its numbers only
	pieces []*sparPiece
	roots  [][]*sparPiece // the same by root of the program
	root   *place.Method  // of which this is the unit; nil: of the program, or of all units

	clamped func() (*Model, error) // for numbers of processors that the blocks do not fit; nil where this one is

	text *source.Text

	mu *sync.Mutex // of the compiled models, which are for one user at a time
}

// Units are the models of what is reported apart: the program, or where no class has a
// main each method of the file.
func (m *Model) Units() []*Model {
	if m.Program.Main != nil || len(m.Program.Roots) == 0 {
		return []*Model{m}
	}
	var out []*Model
	for i, r := range m.Program.Roots {
		one := *m
		one.root, one.pieces = r.Method, m.roots[i]
		out = append(out, &one)
	}
	return out
}

// Unit is the method of a name, with its class or without; nil where there is none.
func (m *Model) Unit(name string) *place.Method {
	i := slices.IndexFunc(m.Program.Methods, func(x *place.Method) bool {
		return strings.EqualFold(x.Name, name) || strings.EqualFold(x.Name[strings.LastIndexByte(x.Name, '.')+1:], name)
	})
	if i < 0 {
		return nil
	}
	return m.Program.Methods[i]
}

// ModelOf models a Spar file under the user's choices. The model is the same
// for all values of its parameters, but for one thing: where blocks do not fit
// the processors, the last processor keeps what is left over.
func ModelOf(snap *workspace.Snapshot, f *workspace.File, s settings.Settings) (*Model, error) {
	return partOfModel(snap, f, s, report.AllLines)
}

// partOfModel is the model with those pieces that may hold something of some lines.
func partOfModel(snap *workspace.Snapshot, f *workspace.File, s settings.Settings, lines report.Lines) (*Model, error) {
	m, err := sparModel(snap, f, s, lines, false)
	if err != nil {
		return nil, err
	}
	if !m.fits(m.Values(s)) {
		return sparModel(snap, f, s, lines, true)
	}
	out := *m
	out.clamped = func() (*Model, error) { return sparModel(snap, f, s, lines, true) }
	return &out, nil
}

type placedKey struct {
	files *workspace.SparList
	opt   place.Options
}

func (k placedKey) place(known *memo.Table) *place.Program {
	return place.Builder{Options: k.opt, Memo: known}.Build(k.files.First(), k.files.Others()...)
}

type sparKey struct {
	program       *place.Program
	text          *source.Text
	machine, path string
	set           string
	problems      string // what is said about the choice of the machine
	lines         report.Lines
}

// sparModel returns a model from memory: it depends on the program, on the
// machine and on the values of switches.
func sparModel(snap *workspace.Snapshot, f *workspace.File, s settings.Settings, lines report.Lines, clamp bool) (*Model, error) {
	tree, known := snap.Spar(f), snap.Memo()
	files := snap.SparProgram(f)
	machine, err := sparMachine(snap, f, place.Kinds(tree), s.Machine)
	if err != nil {
		return nil, err
	}
	target := machine.target(s.Values)
	target.Clamp = clamp
	machine.library = memo.Get(known, libraryKey{machine.digest}, libraryKey.empty)
	opt := place.Options{Clamp: clamp, Bounds: target.Bounds, Gathered: target.Aggregated}
	program := memo.GetFrom(known, placedKey{files, opt}, known, placedKey.place)
	set := map[string]float64{}
	for name, parameter := range target.Numeric {
		if x, ok := s.Values[strings.ToLower(name)]; ok && !parameter {
			set[name] = x
		}
	}
	key := sparKey{program, f.Text, machine.digest, f.Path, settings.ValuesKey(set), fmt.Sprint(machine.problems), lines}
	if lines == report.AllLines {
		known.Displace(wholeSlot(f, s), key, lastVersions)
	}
	return memo.GetFrom(known, key, inputs{known, files, target, machine, set}, sparKey.model), nil
}

// modelSlot names the models of one file, version after version.
type modelSlot struct{ path, settings string }

func wholeSlot(f *workspace.File, s settings.Settings) modelSlot {
	return modelSlot{f.Path, s.Whole().Machine + s.Whole().Key()}
}

// lastVersions is how many versions of a program keep their models.
const lastVersions = 8

// inputs is what a model is made of besides the program: the machine, and the values
// of its switches.
type inputs struct {
	memo    *memo.Table
	files   *workspace.SparList
	target  modelling.Target
	machine machineModel
	set     map[string]float64
}

func (k sparKey) model(in inputs) *Model {
	tree, machine := in.files.First(), in.machine
	in.target.Units = k.program.Main == nil
	out := &Model{mu: &sync.Mutex{}, Program: k.program, Machine: machine.name, text: k.text, memo: in.memo, files: in.files}
	options := pamela.Options{Include: machine.include, Set: in.set, Trace: true, Only: modelling.Main, Library: machine.library}
	out.print = func(given modelling.Given) *pamela.File {
		return modelling.Build(k.program, k.text, k.path, in.target, given)
	}
	out.Compiled = sync.OnceValue(func() *pamela.Model {
		return out.print(modelling.Given{}).Compile(options)
	})
	out.alone = func(x *place.Method) *modelling.Piece { return modelling.Alone(k.program, x, in.target, in.memo) }
	out.digest, out.option = machine.digest+k.set, options
	out.values = modelling.Values(k.program, in.target).Compile(options)
	var wanted []*place.Method // nil: all
	if k.lines != report.AllLines {
		wanted = append([]*place.Method{}, out.reaching(k.lines)...)
	}
	pieces, warnings := modelling.Pieces(k.program, in.target, in.memo, wanted)
	out.Diagnostics = slices.Concat(tree.Diagnostics, k.program.Diagnostics, machine.problems, warnings)
	if wanted == nil {
		out.Diagnostics = append(out.Diagnostics, out.falseMarks()...)
	}
	out.report(nil, out.values.Diagnostics)
	all := slices.Concat(pieces...)
	out.pieces = make([]*sparPiece, len(all))
	parallel.Each(len(all), 0, func(i int) { out.pieces[i] = out.newPiece(all[i], machine, options) })
	first := 0
	for _, of := range pieces {
		out.roots = append(out.roots, out.pieces[first:first+len(of)])
		first += len(of)
	}
	for _, x := range out.pieces {
		out.report(x.Sites, x.model.Diagnostics)
	}
	return out
}

// report moves messages about a model to what they are about in the program,
// each once.
func (m *Model) report(sites []modelling.Site, list []pamela.Diagnostic) {
	for _, d := range list {
		if x := m.placed(sites, d); !slices.Contains(m.Diagnostics, x) {
			m.Diagnostics = append(m.Diagnostics, x)
		}
	}
}

func (m *Model) placed(sites []modelling.Site, d pamela.Diagnostic) source.Diagnostic {
	out := d.Diagnostic
	out.Span = source.Span{}
	if d.File != modelling.File {
		out.Message = d.File + ": " + d.Message
		return out
	}
	out.Message = "in the model: " + d.Message
	for _, s := range sites {
		if s.Span.Start <= d.Span.Start && d.Span.Start < s.Span.End {
			out.Span = m.Program.At(s.Source)
		}
	}
	names, _ := d.Data.(pamela.Names)
	for _, x := range m.methods() {
		if names.Has(x.Model) && out.Span.Empty() {
			out.Span = x.NameSpan
		}
	}
	if d.Code == "unknown-name" && !strings.HasPrefix(string(names), place.UnknownMark) {
		out.Message += fmt.Sprintf(`: Pamela = (numeric "%s") in the globalpragmas makes a parameter of it`, names)
		for _, n := range m.Program.Numerics {
			if out.Span.Empty() && notation.Text(n.Value) == string(names) {
				out.Span = n.Span
			}
		}
	}
	return out
}

// Values are the numbers behind the parameters of the model: what the user has
// set, else what the program and the machine say, else what is assumed.
func (m *Model) Values(s settings.Settings) map[string]float64 {
	m.mu.Lock()
	env := m.values.Defaults()
	m.mu.Unlock()
	for _, e := range m.values.Tree.Equations {
		if x, ok := s.Values[strings.ToLower(e.Name)]; ok && e.Kind == pamela.Numeric && e.Parameter {
			env[e.Name] = x
		}
	}
	for _, c := range m.Program.Criticals {
		if x, ok := s.Values[strings.ToLower(c.Source)]; ok && c.Source != "" {
			env[c.Name] = x
		}
	}
	for _, n := range m.Program.Numerics {
		if x, ok := s.Values[strings.ToLower(n.Source)]; ok && n.Parameter && n.Source != "" {
			env[n.Name] = x
		}
	}
	m.traced(env)
	for _, n := range m.Program.Numerics {
		if _, ok := env[n.Name]; !ok && n.Parameter {
			env[n.Name] = AssumedSize
		}
	}
	m.processors(s, env)
	return env
}

// AssumedSize is the value of a parameter of a program that nothing gives one.
const AssumedSize = 100

// processors spreads the chosen processors over the first array.
func (m *Model) processors(s settings.Settings, env map[string]float64) {
	if len(m.Program.Grids) == 0 {
		return
	}
	params := m.Program.Grids[0].Params()
	extents := s.Grid
	if s.Procs > 0 {
		extents = mapping.Factor(s.Procs, len(params))
	}
	for d, name := range params {
		if d < len(extents) {
			env[name] = float64(extents[d])
		}
	}
}
