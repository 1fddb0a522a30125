package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/parlens/parlens/machines"
)

// ipsc returns the text of a shipped machine with replacements.
func ipsc(t *testing.T, oldNew ...string) string {
	t.Helper()
	text, ok := machines.Text("ipsc860")
	if !ok {
		t.Fatal("no ipsc860")
	}
	for i := 0; i < len(oldNew); i += 2 {
		if !strings.Contains(text, oldNew[i]) {
			t.Fatalf("ipsc860 has no %q", oldNew[i])
		}
		text = strings.Replace(text, oldNew[i], oldNew[i+1], 1)
	}
	return text
}

// A machine buffer that is not saved counts: open programs are predicted with
// it after every edit, and with the file on disk after it is closed.
func TestProgramsFollowTheMachineBuffer(t *testing.T) {
	t.Parallel()
	program, err := os.ReadFile("../testdata/hpf/laplace.f90")
	if err != nil {
		t.Fatal(err)
	}
	disk := &testFS{files: map[string]string{"/w/parlens.toml": `machine = "./own.toml"`, "/w/own.toml": ipsc(t), "/w/a.f90": string(program)}}
	c := dial(t, Options{FS: disk})
	c.initialize(refreshing)
	const machine, source = "file:///w/own.toml", "file:///w/a.f90"
	c.open(source, 1, string(program))
	status := func() float64 {
		var s struct {
			Time float64 `json:"time_s"`
			Text string
		}
		c.ask("parlens/status", object{"textDocument": object{"uri": source}}, &s)
		return s.Time
	}
	before := status()
	c.hints(source, 200)
	c.open(machine, 1, ipsc(t))
	if same := status(); same != before || before <= 0 {
		t.Errorf("the same machine: %g s, then %g s", before, same)
	}
	c.change(machine, 2, object{"text": ipsc(t, "{ value = 75e-9", "{ value = 75e-3")})
	if slow := status(); slow <= before {
		t.Errorf("a slower machine that is not saved: %g s, %g s before", slow, before)
	}
	c.expect("workspace/inlayHint/refresh")
	c.hints(source, 200)
	c.change(machine, 3, object{"text": ipsc(t, "nodes   = 8", "nodes   = -8")})
	if broken := status(); broken != 0 {
		t.Errorf("a broken machine: %g s", broken)
	}
	c.expect("workspace/inlayHint/refresh")
	c.hints(source, 200)
	c.note("textDocument/didClose", object{"textDocument": object{"uri": machine}})
	if again := status(); again != before {
		t.Errorf("after closing: %g s, %g s before", again, before)
	}
	c.expect("workspace/inlayHint/refresh")
}

// A client that does not ask for diagnostics gets those of the program again
// when the machine that it is predicted for breaks.
func TestProgramIsDiagnosedAgain(t *testing.T) {
	disk := &testFS{files: map[string]string{"/w/parlens.toml": "machine = \"ipsc860\"\n"}}
	c := dial(t, Options{FS: disk, Predictor: toy{}})
	c.initialize(`{}`)
	c.open("file:///w/a.f90", 1, "x !cost 1 0\n")
	c.open("file:///w/parlens.toml", 1, "machine = \"ipsc860\"\n")
	time.Sleep(2 * publishDelay)
	c.change("file:///w/parlens.toml", 2, object{"text": "processors = \"two\"\n"})
	for said := map[string]bool{}; !said["file:///w/a.f90"] || !said["file:///w/parlens.toml"]; {
		var p struct {
			URI         string
			Diagnostics []struct{ Message string }
		}
		if err := json.Unmarshal(c.expect("textDocument/publishDiagnostics").Params, &p); err != nil {
			t.Fatal(err)
		}
		said[p.URI] = len(p.Diagnostics) == 1 && strings.Contains(p.Diagnostics[0].Message, "number of processors")
	}
}

