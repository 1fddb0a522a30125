package spar

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

const named = `globalpragmas <$ ProcessorType = ((Node "das.pam")), Processors = ((Node gpp[4])), Pamela = (numeric "M") $>;
class a {
 static int n = 9; // n
 static double x[*] <$ on = (lambda (i) gpp[(block i (@n / P_gpp))]) $> = new double[n];
 b other;
 <$ Pamela = (@n M) $> void f(int n) {
  int k = n;
  { int k = 2; k++; }
  for (i :- 0 : k) <$ on = gpp[@i] $> x[i] = this.n + other.n + a.n;
  g(k); g(k, 1); other.g(1); i = 0;
 }
 void g(int p) { }
 void g(int p, int q) { f(p); }
}
class b { int n; void g(int y) { } }
`

// What a name stands for: each case names the text before it and the name, and
// the text before its declaration.
func TestDefinition(t *testing.T) {
	f := Parse(source.NewText(named))
	for _, c := range []struct{ use, name, declaration string }{
		{"(block ", "i", "(lambda ("},
		{"(block i (@", "n", " static int "},
		{"(@n / P_", "gpp", "((Node "}, // the number of its processors
		{"Processors = ((", "Node", "ProcessorType = (("},
		{"new double[", "n", " static int "},
		{"Pamela = (@", "n", " static int "},
		{"(@n ", "M", `(numeric "`},
		{"int k = ", "n", "void f(int "},
		{"{ int k = 2; ", "k", "{ int "},
		{"0 : ", "k", "\n  int "},
		{"gpp[@", "i", "for ("},
		{"x[", "i", "for ("},
		{"this.", "n", " static int "},
		{"other.", "n", "class b { int "},
		{"+ a.", "n", " static int "},
		{"  ", "g(k)", " void "},
		{"; ", "g(k, 1)", " void g(int p) { }\n void "},
		{"other.", "g", "int n; void "},
		{" b other;\n <$ Pamela = (@n M) $> void f(int n) {\n  int k = n;\n  { int k = 2; k++; }\n  for (i :- 0 : k) <$ on = gpp[@i] $> ", "x", "double "},
		{" ", "b other", "class "},
		{"; ", "i = 0", ""}, // the loop has ended
		{"// ", "n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := strings.Index(named, c.use+c.name) + len(c.use)
			if at < len(c.use) {
				t.Fatalf("%q is not in the text", c.use+c.name)
			}
			d, _ := f.Find(at)
			switch {
			case c.declaration == "":
				if d != nil {
					t.Errorf("%s%s is declared at %v", c.use, c.name, d.At)
				}
			case d == nil:
				t.Errorf("%s%s is declared nowhere", c.use, c.name)
			case d.At.Start != strings.Index(named, c.declaration+d.Name)+len(c.declaration):
				t.Errorf("%s%s is declared behind %q", c.use, c.name, named[d.At.Start-12:d.At.Start])
			}
		})
	}
}

func TestReferences(t *testing.T) {
	f := Parse(source.NewText(named))
	for declaration, want := range map[string]string{
		"static int n": "3:13 4:56 4:86 6:16 9:51 9:67", "void f(int n": "6:35 7:11", "numeric \"M": "1:103 6:18",
		"Node gpp": "1:74 4:41 4:60 9:28", "void g": "10:3 12:7", "int k": "7:7 9:17 10:5 10:11",
	} {
		t.Run(declaration, func(t *testing.T) {
			d, _ := f.Find(strings.Index(named, declaration) + len(declaration) - 1)
			if d == nil {
				t.Errorf("%s is nothing", declaration)
				return
			}
			var got []string
			for _, at := range f.References(d, true) {
				got = append(got, at2(f.Text.Position(at.Start)))
			}
			if s := strings.Join(got, " "); s != want {
				t.Errorf("%s: %s, want %s", declaration, s, want)
			}
			if n := len(f.References(d, false)); n != len(got)-1 {
				t.Errorf("%s: %d places without the declaration", declaration, n)
			}
		})
	}
}

