package spar

import (
	"context"
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// predictFile predicts a file of a snapshot.
func predictFile(ctx context.Context, snap *workspace.Snapshot, path string, s settings.Settings) (*report.Report, error) {
	return predictPart(ctx, snap, path, report.AllLines, s)
}

// predictPart predicts some lines of a file of a snapshot.
func predictPart(ctx context.Context, snap *workspace.Snapshot, path string, lines report.Lines, s settings.Settings) (*report.Report, error) {
	f, err := snap.File(path)
	if err != nil {
		return nil, err
	}
	return Text(ctx, snap, f, lines, s)
}

// stores are how often each processor stores something at home: the work of a program on a
// machine on which that takes 1 and all else no time.
func stores(t *testing.T, text string) (by []float64, u *report.Unit) {
	t.Helper()
	by, u, _ = measured(t, text)
	return by, u
}

// exchanged is how many messages a unit's lines have in all, and of how many elements.
func exchanged(u *report.Unit) (messages, elements float64) {
	for _, l := range u.Lines {
		for _, x := range l.Comms {
			messages, elements = messages+x.TotalMessages, elements+x.Elements
		}
	}
	return messages, elements
}

// exchanges checks the messages of a unit, their elements and bytes.
func exchanges(t *testing.T, u *report.Unit, messages, elements, bytes float64) {
	t.Helper()
	m, e := exchanged(u)
	if b := exchangedBytes(u); m != messages || e != elements || b != bytes {
		t.Errorf("%v messages of %v elements, %v bytes, want %v of %v, %v", m, e, b, messages, elements, bytes)
	}
}

// exchangedBytes is how many bytes they have.
func exchangedBytes(u *report.Unit) (bytes float64) {
	for _, l := range u.Lines {
		for _, x := range l.Comms {
			bytes += x.TotalBytes
		}
	}
	return bytes
}

// operations are those of every processor, apart from accesses and messages.
func operations(t *testing.T, text string) []float64 {
	t.Helper()
	by, _, _ := loaded(t, text, map[string]float64{"t_c": 1, "t_l": 0, "t_s": 0, "t_g": 0})
	return by
}

// measured is stores, with the codes of the messages.
func measured(t *testing.T, text string) (by []float64, u *report.Unit, codes []string) {
	t.Helper()
	return loaded(t, text, map[string]float64{"t_c": 1e-12, "t_l": 1, "t_s": 0, "t_g": 0})
}

// loaded is the work of every processor with some times of the machine.
func loaded(t *testing.T, text string, times map[string]float64) (by []float64, u *report.Unit, codes []string) {
	t.Helper()
	snap := workspace.New(texts.FS{"a.spar": text}).Snapshot()
	r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{Values: times})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Diagnostics {
		codes = append(codes, d.Code)
		if d.Severity == source.Error {
			t.Errorf("%+v", d)
		}
	}
	if u = r.Units[0]; u.NoEstimate != "" {
		t.Fatal(u.NoEstimate)
	}
	for _, l := range u.Models.Loads {
		for range l.Count {
			if l.Processors {
				by = append(by, math.Round(1e6*l.Seconds)/1e6)
			}
		}
	}
	return by, u, codes
}
