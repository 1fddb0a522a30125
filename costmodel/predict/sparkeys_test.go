package predict

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/keys"
)

// sparScenes change one thing at a time of what the costs of a Spar program are made
// of: its methods, what they see of others, the class of another file, the machine's
// model, and values.
func sparScenes(t *testing.T) []keys.Scene {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.FromSlash("../../testdata/" + name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	demo := read("spar/demo.spar")
	const other = "public class help\n{\n    static int twice( int n )\n    {\n        return n * 2;\n    }\n}\n"
	files := func(changes ...string) map[string]string {
		r := strings.NewReplacer(changes...)
		return map[string]string{
			"/w/demo.spar": r.Replace(strings.Replace(demo, "demo.settle(1, 2);", "demo.settle(1, help.twice(2));\n        demo.settle(2, 4);", 1)),
			"/w/help.spar": r.Replace(other), "/w/das.pam": r.Replace(read("../machines/das.pam")),
		}
	}
	var out []keys.Scene
	add := func(name string, s settings.Settings, files map[string]string) {
		out = append(out, keys.Scene{Name: name, Ask: predicted(s, "/w/demo.spar"), Files: files})
	}
	add("base", settings.Settings{}, files())
	for name, x := range map[string]float64{"p_cpu": 10, "size": 200, "step": 4, "n": 3} {
		add(name, settings.Settings{Values: map[string]float64{name: x}}, files())
	}
	add("machine", settings.Settings{Machine: "das-gathered"}, files())
	for _, c := range [][]string{
		{"size = 100", "size = 120"}, {"signal[s] * 2.0", "signal[s] + 2.0"}, {"<$ independent, Pamela = parallel $>", "<$ independent $>"},
		{"cond 0", "cond 1"}, {"level / 10", "level + 10"}, {"n * 2", "n + 2"}, {"n * 2", "n * n * 2"}, {"(block s 5)", "(cyclic s)"}, {"(local 0)", "(local 1)"},
		{"while( level < size )", "while( level <= size )"}, {"// All that", "//\n// All that"}, {"static int first(", "\n    static int first("},
	} {
		add("with "+c[1], settings.Settings{}, files(c...))
	}
	return out
}

// TestSparKeysHaveEveryPart is TestKeysHaveEveryPart for programs of Spar.
func TestSparKeysHaveEveryPart(t *testing.T) {
	const open = "no scene shows yet what it is for"
	keys.Play{
		Scenes: sparScenes(t), Packages: []string{"spar", "place", "modelling", "depend"}, Reading: workspace.Reading{Config: Reading},
		Harmless: map[string]string{
			"depend.members.class":              open,
			"depend.members.member":             open,
			"depend.members.rest":               open,
			"depend.methodKey.class":            open,
			"depend.methodKey.method":           open,
			"depend.methodKey.sees":             open,
			"depend.methodKey.marked":           open,
			"modelling.chunkKey.others":         open,
			"modelling.chunkKey.target":         open,
			"modelling.chunkKey.stand.suffix":   open,
			"modelling.chunkKey.stand.caller":   open,
			"modelling.chunkKey.stand.at.Start": open,
			"modelling.chunkKey.stand.at.End":   open,
			"place.bodyKey.model":               open,
			"place.bodyKey.located":             open,
			"place.bodyKey.recursive":           open,
			"place.bodyKey.tasked":              open,
			"place.guardKey.surface":            open,
			"spar.busyKey.env":                  open,
			"spar.countsKey.env":                open,
			"spar.formulasKey.method":           open,
			"spar.formulasKey.digest":           open,
			"spar.libraryKey.digest":            open,
			"spar.loopsKey.values":              open,
			"spar.placedKey.opt.Bounds":         open,
			"spar.placedKey.opt.Gathered":       open,
			"spar.sparKey.text":                 open,
			"spar.sparKey.machine":              open,
			"spar.sparKey.path":                 open,
			"spar.sparKey.set":                  open,
			"spar.sparKey.lines.First":          open,
			"spar.sparKey.lines.Last":           open,
		},
	}.Check(t)
}