// While a parlens.toml is half typed, what it said before holds, and the program says so.
func TestHalfTypedConfigurationHolds(t *testing.T) {
	const uri, config, sound = "file:///w/a.f90", "file:///w/parlens.toml", "machine = \"ipsc860\"\nprocessors = 16\n"
	text := "program p\n  real :: a(100000)\n!HPF$ DISTRIBUTE a(BLOCK)\n  a = 1\nend program\n"
	c := dial(t, Options{FS: &testFS{files: map[string]string{"/w/parlens.toml": sound}}})
	c.initialize("{}")
	c.open(uri, 1, text)
	c.open(config, 1, sound)
	state := func() (status statusResult) {
		c.ask("parlens/status", object{"textDocument": object{"uri": uri}}, &status)
		return status
	}
	before := state()
	for i, x := range []struct {
		name, text string
		holds      bool
	}{
		{"a string without its end", "machine = \"ipsc860\nprocessors = 16\n", true},
		{"no number", "machine = \"ipsc860\"\nprocessors = \n", true},
		{"a number that is none", "machine = \"ipsc860\"\nprocessors = \"16x\"\n", true},
		{"part of a machine's name", "machine = \"ips\"\nprocessors = 16\n", true},
		{"another machine", "machine = \"paragon\"\nprocessors = 16\n", false},
		{"as it was", sound, true},
		{"other processors", "machine = \"ipsc860\"\nprocessors = 8\n", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			c.change(config, i+2, object{"text": x.text})
			if now := state(); (now.Text == before.Text) != x.holds {
				t.Errorf("%s, before %s", now.Text, before.Text)
			}
			var said struct{ Items []struct{ Message string } }
			c.ask("textDocument/diagnostic", object{"textDocument": object{"uri": uri}}, &said)
			if told := strings.Contains(fmt.Sprint(said), "what the file said before holds"); told != (x.holds && x.text != sound) {
				t.Errorf("said: %v", said)
			}
		})
	}
}

// tomlDisk holds a folder with a configuration, two machines, and TOML of
// somebody else.
func tomlDisk(t *testing.T) *testFS {
	return &testFS{files: map[string]string{
		"/w/parlens.toml": "machine = \"./fast.toml\"\n", "/w/slow.toml": ipsc(t), "/w/fast.toml": "nodes = 4\n",
		"/w/fpm.toml": "name = \"x\"\n[build]\nauto = true\n",
	}}
}

func TestTOMLDiagnostics(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"/w/fpm.toml", "name = ", ""},
		{"/w/other.toml", "name = \"x\"\n[build]\nnodes = 1", ""},
		{"/w/fast.toml", "nodes = 4\n", "0: the machine has no scheme"},
		{"/w/slow.toml", ipsc(t, "nodes   = 8", "nodes   = 8.5"), "10: nodes is 8.5; it must be a whole number"},
		{"/w/slow.toml", ipsc(t), ""},
		{"/w/slow.toml", "scheme = \"collective\"\nnodes = ", "1: "},
		{"/w/parlens.toml", "machine = \"cluster\"", ""},
		{"/w/parlens.toml", "machine = \"das\"", ""},
		{"/w/parlens.toml", "machine = \"./slow.toml\"", ""},
		{"/w/parlens.toml", "# note\nmachine = \"pdp11\"", `1: no machine is called "pdp11"; there are`},
		{"/w/parlens.toml", "machine = \"./fast.toml\"", "0: /w/fast.toml:1:1: the machine has no scheme"},
		{"/w/parlens.toml", "machine = \"./nowhere.toml\"", "0: machine file: "},
		{"/w/parlens.toml", "processors = \"two\"\ncolour = 1", "0: processors must be a number"},
	} {
		t.Run(c.file, func(t *testing.T) {
			cl := dial(t, Options{FS: tomlDisk(t), Predictor: toy{}})
			cl.initialize(`{"textDocument":{"diagnostic":{}}}`)
			cl.open("file://"+c.file, 1, c.text)
			var r struct {
				Items []struct {
					Message string
					Range   struct{ Start struct{ Line int } }
				}
			}
			cl.ask("textDocument/diagnostic", object{"textDocument": object{"uri": "file://" + c.file}}, &r)
			got := ""
			if len(r.Items) > 0 {
				got = fmt.Sprintf("%d: %s", r.Items[0].Range.Start.Line, r.Items[0].Message)
			}
			if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
				t.Errorf("%s %.40q: %q, want %q", c.file, c.text, got, c.want)
			}
		})
	}
}

