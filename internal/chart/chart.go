// Package chart draws lines over numbers or names as SVG.
package chart

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Chart is a picture of lines with their legend.
type Chart struct {
	Title      string
	X, Y       string   // of the axes, with the unit
	Names      []string // of X = 0, 1, 2, ... where these are no numbers
	LogX, LogY bool     // every value is above 0
	Lines      []Line
}

// Line is a series of points. A NaN is a gap in it.
type Line struct {
	Name   string
	X, Y   []float64 // of the same length; a nil X counts from 0
	Dashed bool
	Marked bool        // every point has a mark
	Bare   bool        // only its marks are drawn
	Filled bool        // the area down to the axis has the line's colour; those that are drawn later lie above it
	Colour color.Color // nil: one of its own
}

// Width and height of a picture.
const (
	width  = 18 * vg.Centimeter
	height = 12 * vg.Centimeter
	margin = 0.3 * vg.Centimeter // that the labels of the last ticks reach into
)

// SVG writes the picture. Equal charts give equal bytes.
func (c Chart) SVG(w io.Writer) error { return c.Write(w, "svg") }

// Write writes the picture as "svg" or "png".
func (c Chart) Write(w io.Writer, format string) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, true, vg.Points(2)
	for i, l := range c.Lines {
		if l.Colour == nil {
			l.Colour = plotutil.Color(i)
		}
		if err := add(p, l); err != nil {
			return fmt.Errorf("line %s: %w", l.Name, err)
		}
	}
	p.Add(plotter.NewGrid())
	c.axes(p)
	canvas, err := draw.NewFormattedCanvas(width, height, format)
	if err != nil {
		return err
	}
	whole := draw.New(canvas)
	whole.SetColor(color.White)
	whole.Fill(whole.Rectangle.Path())
	p.BackgroundColor = nil
	p.Draw(draw.Crop(whole, margin, -2*margin, margin, -margin))
	_, err = canvas.WriteTo(w)
	return err
}

// add draws the pieces of a line between its gaps.
func add(p *plot.Plot, l Line) error {
	if l.X != nil && len(l.X) != len(l.Y) {
		return fmt.Errorf("%d places for %d values", len(l.X), len(l.Y))
	}
	for i, piece := range pieces(l) {
		line, points, err := plotter.NewLinePoints(piece)
		if err != nil {
			return err
		}
		line.Color, points.Color, points.Shape = l.Colour, l.Colour, draw.CircleGlyph{}
		line.Width = vg.Points(1.2)
		if l.Filled {
			line.FillColor = l.Colour
		}
		if l.Dashed {
			line.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
		}
		var thumbs []plot.Thumbnailer
		if !l.Bare {
			p.Add(line)
			thumbs = append(thumbs, line)
		}
		if l.Marked || len(piece) == 1 {
			p.Add(points)
			thumbs = append(thumbs, points)
		}
		if i == 0 && l.Name != "" {
			p.Legend.Add(l.Name, thumbs...)
		}
	}
	return nil
}

func pieces(l Line) []plotter.XYs {
	var all []plotter.XYs
	open := false
	for i, y := range l.Y {
		x := float64(i)
		if l.X != nil {
			x = l.X[i]
		}
		if math.IsNaN(y) || math.IsInf(y, 0) {
			open = false
			continue
		}
		if !open {
			all, open = append(all, nil), true
		}
		last := &all[len(all)-1]
		*last = append(*last, plotter.XY{X: x, Y: y})
	}
	return all
}

func (c Chart) axes(p *plot.Plot) {
	for axis, log := range map[*plot.Axis]bool{&p.X: c.LogX, &p.Y: c.LogY} {
		if log && axis.Min == axis.Max { // else the library widens them by 1, to what has no logarithm
			axis.Min, axis.Max = axis.Min/2, axis.Max*2
		}
	}
	if c.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, c.powers()
	}
	if c.LogY {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, decades{}
	} else {
		p.Y.Min = min(0, p.Y.Min)
	}
	if c.Names != nil {
		p.NominalX(c.Names...)
	}
	c.headroom(p)
}

// headroom leaves room for the legend above the lines.
func (c Chart) headroom(p *plot.Plot) {
	if !(p.Y.Max > p.Y.Min) || math.IsInf(p.Y.Max-p.Y.Min, 0) || c.LogY && p.Y.Min <= 0 {
		return // nothing is drawn
	}
	const each = 0.055 // of the height, for a name
	named := 0
	for _, l := range c.Lines {
		if l.Name != "" {
			named++
		}
	}
	share := min(0.5, each*float64(named))
	if c.LogY {
		p.Y.Max *= math.Pow(p.Y.Max/p.Y.Min, share/(1-share))
	} else {
		p.Y.Max += (p.Y.Max - p.Y.Min) * share / (1 - share)
	}
}

// apart reports whether labels at ascending values have room on a logarithmic axis.
func apart(xs []float64) bool {
	all := math.Log(xs[len(xs)-1] / xs[0])
	for i := 1; i < len(xs); i++ {
		if math.Log(xs[i]/xs[i-1]) < all/20 {
			return false
		}
	}
	return true
}

// powers are the ticks of a logarithmic X axis: the places of the lines
// themselves where there are few, as for processors.
func (c Chart) powers() plot.Ticker {
	var xs []float64
	for _, l := range c.Lines {
		xs = append(xs, l.X...)
	}
	slices.Sort(xs)
	xs = slices.Compact(xs)
	if len(xs) == 0 || len(xs) > 16 || !apart(xs) {
		return decades{}
	}
	ticks := make(plot.ConstantTicks, len(xs))
	for i, x := range xs {
		ticks[i] = plot.Tick{Value: x, Label: strconv.FormatFloat(x, 'g', 4, 64)}
	}
	return ticks
}

// decades are ticks at powers of ten, without the errors of computing them.
type decades struct{}

// Ticks are those of LogTicks with shorter labels.
func (decades) Ticks(low, high float64) []plot.Tick {
	ticks := plot.LogTicks{Prec: -1}.Ticks(low, high)
	for i, t := range ticks {
		if !t.IsMinor() {
			ticks[i].Label = strconv.FormatFloat(t.Value, 'g', 6, 64)
		}
	}
	return ticks
}