// What may stand at the mark | of a statement in a method, and what may not.
func TestOffers(t *testing.T) {
	const around = "globalpragmas <$ ProcessorType = ((Node \"das.pam\")), Processors = ((Node gpp[4])), Pamela = (numeric \"M\") $>;\n" +
		"class a { static int size; static double x[*]; void run(int k) { int local; %s }\n %s }\nclass b { int z; }"
	for _, c := range []struct{ statement, member, want, not string }{
		{"<$ | $> x = 1;", "", "on independent reduction Pamela", "Processors k"},
		{"<$ independent, ta|", "", "taskparallel", "on"},
		{"<$ Pamela = | $>;", "", "parallel", "cost on"},
		{"<$ Pamela = (| $>;", "", "cost lower upper cond numeric", "parallel"},
		{"<$ Pamela = (upper | $>;", "", "M P_gpp", "block size"},
		{"<$ Pamela = (upper @|", "", "k local size x", "M gpp"},
		{"<$ on = | $> x = 1;", "", "gpp _all", "k"},
		{"", "double y[*] <$ on = (|", "lambda", "k"},
		{"", "double y[*] <$ on = (lambda (r) gpp[(|", "block cyclic blockcyclic local r gpp", "size k"},
		{"", "double y[*] <$ dist=\"[|\" $>;", "block cyclic collapsed replicated local blockcyclic", "on gpp"},
		{"x = |", "", "k local size x a b run foreach", "gpp M block z"},
		{"lo|", "", "local long", "k size"},
		{"x.|", "", "length getSize", "k"},
		{"this.|", "", "size x run", "k local foreach"},
		{"// |", "", "", "k for"},
		{"\"|\"", "", "", "k for"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			text := fmt.Sprintf(around, c.statement, c.member)
			at := strings.Index(text, "|")
			f := Parse(source.NewText(text[:at] + text[at+1:]))
			var got []string
			offers, typed := f.Offers(at)
			for _, o := range offers {
				got = append(got, o.Text)
			}
			if typed.Start > at || typed.End < at {
				t.Errorf("%s%s: replaces %v", c.statement, c.member, typed)
			}
			for _, w := range strings.Fields(c.want) {
				if !slices.Contains(got, w) {
					t.Errorf("%s%s: %s is not offered in %v", c.statement, c.member, w, got)
				}
			}
			for _, w := range strings.Fields(c.not) {
				if slices.Contains(got, w) {
					t.Errorf("%s%s: %s is offered", c.statement, c.member, w)
				}
			}
			if c.want == "" && len(got) > 0 {
				t.Errorf("%s: offered %v", c.statement, got)
			}
		})
	}
	f := Parse(source.NewText("globalpragmas <$ Pro"))
	if offers, _ := f.Offers(len("globalpragmas <$ Pro")); len(offers) != 3 || offers[0].Text != "ProcessorType" {
		t.Errorf("at the head of a file: %v", offers)
	}
}

func TestFixes(t *testing.T) {
	f := Parse(source.NewText("class c { void f() { <$ indepndent, mine = 3, Pamla = parallel $> foreach (i :- 0 : 3) ; } }"))
	var got []string
	for _, d := range f.Diagnostics {
		for _, fix := range f.Fixes(d) {
			got = append(got, fmt.Sprint(f.Text.Slice(fix.Edits[0].Span), " ", fix.Edits[0].New, " ", fix.Preferred))
		}
	}
	if s := strings.Join(got, "; "); s != "indepndent independent true; Pamla Pamela true" {
		t.Errorf("fixes %q of %s", s, messages(f))
	}
	g := Parse(source.NewText("globalpragmas <$ Processors = ((P q[2])) $>; class c { double x[*] <$ on = (lambda (i) q[(blok i)]) $>; }"))
	at := strings.Index(g.Text.String(), "(blok")
	fixes := g.Fixes(source.Diagnostic{Code: "spar-map", Span: source.Span{Start: at, End: at + 8}})
	if len(fixes) != 1 || fixes[0].Edits[0].New != "block" || g.Text.Slice(fixes[0].Edits[0].Span) != "blok" {
		t.Errorf("fixes of a map: %+v", fixes)
	}
	h := Parse(source.NewText("class c { void f() { foreach( i :- :4 ) <$ on = P[(cyclic i)] $> ; } }"))
	at = strings.Index(h.Text.String(), "i)]")
	fixes = h.Fixes(source.Diagnostic{Code: BareVariable, Span: source.Span{Start: at, End: at + 1}})
	if len(fixes) != 1 || fixes[0].Edits[0] != (source.Edit{Span: source.Span{Start: at, End: at}, New: "@"}) {
		t.Errorf("fixes of a variable: %+v", fixes)
	}
}

// Names are looked up in broken text without a fault, and what is found has
// its place in the text.
func FuzzNames(f *testing.F) {
	f.Add(named, 60)
	f.Add("class a { <$ on = (lambda (i) ", 25)
	f.Add("globalpragmas <$ Processors = ((", 32)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		file := Parse(source.NewText(text))
		file.InPragma(offset)
		file.StatementAt(offset)
		if _, typed := file.Offers(offset); typed.Start < 0 || typed.End > len(text) || typed.Start > typed.End {
			t.Fatalf("replaces %v", typed)
		}
		d, at := file.Find(offset)
		if d == nil {
			return
		}
		if d.At.End > len(text) || Plain(translate(text)[d.At.Start:d.At.End]) != d.Name {
			t.Fatalf("%s stands at %v", d.Name, d.At)
		}
		if !slices.Contains(file.References(d, true), at) {
			t.Fatalf("%v is no place of %s", at, d.Name)
		}
	})
}
