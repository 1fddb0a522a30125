package settings

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/parlens/parlens/internal/oracle/treetext"
)

func TestParseConfig(t *testing.T) {
	with := func(change func(*Config)) Config { c := DefaultConfig(); change(&c); return c }
	cases := []struct {
		text  string
		want  Config
		diags string
	}{
		{"", DefaultConfig(), ""},
		{`machine = "cluster"`, with(func(c *Config) { c.Machine = "cluster" }), ""},
		{`processors = "2x2"`, with(func(c *Config) { c.Processors = "2x2" }), ""},
		{`processors = 8`, with(func(c *Config) { c.Processors = "8" }), ""},
		{"threshold = 0.05", with(func(c *Config) { c.Threshold = 0.05 }), ""},
		{"threshold = 0", with(func(c *Config) { c.Threshold = 0 }), ""},
		{"[values]\nN = 64\neps = 1e-3", with(func(c *Config) { c.Values = map[string]float64{"n": 64, "eps": 1e-3} }), ""},
		{"machine = 3", DefaultConfig(), "1:11 config: machine must be the name of a machine or the path of a machine file"},
		{"\nprocessors = \"two\"", DefaultConfig(), `2:14 config: processors must be a number of processors (4) or the extents of the arrangement ("2x2")`},
		{"processors = [2]", DefaultConfig(), `1:1 config: processors must be a number of processors (4) or the extents of the arrangement ("2x2")`},
		{"threshold = 2", DefaultConfig(), "1:13 config: threshold must be a share between 0 and 1"},
		{"overlap = 0.25", with(func(c *Config) { c.Values[OverlapShare] = 0.25 }), ""},
		{"overlap = 1.5", DefaultConfig(), "1:11 config: overlap must be a share between 0 and 1"},
		{"overlap = \"all\"", DefaultConfig(), "1:11 config: overlap must be a share between 0 and 1"},
		{`optimize = ["inline"]`, with(func(c *Config) { c.Optimize = []string{"inline"} }), ""},
		{`optimize = []`, with(func(c *Config) { c.Optimize = []string{} }), ""},
		{`optimize = ["unroll"]`, with(func(c *Config) { c.Optimize = []string{} }), `1:13 config: "unroll" is no optimization; there are reorder and inline`},
		{`optimize = "inline"`, DefaultConfig(), "1:12 config: optimize must be a list of strings"},
		{"values = 3", DefaultConfig(), "1:10 config: values must be a table of numbers"},
		{"[values]\nm = true\nn = 4", with(func(c *Config) { c.Values["n"] = 4 }), "2:5 config: values.m must be a number, or a list of numbers for a vector"},
		{"[values]\nSizes = [3, 5]\nm = [1, \"2\"]", with(func(c *Config) { c.Values = map[string]float64{"sizes(1)": 3, "sizes(2)": 5} }), "3:1 config: values.m must be a number, or a list of numbers for a vector"},
		{"thresold = 0.5", DefaultConfig(), `1:1 unknown-key: "thresold" is not known here and has no effect; the keys are machine, processors, threshold, values, overlap, optimize, include, counts, validation, preprocess, form, width and folders`},
		{"machine = \n", DefaultConfig(), "1:11 toml"},
		{"include = [\"inc\", \"../lib\"]", with(func(c *Config) { c.Include = []string{"inc", "../lib"} }), ""},
		{"[preprocess]\ndefine = [\"MPI\", \"N=4\"]", with(func(c *Config) { c.Define = []string{"MPI", "N=4"} }), ""},
		{"validation = \"run.json\"", with(func(c *Config) { c.Validation = []string{"run.json"} }), ""},
		{"validation = 3", DefaultConfig(), "1:14 config: validation must be the path of a validation file or a list of paths"},
		{"counts = \"counts.csv\"", with(func(c *Config) { c.Counts = []string{"counts.csv"} }), ""},
		{"counts = [\"a.csv\", \"b.csv\"]", with(func(c *Config) { c.Counts = []string{"a.csv", "b.csv"} }), ""},
		{"counts = 3", DefaultConfig(), "1:10 config: counts must be the path of a table or a list of paths"},
		{"include = \"inc\"", DefaultConfig(), "1:11 config: include must be a list of strings"},
		{"include = [\"inc\", 3]", DefaultConfig(), "1:1 config: include must be a list of strings"},
		{"form = \"fixed\"\nwidth = 132", with(func(c *Config) { c.Form, c.Width = "fixed", 132 }), ""},
		{"form = \"loose\"", DefaultConfig(), "1:8 config: form must be \"free\" or \"fixed\""},
		{"width = 3", DefaultConfig(), "1:9 config: width must be the last column of fixed form: 72, 132, ..."},
		{"[folders.\"src/old/\"]\nform = \"fixed\"\nwidth = 132\ndefine = [\"A\"]", with(func(c *Config) {
			c.Folders = map[string]Folder{"src/old": {Define: []string{"A"}, Form: "fixed", Width: 132}}
		}), ""},
		{"folders = 3", DefaultConfig(), "1:11 config: folders must be a table of tables, by the paths of folders"},
		{"[folders.x]\nwidht = 72", with(func(c *Config) { c.Folders = map[string]Folder{"x": {}} }), "2:1 unknown-key: \"widht\""},
		{"preprocess = 1", DefaultConfig(), "1:14 config: preprocess must be a table"},
		{"[preprocess]\ndefine = 1\nundef = []", DefaultConfig(), "2:10 config: preprocess.define must be a list of strings\n3:1 unknown-key: \"preprocess.undef\""},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			got, diags := ParseConfig([]byte(c.text))
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("ParseConfig(%q) = %+v, want %+v", c.text, got, c.want)
			}
			if d := treetext.Diagnostics(c.text, diags); !strings.HasPrefix(d, c.diags) || (c.diags == "") != (d == "") {
				t.Errorf("ParseConfig(%q) says %q, want %q", c.text, d, c.diags)
			}
		})
	}
}

