package tomltree

import (
	"fmt"
	"strings"
	"testing"
)

// A bar stands at the offset.
func TestAt(t *testing.T) {
	cases := []struct{ text, want string }{
		{"|", "[] key "},
		{"na|me", "[] key name"},
		{"name |", "[] key "},
		{"name = |", "[]name= "},
		{"name = \"a|b\"", "[]name= quoted ab"},
		{"name = \"|", "[]name= quoted "},
		{"name = \"ab\" |", "[]name= "},
		{"name = 1\n|", "[] key "},
		{"x = [\n1, 2|2,\n]\ny|", "[]x= 22"},
		{"x = [\n1, 2,\n]\ny|", "[] key y"},
		{"x = '''\na|b\n'''\n", "[]x= quoted ab"},
		{"[t]\na|", "[t] key a"},
		{"[t.u]\na = 1 # no|\n", "[t u] comment"},
		{"# [x]\n[t]\nb = 1\n|c", "[t] key c"},
		{"[t.|u]", "[t] header u"},
		{"[|", "[] header "},
		{"[[a.b.c|]]", "[a b] header c"},
		{"[[a.b]]\nc = { d = 1, e| }", "[a b c] key e"},
		{"c = { d = 1, e = \"f|\" }", "[c]e= quoted f"},
		{"c = { d = 1, e.f| = 1 }", "[c e] key f"},
		{"a.b = 3|", "[a]b= 3"},
		{"a.b|", "[a] key b"},
		{"broken\n[t]\nb = = 3\nc = |", "[t]c= "},
		{"b = \"open\nc = |", "[]c= "},
		{"b = { c = 1\nd = |", "[b]d= "},
		{"s = \"a # b\"\nc|", "[] key c"},
		{"s = \"a \\\" b\" # d|", "[] comment"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			offset := strings.Index(c.text, "|")
			text := c.text[:offset] + c.text[offset+1:]
			p := At(text, offset)
			got := fmt.Sprint(p.Table)
			switch {
			case p.Comment:
				got = strings.TrimSuffix(fmt.Sprint(p.Table), " ") + " comment"
			case p.Header:
				got += " header " + text[p.Word.Start:p.Word.End]
			case p.Key == "":
				got += " key " + text[p.Word.Start:p.Word.End]
			default:
				got += p.Key + "= " + map[bool]string{true: "quoted "}[p.Quoted] + text[p.Word.Start:p.Word.End]
			}
			if !strings.EqualFold(got, c.want) {
				t.Errorf("%q: %s, want %s", c.text, got, c.want)
			}
		})
	}
}

func FuzzAt(f *testing.F) {
	f.Add("[a]\nb = { c = [1, {", 10)
	f.Add("x = '''", 5)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		p := At(text, offset)
		if p.Word.Start < 0 || p.Word.End < p.Word.Start || p.Word.End > len(text) {
			t.Errorf("At(%q, %d) = %+v", text, offset, p)
		}
	})
}
