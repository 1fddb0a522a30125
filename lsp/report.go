package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/render"
)

// page is what every feature starts from: one document of a snapshot, the
// settings for it, and the report on some of its lines.
type page struct {
	snap     *workspace.Snapshot
	file     *workspace.File
	lines    report.Lines // of which the report tells; other units are not in it
	settings settings.Settings
	display  display
	problems []string // of the configuration
	round    int      // of the settings; see server.round
	soon     bool     // what takes long may come later
	varied   bool     // it only answers a question, perhaps under other settings
	report   *report.Report
	since    render.Since      // what its units took in the last commit
	model    []render.Equation // of a PAMELA model, which has no report but its diagnostics
	hints    []render.Hint     // of a phase model, likewise
	runs     []validation      // of the program, that the configuration names
	encoding encoding
}

func (p page) text() *source.Text { return p.file.Text }

// lineEnd returns the place behind the last character of line (from 1).
func (p page) lineEnd(line int) protocol.Position {
	return p.encoding.position(p.text(), p.text().LineSpan(line).End)
}

// line returns the range of line (from 1) without its line end.
func (p page) line(line int) protocol.Range {
	return p.encoding.rangeOf(p.text(), p.text().LineSpan(line))
}

// reportKey names a report: everything that it depends on.
type reportKey struct {
	snapshot       uint64
	path, settings string
	lines          report.Lines
}

// reportSlot names the reports on a file: those that are shown, or those that only
// answer questions, which must not take their place.
type reportSlot struct {
	path  string
	asked bool
}

// served is a page with the server that shows it. Its key names the snapshot and the
// settings.
type served struct {
	server *server
	page
}

func (k reportKey) report(ctx context.Context, p served) (*report.Report, error) {
	defer p.server.working("predicting " + filepath.Base(k.path))()
	return p.server.opts.Predictor.Report(ctx, p.snap, k.path, k.lines, p.settings)
}

func (p page) key() reportKey {
	return reportKey{snapshot: p.snap.ID(), path: p.file.Path, lines: p.lines, settings: fmt.Sprint(p.settings.Machine, p.settings.Changes, p.settings.Key())}
}

// The lines of one report. A short file is predicted as a whole, so that all
// features share one report. In a longer one only what is asked for is, for a
// unit of 100 lines takes some 30 ms; and never more than a reader waits for.
const (
	shortFile  = 500
	longReport = 10_000
)

// reported returns the lines of a report that tells of the wanted ones.
func reported(t *source.Text, want report.Lines) report.Lines {
	if t.Lines() <= shortFile {
		return report.AllLines
	}
	want.Last = min(want.Last, t.Lines(), max(want.First, 1)+longReport-1)
	return want
}

// cut reports whether a page on the whole file ends before the file does.
func (p page) cut() bool {
	return p.report != nil && p.lines.First == 1 && p.lines.Last >= longReport && p.lines.Last < p.text().Lines()
}

// page returns the document with a report on all its lines (the first ones of
// a very long file), once the client's settings are known.
func (s *server) page(ctx context.Context, snap *workspace.Snapshot, u uri.URI) (page, error) {
	return s.part(ctx, snap, u, report.AllLines)
}

// part returns the document with a report on the units that reach into some of
// its lines.
func (s *server) part(ctx context.Context, snap *workspace.Snapshot, u uri.URI, lines report.Lines) (page, error) {
	s.awaitSettings(ctx)
	return s.pageAt(ctx, snap, pathOf(u), lines)
}

// soon is part for what the client shows all the time: its report may be cut, and then
// the client is told to ask again when the whole one is there.
func (s *server) soon(ctx context.Context, snap *workspace.Snapshot, u uri.URI, lines report.Lines) (page, error) {
	s.awaitSettings(ctx)
	return s.soonAt(ctx, snap, pathOf(u), lines)
}

func (s *server) soonAt(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines) (page, error) {
	return s.reportedAt(ctx, snap, path, lines, true)
}

// pageAt returns the document with its report. Requests for the same snapshot
// share one computation. Where nothing can be predicted at all, the report
// says why.
func (s *server) pageAt(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines) (page, error) {
	return s.reportedAt(ctx, snap, path, lines, false)
}

func (s *server) reportedAt(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines, soon bool) (page, error) {
	p, err := s.document(snap, path)
	if err != nil {
		return p, err
	}
	p.lines, p.soon = reported(p.text(), lines), soon
	return languageOf(p.file).report(s, ctx, p)
}

