package settings

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/tomltree"
)

// ConfigName is the name of the file that holds the defaults of a folder.
const ConfigName = "parlens.toml"

// Config holds the defaults for the programs of a folder.
type Config struct {
	Machine    string             // name of a shipped machine or path of a machine file; "" where none is named
	Processors string             // "" as the program says; "4" a total; "2x2" the extents of the arrangement
	Threshold  float64            // share of a unit's time (0..1) below which a line gets no hint
	Values     map[string]float64 // values of problem sizes, by lower-case name
	Optimize   []string           // what the compiler of the nodes does; nil: what the machine says
	Include    []string           // folders in which included files are searched
	Define     []string           // macros of the preprocessor: NAME, NAME=VALUE or NAME(X)=VALUE
	Counts     []string           // tables of counted executions
	Validation []string           // what runs took, as `parlens validate -o` writes it
	Form       string             // source form, "free" or "fixed"; "" goes by the extension and the text
	Width      int                // last column of fixed form; 0 looks at the text
	Folders    map[string]Folder  // what is otherwise in folders, by their paths from that of the file, with slashes
}

// DefaultConfig returns what holds where no file says otherwise.
func DefaultConfig() Config {
	return Config{Threshold: 0.01, Values: map[string]float64{}}
}

// ParseConfig reads a parlens.toml. What it does not say, or says wrongly,
// keeps its default; every problem is a diagnostic at its place in data.
func ParseConfig(data []byte) (Config, []source.Diagnostic) {
	c := DefaultConfig()
	root, diags := tomltree.Parse(data)
	if root == nil {
		return c, diags
	}
	for _, f := range root.Fields {
		if problem := c.set(f, &diags); problem != "" {
			diags = append(diags, problemAt(f.Value.Span, f.Key+problem))
		}
	}
	return c, diags
}

// set takes over one key of the file and returns what is wrong with it.
func (c *Config) set(f *tomltree.Field, diags *[]source.Diagnostic) string {
	switch f.Key {
	case "machine":
		if f.Value.Kind != tomltree.String || f.Value.Text == "" {
			return " must be the name of a machine or the path of a machine file"
		}
		c.Machine = f.Value.Text
	case "processors":
		if _, _, err := ParseProcessors(f.Value.Text); err != nil || f.Value.Kind != tomltree.String && f.Value.Kind != tomltree.Integer {
			return ` must be a number of processors (4) or the extents of the arrangement ("2x2")`
		}
		c.Processors = f.Value.Text
	case "threshold":
		v, ok := f.Value.Number()
		if !ok || v < 0 || v > 1 {
			return " must be a share between 0 and 1"
		}
		c.Threshold = v
	case "values":
		return c.setValues(f, diags)
	case "overlap":
		v, ok := f.Value.Number()
		if !ok || CheckShare(v) != "" {
			return " must be a share between 0 and 1"
		}
		c.Values[OverlapShare] = v
	case "optimize":
		return c.setOptimize(f, diags)
	case "include":
		return texts(f.Value, &c.Include)
	case "counts":
		return oneOrMore(f.Value, &c.Counts, "table")
	case "validation":
		return oneOrMore(f.Value, &c.Validation, "validation file")
	case "preprocess":
		return c.setPreprocess(f, diags)
	case "form":
		return setForm(f.Value, &c.Form)
	case "width":
		return setWidth(f.Value, &c.Width)
	case "folders":
		return c.setFolders(f, diags)
	default:
		*diags = append(*diags, source.Diagnostic{Span: f.Span, Severity: source.Warning, Code: "unknown-key",
			Message: fmt.Sprintf("%q is not known here and has no effect; the keys are %s", f.Key, configNames())})
	}
	return ""
}

// oneOrMore reads the path of a file, or a list of paths.
func oneOrMore(v *tomltree.Node, out *[]string, what string) string {
	if v.Kind == tomltree.String && v.Text != "" {
		*out = []string{v.Text}
		return ""
	}
	if texts(v, out) != "" {
		return " must be the path of a " + what + " or a list of paths"
	}
	return ""
}

