package page

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/internal/disk"
	"github.com/parlens/parlens/internal/oracle/texts"
	"github.com/parlens/parlens/machines"
)

// written is the page of a program on ipsc860.
func written(t *testing.T, fs workspace.FS, path string) (string, *report.Report) {
	t.Helper()
	m, err := machines.Load("ipsc860", nil)
	if err != nil {
		t.Fatal(err)
	}
	snap := workspace.New(fs).Configure(workspace.Reading{})
	s := settings.Settings{Machine: "ipsc860", Procs: 8}
	r, err := predict.File(context.Background(), snap, path, s)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := snap.File(path)
	traces, err := predict.Traces(context.Background(), snap, path, "", process.Tracing{Slices: 8000, Lanes: 24}, s)
	if err != nil {
		t.Fatal(err)
	}
	curve := Curve{Unit: r.Units[0].Name}
	for procs := 1; procs <= 4; procs++ {
		p := whatif.Of(r.Units[0])
		p.Processors = procs
		curve.Points = append(curve.Points, p)
	}
	var b bytes.Buffer
	if err := Write(&b, Page{Machine: m, Files: []File{{Report: r, Text: f.Text, Traces: traces, Curves: []Curve{curve}}}}); err != nil {
		t.Fatal(err)
	}
	return b.String(), r
}

// A page says what the prediction says, and asks for nothing.
func TestPageOfLaplace(t *testing.T) {
	text, r := written(t, disk.Disk{}, "../../testdata/hpf/laplace.f90")
	u := r.Units[0]
	for _, want := range []string{seconds(u.Charge.Total()), `<a href="#file1-unit1">program laplace</a>`, "b(i,j) = 0.25 * (a(i-1,j)", "shift of A by &#43;1 along dimension 1",
		`aria-label="speedup over processors"`, "fill:var(--computation)", "fill:var(--communication)", "fill:var(--overhead)", "fill:var(--wait)", `aria-label="roofline of the loops"`, `aria-label="timeline of the processors"`, "published",
		">64,516<", ">101,600<"} { // the iterations of 2:n-1 twice, and 200 messages of 127 reals of 4 bytes {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in the page", want)
		}
	}
	for _, m := range regexp.MustCompile(`(?:href|src|url)\s*[=(]\s*"?([^")> ]*)`).FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(m[1], "#") {
			t.Errorf("the page asks for %s", m[1])
		}
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if ids[m[1]] {
			t.Errorf("two elements are %s", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if !ids[m[1]] {
			t.Errorf("there is no %s", m[1])
		}
	}
	sum := 0.0
	for _, m := range regexp.MustCompile(`<tr id="file1-\d+"[^>]*><td class="n">\d+</td><td class="n">[^<]*</td><td class="n">([\d.]+)%</td>`).FindAllStringSubmatch(text, -1) {
		share, _ := strconv.ParseFloat(m[1], 64)
		sum += share
	}
	if math.Abs(sum-100) > 0.5 {
		t.Errorf("the lines are %g%% of the unit", sum)
	}
}

// Text of a program is text of the page.
func TestPageEscapes(t *testing.T) {
	text, _ := written(t, texts.FS{"/w/a.f90": "program a\n  print *, '<script>alert(1)</script>' ! <b>&\nend program a\n"}, "/w/a.f90")
	if strings.Contains(text, "<script") || strings.Contains(text, "<b>") || !strings.Contains(text, "&lt;script&gt;") {
		t.Error("a string of the program is markup")
	}
}

// Pictures are well formed, and a timeline has each lane from 0 to its end.
func TestTimeline(t *testing.T) {
	lane := report.Lane{Processor: []int{0}, End: 4, Slices: []report.TraceSlice{
		{Slice: process.Slice{Start: 0, End: 1}}, {Slice: process.Slice{Start: 1, End: 3, What: process.Waiting, Kind: process.Wait}}, {Slice: process.Slice{Start: 3, End: 4}},
	}}
	svg, left := timeline(&report.Trace{T: 4, Count: 2, Lanes: []report.Lane{lane, lane}, Arrows: []process.Arrow{{From: 0, To: 1, Left: 1, Came: 3}}})
	if left != "2 of 2 processors" {
		t.Error(left)
	}
	paths, lines := []string{}, 0
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "path" {
			paths = append(paths, e.Attr[0].Value+" "+e.Attr[1].Value)
		} else if ok && e.Name.Local == "line" {
			lines++
		}
	}
	want := "computation M90 1h225v14h-225zM765 1h225v14h-225z, wait M315 1h450v14h-450z"
	if got := strings.Join(paths, ", "); got != want+", "+strings.ReplaceAll(want, " 1h", " 19h") || lines != 1 {
		t.Errorf("%s, %d arrows", got, lines)
	}
}

// Paths of one style that follow one another become one; nothing else changes.
func TestMergedPaths(t *testing.T) {
	for _, c := range []struct{ svg, want string }{
		{"<g>\n<path d=\"M0\" style=\"a\" />\n<path d=\"M1\" style=\"a\" />\n<path d=\"M2\" style=\"b\" />\n</g>", "<g>\n<path d=\"M0M1\" style=\"a\" />\n<path d=\"M2\" style=\"b\" />\n</g>"},
		{"<path d=\"M0\" style=\"a\" />\n<text/>\n<path d=\"M1\" style=\"a\" />\n", "<path d=\"M0\" style=\"a\" />\n<text/>\n<path d=\"M1\" style=\"a\" />\n"},
		{"<text/>", "<text/>"},
	} {
		t.Run(c.svg, func(t *testing.T) {
			if got := merged(c.svg); got != c.want {
				t.Errorf("%s", got)
			}
		})
	}
}

// The stencil of Laplace: three additions and a multiplication for four elements that are
// read and one that is stored, of 4 bytes each.
func TestIntensityOfLaplace(t *testing.T) {
	_, r := written(t, disk.Disk{}, "../../testdata/hpf/laplace.f90")
	for _, l := range r.Units[0].Loops {
		if l.Line == 22 {
			if got := loopOf(r.Units[0], l).Intensity; math.Abs(got-4.0/20) > 1e-12 {
				t.Errorf("%v operations a byte, want 0.2", got)
			}
			return
		}
	}
	t.Error("no loop in line 22")
}
