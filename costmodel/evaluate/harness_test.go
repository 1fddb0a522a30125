package evaluate

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
	"github.com/parlens/parlens/internal/oracle/treetext"
	"github.com/parlens/parlens/machines"
)

// examples returns the programs of testdata/hpf, by name.
func examples(t testing.TB) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("../../testdata/hpf/*.f*")
	if err != nil || len(paths) == 0 {
		t.Fatal("no examples", err)
	}
	out := map[string]string{}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(p)] = string(data)
	}
	return out
}

func example(t testing.TB, name string) string {
	t.Helper()
	text, ok := examples(t)[name]
	if !ok {
		t.Fatalf("no example %s", name)
	}
	return text
}

// reportOf predicts a text that is the whole workspace.
func reportOf(t testing.TB, path, text string, s settings.Settings) *report.Report {
	t.Helper()
	r, err := File(context.Background(), workspace.New(texts.FS{path: text}).Snapshot(), path, s)
	if err != nil {
		t.Fatalf("%s under %+v: %v", path, s, err)
	}
	return r
}

// unitOf is the only unit of a text.
func unitOf(t testing.TB, path, text string, s settings.Settings) *report.Unit {
	t.Helper()
	r := reportOf(t, path, text, s)
	if len(r.Units) != 1 || r.Units[0].NoEstimate != "" {
		t.Fatalf("%s under %+v: not one estimated unit: %+v, %v", path, s, r.Units, treetext.Diagnostics(text, r.Diagnostics))
	}
	return r.Units[0]
}

// unitNamed is one of several units.
func unitNamed(t testing.TB, r *report.Report, name string) *report.Unit {
	t.Helper()
	for _, u := range r.Units {
		if u.Name == name {
			return u
		}
	}
	t.Fatalf("no unit %s", name)
	return nil
}

// bytesIn is what moves on a line, over all processors.
func bytesIn(l *report.Line) (bytes float64) {
	for _, m := range l.Comms {
		bytes += m.TotalBytes
	}
	return bytes
}

// modelsOf returns the models of the units of a text.
func modelsOf(path, text string, m *machines.Machine) []*model {
	f := &workspace.File{Path: path, Text: source.NewText(text)}
	var out []*model
	for _, u := range workspace.New(texts.FS{}).Snapshot().Program(f).Units {
		out = append(out, newModel(context.Background(), u.Fork(), source.NewText(text[u.Start:u.End]), m, nil, &unitCache{}))
	}
	return out
}

// numbersOf evaluates a model and keeps what the report leaves out.
func numbersOf(t testing.TB, m *model, s settings.Settings) *numbers {
	t.Helper()
	n := newNumbers(alone(m), s)
	if err := n.evaluate(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n.out.NoEstimate != "" {
		t.Fatalf("%s under %+v: no estimate: %s", m.unit.Name, s, n.out.NoEstimate)
	}
	return n
}

var pointers = regexp.MustCompile(`0x[0-9a-f]+`)

func shipped(t testing.TB, name string) *machines.Machine {
	t.Helper()
	m, err := machines.Load(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// scaled returns the text of a shipped machine with the numbers whose key
// matches multiplied by a factor.
func scaled(t testing.TB, name, keys string, factor float64) string {
	t.Helper()
	text, ok := machines.Text(name)
	if !ok {
		t.Fatalf("no machine %s", name)
	}
	line := regexp.MustCompile(`(?m)^(\s*)(` + keys + `)(\s*=\s*(?:\{ value = )?)([0-9.e+-]+)`)
	changed := 0
	out := line.ReplaceAllStringFunc(text, func(s string) string {
		part := line.FindStringSubmatch(s)
		number := part[len(part)-1]
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatal(err)
		}
		changed++
		return strings.TrimSuffix(s, number) + strconv.FormatFloat(v*factor, 'g', -1, 64)
	})
	if changed == 0 {
		t.Fatalf("no number of %s matches %s", name, keys)
	}
	return out
}

// The features of a file by its path, as the facade has them.

func File(ctx context.Context, snap *workspace.Snapshot, path string, s settings.Settings) (*report.Report, error) {
	return Part(ctx, snap, path, report.AllLines, s)
}

func Part(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines, s settings.Settings) (*report.Report, error) {
	return in(snap, path, func(f *workspace.File) (*report.Report, error) { return Text(ctx, snap, f, lines, s) })
}

func explainPath(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines, s settings.Settings) (*report.Explanation, error) {
	return in(snap, path, func(f *workspace.File) (*report.Explanation, error) { return Explain(ctx, snap, f, lines, s) })
}

func graphsPath(ctx context.Context, snap *workspace.Snapshot, path, unit string, s settings.Settings) ([]*report.Graph, error) {
	return in(snap, path, func(f *workspace.File) ([]*report.Graph, error) { return Graphs(ctx, snap, f, unit, s) })
}

func profilesPath(ctx context.Context, snap *workspace.Snapshot, path, unit string, lines report.Lines, s settings.Settings) ([]*report.Profile, error) {
	return in(snap, path, func(f *workspace.File) ([]*report.Profile, error) { return Profiles(ctx, snap, f, unit, lines, s) })
}

func in[T any](snap *workspace.Snapshot, path string, do func(*workspace.File) (T, error)) (T, error) {
	f, err := snap.File(path)
	if err != nil {
		var none T
		return none, err
	}
	return do(f)
}
