package phases

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/parlens/parlens/internal/tomltree"
)

var update = flag.Bool("update", false, "write what the documentation should say")

// The table of docs/phases.md is the schema, and its example is a model.
func TestDocumentation(t *testing.T) {
	const file = "../../docs/phases.md"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, part := range []struct {
		title string
		keys  []tomltree.Key
	}{{"of the model", modelKeys}, {"of a phase", phaseKeys}} {
		fmt.Fprintf(&b, "\n| key %s | meaning |\n|---|---|\n", part.title)
		for _, k := range part.keys {
			meaning := k.Meaning
			if k.Values != nil {
				meaning += ". One of `" + strings.Join(k.Values, "`, `") + "`"
			}
			if k.Unit != "" {
				meaning += "; in " + k.Unit
			}
			fmt.Fprintf(&b, "| `%s` | %s |\n", k.Name, meaning)
		}
	}
	table := regexp.MustCompile(`(?s)<!-- table phases -->\n.*<!-- end -->`)
	want := table.ReplaceAllLiteralString(string(data), "<!-- table phases -->\n"+b.String()+"\n<!-- end -->")
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(data) {
		t.Errorf("%s has other tables than the schema (-update writes them)", file)
	}
	for _, f := range Functions {
		if !strings.Contains(want, "`"+f.Name) {
			t.Errorf("%s lacks the function %s", file, f.Name)
		}
	}
	start := strings.Index(want, "    title = ")
	end := start + strings.Index(want[start:], "\n\n")
	model := strings.ReplaceAll(want[start:end], "\n    ", "\n")
	if m, diags := Parse("example.toml", []byte(strings.TrimSpace(model))); m == nil || len(diags) > 0 {
		t.Errorf("the example: %v\n%s", diags, model)
	}
}