// A bar stands at the cursor.
func TestTOMLCompletion(t *testing.T) {
	const m = "nodes = 8\nscheme = \"collective\"\n"
	for _, c := range []struct{ file, text, want string }{
		{"/w/parlens.toml", "|", "machine processors threshold overlap optimize include"},
		{"/w/parlens.toml", "machine = \"x\"\npro|", "processors threshold overlap optimize include"},
		{"/w/parlens.toml", "machine = |", "cluster cm5-cmf cm5-cmf-cmax ipsc860 paragon warp ymp-c90-cf77 ymp-c90-f90 das timber ./slow.toml"},
		{"/w/parlens.toml", "machine = \"|", "cluster cm5-cmf cm5-cmf-cmax ipsc860 paragon warp ymp-c90-cf77 ymp-c90-f90 das timber ./slow.toml"},
		{"/w/parlens.toml", "[|", "values preprocess"},
		{"/w/parlens.toml", "[preprocess]\n|", "define"},
		{"/w/fpm.toml", "|", ""},
		{"/w/fast.toml", "|", "name title nodes scheme reading optimize compute"}, // named by parlens.toml
		{"/w/m.toml", m + "|", "name title reading optimize compute"},
		{"/w/m.toml", m + "reading = |", "clock barrier"},
		{"/w/m.toml", m + "scheme2 = |", ""},
		{"/w/m.toml", m + "compute = \"|\"\n[part.a.part.b.memory]\n[part.c]", "a a.b c"},
		{"/w/m.toml", m + "[|", "part array processing memory communication io"},
		{"/w/m.toml", m + "[part.a.|", "part processing memory communication io"},
		{"/w/m.toml", m + "[part.a.communication.|", "segments collectives"},
		{"/w/m.toml", m + "[part.a.communication]\ntopology = \"|\"", "hypercube fat-tree dragonfly mesh torus flat"},
		{"/w/m.toml", m + "[part.a.memory]\nmisses = \"|\"", "lines counters"},
		{"/w/m.toml", m + "[[communication.segments]]\nup_to_bytes = 1\n[[communication.segments]]\n|", "up_to_bytes startup_s per_byte_s per_hop_s provenance source"},
		{"/w/m.toml", m + "[communication.collectives]\nreduction = \"r|\"", "recursive-doubling binomial linear rabenseifner ring"},
		{"/w/m.toml", m + "[[communication.collectives.|", "measured"},
		{"/w/m.toml", m + "[[communication.collectives.measured]]\n|", "operation processors bytes time_s provenance source"},
		{"/w/m.toml", m + "[[communication.collectives.measured]]\noperation = |", "broadcast reduction gather scatter allgather alltoall barrier"},
		{"/w/m.toml", m + "[library]\ntranspose_|", "title cshift_startup_s cshift_element_s"},
		{"/w/m.toml", m + "optimize = [\"|\"]", "reorder inline"},
		{"/w/parlens.toml", "optimize = [|]", "reorder inline"},
		{"/w/m.toml", m + "[memory]\nline_bytes = { value = 32, p| }", "provenance source"},
		{"/w/m.toml", m + "[memory]\nline_bytes = { value = 32, provenance = | }", "published measured fitted derived recalled"},
		{"/w/m.toml", m + "# re|", ""},
	} {
		t.Run(c.file, func(t *testing.T) {
			cl := dial(t, Options{FS: tomlDisk(t), Predictor: toy{}})
			cl.initialize(`{"general":{"positionEncodings":["utf-8"]}}`)
			text, position := atBar(c.text)
			cl.open("file://"+c.file, 1, text)
			var list struct{ Items []struct{ Label string } }
			cl.ask("textDocument/completion", object{"textDocument": object{"uri": "file://" + c.file}, "position": position}, &list)
			var labels []string
			for _, i := range list.Items {
				labels = append(labels, i.Label)
			}
			if got := strings.Join(labels, " "); !strings.HasPrefix(got+" ", c.want+" ") || c.want == "" && got != "" {
				t.Errorf("%s %q: %q, want %q", c.file, c.text, got, c.want)
			}
		})
	}
}

