package machines

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the expected diagnostics")

// Each case of testdata/diagnostics.txtar is a change to the iPSC/860's file:
// a line "- old" is replaced by the lines "+ new" that follow it. CASE.want
// holds the diagnostics, and whether there is a machine all the same.
func TestDiagnostics(t *testing.T) {
	const file = "testdata/diagnostics.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	base, err := shipped.ReadFile("ipsc860.toml")
	if err != nil {
		t.Fatal(err)
	}
	out := &txtar.Archive{Comment: archive.Comment}
	for i := 0; i < len(archive.Files); i++ {
		c := archive.Files[i]
		got := report(changed(t, c.Name, string(base), string(c.Data)))
		var want []byte
		if i+1 < len(archive.Files) && archive.Files[i+1].Name == c.Name+".want" {
			i++
			want = archive.Files[i].Data
		}
		if !*update && got != string(want) {
			t.Errorf("%s:\ngot\n%swant\n%s", c.Name, got, want)
		}
		out.Files = append(out.Files, c, txtar.File{Name: c.Name + ".want", Data: []byte(got)})
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func changed(t *testing.T, name, base, change string) string {
	var old string
	var added []string
	flush := func() {
		if old != "" && !strings.Contains(base, old) {
			t.Fatalf("%s: the file has no %q", name, old)
		}
		if old != "" || added != nil {
			base = strings.Replace(base, old, strings.Join(added, "\n"), 1)
		}
		old, added = "", nil
	}
	for line := range strings.Lines(change) {
		switch sign, text, _ := strings.Cut(strings.TrimRight(line, "\n"), " "); sign {
		case "-":
			flush()
			old = text
		case "+":
			added = append(added, text)
		}
	}
	flush()
	return base
}

func report(text string) string {
	m, diags := Parse("case.toml", []byte(text))
	var b strings.Builder
	lines := source.NewText(text)
	for _, d := range diags {
		at := lines.Position(d.Span.Start)
		fmt.Fprintf(&b, "%s %s: %s\n", d.Severity, d.Code, d.Message)
		if line := lines.Line(at.Line); line != "" {
			fmt.Fprintf(&b, "    %s\n    %s^\n", line, strings.Repeat(" ", at.Column-1))
		}
	}
	fmt.Fprintf(&b, "machine: %v\n", m != nil)
	return b.String()
}

func FuzzParse(f *testing.F) {
	for _, name := range Shipped() {
		data, err := shipped.ReadFile(name + ".toml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		f.Add(bytes.ReplaceAll(data, []byte("part.cube"), []byte("part.host")))
	}
	f.Add([]byte("nodes = -1\n[[processing]]\n[communication]\nsegments = [3, {}]\ncollectives = 3"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, diags := Parse("fuzz.toml", data)
		failed := slices.ContainsFunc(diags, func(d source.Diagnostic) bool { return d.Severity == source.Error })
		if (m == nil) != failed {
			t.Fatalf("machine %v with %v", m, diags)
		}
		for _, d := range diags {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(data) {
				t.Errorf("%q stands outside the file: %v", d.Message, d.Span)
			}
		}
		if m != nil && m.Array == nil {
			checkNumbers(t, m)
			m.Segment(1)
		}
	})
}
