// Package budget compares predicted times with what they may be: with budgets that a
// file gives, and with the times of another version of the sources.
package budget

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/parlens/parlens/costmodel/report"
)

// Budget is the most that a call of a unit may take.
type Budget struct {
	Unit    string // name of the unit; "" for every unit of the files
	File    string // pattern of the end of the path, as for path.Match; "" for every file
	Seconds float64
}

// Parse reads a file of budgets:
//
//	[[budget]]
//	unit = "laplace"
//	file = "src/*.f90"
//	time = "3 ms"
//
// The error names the place in the file.
func Parse(name string, data []byte) ([]Budget, error) {
	var file struct {
		Budget []struct{ Unit, File, Time string }
	}
	d := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return nil, placed(name, err)
	}
	if len(file.Budget) == 0 {
		return nil, fmt.Errorf("%s: there is no [[budget]] in it", name)
	}
	var out []Budget
	for i, b := range file.Budget {
		seconds, err := parseTime(b.Time)
		if err == nil && b.Unit == "" && b.File == "" {
			err = errors.New("it names no unit and no file")
		}
		if _, bad := filepath.Match(b.File, ""); err == nil && bad != nil {
			err = fmt.Errorf("file = %q: %w", b.File, bad)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: budget %d: %w", name, i+1, err)
		}
		out = append(out, Budget{b.Unit, b.File, seconds})
	}
	return out, nil
}

func placed(name string, err error) error {
	var wrong *toml.DecodeError
	var unknown *toml.StrictMissingError
	switch {
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		row, column := unknown.Errors[0].Position()
		return fmt.Errorf("%s:%d:%d: there is no key %s; a budget has unit, file and time", name, row, column, strings.Join(unknown.Errors[0].Key(), "."))
	case errors.As(err, &wrong):
		row, column := wrong.Position()
		return fmt.Errorf("%s:%d:%d: %w", name, row, column, err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

var units = map[string]float64{"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "h": 3600}

func parseTime(text string) (float64, error) {
	number, unit, _ := strings.Cut(strings.TrimSpace(text), " ")
	v, err := strconv.ParseFloat(number, 64)
	scale, known := units[strings.TrimSpace(unit)]
	if err != nil || !known || !(v > 0) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("time = %q: it is written like \"3 ms\", in ns, us, ms, s, min or h", text)
	}
	return v * scale, nil
}

// covers tells whether a budget is for a unit of a file.
func (b Budget) covers(file, unit string) bool {
	if b.Unit != "" && !strings.EqualFold(b.Unit, unit) {
		return false
	}
	if b.File == "" {
		return true
	}
	parts := strings.Split(filepath.ToSlash(file), "/")
	end := strings.Join(parts[max(0, len(parts)-1-strings.Count(b.File, "/")):], "/")
	ok, _ := filepath.Match(b.File, end)
	return ok
}

// Rules are the kinds of findings, with what they mean.
var Rules = map[string]string{
	"over-budget":   "a unit is predicted to take longer than its budget",
	"no-estimate":   "a unit with a budget has no estimate, or only one of a part",
	"assumed":       "the time of a unit with a budget rests on values that are assumed",
	"unused-budget": "a budget is for no unit of the files",
	"slower":        "a unit is predicted to take longer than in the version that it is compared with",
}

// Finding is something that is not as it should be.
type Finding struct {
	Rule       string
	File, Unit string
	Line       int // of the unit's first, from 1; 0 for none
	Message    string
	Warning    bool // it is no failure
}

// Judge compares the units of reports with the budgets.
func Judge(budgets []Budget, reports []*report.Report) []Finding {
	var out []Finding
	used := make([]bool, len(budgets))
	for _, r := range reports {
		for _, u := range r.Units {
			if u.Empty {
				continue
			}
			for i, b := range budgets {
				if b.covers(r.File, u.Name) {
					used[i] = true
					out = append(out, b.judge(r.File, u)...)
				}
			}
		}
	}
	for i, b := range budgets {
		if !used[i] {
			out = append(out, Finding{Rule: "unused-budget", Unit: b.Unit, File: b.File, Warning: true,
				Message: fmt.Sprintf("the budget of %s is for no unit of these files", strings.TrimSpace(b.Unit+" "+b.File))})
		}
	}
	return out
}

func (b Budget) judge(file string, u *report.Unit) []Finding {
	f := Finding{File: file, Unit: u.Name, Line: u.Start}
	time := u.Charge.Total()
	takes := report.Least(u.Partial(), report.Seconds(time))
	var out []Finding
	if u.NoEstimate != "" || u.Partial() {
		why := u.NoEstimate
		if why == "" {
			why = "some of its lines have no estimate"
		}
		n := f
		n.Rule, n.Warning, n.Message = "no-estimate", u.NoEstimate == "", fmt.Sprintf("%s %s has a budget of %s and no full estimate: %s", u.Kind, u.Name, report.Seconds(b.Seconds), why)
		out = append(out, n)
	}
	if values := assumed(u); u.NoEstimate == "" && len(values) > 0 {
		n := f
		n.Rule, n.Warning, n.Message = "assumed", true, fmt.Sprintf("%s %s has a budget of %s, and its time of %s rests on what is assumed: %s", u.Kind, u.Name, report.Seconds(b.Seconds), takes, strings.Join(values, ", "))
		out = append(out, n)
	}
	if u.NoEstimate == "" && time > b.Seconds {
		f.Rule = "over-budget"
		f.Message = fmt.Sprintf("%s %s is predicted to take %s, %s its budget of %s", u.Kind, u.Name, takes, against(time/b.Seconds), report.Seconds(b.Seconds))
		if u.Between.Some() && u.Between.Low <= b.Seconds {
			f.Warning, f.Message = true, f.Message+fmt.Sprintf(" (it is estimated: %s)", u.Between)
		}
		out = append(out, f)
	}
	return out
}

// assumed lists the values of a unit that nothing gives, without weights of branches, which most
// units have.
func assumed(u *report.Unit) []string {
	var out []string
	for _, a := range u.Assumed() {
		if !a.Weight {
			out = append(out, a.Setting())
		}
	}
	return out
}

// against is a ratio in words, in per cent where these have no more than three digits.
func against(ratio float64) string {
	if ratio >= 10 {
		return fmt.Sprintf("%.3g times", ratio)
	}
	return fmt.Sprintf("%+.3g%% against", 100*(ratio-1))
}