// configNames lists the keys of the file for a message.
func configNames() string {
	keys := ConfigKeys(nil)
	words := make([]string, len(keys))
	for i, k := range keys {
		words[i] = k.Name
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// setOptimize reads the list of optimizations; an empty one means none.
func (c *Config) setOptimize(f *tomltree.Field, diags *[]source.Diagnostic) string {
	names := []string{}
	if problem := texts(f.Value, &names); problem != "" {
		return problem
	}
	c.Optimize = []string{}
	for i, name := range names {
		if _, err := ParseOptimize(name); err != nil || name == "none" {
			*diags = append(*diags, problemAt(f.Value.Items[i].Span, fmt.Sprintf("%q is no optimization; there are %s", name, strings.Join(scheme.Optimizations, " and "))))
			continue
		}
		c.Optimize = append(c.Optimize, name)
	}
	return ""
}

// setPreprocess reads the table of the preprocessor.
func (c *Config) setPreprocess(f *tomltree.Field, diags *[]source.Diagnostic) string {
	if f.Value.Kind != tomltree.Table {
		return " must be a table"
	}
	for _, v := range f.Value.Fields {
		if v.Key != "define" {
			*diags = append(*diags, source.Diagnostic{Span: v.Span, Severity: source.Warning, Code: "unknown-key",
				Message: fmt.Sprintf("%q is not known here and has no effect; the key is define", "preprocess."+v.Key)})
			continue
		}
		if problem := texts(v.Value, &c.Define); problem != "" {
			*diags = append(*diags, problemAt(v.Value.Span, "preprocess.define"+problem))
		}
	}
	return ""
}

func (c *Config) setValues(f *tomltree.Field, diags *[]source.Diagnostic) string {
	if f.Value.Kind != tomltree.Table {
		return " must be a table of numbers"
	}
	for _, v := range f.Value.Fields {
		list, ok := numbersIn(v.Value)
		if !ok {
			*diags = append(*diags, problemAt(v.Value.Span, "values."+v.Key+" must be a number, or a list of numbers for a vector"))
			continue
		}
		SetList(c.Values, strings.ToLower(v.Key), list)
	}
	return ""
}

// numbersIn reads a number, or a list of some.
func numbersIn(v *tomltree.Node) ([]float64, bool) {
	items := []*tomltree.Node{v}
	if v.Kind == tomltree.Array {
		items = v.Items
	}
	var out []float64
	for _, item := range items {
		n, ok := item.Number()
		if !ok || math.IsInf(n, 0) {
			return nil, false
		}
		out = append(out, n)
	}
	return out, len(out) > 0
}

func problemAt(at source.Span, message string) source.Diagnostic {
	return source.Diagnostic{Span: at, Severity: source.Error, Code: "config", Message: message}
}

// Counted returns what the tables of the configuration have counted in a program, nil
// where they have nothing of it; a folder may hold other programs.
func (c Config) Counted(program string, read func(path string) ([]byte, error)) (*Counts, error) {
	counts, err := ReadCounts(c.Counts, read)
	if err != nil || counts == nil || !counts.Covers(program) {
		return nil, err
	}
	return counts, nil
}

// MaxProcessors bounds the processors of an arrangement, so that products of
// extents cannot overflow.
const MaxProcessors = 1 << 30

// ParseProcessors reads a choice of processors: "" as the program says (0 and
// nil), "4" a total, "2x2" the extents of the arrangement.
func ParseProcessors(s string) (procs int, grid []int, err error) {
	if s = strings.TrimSpace(s); s == "" {
		return 0, nil, nil
	}
	total := 1
	for _, part := range strings.Split(strings.ToLower(s), "x") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 1 || n > MaxProcessors/total {
			return 0, nil, fmt.Errorf("%q is neither a number of processors (4) nor the extents of an arrangement (2x2)", s)
		}
		total *= n
		grid = append(grid, n)
	}
	if len(grid) == 1 {
		return total, nil, nil
	}
	return 0, grid, nil
}

// Settings returns the settings that the configuration means. Processors that
// cannot be read are an error.
func (c Config) Settings() (Settings, error) {
	procs, grid, err := ParseProcessors(c.Processors)
	return Settings{Machine: c.Machine, Procs: procs, Grid: grid, Values: c.Values, Optimize: c.Optimize}, err
}
