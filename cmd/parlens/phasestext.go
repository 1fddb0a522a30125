package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strconv"
	"text/tabwriter"

	"github.com/parlens/parlens/costmodel/phases"
	"github.com/parlens/parlens/costmodel/report"
	charts "github.com/parlens/parlens/internal/chart"
)

func (a *phasesAnswer) write(env environment, format string) error {
	switch format {
	case "json":
		return encode(env.out, a.json())
	case "csv":
		return a.csv(env)
	}
	fmt.Fprintf(env.out, "%s on %s; messages %s\n", a.model.Title, a.machine.Title, a.library)
	if a.note != "" {
		fmt.Fprintln(env.out, a.note)
	}
	for _, r := range a.results {
		if err := a.breakdown(env, r); err != nil {
			return err
		}
	}
	for _, p := range a.over.Products {
		if a.choices == nil {
			break
		}
		if err := a.comparison(env, p); err != nil {
			return err
		}
	}
	return a.judged(env)
}

// amount writes a time, or a count of operations where that is all there is.
func (a *phasesAnswer) amount(v float64) string {
	if a.detail == phases.Complexity {
		return fmt.Sprintf("%.4g operations", v)
	}
	return report.Seconds(v)
}

func (a *phasesAnswer) breakdown(env environment, r *phases.Result) error {
	fmt.Fprintf(env.out, "\n%s  %s\n", named(r.Variant, r.Mesh), a.amount(r.Time))
	if r.Speedup > 0 {
		fmt.Fprintf(env.out, "speedup %.1f on %d processors, efficiency %.0f%%\n", r.Speedup, r.Processors, 100*r.Efficiency)
	}
	fmt.Fprintln(env.out, given(r.Values))
	w := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "phase\tshare\tall steps\tone step\twork\tmessages\tbytes\t  ")
	for _, p := range r.Phases {
		fmt.Fprintf(w, "%s\t%.1f%%\t%s\t%s\t%s\t%s\t%s\t  %s: %s\n", p.Name, 100*p.Share, a.amount(p.Seconds*r.Steps), a.amount(p.Seconds),
			howMany(p.Work), howMany(p.Messages), howMany(p.Bytes), p.Part, p.Title)
	}
	return w.Flush()
}

// named writes a variant with its mesh: "TR 16x4".
func named(variant string, mesh []int) string {
	text := phases.MeshName(mesh)
	if variant != "" && text != "" {
		text = " " + text
	}
	return variant + text
}

// howMany writes how many there are, nothing for none.
func howMany(v float64) string {
	if v == 0 {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 5, 64)
}

func (a *phasesAnswer) comparison(env environment, product int) error {
	best := a.best(product)
	fmt.Fprintf(env.out, "\n%d processors", product)
	if best == nil {
		fmt.Fprintln(env.out, ": nothing has a time")
	} else {
		fmt.Fprintf(env.out, ": best is %s, %s\n", named(best.Variant, best.Mesh), a.amount(best.Time))
	}
	w := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, c := range a.choices {
		switch {
		case c.Product != product:
		case c.Result == nil:
			fmt.Fprintf(w, "%s\t-\t\t\t  %s\n", named(c.Variant, c.Mesh), c.Problem)
		default:
			efficiency := ""
			if c.Efficiency > 0 {
				efficiency = fmt.Sprintf("efficiency %.0f%%", 100*c.Efficiency)
			}
			fmt.Fprintf(w, "%s\t%s\t%+.1f%%\t%s\t\n", named(c.Variant, c.Mesh), a.amount(c.Time), phases.Error(c.Time, best.Time), efficiency)
		}
	}
	return w.Flush()
}

