package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A member is a row of a table of docs/protocol.md.
type member struct {
	name, kind string
	optional   bool
}

// A contract is what docs/protocol.md says: the tables by their names, and which of them
// are the parameters and the result of each request.
type contract struct {
	tables   map[string][]member
	requests map[string][2]string
}

var (
	requestHead = regexp.MustCompile("^## `(parlens/\\w+)`")
	tableHead   = regexp.MustCompile(`^<!-- fields of (\w+) -->`)
	tableRow    = regexp.MustCompile("^\\| `(\\w+)` \\| ([^|]*) \\| (.*) \\|$")
)

func readContract(t *testing.T) contract {
	t.Helper()
	doc, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	c := contract{map[string][]member{}, map[string][2]string{}}
	request, table := "", ""
	for line := range strings.Lines(string(doc)) {
		line = strings.TrimSpace(line)
		if m := requestHead.FindStringSubmatch(line); m != nil {
			request = m[1]
			c.requests[request] = [2]string{"Query", ""}
		} else if m := tableHead.FindStringSubmatch(line); m != nil {
			table = m[1]
			of := c.requests[request]
			if strings.HasSuffix(table, "Params") {
				of[0] = table
			} else if of[1] == "" {
				of[1] = table
			}
			c.requests[request] = of
		} else if m := tableRow.FindStringSubmatch(line); m != nil && table != "" {
			c.tables[table] = append(c.tables[table], member{m[1], strings.Trim(m[2], "`"), strings.Contains(m[3], "absent")})
		}
	}
	delete(c.requests, "")
	return c
}

// faults are where a value is not of the kind that the document says.
func (c contract) faults(path, kind string, v any) []string {
	is := func(ok bool) []string {
		if ok {
			return nil
		}
		return []string{fmt.Sprintf("%s is %v, not %s", path, v, kind)}
	}
	if items, ok := strings.CutPrefix(kind, "array of "); ok {
		all, ok := v.([]any)
		out := is(ok)
		for i, x := range all {
			out = append(out, c.faults(fmt.Sprintf("%s[%d]", path, i), strings.Trim(items, "`"), x)...)
		}
		return out
	}
	switch x := v.(type) {
	case string:
		return is(kind == "string")
	case bool:
		return is(kind == "boolean")
	case nil:
		return is(kind == "number or null")
	case float64:
		return is(strings.HasPrefix(kind, "number") || kind == "integer" && x == float64(int64(x)))
	case map[string]any:
		table, ok := c.tables[kind]
		if !ok {
			return is(slices.Contains([]string{"Range", "InlayHint", "WorkspaceEdit"}, kind)) // the protocol's own
		}
		return c.memberFaults(path, table, x)
	}
	return is(false)
}

func (c contract) memberFaults(path string, table []member, v map[string]any) (out []string) {
	rest := maps.Clone(v)
	for _, m := range table {
		x, has := v[m.name]
		delete(rest, m.name)
		if has {
			out = append(out, c.faults(path+"."+m.name, m.kind, x)...)
		} else if !m.optional {
			out = append(out, path+"."+m.name+" is missing")
		}
	}
	for name := range rest {
		out = append(out, path+"."+name+" is not in the document")
	}
	return out
}

// with is a copy of the parameters in which one has another value.
func with(params object, name string, value any) object {
	out := maps.Clone(params)
	out[name] = value
	return out
}

