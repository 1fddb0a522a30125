package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

func TestDecodeSettings(t *testing.T) {
	cases := []struct {
		json     string
		want     string // machine processors values threshold hints lenses
		problems int
	}{
		{``, "  map[] - - -", 0},
		{`null`, "  map[] - - -", 0},
		{`{}`, "  map[] - - -", 0},
		{`[1]`, "  map[] - - -", 1},
		{`{"machine":"cluster","processors":"2x2","threshold":0.5,"hints":false,"lenses":true}`, "cluster 2x2 map[] 0.5 false true", 0},
		{`{"values":{"N":1024,"m":2.5}}`, "  map[m:2.5 n:1024] - - -", 0},
		{`{"values":{"N":8,"Sizes":[3,5]}}`, "  map[n:8 sizes(1):3 sizes(2):5] - - -", 0},
		{`{"values":{"sizes":[3,"5"]}}`, "  map[] - - -", 1},
		{`{"machine":null,"threshold":null}`, "  map[] - - -", 0},
		{`{"machine":7,"processors":"4"}`, " 4 map[] - - -", 1},
		{`{"processors":"two"}`, "  map[] - - -", 1},
		{`{"threshold":2}`, "  map[] - - -", 1},
		{`{"threshold":-1,"hints":"yes"}`, "  map[] - - -", 2},
		{`{"hintKinds":["wait","waiting"]}`, "  map[] - - -", 1},
		{`{"unknown":1}`, "  map[] - - -", 0},
	}
	for _, c := range cases {
		t.Run(c.json, func(t *testing.T) {
			s := decodeSettings([]byte(c.json))
			got := fmt.Sprint(s.Machine, " ", s.Processors, " ", s.Values, " ", shown(s.Threshold), " ", shown(s.Hints), " ", shown(s.Lenses))
			if got != c.want || len(s.Problems) != c.problems {
				t.Errorf("%s: %q, problems %q; want %q and %d", c.json, got, s.Problems, c.want, c.problems)
			}
		})
	}
}

func shown[T any](p *T) string {
	if p == nil {
		return "-"
	}
	return fmt.Sprint(*p)
}

func TestClientSettingsWin(t *testing.T) {
	file := settings.Config{Machine: "cluster", Processors: "4", Threshold: 0.2, Values: map[string]float64{"n": 1, "m": 2}}
	set := decodeSettings([]byte(`{"machine":"ipsc860","values":{"N":8},"threshold":0,"lenses":false}`))
	config, display := set.over(file)
	settings, err := config.Settings()
	if err != nil || settings.Machine != "ipsc860" || settings.Procs != 4 || settings.Values["n"] != 8 || settings.Values["m"] != 2 {
		t.Errorf("settings %+v, %v", settings, err)
	}
	if display.Filter.Threshold != 0 || !display.Hints || display.Lenses {
		t.Errorf("display %+v", display)
	}
	if file.Values["n"] != 1 {
		t.Error("the file's configuration was changed")
	}
	config, display = clientSettings{}.over(file)
	if config.Machine != "cluster" || display.Filter.Threshold != 0.2 {
		t.Errorf("without settings: %+v %+v", config, display)
	}
}

func TestSettingsEqual(t *testing.T) {
	texts := []string{`{}`, `{"machine":"a"}`, `{"processors":"2"}`, `{"values":{"n":1}}`, `{"threshold":0.5}`, `{"hints":true}`, `{"hotLines":true}`, `{"hintKinds":[]}`, `{"hintKinds":["wait"]}`, `{"lenses":true}`, `{"lenses":false}`}
	for i, a := range texts {
		t.Run(a, func(t *testing.T) {
			for j, b := range texts {
				s := decodeSettings([]byte(a))
				u := decodeSettings([]byte(b))
				if s.equal(u) != (i == j) {
					t.Errorf("%s equal %s = %v", a, b, s.equal(u))
				}
			}
		})
	}
}

// TestMachineThatIsNotThere: the program has no estimate, and who looks at diagnostics only
// reads why, beside what is wrong with the program.
func TestMachineThatIsNotThere(t *testing.T) {
	for machine, why := range map[string]string{
		"pdp11":       `no machine is called "pdp11"; there are `,
		"/w/own.toml": "machine file: open /w/own.toml: ",
	} {
		t.Run(machine, func(t *testing.T) {
			c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
			c.initialize(fmt.Sprintf(`{},"initializationOptions":{"machine":%q}`, machine))
			c.open("file:///w/p.f90", 1, "program p\n  real a(10)\n  a = 1 +\nend program\n")
			var told struct {
				Diagnostics []struct{ Code, Message string }
			}
			if err := json.Unmarshal(c.expect("textDocument/publishDiagnostics").Params, &told); err != nil {
				t.Fatal(err)
			}
			if d := told.Diagnostics; len(d) != 2 || d[0].Code != "syntax" || d[1].Code != "config" || !strings.HasPrefix(d[1].Message, why) {
				t.Errorf("the diagnostics are %+v", d)
			}
		})
	}
}
