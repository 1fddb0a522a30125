package settings

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/tomltree"
	"github.com/parlens/parlens/machines"
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

// Folder is how the sources of a folder, and of those below it, are read; what it
// leaves out holds as for the others.
type Folder struct {
	Define []string
	Form   string
	Width  int
}

// Reading returns how the sources of a folder are read, whose path is from that of
// the configuration: the innermost folder that says something wins.
func (c Config) Reading(folder string) Folder {
	out := Folder{c.Define, c.Form, c.Width}
	for _, name := range slices.Sorted(maps.Keys(c.Folders)) { // outer ones first
		f := c.Folders[name]
		if path := filepath.ToSlash(filepath.Clean(folder)); path != name && !strings.HasPrefix(path, name+"/") {
			continue
		}
		out.Define = slices.Concat(out.Define, f.Define)
		out.Form, out.Width = cmp.Or(f.Form, out.Form), cmp.Or(f.Width, out.Width)
	}
	return out
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

func setForm(n *tomltree.Node, into *string) string {
	if n.Kind != tomltree.String || n.Text != "free" && n.Text != "fixed" {
		return ` must be "free" or "fixed"`
	}
	*into = n.Text
	return ""
}

func setWidth(n *tomltree.Node, into *int) string {
	v, ok := n.Number()
	if !ok || n.Kind != tomltree.Integer || v < 7 || v > 1e6 {
		return " must be the last column of fixed form: 72, 132, ..."
	}
	*into = int(v)
	return ""
}

// setFolders reads the tables of folders: [folders."src/old"].
func (c *Config) setFolders(f *tomltree.Field, diags *[]source.Diagnostic) string {
	if f.Value.Kind != tomltree.Table {
		return " must be a table of tables, by the paths of folders"
	}
	c.Folders = map[string]Folder{}
	for _, folder := range f.Value.Fields {
		if folder.Value.Kind != tomltree.Table {
			*diags = append(*diags, problemAt(folder.Span, "folders."+folder.Key+" must be a table"))
			continue
		}
		var out Folder
		for _, v := range folder.Value.Fields {
			problem := ""
			switch v.Key {
			case "form":
				problem = setForm(v.Value, &out.Form)
			case "width":
				problem = setWidth(v.Value, &out.Width)
			case "define":
				problem = texts(v.Value, &out.Define)
			default:
				*diags = append(*diags, source.Diagnostic{Span: v.Span, Severity: source.Warning, Code: "unknown-key",
					Message: fmt.Sprintf("%q is not known here and has no effect; the keys are form, width and define", v.Key)})
			}
			if problem != "" {
				*diags = append(*diags, problemAt(v.Value.Span, v.Key+problem))
			}
		}
		c.Folders[filepath.ToSlash(filepath.Clean(folder.Key))] = out
	}
	return ""
}

// texts reads a list of strings that are not empty.
func texts(n *tomltree.Node, into *[]string) string {
	const problem = " must be a list of strings"
	if n.Kind != tomltree.Array {
		return problem
	}
	var out []string
	for _, item := range n.Items {
		if item.Kind != tomltree.String || item.Text == "" {
			return problem
		}
		out = append(out, item.Text)
	}
	*into = out
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

// FindConfig returns the configuration of the nearest parlens.toml at or above
// the folder of the program at path, and that file's path and diagnostics; the
// defaults and "" when there is none. A relative machine file, folder of included
// files, table of counts or validation file counts from the folder of the configuration. Paths may be
// absolute or relative; a relative one is followed up to its own first folder only.
func FindConfig(program string, read func(path string) ([]byte, error)) (Config, string, []source.Diagnostic) {
	for dir := filepath.Dir(program); ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, ConfigName)
		if data, err := read(file); err == nil {
			c, diags := ParseConfig(data)
			c.Machine = machineIn(dir, c.Machine)
			below(dir, c.Include)
			below(dir, c.Counts)
			below(dir, c.Validation)
			return c, file, diags
		}
		if dir == filepath.Dir(dir) {
			return DefaultConfig(), "", nil
		}
	}
}

// DefaultMachine is the shipped machine that holds where nobody names one.
const DefaultMachine = "cluster"

// OwnMachine returns the machine for programs whose configuration names none: that of the
// parlens.toml in the user's own folder, else DefaultMachine. The folder may be "".
func OwnMachine(folder string, read func(path string) ([]byte, error)) string {
	if folder == "" {
		return DefaultMachine
	}
	data, err := read(filepath.Join(folder, ConfigName))
	if err != nil {
		return DefaultMachine
	}
	c, _ := ParseConfig(data)
	return cmp.Or(machineIn(folder, c.Machine), DefaultMachine)
}

// machineIn makes a relative machine file, or PAMELA model that is not shipped, count
// from a folder.
func machineIn(dir, machine string) string {
	_, shipped := machines.Model(machine)
	if (machines.IsPath(machine) || machines.IsModel(machine) && !shipped) && !filepath.IsAbs(machine) {
		return filepath.Join(dir, machine)
	}
	return machine
}

// below makes relative paths count from a folder.
func below(dir string, paths []string) {
	for i, path := range paths {
		if !filepath.IsAbs(path) {
			paths[i] = filepath.Join(dir, path)
		}
	}
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
