package page

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/internal/chart"
	"github.com/parlens/parlens/machines"
)

// drawn is a chart inside of the page; nothing where it cannot be drawn.
func drawn(c chart.Chart, label string) template.HTML {
	var b bytes.Buffer
	if c.SVG(&b) != nil {
		return ""
	}
	svg := b.String()
	if at := strings.Index(svg, "<svg"); at >= 0 {
		svg = svg[at:]
	}
	svg = inColours.Replace(merged(svg))
	svg = strings.Replace(svg, "<svg", fmt.Sprintf(`<svg role="img" aria-label="%s"`, html.EscapeString(label)), 1)
	return template.HTML(svg) // gonum escapes what it writes
}

// kindColour stands for the colour that the page gives a kind of time.
func kindColour(k process.Kind) color.Color { return color.RGBA{R: 1, G: 2, B: byte(k), A: 255} }

// inColours lets the page choose what is black on white in a chart, and what stands for
// the colours of the kinds of time.
var inColours = func() *strings.Replacer {
	pairs := []string{"fill:#FFFFFF", "fill:none", "stroke:#000000", "stroke:currentColor", "fill:#000000", "fill:currentColor"}
	for k := range process.Wait + 1 {
		pairs = append(pairs, fmt.Sprintf("#0102%02X", byte(k)), fmt.Sprintf("var(--%s)", k))
	}
	return strings.NewReplacer(pairs...)
}()

var path = regexp.MustCompile(`<path d="([^"]*)" style="([^"]*)" />\n`)

// merged joins paths of one style that follow one another: a chart is drawn in many small
// ones, each of which a browser would have to keep.
func merged(svg string) string {
	var b strings.Builder
	end, style := 0, ""
	for _, m := range path.FindAllStringSubmatchIndex(svg, -1) {
		next := svg[m[4]:m[5]]
		if m[0] != end || next != style {
			closePath(&b, style)
			b.WriteString(svg[end:m[0]])
			b.WriteString(`<path d="`)
			style = next
		}
		b.WriteString(svg[m[2]:m[3]])
		end = m[1]
	}
	closePath(&b, style)
	b.WriteString(svg[end:])
	return b.String()
}

func closePath(b *strings.Builder, style string) {
	if style != "" {
		fmt.Fprintf(b, `" style="%s" />`+"\n", style)
	}
}

// known are the points that have an estimate.
func known(c Curve) []whatif.Point {
	return slices.DeleteFunc(slices.Clone(c.Points), func(p whatif.Point) bool { return p.NoEstimate != "" || p.Charge.Total() <= 0 })
}

// series are values over the numbers of processors.
func series(points []whatif.Point, name string, dashed bool, of func(whatif.Point) float64) chart.Line {
	l := chart.Line{Name: name, Marked: !dashed, Dashed: dashed}
	for _, p := range points {
		l.X, l.Y = append(l.X, float64(p.Processors)), append(l.Y, of(p))
	}
	return l
}

// area is what lies below values over the numbers of processors, in the colour of a kind
// of time.
func area(points []whatif.Point, k process.Kind, of func(whatif.Point) float64) chart.Line {
	l := series(points, k.String(), true, of)
	l.Dashed, l.Filled, l.Colour = false, true, kindColour(k)
	return l
}

// curve draws the speedup and what it would be at best; nothing where there is no time on one
// processor to compare with.
func curve(c Curve) template.HTML {
	points := slices.DeleteFunc(known(c), func(p whatif.Point) bool { return p.Speedup == 0 })
	if len(points) < 2 {
		return ""
	}
	return drawn(chart.Chart{X: "processors", Y: "speedup", LogX: true, LogY: true, Lines: []chart.Line{
		series(points, "speedup", false, func(p whatif.Point) float64 { return p.Speedup }),
		series(points, "linear", true, func(p whatif.Point) float64 { return float64(p.Processors) }),
	}}, "speedup over processors")
}

// stacked draws the kinds of time, each above those before it, in seconds.
func stacked(c Curve) template.HTML {
	points := known(c)
	if len(points) < 2 {
		return ""
	}
	sum := func(n int) func(whatif.Point) float64 {
		return func(p whatif.Point) float64 {
			parts := []float64{p.Charge.Computation, p.Charge.Overhead, p.Charge.Communication, p.Charge.Wait}
			total := 0.0
			for _, t := range parts[:n] {
				total += t
			}
			return total
		}
	}
	return drawn(chart.Chart{X: "processors", Y: "seconds", LogX: true, Lines: []chart.Line{
		area(points, process.Wait, sum(4)), area(points, process.Communication, sum(3)), area(points, process.Overhead, sum(2)), area(points, process.Computation, sum(1)),
	}}, "time by kind over processors")
}

