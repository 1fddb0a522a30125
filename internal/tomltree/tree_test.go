package tomltree

import (
	"fmt"
	"strings"
	"testing"
)

// dump prints a tree on one line, each key and scalar with its offset.
func dump(n *Node) string {
	var parts []string
	switch n.Kind {
	case Table:
		for _, f := range n.Fields {
			parts = append(parts, fmt.Sprintf("%s@%d=%s", f.Key, f.Span.Start, dump(f.Value)))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case Array:
		for _, item := range n.Items {
			parts = append(parts, dump(item))
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	return fmt.Sprintf("%s@%d", n.Text, n.Span.Start)
}

func TestParse(t *testing.T) {
	cases := []struct{ text, want string }{
		{"", "{}"},
		{"a = 1", "{a@0=1@4}"},
		{"# note\na = 'x' # more", "{a@7=x@11}"},
		{"a.b = 1\na.c = true", "{a@0={b@2=1@6 c@10=true@14}}"},
		{"[t]\na = 1\n[u.v]\nb = 2", "{t@1={a@4=1@8} u@11={v@13={b@16=2@20}}}"},
		{"[t.u]\na = 1\n[t]\nb = 2", "{t@1={u@3={a@6=1@10} b@16=2@20}}"},
		{"[[s]]\na = 1\n[[s]]\na = 2\n[s.t]\nb = 3", "{s@2=[{a@6=1@10} {a@18=2@22 t@27={b@30=3@34}}]}"},
		{"a = { b = 1, c = { d = \"q\" } }", "{a@0={b@6=1@10 c@13={d@19=q@23}}}"},
		{"a = [1, 2.5, # two\n [true]]", "{a@0=[1@5 2.5@8 [true@21]]}"},
		{`"a b" = "\u00e9"`, `{a b@0=é@8}`},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			root, diags := Parse([]byte(c.text))
			if root == nil || dump(root) != c.want {
				t.Errorf("Parse(%q)\n got %v %v\nwant %s", c.text, dump(root), diags, c.want)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	cases := []struct {
		text  string
		start int
	}{{"a = 1\nb = ", 9}, {"a = 1\na = 2", 6}, {"a = 1\n[a]", 7}, {"a = 01", 4}, {"\xff\xfe", 0}, {"a = \"x", 5}}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			root, diags := Parse([]byte(c.text))
			if root != nil || len(diags) != 1 || diags[0].Code != "toml" || diags[0].Message == "" {
				t.Errorf("Parse(%q) = %v, %v; want one diagnostic", c.text, root, diags)
			} else if diags[0].Span.Start != c.start {
				t.Errorf("Parse(%q) points at %d, want %d (%s)", c.text, diags[0].Span.Start, c.start, diags[0].Message)
			}
		})
	}
}

func TestNumber(t *testing.T) {
	cases := []struct {
		text string
		want float64
		ok   bool
	}{{"1_000", 1000, true}, {"0x10", 16, true}, {"-2.5e-3", -2.5e-3, true}, {"+inf", 0, true}, {"nan", 0, false}, {"true", 0, false},
		{"'1'", 0, false}, {"1979-05-27", 0, false}, {"[1]", 0, false}, {"1_0.2_5", 10.25, true}}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			root, diags := Parse([]byte("a = " + c.text))
			if root == nil {
				t.Fatalf("%s: %v", c.text, diags)
			}
			got, ok := root.Get("a").Value.Number()
			if ok != c.ok || c.ok && c.text != "+inf" && got != c.want {
				t.Errorf("Number(%s) = %v, %v", c.text, got, ok)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("[t]\na = { b = 1 }\n[[t.s]]\nc = [1, 'x']"))
	f.Fuzz(func(t *testing.T, data []byte) {
		root, diags := Parse(data)
		if (root == nil) != (len(diags) == 1) {
			t.Fatalf("root %v with %v", root, diags)
		}
		if root != nil {
			inside(t, root, len(data))
		}
	})
}

func inside(t *testing.T, n *Node, size int) {
	if n.Span.Start < 0 || n.Span.End < n.Span.Start || n.Span.End > size {
		t.Errorf("%v lies outside %d bytes", n.Span, size)
	}
	for _, f := range n.Fields {
		inside(t, f.Value, size)
	}
	for _, item := range n.Items {
		inside(t, item, size)
	}
}
