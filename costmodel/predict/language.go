package predict

import (
	"cmp"
	"context"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/evaluate"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/spar"
	"github.com/parlens/parlens/machines"
)

// Language is a front end as the facade sees it: which files are its own, and what
// it answers about them. A language that has no answer says in its error what there
// is instead.
type Language struct {
	Name       string
	Is         func(*workspace.File) bool
	Lowered    bool // its units are those of workspace.Snapshot.Program
	OwnMachine bool // a program names its machine

	Predict   func(context.Context, *workspace.Snapshot, *workspace.File, report.Lines, settings.Settings) (*report.Report, error)
	Explain   func(context.Context, *workspace.Snapshot, *workspace.File, report.Lines, settings.Settings) (*report.Explanation, error)
	Graphs    func(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, unit string, s settings.Settings) ([]*report.Graph, error)
	Profiles  func(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, unit string, lines report.Lines, s settings.Settings) ([]*report.Profile, error)
	Timelines func(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, unit string, most int, s settings.Settings) ([]*report.Timeline, error)
	Traces    func(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, unit string, bounds process.Tracing, s settings.Settings) ([]*report.Trace, error)
}

// languages are all front ends; the last one takes what no other claims. A new
// language is a package and an entry.
var languages = []Language{
	{"Spar", workspace.IsSpar, false, true, spar.Text, spar.Explain, spar.Graphs, spar.Profiles, spar.Timelines, spar.Traces},
	{"Fortran", func(*workspace.File) bool { return true }, true, false, fortran, boundExplanation, evaluate.Graphs, boundProfiles, boundTimelines, boundTraces},
}

// LanguageOf returns the language of a file.
func LanguageOf(f *workspace.File) Language {
	for _, l := range languages[:len(languages)-1] {
		if l.Is(f) {
			return l
		}
	}
	return languages[len(languages)-1]
}

// Machine returns the machine file that a file's predictions are for; nil where its
// language or the settings take a PAMELA model, which has no numbers to show or to vary.
func Machine(f *workspace.File, s settings.Settings, read func(string) ([]byte, error)) (*machines.Machine, error) {
	return machineOf(f, s, func(name string) (*machines.Machine, error) { return machines.Load(name, read) })
}

// MachineIn is Machine for a file of a workspace, which remembers the machines that it has read.
func MachineIn(snap *workspace.Snapshot, f *workspace.File, s settings.Settings) (*machines.Machine, error) {
	return machineOf(f, s, func(name string) (*machines.Machine, error) { return evaluate.Machine(snap, name) })
}

func machineOf(f *workspace.File, s settings.Settings, load func(name string) (*machines.Machine, error)) (*machines.Machine, error) {
	name := cmp.Or(s.Machine, settings.DefaultConfig().Machine)
	if !LanguageOf(f).Lowered || machines.IsModel(name) {
		return nil, nil
	}
	return load(name)
}

// ask puts a question about the file at path to its language.
func ask[T any](snap *workspace.Snapshot, path string, question func(Language, *workspace.File) (T, error)) (T, error) {
	f, err := snap.File(path)
	if err != nil {
		var none T
		return none, err
	}
	return question(LanguageOf(f), f)
}

// fortran predicts a program of Fortran, or a text that one includes; regions that are bound to a phase of a phase
// model take what that says.
func fortran(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, lines report.Lines, s settings.Settings) (*report.Report, error) {
	if in := snap.Included(f); in != nil {
		return fragment(ctx, snap, f, in, s)
	}
	r, err := evaluate.Text(ctx, snap, f, lines, s)
	if err != nil {
		return nil, err
	}
	return calibrate(snap, f, r, s), nil
}
