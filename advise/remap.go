package advise

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
)

// remap predicts a REDISTRIBUTE of the arrays of a group by itself.
func (r *redistribution) remap(ctx context.Context, group int, from, to []string) (float64, error) {
	if slices.Equal(from, to) {
		return 0, nil
	}
	key := fmt.Sprint(group, from, to)
	if x, known := r.remaps[key]; known {
		return x, nil
	}
	text, line := r.alone(group, from, to)
	x := math.Inf(1)
	if text != "" {
		const path = "remap.f90"
		f := &workspace.File{Path: path, Text: source.NewText(text), Form: "free"}
		out, err := predict.Part(effort.Counted(ctx, r.meter), r.snap.With(f), path, report.AllLines, r.settings)
		if err != nil {
			return 0, err
		}
		for _, u := range out.Units {
			for _, l := range u.Lines {
				if l.Line == line && u.NoEstimate == "" {
					x = l.Charge.Total()
				}
			}
		}
	}
	r.remaps[key] = x
	return x, nil
}

// alone is a program that declares the arrays of a group and redistributes them; "" where
// a bound is no constant.
func (r *redistribution) alone(group int, from, to []string) (text string, line int) {
	var declared, names []string
	for _, name := range r.arrays(group) {
		s := r.unit.Lookup(name)
		if s == nil || s.Rank() != len(from) {
			continue
		}
		var bounds []string
		for _, d := range s.Dims {
			low, okLow := program.ConstInt(d.Lower, nil)
			high, okHigh := program.ConstInt(d.Upper, nil)
			if !okLow || !okHigh {
				return "", 0
			}
			bounds = append(bounds, fmt.Sprintf("%d:%d", low, high))
		}
		kind := map[program.Type]string{program.Integer: "integer", program.Complex: "complex", program.Logical: "logical"}[s.Type]
		bytes := s.Bytes
		if kind == "" {
			kind = "real"
		}
		if s.Type == program.Complex {
			bytes /= 2
		}
		declared = append(declared, fmt.Sprintf("%s(%d) :: a%d(%s)", kind, bytes, len(names), strings.Join(bounds, ",")))
		names = append(names, fmt.Sprintf("a%d", len(names)))
	}
	if len(names) == 0 {
		return "", 0
	}
	all := strings.Join(names, ", ")
	lines := []string{"program remap", "implicit none"}
	lines = append(lines, declared...)
	lines = append(lines, fmt.Sprintf("!HPF$ PROCESSORS procs(%d)", r.program.Processors), "!HPF$ DYNAMIC :: "+all,
		fmt.Sprintf("!HPF$ DISTRIBUTE %s ONTO procs :: %s", plan.Written(from), all))
	for _, n := range names {
		lines = append(lines, n+" = 0")
	}
	lines = append(lines, fmt.Sprintf("!HPF$ REDISTRIBUTE %s ONTO procs :: %s", plan.Written(to), all))
	line = len(lines)
	for _, n := range names {
		lines = append(lines, n+" = "+n)
	}
	return strings.Join(append(lines, "end program"), "\n") + "\n", line
}
