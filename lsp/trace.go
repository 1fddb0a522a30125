package lsp

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render/tracefile"
)

// methodTrace asks for what every processor does in a unit, as a file for a viewer of
// traces.
const methodTrace = "parlens/trace"

type traceParams struct {
	query
	Format string `json:"format,omitempty"` // `chrome` (the Trace Event Format, for ui.perfetto.dev), `cpuprofile` (of the processor that finishes last, for VS Code) or `pprof`; absent: `chrome`
}

type trace struct {
	about
	Name    string `json:"name"`    // of a file for it: `heat.json`, `heat.cpuprofile`, `heat.pb.gz`
	Content string `json:"content"` // what the file holds, in base64 where it is pprof
	Lanes   int    `json:"lanes"`   // processors in the trace
}

func (s *server) trace(ctx context.Context, snap *workspace.Snapshot, p *traceParams) (*trace, error) {
	endings := map[string]string{"": ".json", "chrome": ".json", "cpuprofile": ".cpuprofile", "pprof": ".pb.gz"}
	ending, known := endings[p.Format]
	if !known {
		return nil, invalid("format: %q is not chrome, cpuprofile or pprof", p.Format)
	}
	a, err := s.ask(ctx, snap, p.query)
	if err != nil {
		return nil, err
	}
	defer s.working("tracing " + a.unit.Name)()
	all, err := predict.Traces(ctx, a.snap, a.file.Path, a.unit.Name, tracefile.Bounds(), a.settings)
	if err != nil {
		return nil, err
	}
	base := filepath.Base(a.file.Path)
	out := &trace{about: a.about(), Name: strings.TrimSuffix(base, filepath.Ext(base)) + ending}
	for _, t := range all {
		if t.Lines.First != a.unit.Start {
			continue
		}
		if t.NoEstimate != "" {
			out.NoEstimate = printable(t.NoEstimate)
			return out, nil
		}
		out.Call = t.Call
		text, err := written(p.Format, a, t)
		if err != nil {
			return nil, err
		}
		out.Lanes, out.Content = len(t.Lanes), printable(string(text))
		if p.Format == "pprof" {
			out.Content = base64.StdEncoding.EncodeToString(text)
		}
		return out, nil
	}
	return nil, fmt.Errorf("%s has no trace of %s", base, a.unit.Name)
}

func written(format string, a *queried, t *report.Trace) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch format {
	case "cpuprofile":
		err = tracefile.CPUProfile(&b, a.file.Path, t)
	case "pprof":
		err = tracefile.Pprof(&b, a.file.Path, []*report.Trace{t})
	default:
		err = tracefile.Chrome(&b, a.file.Path, a.report.Machine.Name, []*report.Trace{t})
	}
	return b.Bytes(), err
}
