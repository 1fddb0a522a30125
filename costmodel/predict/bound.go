package predict

import (
	"context"
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/evaluate"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Profiles, timelines and explanations of Fortran are of the general prediction, also
// where a phase model has another time for a region: they say so.

// boundRegion is a region whose time is that of a phase.
type boundRegion struct {
	settings.Region
	says string
}

// bound lists the regions of a file that reach into some lines and whose times are
// those of phases.
func bound(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, lines report.Lines, s settings.Settings) ([]boundRegion, error) {
	regions, _ := settings.Regions(f.Text)
	regions = slices.DeleteFunc(regions, func(r settings.Region) bool { return r.Last < lines.First || lines.Last < r.First })
	if len(regions) == 0 {
		return nil, nil
	}
	r, err := fortran(ctx, snap, f, lines, s)
	if err != nil {
		return nil, err
	}
	var out []boundRegion
	for _, region := range regions {
		says := ""
		for _, u := range r.Units {
			for _, l := range u.Lines {
				if region.First <= l.Line && l.Line <= region.Last && l.Calibrated != "" {
					says = fmt.Sprintf("lines %d-%d are %s", region.First, region.Last, l.Calibrated)
				}
			}
		}
		if says != "" {
			out = append(out, boundRegion{region, says})
		}
	}
	return out, nil
}

func boundProfiles(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, unit string, lines report.Lines, s settings.Settings) ([]*report.Profile, error) {
	all, err := evaluate.Profiles(ctx, snap, f, unit, lines, s)
	for _, p := range all {
		if p.Phases, err = boundIn(ctx, snap, f, p.Lines, s); err != nil {
			return nil, err
		}
	}
	return all, err
}

func boundTimelines(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, unit string, most int, s settings.Settings) ([]*report.Timeline, error) {
	all, err := evaluate.Timelines(ctx, snap, f, unit, most, s)
	for _, l := range all {
		if l.Phases, err = boundIn(ctx, snap, f, l.Lines, s); err != nil {
			return nil, err
		}
	}
	return all, err
}

func boundTraces(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, unit string, bounds process.Tracing, s settings.Settings) ([]*report.Trace, error) {
	all, err := evaluate.Traces(ctx, snap, f, unit, bounds, s)
	for _, t := range all {
		if t.Phases, err = boundIn(ctx, snap, f, t.Lines, s); err != nil {
			return nil, err
		}
	}
	return all, err
}

func boundIn(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, lines report.Lines, s settings.Settings) ([]string, error) {
	regions, err := bound(ctx, snap, f, lines, s)
	var out []string
	for _, r := range regions {
		out = append(out, r.says)
	}
	return out, err
}

func boundExplanation(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, lines report.Lines, s settings.Settings) (*report.Explanation, error) {
	x, err := evaluate.Explain(ctx, snap, f, lines, s)
	if err != nil {
		return nil, err
	}
	regions, err := bound(ctx, snap, f, lines, s)
	if err != nil || len(regions) == 0 {
		return x, err
	}
	out := *x
	out.Diagnostics = slices.Clone(x.Diagnostics)
	for _, r := range regions {
		out.Diagnostics = append(out.Diagnostics, source.Diagnostic{Span: r.Span, Severity: source.Hint, Code: "bound-phase", Message: r.says})
	}
	return &out, nil
}