func TestParseProcessors(t *testing.T) {
	cases := []struct {
		text  string
		procs int
		grid  []int
		bad   bool
	}{
		{"", 0, nil, false}, {" 4 ", 4, nil, false}, {"2x2", 0, []int{2, 2}, false}, {"2 X 3 x 4", 0, []int{2, 3, 4}, false},
		{"1", 1, nil, false}, {"1x8", 0, []int{1, 8}, false},
		{"0", 0, nil, true}, {"-4", 0, nil, true}, {"2x", 0, nil, true}, {"x", 0, nil, true}, {"2.5", 0, nil, true},
		{"1000000x1000000", 0, nil, true},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			procs, grid, err := ParseProcessors(c.text)
			if procs != c.procs || !reflect.DeepEqual(grid, c.grid) || (err != nil) != c.bad {
				t.Errorf("ParseProcessors(%q) = %d, %v, %v", c.text, procs, grid, err)
			}
		})
	}
}

func TestFindConfig(t *testing.T) {
	files := map[string]string{
		"/a/parlens.toml":     `machine = "outer"`,
		"/a/b/c/parlens.toml": `machine = "site/our.toml"`,
	}
	read := func(path string) ([]byte, error) {
		if text, ok := files[filepath.ToSlash(path)]; ok {
			return []byte(text), nil
		}
		return nil, errors.New("no such file")
	}
	cases := []struct{ program, machine, file string }{
		{"/a/x.f90", "outer", "/a/parlens.toml"},
		{"/a/b/x.f90", "outer", "/a/parlens.toml"},
		{"/a/b/c/d/x.f90", "/a/b/c/site/our.toml", "/a/b/c/parlens.toml"},
		{"/z/x.f90", "", ""},
		{"x.f90", "", ""},
	}
	for _, c := range cases {
		t.Run(c.program, func(t *testing.T) {
			got, file, diags := FindConfig(c.program, read)
			if filepath.ToSlash(got.Machine) != c.machine || filepath.ToSlash(file) != c.file || diags != nil {
				t.Errorf("FindConfig(%q) = %q from %q, %v; want %q from %q", c.program, got.Machine, file, diags, c.machine, c.file)
			}
		})
	}
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte("machine = \"cluster\"\nprocessors = \"2x2\"\n[values]\nn = 4"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, diags := ParseConfig(data)
		if _, err := c.Settings(); err != nil {
			t.Errorf("accepted settings that mean nothing: %v", err)
		}
		for _, d := range diags {
			if d.Span.Start < 0 || d.Span.End > len(data) || d.Span.End < d.Span.Start {
				t.Errorf("diagnostic %q outside the file: %v", d.Message, d.Span)
			}
		}
	})
}

// What the schema says of a file is what is read of it: a key that it knows
// draws no warning, another one does.
func TestConfigKeysAreRead(t *testing.T) {
	sample := map[string]string{"machine": `"cluster"`, "processors": "4", "threshold": "0.5", "overlap": "0.5", "optimize": `["reorder"]`, "values": "{ n = 1 }", "include": `["a"]`, "counts": `"counts.csv"`, "validation": `"run.json"`, "preprocess": `{ define = ["A"] }`,
		"form": `"free"`, "width": "132", "folders": `{ src = { form = "fixed" } }`}
	for _, k := range ConfigKeys(nil) {
		if _, diags := ParseConfig([]byte(k.Name + " = " + sample[k.Name])); len(diags) > 0 {
			t.Errorf("%s: %v", k.Name, diags)
		}
		for _, v := range k.Values {
			if c, diags := ParseConfig([]byte(k.Name + ` = "` + v + `"`)); len(diags) > 0 || c.Machine != v && c.Form != v {
				t.Errorf("%s = %s: %v", k.Name, v, diags)
			}
		}
	}
	_, diags := ParseConfig([]byte("nothing = 1"))
	if len(diags) != 1 || !strings.Contains(diags[0].Message, "machine, processors, threshold, values, overlap, optimize, include, counts, validation, preprocess, form, width and folders") {
		t.Errorf("%v", diags)
	}
}

func TestOwnMachine(t *testing.T) {
	for _, c := range []struct{ name, own, want string }{
		{"no file", "", DefaultMachine},
		{"a shipped machine", "machine = \"paragon\"", "paragon"},
		{"a file beside it", "machine = \"mine.toml\"", "/home/me/mine.toml"},
		{"a PAMELA model beside it", "machine = \"mine.pam\"", "/home/me/mine.pam"},
		{"a shipped PAMELA model", "machine = \"das.pam\"", "das.pam"},
		{"a file elsewhere", "machine = \"/m/node.toml\"", "/m/node.toml"},
		{"nothing of machines", "threshold = 0.5", DefaultMachine},
		{"what cannot be read", "machine = [", DefaultMachine},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := OwnMachine("/home/me", func(path string) ([]byte, error) {
				if filepath.ToSlash(path) != "/home/me/parlens.toml" || c.own == "" {
					return nil, errors.New("no such file")
				}
				return []byte(c.own), nil
			})
			if filepath.ToSlash(got) != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	if got := OwnMachine("", nil); got != DefaultMachine {
		t.Errorf("without a folder: %q", got)
	}
}
