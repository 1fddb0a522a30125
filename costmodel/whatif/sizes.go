package whatif

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Sizes are the values of a unit that can be varied like a problem size: whole numbers
// of the program, not the extents of its arrangements.
func Sizes(u *report.Unit) []report.Symbol {
	var out []report.Symbol
	for _, s := range u.Symbols {
		given := slices.ContainsFunc(u.Assumptions, func(a report.Assumption) bool {
			return strings.EqualFold(a.Name, s.Name) && a.Provenance != report.Noted && a.Provenance != report.Changing
		})
		if given && s.Value >= 1 && s.Value == math.Trunc(s.Value) && s.Value < 1<<53 {
			out = append(out, s)
		}
	}
	return out
}

// RestsOn tells whether the unit's report rests on a value of that name, which may be that
// of a vector's element (`n(2)`) or begin with the unit's (`heat.n`).
func RestsOn(u *report.Unit, name string) bool {
	name = strings.TrimPrefix(name, u.Name+".")
	return slices.ContainsFunc(u.Assumptions, func(a report.Assumption) bool {
		used := program.Written(a.Name)
		return strings.EqualFold(name, used) || strings.EqualFold(settings.ElementOf(name), used)
	})
}

// mostTried bounds the sizes that are tried to find the one that matters most.
const mostTried = 12

// Size returns the size of the unit whose doubling changes its time most; the name is
// "" where none changes it.
func (s Sweep) Size(ctx context.Context, snap *workspace.Snapshot, u *report.Unit) (report.Symbol, error) {
	var found report.Symbol
	most := 0.0
	for _, size := range Sizes(u)[:min(mostTried, len(Sizes(u)))] {
		s.Axes = []Axis{{size.Name, []Value{{Number: 2 * size.Value}}}}
		err := s.Run(ctx, snap, 0, 1, func(p Point) error {
			if change := math.Abs(p.Charge.Total() - u.Charge.Total()); p.NoEstimate == "" && change > max(most, 1e-9*u.Charge.Total()) {
				found, most = size, change
			}
			return nil
		})
		if err != nil {
			return found, err
		}
	}
	return found, nil
}

// Around is an axis over the values of a size by factors of two, from an eighth of it
// to eight times it.
func Around(size report.Symbol) string {
	var values []string
	last := 0.0
	for _, factor := range []float64{0.125, 0.25, 0.5, 1, 2, 4, 8} {
		if v := math.Round(size.Value * factor); v > last && v >= 1 {
			values, last = append(values, strconv.FormatFloat(v, 'f', -1, 64)), v
		}
	}
	return size.Name + "=" + strings.Join(values, ",")
}

// Processors is an axis over numbers of processors by factors of two, with the number
// of now among them, up to four times that or 64, but not above what the machine has.
func Processors(now, nodes int) string {
	last := max(64, 4*now)
	if nodes > 0 {
		last = max(now, min(last, nodes))
	}
	var values []string
	told := false
	for p := 1; p <= last; p *= 2 {
		if now < p && !told {
			values = append(values, fmt.Sprint(now))
		}
		told = told || now <= p
		values = append(values, fmt.Sprint(p))
	}
	if !told {
		values = append(values, fmt.Sprint(now))
	}
	return "P=" + strings.Join(values, ",")
}