// roofline draws what the loops make of the processor: floating operations a second over
// those for each byte that the statements read and store, below what the arithmetic
// units, the cache and the memory let through.
func roofline(m *machines.Machine, loops []loop) template.HTML {
	if m == nil || m.Compute == nil || m.Array != nil {
		return ""
	}
	peak, cache, memory := roofs(m)
	var points []chart.Line
	low, high := 0.05, 5.0
	for _, l := range loops {
		if math.IsNaN(l.Intensity) || slices.ContainsFunc(points, func(p chart.Line) bool { return p.X[0] == l.Intensity && p.Y[0] == l.Rate }) {
			continue
		}
		low, high = min(low, l.Intensity/2), max(high, 2*l.Intensity)
		points = append(points, chart.Line{Name: fmt.Sprintf("line %d", l.Line), X: []float64{l.Intensity}, Y: []float64{l.Rate}})
	}
	const mostLoops = 8 // in the legend
	slices.SortStableFunc(points, func(a, b chart.Line) int { return compare(b.Y[0], a.Y[0]) })
	if points = points[:min(len(points), mostLoops)]; len(points) == 0 || peak <= 0 {
		return ""
	}
	lines := []chart.Line{}
	for _, r := range []struct {
		name string
		rate float64 // bytes a second
	}{{"cache", cache}, {"memory", memory}} {
		if r.rate > 0 {
			x := []float64{low, peak / r.rate, high}
			slices.Sort(x)
			l := chart.Line{Name: "roof: " + r.name, X: x, Dashed: r.name == "memory"}
			for _, at := range x {
				l.Y = append(l.Y, min(peak, at*r.rate))
			}
			lines = append(lines, l)
		}
	}
	return drawn(chart.Chart{X: "floating operations a byte", Y: "floating operations a second", LogX: true, LogY: true, Lines: append(lines, points...)}, "roofline of the loops")
}

// roofs are floating operations a second, and the bytes a second of hits in the cache and
// of lines from memory.
func roofs(m *machines.Machine) (peak, cache, memory float64) {
	of := func(path string) float64 {
		n, _ := m.Number(path)
		return n.Value
	}
	if add := of("processing.double_add_s"); add > 0 {
		peak = max(1, of("processing.vector_bytes")/elementBytes) / add
	}
	if hit := of("memory.fetch_hit_s"); hit > 0 {
		cache = max(elementBytes, of("processing.vector_bytes")) / hit
	}
	if miss := of("memory.fetch_miss_s"); miss > 0 {
		memory = of("memory.line_bytes") / miss
	}
	return peak, cache, memory
}

const (
	mostLanes  = 24  // of a timeline
	columns    = 900 // of a timeline
	laneHeight = 18
	laneLeft   = 90
	mostArrows = 300
)

// timeline draws the lanes of a trace: in each column what takes most of it.
func timeline(t *report.Trace) (template.HTML, string) {
	if t.T <= 0 || len(t.Lanes) == 0 {
		return "", ""
	}
	n := min(len(t.Lanes), mostLanes)
	var b strings.Builder
	height := n*laneHeight + 24
	fmt.Fprintf(&b, `<svg class="timeline" role="img" aria-label="timeline of the processors" viewBox="0 0 %d %d" preserveAspectRatio="xMinYMin meet">`, laneLeft+columns+10, height)
	for i, l := range t.Lanes[:n] {
		y := i * laneHeight
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`, laneLeft-6, y+13, html.EscapeString(strings.Trim(strings.ReplaceAll(fmt.Sprint(l.Processor), " ", ","), "[]")))
		drawLane(&b, l, t.T, y)
	}
	for _, tick := range []float64{0, 0.25, 0.5, 0.75, 1} {
		anchor := map[float64]string{0: "start", 1: "end"}[tick]
		if anchor == "" {
			anchor = "middle"
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="%s">%s</text>`, laneLeft+tick*columns, height-6, anchor, seconds(tick*t.T))
	}
	drawn := 0
	for _, a := range t.Arrows {
		if a.From >= n || a.To >= n || len(t.Arrows) > mostArrows {
			continue
		}
		drawn++
		fmt.Fprintf(&b, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%d"/>`, laneLeft+a.Left/t.T*columns, a.From*laneHeight+8, laneLeft+a.Came/t.T*columns, a.To*laneHeight+8)
	}
	b.WriteString("</svg>")
	left := fmt.Sprintf("%d of %s", n, report.Plural(t.Count, "processor"))
	if drawn < len(t.Arrows) {
		left += fmt.Sprintf(", %d of %d messages; parlens trace has all", drawn, len(t.Arrows))
	}
	return template.HTML(b.String()), left
}

// drawLane draws runs of columns with the same kind of time.
func drawLane(b *strings.Builder, l report.Lane, T float64, y int) {
	var spent [columns][4]float64
	for _, s := range l.Slices {
		if s.What.Contains() {
			continue
		}
		first, last := int(s.Start/T*columns), int(s.End/T*columns)
		for c := max(0, first); c <= min(last, columns-1); c++ {
			from, to := float64(c)*T/columns, float64(c+1)*T/columns
			spent[c][s.Kind] += max(0, min(s.End, to)-max(s.Start, from))
		}
	}
	of := func(c int) int {
		best := -1
		for k, t := range spent[c] {
			if t > 0 && (best < 0 || t > spent[c][best]) {
				best = k
			}
		}
		return best
	}
	var paths [4]strings.Builder // by kind
	for c := 0; c < columns; {
		k, end := of(c), c+1
		for end < columns && of(end) == k {
			end++
		}
		if k >= 0 {
			fmt.Fprintf(&paths[k], "M%d %dh%dv%dh%dz", laneLeft+c, y+1, end-c, laneHeight-4, c-end)
		}
		c = end
	}
	for k := range paths {
		if paths[k].Len() > 0 {
			fmt.Fprintf(b, `<path class="%s" d="%s"/>`, process.Kind(k), paths[k].String())
		}
	}
}
