package settings

import (
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/internal/tomltree"
)

// ConfigFix returns what answers a diagnostic that asks for a value, but for a
// directive or a pragma: the value in the table of values of a
// parlens.toml, given its text; nil where the table is not written in lines of
// its own.
func ConfigFix(config *source.Text, d source.Diagnostic) []outline.Fix {
	question, ok := d.Data.(report.Question)
	if !ok {
		return nil
	}
	asked := question.Question()
	name := asked.Name
	if strings.Contains(name, "(") {
		name = strconv.Quote(name)
	}
	entry := name + " = " + asked.Value + "\n"
	root, _ := tomltree.Parse([]byte(config.String()))
	if root == nil {
		return nil
	}
	at := config.Len()
	if f := root.Get("values"); f != nil {
		line := config.LineOf(f.Span.Start)
		if !strings.HasPrefix(strings.TrimSpace(config.Line(line)), "[") || line == config.Lines() {
			return nil
		}
		at = config.LineStart(line + 1)
	} else {
		entry = "\n[values]\n" + entry
		if at > 0 && !strings.HasSuffix(config.String(), "\n") {
			entry = "\n" + entry
		}
	}
	return []outline.Fix{{
		Title: "Give the value in " + ConfigName + ": " + asked.Setting(),
		Edits: []source.Edit{{Span: source.Span{Start: at, End: at}, New: entry}},
	}}
}
