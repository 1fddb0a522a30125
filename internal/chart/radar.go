package chart

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Radar is a picture of values on axes around a centre, a Kiviat graph. All axes have
// one logarithmic scale, whose least power of ten is the centre.
type Radar struct {
	Title  string
	Axes   []string // the first word stands at the axis, all of them in a list beside
	Series []Series
}

// Series is a polygon. A value that is not above 0 is a gap in it.
type Series struct {
	Name   string
	Values []float64 // one for each axis
}

// SVG writes the picture. Equal radars give equal bytes.
func (r Radar) SVG(w io.Writer) error {
	low, high, err := r.decades()
	if err != nil {
		return err
	}
	p := plot.New()
	p.Title.Text = r.Title
	p.Title.Padding = vg.Millimeter
	p.HideAxes()
	p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, true, vg.Millimeter
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -1.25, 2.75, -1.25, 1.25
	if err := r.web(p, low, high); err != nil {
		return err
	}
	for i, s := range r.Series {
		if err := r.polygon(p, s, plotutil.Color(i), plotutil.Shape(i), low, high); err != nil {
			return err
		}
	}
	canvas := vgsvg.New(21*vg.Centimeter, 13*vg.Centimeter)
	p.Draw(draw.Crop(draw.New(canvas), 0, 0, 0, -3*vg.Millimeter))
	_, err = canvas.WriteTo(w)
	return err
}

// decades are the powers of ten around all values.
func (r Radar) decades() (low, high float64, err error) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, s := range r.Series {
		if len(s.Values) != len(r.Axes) {
			return 0, 0, fmt.Errorf("%s has %d values for %d axes", s.Name, len(s.Values), len(r.Axes))
		}
		for _, v := range s.Values {
			if v > 0 && !math.IsInf(v, 0) {
				low, high = math.Min(low, math.Floor(math.Log10(v))), math.Max(high, math.Ceil(math.Log10(v)))
			}
		}
	}
	if low > high {
		return 0, 0, fmt.Errorf("no value is above 0")
	}
	return low, math.Max(high, low+1), nil
}

// at is the place of a share 0..1 of an axis; the first axis points up.
func (r Radar) at(axis int, share float64) plotter.XY {
	angle := math.Pi/2 - 2*math.Pi*float64(axis)/float64(len(r.Axes))
	return plotter.XY{X: share * math.Cos(angle), Y: share * math.Sin(angle)}
}

// web draws the axes with their names and a ring for each power of ten.
func (r Radar) web(p *plot.Plot, low, high float64) error {
	gray := color.Gray{200}
	names := plotter.XYLabels{}
	var aligned []text.XAlignment
	for i, name := range r.Axes {
		if err := line(p, plotter.XYs{r.at(i, 0), r.at(i, 1)}, gray); err != nil {
			return err
		}
		short, _, _ := strings.Cut(name, " ")
		names.XYs, names.Labels = append(names.XYs, r.at(i, 1.1)), append(names.Labels, short)
		aligned = append(aligned, text.XCenter)
		if short != name {
			names.XYs, names.Labels = append(names.XYs, plotter.XY{X: 1.45, Y: 1.1 - 2.2*float64(i)/float64(len(r.Axes))}), append(names.Labels, name)
			aligned = append(aligned, text.XLeft)
		}
	}
	for d := low + 1; d <= high; d++ {
		var ring plotter.XYs
		for i := range len(r.Axes) + 1 {
			ring = append(ring, r.at(i, (d-low)/(high-low)))
		}
		if err := line(p, ring, gray); err != nil {
			return err
		}
		names.XYs, names.Labels = append(names.XYs, plotter.XY{X: 0.02, Y: ring[0].Y - 0.04}), append(names.Labels, fmt.Sprintf("%g", math.Pow(10, d)))
		aligned = append(aligned, text.XLeft)
	}
	labels, err := plotter.NewLabels(names)
	if err != nil {
		return err
	}
	for i := range labels.TextStyle {
		labels.TextStyle[i].XAlign, labels.TextStyle[i].YAlign = aligned[i], text.YCenter
	}
	p.Add(labels)
	return nil
}

func line(p *plot.Plot, points plotter.XYs, c color.Color) error {
	l, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	l.Color = c
	p.Add(l)
	return nil
}

// polygon draws the values of a series: its corners, and the edges between
// neighbours that both have a value.
func (r Radar) polygon(p *plot.Plot, s Series, c color.Color, shape draw.GlyphDrawer, low, high float64) error {
	share := func(v float64) (float64, bool) {
		return (math.Log10(v) - low) / (high - low), v > 0 && !math.IsInf(v, 0)
	}
	var corners plotter.XYs
	n := len(r.Axes)
	for i, v := range s.Values {
		x, ok := share(v)
		if !ok {
			continue
		}
		corners = append(corners, r.at(i, x))
		if y, ok := share(s.Values[(i+1)%n]); ok {
			if err := line(p, plotter.XYs{r.at(i, x), r.at((i+1)%n, y)}, c); err != nil {
				return err
			}
		}
	}
	if len(corners) == 0 {
		return nil
	}
	points, err := plotter.NewScatter(corners)
	if err != nil {
		return err
	}
	points.Color, points.Shape, points.Radius = c, shape, vg.Points(3)
	p.Add(points)
	p.Legend.Add(s.Name, points)
	return nil
}
