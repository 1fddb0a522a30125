package machines

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/internal/tomltree"
)

// The tables of docs/machines.md are the schema.
func TestTablesAreTheSchema(t *testing.T) {
	const file = "../docs/machines.md"
	doc, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	marked := regexp.MustCompile(`(?s)<!-- table ([a-z .]+) -->\n.*?<!-- end -->`)
	want := marked.ReplaceAllStringFunc(string(doc), func(found string) string {
		shown++
		name := marked.FindStringSubmatch(found)[1]
		return fmt.Sprintf("<!-- table %s -->\n%s<!-- end -->", name, tableOf(t, name))
	})
	if shown != 15 {
		t.Errorf("%d tables", shown)
	}
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(doc) {
		t.Errorf("%s has other tables than the schema (-update writes them)", file)
	}
}

func tableOf(t *testing.T, name string) string {
	rows := [][]string{}
	head := []string{"key", "unit", "meaning"}
	switch name {
	case "provenance":
		head = []string{"provenance", "meaning"}
		for _, p := range provenances {
			rows = append(rows, []string{"`" + p + "`", Provenance(p).Meaning()})
		}
	case "collectives":
		head = []string{"operation", "algorithms, the first by default"}
		for _, k := range Keys([]string{"communication", "collectives"}) {
			if k.Values != nil {
				rows = append(rows, []string{"`" + k.Name + "`", choices(k.Values)})
			}
		}
	case "measured":
		rows = rowsOf(slices.DeleteFunc(Keys([]string{"communication", "collectives", "measured"}), commonKey))
	case "array parameters":
		rows = rowsOf(slices.DeleteFunc(Keys([]string{"array", "parameters", "RS-ADD"}), commonKey))
	case "array optimizations":
		head = []string{"test", "what the compiler does"}
		for _, k := range Keys([]string{"array", "optimizations"}) {
			rows = append(rows, []string{"`" + k.Name + "`", k.Meaning})
		}
	case "machine":
		rows = rowsOf(Keys(nil))
	case "number":
		rows = rowsOf(Keys([]string{"memory", "line_bytes"}))
	case "part":
		rows = rowsOf(Keys([]string{"part", "x"}))
	case "levels":
		rows = rowsOf(slices.DeleteFunc(Keys([]string{"memory", "levels"}), commonKey))
	case "segments":
		rows = rowsOf(slices.DeleteFunc(Keys([]string{"communication", "segments"}), commonKey))
	default:
		keys := Keys([]string{name})
		if keys == nil {
			t.Errorf("table %q of nothing", name)
		}
		rows = rowsOf(slices.DeleteFunc(keys, commonKey))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(head, " | "), strings.Repeat("---|", len(head)))
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(r, " | "))
	}
	return b.String()
}

func rowsOf(keys []tomltree.Key) [][]string {
	var rows [][]string
	for _, k := range keys {
		meaning := k.Meaning
		if k.Values != nil {
			meaning += ". One of " + choices(k.Values)
		}
		if !k.Required && k.Unit != "" {
			meaning += "; optional"
		}
		rows = append(rows, []string{"`" + k.Name + "`", k.Unit, meaning})
	}
	return rows
}

// commonKey tells the keys that every component has, which stand in tables of
// their own.
func commonKey(k tomltree.Key) bool {
	return k.Name == "title" || k.Name == "provenance" || k.Name == "source"
}

func choices(values []string) string { return "`" + strings.Join(values, "`, `") + "`" }

// What the reader takes and what the schema offers is the same: a file with a
// key that the schema knows draws no warning, and every choice is accepted.
func TestSchemaIsWhatIsRead(t *testing.T) {
	for _, name := range schemes {
		if _, ok := scheme.ByName(name); !ok {
			t.Errorf("no scheme %q", name)
		}
	}
	for _, kind := range componentKinds {
		machine, part := "ipsc860", "cube"
		if kind == "processing" { // its choices need numbers that the iPSC/860 has not
			machine, part = "cluster", "node"
		}
		text, _ := Text(machine)
		header := "[part." + part + "." + kind + "]"
		void := kind == "io" || kind == "library"
		if !void && !strings.Contains(text, header) {
			t.Fatalf("%s has no %s", machine, header)
		}
		for _, k := range Keys([]string{"part", part, kind}) {
			for _, v := range k.Values {
				line := fmt.Sprintf("%s\n%s = %q\n", header, k.Name, v)
				old := regexp.MustCompile(`(?m)^` + k.Name + `\s*=.*\n`)
				own := strings.Replace(old.ReplaceAllString(text, ""), header+"\n", line, 1)
				if _, diags := Parse("m.toml", []byte(own)); !void && k.Name != "provenance" && len(diags) > 0 {
					t.Errorf("%s: %v", line, diags)
				}
			}
		}
	}
	ops := Keys([]string{"part", "cube", "communication", "collectives"})
	if len(ops) != len(collectives)+1 {
		t.Errorf("%d operations offered, %d read", len(ops), len(collectives))
	}
}

func TestKeys(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"", "name title nodes scheme reading optimize compute part array processing memory communication io library"},
		{"part", "NAME"},
		{"part.cube", "title part processing memory communication io library"},
		{"part.a.part.b", "title part processing memory communication io library"},
		{"part.cube.io", "title startup_s per_byte_s provenance source"},
		{"io.startup_s", "value provenance source"},
		{"memory.levels", "name bytes associativity fetch_miss_s store_miss_s scattered_miss_s provenance source"},
		{"memory.levels.bytes", "value provenance source"},
		{"communication.segments", "up_to_bytes startup_s per_byte_s per_hop_s provenance source"},
		{"communication.segments.startup_s", "value provenance source"},
		{"communication.collectives", "broadcast reduction gather scatter allgather alltoall barrier measured"},
		{"communication.collectives.measured", "operation processors bytes time_s provenance source"},
		{"communication.collectives.measured.time_s", "value provenance source"},
		{"communication.collectives.measured.bytes", ""},
		{"communication.collectives.broadcast", ""},
		{"communication.topology", ""},
		{"memory.nothing", ""},
		{"array.parameters", "NAME"},
		{"array.parameters.OH-GATHER", "elements argument mean_s low_s high_s minimum_s confidence like times provenance source"},
		{"array.optimizations.where", "applied ratio threshold provenance source"},
		{"array.nothing", ""},
		{"nothing", ""},
		{"part.a.nothing", ""},
	} {
		t.Run(c.path, func(t *testing.T) {
			path := strings.FieldsFunc(c.path, func(r rune) bool { return r == '.' })
			if got := strings.Join(names(Keys(path)), " "); got != c.want {
				t.Errorf("Keys(%s): %s, want %s", c.path, got, c.want)
			}
		})
	}
}

func TestDescribes(t *testing.T) {
	for _, name := range Shipped() {
		t.Run(name, func(t *testing.T) {
			text, _ := Text(name)
			if !Describes(text) {
				t.Errorf("%s is not seen to be a machine", name)
			}
		})
	}
	for text, want := range map[string]bool{
		"": false, "name = \"fpm\"\n[build]\nauto-executables = true": false, "[memory]\nx = 1": false,
		"nodes = 8\nscheme = ": true, "[part.cube]\n[part.cube.memory]": true, "[[part.cube.communication.segments]]\ncompute = 1": true,
		"[memory": false, "[part": false, "[processing]\n[memory]": true,
	} {
		t.Run(text, func(t *testing.T) {
			if Describes(text) != want {
				t.Errorf("%q: %v", text, !want)
			}
		})
	}
	if !slices.Contains(provenances, "recalled") {
		t.Error("no recalled")
	}
}
