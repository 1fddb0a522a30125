package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/phases"
)

const phaseFile = "file:///w/model.toml"

func openPhases(t *testing.T, text string) *client {
	t.Helper()
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize(`{"general":{"positionEncodings":["utf-8"]},"textDocument":{"diagnostic":{}}}`)
	c.open(phaseFile, 1, text)
	return c
}

func pstswmText(t *testing.T) string {
	t.Helper()
	text, ok := phases.ShippedText("pstswm")
	if !ok {
		t.Fatal("no pstswm")
	}
	return text
}

// hintAt is the hint of the line that begins with some text, the n-th of them.
func hintAt(c *client, text, line string) string {
	for i, l := range strings.Split(text, "\n") {
		if !strings.HasPrefix(l, line) {
			continue
		}
		for _, h := range c.hints(phaseFile, strings.Count(text, "\n")+1) {
			if h.Position.Line == i {
				return h.Label
			}
		}
		return ""
	}
	return "no such line"
}

// The shipped model shows each phase, what is derived and the whole, and all of it
// changes with PX as it is typed: half typed there is nothing, and no old number.
func TestPhaseHints(t *testing.T) {
	text := pstswmText(t)
	c := openPhases(t, text)
	for line, want := range map[string]string{
		"steps": "TR 8x8 on paragon: 12.3 s", "NLLON_P": "= 16", "NCSP_S": "= 946",
		`work       = "12 * NLLON_P`: "5.12 ms a step, 4.5%", `work       = "20 * NLLAT_F * NLVER_F * NLLON_F * log2(PX)"`: "not in TR",
		`bytes     = "24 * NLVER_S`: "2.20 ms a step, 1.9%",
	} {
		t.Run(line, func(t *testing.T) {
			if got := hintAt(c, text, line); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, want %q", line, got, want)
			}
		})
	}
	const px = "PX   = { value = 8,"
	half := strings.Replace(text, px, "PX   = { value = ,", 1)
	c.change(phaseFile, 2, object{"text": half})
	if hints := c.hints(phaseFile, 500); len(hints) != 0 {
		t.Errorf("%d hints of a model that cannot be read", len(hints))
	}
	more := strings.Replace(text, px, "PX   = { value = 16,", 1)
	c.change(phaseFile, 3, object{"text": more})
	if got := hintAt(c, more, "steps"); !strings.HasPrefix(got, "TR 16x8 on paragon: 6.75 s") {
		t.Errorf("with PX = 16: %q", got)
	}
	if got := hintAt(c, more, "NLLON_P"); got != "= 8" {
		t.Errorf("with PX = 16: NLLON_P %q", got)
	}
}

// The status of a model is its whole.
func TestPhaseStatus(t *testing.T) {
	c := openPhases(t, pstswmText(t))
	var s statusResult
	c.ask("parlens/status", object{"textDocument": object{"uri": phaseFile}}, &s)
	if !strings.HasPrefix(s.Text, "TR 8x8 on paragon: 12.3 s") || s.Machine != "paragon" || fmt.Sprint(s.Processors) != "[8 8]" {
		t.Errorf("%+v", s)
	}
}

const smallModel = `machine = "paragon"
steps = 10
variant = "X"
[variants]
X = "one"
Y = "two"
[parameters]
N = { value = 100, meaning = "rows" }
P = 4
[mesh]
p = "P"
[derived]
ROWS = { X = "ceil(N / P)", other = "N" }
`

func TestPhaseDiagnostics(t *testing.T) {
	const phase = "[[phase]]\nname = \"x\"\nwork = \"10*ROWS\"\n"
	for i, c := range []struct{ text, want string }{
		{smallModel + phase + "rate_per_s = 1e6", ""},
		{smallModel + phase, "0:0: phase x has no rate on paragon"},
		{smallModel + "[[phase]]\nname = \"x\"\nwork = \"10*ROW\"\nrate_per_s = 1e6", "15:11: ROW is not defined"},
		{strings.Replace(smallModel, "paragon", "pdp11", 1) + phase + "rate_per_s = 1e6", "0:0: no machine is called"},
		{strings.Replace(smallModel, "P = 4", "P = 0", 1) + phase + "rate_per_s = 1e6", "6:1: P = 0: a mesh has 1 or more"},
		{smallModel + phase + "rate_per_s = 1e6\nrat = 3", "17:0: \"rat\" is not known"},
		{smallModel + "[[phase]]\nname = ", "14:6: "},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			cl := openPhases(t, c.text)
			var r struct {
				Items []struct {
					Message string
					Range   struct{ Start struct{ Line, Character int } }
				}
			}
			cl.ask("textDocument/diagnostic", object{"textDocument": object{"uri": phaseFile}}, &r)
			got := ""
			if len(r.Items) > 0 {
				got = fmt.Sprintf("%d:%d: %s", r.Items[0].Range.Start.Line, r.Items[0].Range.Start.Character, r.Items[0].Message)
			}
			if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
				t.Errorf("%q\n%q, want %q", c.text[len(smallModel):], got, c.want)
			}
		})
	}
}