// judged writes what was measured of the choices.
func (a *phasesAnswer) judged(env environment) error {
	if len(a.verdicts) == 0 {
		return nil
	}
	fmt.Fprintln(env.out, "\nBy the measured times:")
	w := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "processors\tpicked\tmeasured\tbest measured\tmeasured\tloss\terror")
	for _, v := range a.verdicts {
		took, loss, off := "not measured", "", ""
		if v.Took > 0 {
			took, loss = report.Seconds(v.Took), fmt.Sprintf("%.1f%%", v.Loss)
		}
		if v.Took > 0 && a.detail != phases.Complexity {
			off = fmt.Sprintf("%+.1f%%", v.Error)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", v.Product, named(v.Pick.Variant, v.Pick.Mesh), took,
			named(v.Best.Variant, v.Best.Mesh), report.Seconds(v.Seconds), loss, off)
	}
	return w.Flush()
}

// csvPhase is a row of `phases --format csv`: a phase, or with --over a mesh.
// Columns may be added at the end, none is renamed, removed or given another meaning.
type csvPhase struct {
	Model      string `json:"model"`      // its name
	Machine    string `json:"machine"`    // its name
	Variant    string `json:"variant"`    // the variant
	Mesh       string `json:"mesh"`       // its extents: `4x2`
	Processors int    `json:"processors"` // their number
	Phase      string `json:"phase"`      // the phase; empty with --over
	Kind       string `json:"kind"`       // its kind
	Time       number `json:"time_s"`     // seconds of all steps
	Share      number `json:"share"`      // of the whole, 0..1
	Speedup    number `json:"speedup"`    // with --over: over one processor
	Efficiency number `json:"efficiency"` // with --over: speedup over processors, 0..1
	Loss       number `json:"loss"`       // with --over: against the best on as many processors, a part of 1
	Problem    string `json:"problem"`    // why a mesh has no time
}

func (a *phasesAnswer) csv(env environment) error {
	var rows []csvPhase
	for _, r := range a.results {
		for _, p := range a.jsonResult(r).Phases {
			rows = append(rows, csvPhase{a.model.Name, a.machine.Name, r.Variant, phases.MeshName(r.Mesh), r.Processors,
				p.Name, p.Kind, p.Time, p.Share, unknown, unknown, unknown, ""})
		}
	}
	for _, c := range a.choices {
		j := a.jsonChoice(c)
		rows = append(rows, csvPhase{a.model.Name, a.machine.Name, j.Variant, phases.MeshName(j.Mesh), j.Processors,
			"", "", j.Time, unknown, j.Speedup, j.Efficiency, j.Loss, j.Problem})
	}
	t, err := newTable[csvPhase](env.out)
	if err != nil {
		return err
	}
	return t.write(rows)
}

// draw writes a picture: of one number of processors the times over the meshes,
// of several the best times of the variants over the processors.
func (a *phasesAnswer) draw(file string) error {
	if a.choices == nil {
		return fmt.Errorf("--svg draws what --over compares")
	}
	c := charts.Chart{Title: a.model.Title + " on " + a.machine.Name, X: "mesh", Y: "seconds"}
	if a.detail == phases.Complexity {
		c.Y = "operations"
	}
	if len(a.over.Products) == 1 {
		for _, mesh := range a.over.Meshes(a.over.Products[0]) {
			c.Names = append(c.Names, phases.MeshName(mesh))
		}
	} else {
		c.X, c.LogX, c.LogY = "processors, each with its best mesh", true, true
	}
	for _, ch := range a.choices {
		if len(c.Lines) == 0 || c.Lines[len(c.Lines)-1].Name != ch.Variant {
			c.Lines = append(c.Lines, charts.Line{Name: ch.Variant, Marked: true})
		}
		l := &c.Lines[len(c.Lines)-1]
		if c.Names == nil {
			keepBest(l, ch)
			continue
		}
		y := math.NaN()
		if ch.Result != nil {
			y = ch.Time
		}
		l.Y = append(l.Y, y)
	}
	var b bytes.Buffer
	if err := c.SVG(&b); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}

// keepBest adds a choice to a line over the processors if it is the fastest there.
func keepBest(l *charts.Line, c phases.Choice) {
	last := len(l.X) - 1
	switch {
	case c.Result == nil:
	case last < 0 || l.X[last] != float64(c.Product):
		l.X, l.Y = append(l.X, float64(c.Product)), append(l.Y, c.Time)
	default:
		l.Y[last] = min(l.Y[last], c.Time)
	}
}