func atBar(text string) (string, object) {
	before, after, _ := strings.Cut(text, "|")
	line := strings.Count(before, "\n")
	return before + after, object{"line": line, "character": len(before) - strings.LastIndexByte(before, '\n') - 1}
}

func TestTOMLHover(t *testing.T) {
	const m = "nodes = 8\nscheme = \"collective\"\n[memory]\nprovenance = \"recalled\"\nsource = \"a book\"\n"
	for _, c := range []struct{ file, text, want string }{
		{"/w/parlens.toml", "thresh|old = 0.5", "**`threshold`**: share 0..1 of a unit's time below which a line gets no hint; 0.01 when left out."},
		{"/w/parlens.toml", "[values]\nn| = 4", "**`n`**: value of the problem size"},
		{"/w/fpm.toml", "na|me = 1", ""},
		{"/w/m.toml", m + "line_b|ytes = 32", "**`line_bytes`** (bytes, required): size of a line of the cache.\n\n`32` bytes, **recalled** (from the literature, from memory, unconfirmed): a book"},
		{"/w/m.toml", m + "line_bytes = 3|2", "**`line_bytes`** (bytes, required): size of a line of the cache.\n\n`32` bytes, **recalled**"},
		{"/w/m.toml", m + "line_bytes = { value = 3|2, provenance = \"measured\", source = \"a clock\" }", "**`line_bytes`** (bytes, required): size of a line of the cache.\n\n`32` bytes, **measured** (timed for this description): a clock"},
		{"/w/m.toml", m + "line_by|tes = { value = 32, source = \"a clock\" }", "**`line_bytes`** (bytes, required): size of a line of the cache.\n\n`32` bytes, **recalled** (from the literature, from memory, unconfirmed): a clock"},
		{"/w/m.toml", m + "line_bytes = = |", "**`line_bytes`** (bytes, required): size of a line of the cache."},
		{"/w/m.toml", m + "[[communication.segments]]\nup_to_bytes = 1\nstartup_s = { value = 1 }\n[[communication.segments]]\nstart|up_s = { value = 2e-6, provenance = \"fitted\" }", "**`startup_s`** (seconds, required): starting a message.\n\n`2e-6` seconds, **fitted**"},
		{"/w/m.toml", m + "[part.x.comm|unication]", "**`communication`**: messages and collective operations."},
		{"/w/m.toml", "rea|ding = \"clock\"\n" + m, "**`reading`**: how exchanges"},
		{"/w/m.toml", m + "# line_by|tes", ""},
	} {
		t.Run(c.file, func(t *testing.T) {
			cl := dial(t, Options{FS: tomlDisk(t), Predictor: toy{}})
			cl.initialize(`{"general":{"positionEncodings":["utf-8"]}}`)
			text, position := atBar(c.text)
			cl.open("file://"+c.file, 1, text)
			var h *struct{ Contents struct{ Value string } }
			cl.ask("textDocument/hover", object{"textDocument": object{"uri": "file://" + c.file}, "position": position}, &h)
			got := ""
			if h != nil {
				got = h.Contents.Value
			}
			if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
				t.Errorf("%s %q:\n%q, want\n%q", c.file, c.text, got, c.want)
			}
		})
	}
}
