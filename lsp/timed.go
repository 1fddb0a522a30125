package lsp

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/render"
)

// validation is what is read of a file that `parlens validate -o` has written.
type validation struct {
	File     string `json:"file"`
	Digest   string `json:"digest"`
	Machine  string `json:"machine"`
	Compiler string `json:"compiler"`
	Date     string `json:"date"`
	Procs    int    `json:"processors"`
	Lines    []struct {
		Line    int     `json:"line"`
		Text    string  `json:"text"`
		EndLine int     `json:"end_line"`
		Seconds float64 `json:"measured_s"`
		Spread  float64 `json:"spread"`
	} `json:"lines"`
}

// timedKey names what runs took on a text.
type timedKey struct {
	snapshot    uint64
	path, files string
}

type timedFound struct {
	runs []validation
	err  error
}

// timing is the files that a configuration names, with who reads them.
type timing struct {
	snap  *workspace.Snapshot
	files []string
}

// ran returns the runs of a program that the configuration names.
func (p page) ran(config settings.Config) ([]validation, error) {
	if len(config.Validation) == 0 {
		return nil, nil
	}
	key := timedKey{p.snap.ID(), p.file.Path, strings.Join(config.Validation, "\n")}
	x := memo.GetFrom(p.snap.Memo(), key, timing{p.snap, config.Validation}, timedKey.read)
	return x.runs, x.err
}

func (k timedKey) read(from timing) (out timedFound) {
	for _, path := range from.files {
		data, err := from.snap.Read(path)
		if err != nil {
			out.err = fmt.Errorf("validation: %w", err)
			continue
		}
		var v validation
		if err := json.Unmarshal(data, &v); err != nil || v.Digest == "" || len(v.Lines) == 0 {
			out.err = fmt.Errorf("%s is no validation file: parlens validate -o writes one", path)
			continue
		}
		if names(k.path, v.File) {
			out.runs = append(out.runs, v)
		}
	}
	return out
}

// names reports whether the path that a run was given may be that of a document: the
// run may have been started in another folder.
func names(document, given string) bool {
	given = filepath.ToSlash(filepath.Clean(given))
	for strings.HasPrefix(given, "../") {
		given = given[len("../"):]
	}
	document = filepath.ToSlash(document)
	return document == given || strings.HasSuffix(document, "/"+strings.TrimPrefix(given, "/")) || filepath.IsAbs(given) && filepath.Base(document) == filepath.Base(given)
}

// timed returns what the runs took on the lines of the document, those of the last run
// where several have timed a line.
func (p page) timed() []render.Timed {
	if len(p.runs) == 0 || p.report == nil {
		return nil
	}
	sum := sha256.Sum256([]byte(p.text().String()))
	digest := hex.EncodeToString(sum[:])
	var out []render.Timed
	for _, v := range slices.Backward(p.runs) {
		for _, l := range v.Lines {
			line, found := l.Line, v.Digest == digest
			if !found {
				line, found = nearest(p.text(), l.Text, l.Line)
			}
			if !found || slices.ContainsFunc(out, func(t render.Timed) bool { return t.Line == line }) {
				continue
			}
			out = append(out, render.Timed{
				Line: line, EndLine: line + max(0, l.EndLine-l.Line), Seconds: l.Seconds, Spread: l.Spread, Stale: v.Digest != digest, Compared: v.beside(p.report),
				Run: fmt.Sprintf("%s, %s, %s, %s", v.Machine, v.Compiler, plural(v.Procs, "process", "processes"), v.Date),
			})
		}
	}
	slices.SortFunc(out, func(a, b render.Timed) int { return cmp.Compare(a.Line, b.Line) })
	return out
}

// beside says why a prediction cannot stand beside the run.
func (v validation) beside(r *report.Report) string {
	procs := 1
	for _, n := range r.Processors {
		procs *= n
	}
	switch {
	case procs != v.Procs:
		return fmt.Sprintf("the prediction here is for %s", plural(procs, "processor", "processors"))
	case r.Machine.Name != v.Machine:
		return fmt.Sprintf("the prediction here is for %s", r.Machine.Name)
	}
	return ""
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// nearest finds a line by its text, the one that is nearest to where it was.
func nearest(t *source.Text, text string, was int) (int, bool) {
	for away := range t.Lines() {
		for _, line := range []int{was - away, was + away} {
			if 1 <= line && line <= t.Lines() && strings.TrimSpace(t.Line(line)) == text {
				return line, true
			}
		}
	}
	return 0, false
}