// predicted completes the page of a program.
func (s *server) predicted(ctx context.Context, p page) (page, error) {
	snap, path := p.snap, p.file.Path
	asked := s.whichReport(p)
	var err error
	snap.Memo().Displace(reportSlot{path, p.varied}, asked.key(), 4) // lenses, hints and hovers of one text
	p.report, err = memo.LoadFrom(ctx, snap.Memo(), asked.key(), served{s, asked}, reportKey.report)
	if err == nil && p.report.Cut {
		s.complete(p)
	}
	if err != nil && ctx.Err() == nil {
		s.log.Info("no report", zap.String("file", path), zap.Error(err))
		p.problems = append(p.problems, err.Error())
		p.report, err = withoutEstimate(p, err), nil
	}
	p.since = s.committed.of(p)
	return p, err
}

// withoutEstimate is the report for a file that cannot be predicted; what is wrong with
// its syntax and names is said all the same.
func withoutEstimate(p page, why error) *report.Report {
	r := &report.Report{
		File:    p.file.Path,
		Machine: report.Machine{Name: p.settings.Machine},
		Units: []*report.Unit{{
			Name: filepath.Base(p.file.Path), Kind: "file", Start: 1, End: p.text().Lines(), NoEstimate: why.Error(),
		}},
	}
	if languageOf(p.file).outline != nil {
		r.Diagnostics = p.snap.Program(p.file).Diagnostics
	}
	return r
}

// document returns the page without its report.
func (s *server) document(snap *workspace.Snapshot, path string) (page, error) {
	file, err := snap.File(path)
	if err != nil {
		return page{}, err
	}
	p := page{snap: snap, file: file, encoding: s.peer.Encoding}
	config := p.configure()
	s.mu.Lock()
	client, round := s.settings, s.round
	s.mu.Unlock()
	config, p.display = client.over(config)
	if config.Machine == "" && !predict.LanguageOf(file).OwnMachine {
		config.Machine = settings.OwnMachine(s.opts.Folder, snap.Read)
	}
	p.problems = append(p.problems, client.Problems...)
	p.round = round
	if p.settings, err = config.Settings(); err != nil {
		p.problems = append(p.problems, err.Error())
	}
	p.settings.Reach = longReport
	if p.settings.Counts, err = p.counted(config); err != nil {
		p.problems = append(p.problems, err.Error())
	}
	if p.runs, err = p.ran(config); err != nil {
		p.problems = append(p.problems, err.Error())
	}
	return p, nil
}

// countsKey names what was counted in a program, in one snapshot.
type countsKey struct {
	snapshot uint64
	path     string
	tables   string
}

// counted reads the tables of counted executions that the configuration names.
func (p page) counted(config settings.Config) (*settings.Counts, error) {
	if len(config.Counts) == 0 {
		return nil, nil
	}
	key := countsKey{p.snap.ID(), p.file.Path, strings.Join(config.Counts, "\n")}
	x := memo.GetFrom(p.snap.Memo(), key, counting{p.snap, config}, countsKey.read)
	return x.counts, x.err
}

// counting is a configuration with the files that it names.
type counting struct {
	snap *workspace.Snapshot
	settings.Config
}

type countsFound struct {
	counts *settings.Counts
	err    error
}

func (k countsKey) read(from counting) countsFound {
	counts, err := from.Counted(k.path, from.snap.Read)
	return countsFound{counts, err}
}

// configure reads the nearest parlens.toml. A document that is no file has
// none.
func (p *page) configure() settings.Config {
	if !filepath.IsAbs(p.file.Path) {
		return settings.DefaultConfig()
	}
	config, from, problems := settings.FindConfig(p.file.Path, p.snap.Read)
	file, err := p.snap.File(from)
	if from == "" || err != nil {
		return config
	}
	before := ""
	if file.Held != nil {
		before = "; what the file said before holds"
		if _, problems = settings.ParseConfig([]byte(file.Text.String())); len(problems) == 0 {
			p.problems = append(p.problems, from+": there is no such machine"+before)
		}
	}
	for _, d := range problems {
		at := file.Text.Position(d.Span.Start)
		p.problems = append(p.problems, fmt.Sprintf("%s:%d:%d: %s", from, at.Line, at.Column, d.Message+before))
	}
	return config
}

// currentRound numbers the settings that hold now.
func (s *server) currentRound() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.round
}