// Each request answers in the shape that docs/protocol.md has for it, with the least
// parameters and with all of them, and wrong ones have the errors that it has.
func TestRequestsAreAsDocumented(t *testing.T) {
	files := map[string]string{"/w/note.toml": "a = 1\n"}
	for to, from := range map[string]string{"/w/laplace.f90": "../testdata/hpf/laplace.f90", "/w/matmul.spar": "../testdata/spar/matmul.spar"} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		files[to] = string(text)
	}
	c := dial(t, Options{FS: &testFS{files: files}})
	c.initialize("{}")
	for path, text := range files {
		c.open("file://"+path, 3, text)
	}
	document := func(name string) object { return object{"uri": "file:///w/" + name} }
	whole := object{"start": object{"line": 0, "character": 0}, "end": object{"line": 60, "character": 0}}
	good := object{"position": object{"line": 9, "character": 0}, "machine": "ipsc860", "processors": "4", "set": []string{"n=100"},
		"over": []string{"P=1,2,4"}, "granularity": "block", "exchanges": 3, "mappings": []string{"DISTRIBUTE t(*,BLOCK)"}, "format": "cpuprofile", "range": whole}
	wrong := map[string][]any{"machine": {"nowhere"}, "processors": {"many", "0"}, "set": {[]string{"latency"}, []string{"n=1,2"}, []string{"P=0"}},
		"over": {[]string{"P"}, []string{"P=4..1"}, []string{"n=2x"}}, "granularity": {"loop"}, "exchanges": {-1, 10001}, "mappings": {[]string{"DISTRIBUTE nothing(BLOCK)"}}, "format": {"gif"}}
	says := readContract(t)
	if len(says.requests) < 13 {
		t.Fatalf("the document has only %d requests", len(says.requests))
	}
	for method, of := range says.requests {
		t.Run(strings.TrimPrefix(method, "parlens/"), func(t *testing.T) {
			least := object{"textDocument": document("laplace.f90")}
			if method == methodModel {
				least["textDocument"] = document("matmul.spar")
			}
			params := says.tables[of[0]]
			most := maps.Clone(least)
			for _, m := range params {
				if m.name != "textDocument" && method != methodModel {
					most[m.name] = good[m.name]
				}
				if !m.optional && m.name != "textDocument" {
					least[m.name] = good[m.name]
				}
			}
			for name, p := range map[string]object{"the least parameters": least, "all parameters": most} {
				t.Run(name, func(t *testing.T) {
					a := c.call(method, p)
					if a.err != nil {
						t.Errorf("%s: %v", name, a.err)
						return
					}
					var v any
					if err := json.Unmarshal(a.result, &v); err != nil {
						t.Fatal(err)
					}
					for _, fault := range says.faults(method, of[1], v) {
						t.Errorf("%s: %s", name, fault)
					}
				})
			}
			refused := func(what string, p any, code int, message string) {
				a := c.call(method, p)
				if a.err == nil || int(a.err.Code) != code || !strings.Contains(a.err.Message, message) || strings.Contains(a.err.Message, "json: ") {
					t.Errorf("%s: %v %.200s, not an error %d about %q, in a user's words", what, a.err, a.result, code, message)
				}
			}
			for _, m := range params {
				kinds := []any{[]string{"x"}, object{"uri": 1, "line": "x", "start": 1}, 1.5, "x"}
				for _, v := range kinds {
					if m.kind == "string" && v == "x" || m.kind == "array of string" && fmt.Sprint(v) == "[x]" {
						continue
					}
					refused(fmt.Sprintf("%s: %v", m.name, v), with(least, m.name, v), -32602, m.name)
				}
				for _, v := range wrong[m.name] {
					if m.name != "position" && method != methodModel {
						refused(fmt.Sprintf("%s: %v", m.name, v), with(least, m.name, v), -32602, m.name)
					}
				}
				if !m.optional {
					p := maps.Clone(least)
					delete(p, m.name)
					refused("without "+m.name, p, -32602, m.name)
				}
			}
			refused("no object", `[1]`, -32602, "")
			if method != methodStatus { // which is never an error: it says why there is nothing
				refused("a file that is not there", with(least, "textDocument", document("absent.f90")), -32803, "absent.f90")
			}
			if of[0] != "Query" && !slices.ContainsFunc(params, func(m member) bool { return m.name == "set" }) {
				return // answers about what is no program as well
			}
			refused("no program", with(least, "textDocument", document("note.toml")), -32803, "note.toml")
		})
	}
}

// A value on which nothing rests is no error, since another unit may have it, and is not
// passed over in silence.
func TestValuesWithoutEffectAreNamed(t *testing.T) {
	text, err := os.ReadFile("../testdata/hpf/laplace.f90")
	if err != nil {
		t.Fatal(err)
	}
	const uri = "file:///w/laplace.f90"
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize("{}")
	c.open(uri, 1, string(text))
	var said struct {
		NoEffect []string `json:"no_effect"`
		Curves   []struct {
			Name     string
			NoEffect bool `json:"no_effect"`
		}
	}
	c.ask(methodScaling, object{"textDocument": object{"uri": uri}, "set": []string{"elsewhere=3", "N=100", "P=4", "latency=2x"},
		"over": []string{"elsewhere=1,2", "n=100,200", "P=1,2", "bandwidth=1x,2x"}}, &said)
	if got := fmt.Sprint(said); got != "{[elsewhere] [{elsewhere true} {n false} {P false} {bandwidth false}]}" {
		t.Errorf("%s", got)
	}
}