// A bar stands at the cursor.
func TestPhaseHover(t *testing.T) {
	const phase = "[[phase]]\nname = \"x\"\ntitle = \"work\"\nwork = \"10*ROWS\"\nrate_per_s = 1e6\n"
	for i, c := range []struct{ text, want string }{
		{smallModel + "[[phase]]\nname = \"x\"\nwork = \"10*RO|WS\"\nrate_per_s = 1e6", "**`ROWS`** = 25 in X\n\n`ceil(N / P)`\n\nY: 100"},
		{strings.Replace(smallModel, "ceil(N /", "ceil(N| /", 1) + phase, "**`N`** = 100: rows"},
		{strings.Replace(smallModel, "ceil(N /", "cei|l(N /", 1) + phase, "`ceil(x)`: the smallest integer not below x"},
		{strings.Replace(smallModel, "p = \"P\"", "|p = \"P\"", 1) + phase, "**`p`**: coordinate of a processor, 0 to P - 1"},
		{smallModel + strings.Replace(phase, "title", "ti|tle", 1), "**x** work: 250 us in each of 10 steps, 100.0% of 2.50 ms\n\n2.50 ms of 2.50 ms in 10 steps; 250 operations a step\n\nrate 1 million a second"},
		{strings.Replace(smallModel, "ste", "|ste", 1) + phase, "**`steps`**: how often all phases are repeated"},
		{smallModel + "[[phase]]\nname = \"x\"\nwork = \"10*N|", "**`N`**"},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text, position := atBar(c.text)
			cl := openPhases(t, text)
			var h *struct{ Contents struct{ Value string } }
			cl.ask("textDocument/hover", object{"textDocument": object{"uri": phaseFile}, "position": position}, &h)
			got := ""
			if h != nil {
				got = h.Contents.Value
			}
			if !strings.HasPrefix(got, c.want) && !strings.HasSuffix(c.text, "N|") {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestPhaseCompletion(t *testing.T) {
	for nth, c := range []struct{ text, want string }{
		{smallModel + "[[phase]]\n|", "name title part kind variants when work rate_per_s operation"},
		{smallModel + "[[phase]]\nkind = |", "computation copy communication"},
		{smallModel + "[[phase]]\noperation = \"|\"", "transpose ring exchange broadcast messages"},
		{smallModel + "[[phase]]\nvariants = [\"|\"]", "X Y"},
		{smallModel + "[[phase]]\nwork = \"10 * |\"", "N P p ROWS a b ceil floor"},
		{smallModel + "[[phase]]\nname = \"x\"\nwork = \"10 * R|", "N P p ROWS a b ceil floor"},
		{smallModel + "[[phase]]\nbytes = \"|\"", "N P p ROWS step ceil"},
		{"[[phase]]\n[|", "variants parameters case mesh derived"},
		{"machine = \"|\"\n[[phase]]", "cluster "},
		{smallModel + "[[phase]]\nname = \"x\"\n[derived.|", ""},
	} {
		t.Run(fmt.Sprint(nth), func(t *testing.T) {
			text, position := atBar(c.text)
			cl := openPhases(t, text)
			var list struct{ Items []struct{ Label string } }
			cl.ask("textDocument/completion", object{"textDocument": object{"uri": phaseFile}, "position": position}, &list)
			var labels []string
			for _, i := range list.Items {
				labels = append(labels, i.Label)
			}
			if got := strings.Join(labels, " "); !strings.HasPrefix(got, c.want) {
				t.Errorf("%q: %q, want %q", c.text, got, c.want)
			}
		})
	}
}
