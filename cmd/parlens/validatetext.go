package main

import (
	"encoding/json"
	"fmt"
	"image/color"
	"math"
	"os"
	"strings"

	charts "github.com/parlens/parlens/internal/chart"
	"github.com/parlens/parlens/render"
)

// write shows a comparison, and keeps it where it is asked for.
func (v *validating) write(env environment, r *jsonValidation) error {
	data, err := json.Marshal(r)
	if err != nil {
		return &failed{err}
	}
	if v.json != "" {
		if err := os.WriteFile(v.json, append(data, '\n'), 0o666); err != nil {
			return &failed{err}
		}
	}
	if v.svg != "" {
		if err := r.draw(v.svg); err != nil {
			return &failed{err}
		}
	}
	if v.format == "json" {
		_, err := fmt.Fprintln(env.out, string(data))
		return err
	}
	_, err = fmt.Fprint(env.out, r.text())
	return err
}

// text is the table of a comparison.
func (r *jsonValidation) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s, %d runs on %d processors\n", r.File, r.Machine, r.Compiler, r.Runs, r.Procs)
	if r.Single {
		fmt.Fprintln(&b, "its directives are comments to the compiler: one processor is compared")
	}
	fmt.Fprintf(&b, "\n%12s %12s %7s %7s %10s  %s\n", "predicted", "measured", "spread", "ratio", "times", "line")
	predicted, measured, worst := 0.0, 0.0, 1.0
	for _, l := range r.Lines {
		ratio := float64(l.Predicted / l.Measured)
		where := fmt.Sprint(l.Line)
		if l.EndLine > l.Line {
			where = fmt.Sprintf("%d-%d", l.Line, l.EndLine)
		}
		bound := ""
		if l.Bound != "" {
			bound = "  [" + l.Bound + "]"
		}
		fmt.Fprintf(&b, "%12s %12s %6.1f%% %7.2f %10.0f  %s: %s%s\n", render.Seconds(float64(l.Predicted)), render.Seconds(float64(l.Measured)), 100*float64(l.Spread), ratio, l.Times, where, l.Text, bound)
		predicted, measured = predicted+float64(l.Predicted), measured+float64(l.Measured)
		if math.Abs(math.Log(ratio)) > math.Abs(math.Log(worst)) {
			worst = ratio
		}
	}
	fmt.Fprintf(&b, "%12s %12s %7s %7.2f %10s  all that was timed; the worst ratio is %.2f\n", render.Seconds(predicted), render.Seconds(measured), "", predicted/measured, "", worst)
	return b.String()
}

// draw writes predicted and measured times as marks at the lines that have timers, in two
// colours that everybody can tell apart.
func (r *jsonValidation) draw(file string) error {
	c := charts.Chart{Title: r.File + ", predicted and measured", X: "line", Y: "seconds", LogY: true}
	predicted := charts.Line{Name: "predicted", Marked: true, Bare: true, Colour: color.RGBA{0xe6, 0x9f, 0, 0xff}}
	measured := charts.Line{Name: "measured", Marked: true, Bare: true, Colour: color.RGBA{0, 0x72, 0xb2, 0xff}}
	for _, l := range r.Lines {
		c.LogY = c.LogY && l.Predicted > 0 && l.Measured > 0
		predicted.X, predicted.Y = append(predicted.X, float64(l.Line)), append(predicted.Y, float64(l.Predicted))
		measured.X, measured.Y = append(measured.X, float64(l.Line)), append(measured.Y, float64(l.Measured))
	}
	c.Lines = []charts.Line{predicted, measured}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := c.SVG(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
