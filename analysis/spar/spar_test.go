package spar

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
)

var update = flag.Bool("update", false, "write the fixtures of testdata/ anew")

// Every fixture is an archive of program.spar, the tree that it has, and the
// messages about it.
func TestFixtures(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			f := Parse(source.NewText(string(archive.Files[0].Data)))
			got := &txtar.Archive{Comment: archive.Comment, Files: []txtar.File{
				archive.Files[0], {Name: "tree", Data: []byte(Tree(f))}, {Name: "messages", Data: []byte(messages(f))},
			}}
			text := txtar.Format(got)
			if *update {
				if err := os.WriteFile(file, text, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if string(text) != string(txtar.Format(archive)) {
				t.Errorf("%s differs, it is now:\n%s", file, text)
			}
		})
	}
}

func messages(f *File) string {
	var b strings.Builder
	for _, d := range f.Diagnostics {
		at := f.Text.Position(d.Span.Start)
		b.WriteString(strings.Join([]string{at2(at), d.Severity.String(), d.Code, d.Message}, ": ") + "\n")
	}
	return b.String()
}

func at2(p source.Position) string { return itoa(p.Line) + ":" + itoa(p.Column) }

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

// one wraps a statement in a program and returns its tree, without the lines
// around it, and the messages.
func one(statement string) (string, string) {
	f := Parse(source.NewText("class a { void f() {\n" + statement + "\n} }"))
	lines := strings.Split(strings.TrimRight(Tree(f), "\n"), "\n")
	if len(lines) < 4 {
		return "", messages(f)
	}
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, "      ")
	}
	return strings.Join(lines[3:], "\n"), messages(f)
}

// The hazards of notes on the language, one line each.
func TestStatements(t *testing.T) {
	for _, c := range []struct{ statement, want string }{
		{"for(i:-:n) ;", "for (i :-  : n)\n  ;"},
		{"for(i:-0:n) ;", "for (i :- 0 : n)\n  ;"},
		{"for(i:-1:-n) ;", "for (i :- 1 : (-n))\n  ;"},
		{"foreach[i:-:n,j:-i:m:2] ;", "foreach (i :-  : n, j :- i : m : 2)\n  ;"},
		{"for((i:-:n)) ;", "for (i :-  : n)\n  ;"},
		{"for [i : n] ;", "for (i :-  : n)\n  ;"},
		{"inline for( i :- :3 ) ;", "inline for (i :-  : 3)\n  ;"},
		{"x = c ? a :-b;", "x = (c ? a : (-b))"},
		{"x = c ? a : b ? d : e;", "x = (c ? a : (b ? d : e))"},
		{"x = (<$ resident $> y[i]+1);", "x = (<$ resident $> (y[i] + 1))"},
		{"x = u@v + 1;", "x = ((u@v) + 1)"},
		{"x = u@h[i];", "x = (u@h)[i]"},
		{"x = u@[i,j+1]@(w+1);", "x = ((u@[i, (j + 1)])@(w + 1))"},
		{"[p,q] = [q,p];", "[p, q] = [q, p]"},
		{"[int,double] p = [1,2.0];", "local [int, double] p = [1, 2.0]"},
		{"[int^3] p;", "local [int ^ 3] p"},
		{"tuple int^3 [] a;", "local [int ^ 3][*] a"},
		{"tuple int^3 [] p = new tuple int^3 [10];", "local [int ^ 3][*] p = new [int ^ 3][10]"},
		{"__array(char) b;", "local char[*] b"},
		{"__array(int)[] b;", "local int[*][*] b"},
		{"boolean b = type int instanceof Object;", "local boolean b = (int instanceof Object)"},
		{"tuple [int,int] a;", "local [int, int] a"},
		{"double[*,*] <$ on=(lambda (i j) p[(block i 2)]) $> a = new double[3,4];", "local double[*,*]<$ on = (lambda (i j) (at p (block i 2))) $> a = new double[3, 4]"},
		{"double a[*,*] <$ dist=\"[block,collapsed]\" $>;", "local double[*,*]<$ dist = \"[block,collapsed]\" $> a"},
		{"int[*^3] a = {1,2,3,};", "local int[* ^ 3] a = {1, 2, 3}"},
		{"double[] b = new double[*]{1.0,2.0};", "local double[*] b = new double[*]{1.0, 2.0}"},
		{"x = new double[n][*];", "x = new double[n][*]"},
		{"x = new int@shape;", "x = new int@shape"},
		{"x = (int) y / 2;", "x = (((int) y) / 2)"},
		{"x = (a) + b;", "x = (a + b)"},
		{"x = (A) b;", "x = ((A) b)"},
		{"x = (int[]) y;", "x = ((int[*]) y)"},
		{"x = ([int,int]) y;", "x = (([int, int]) y)"},
		{"x = a + b * c % d - e;", "x = ((a + ((b * c) % d)) - e)"},
		{"x = a < b == c >= d && !e || f & g ^ h | i;", "x = ((((a < b) == (c >= d)) && (!e)) || (((f & g) ^ h) | i))"},
		{"x = a << 2 >>> b + 1;", "x = ((a << 2) >>> (b + 1))"},
		{"x = 2.5i + 1i + complex(1, 2) + .5e-3f + 0x1FL + 0.0d;", "x = (((((2.5i + 1i) + complex(1, 2)) + .5e-3f) + 0x1FL) + 0.0d)"},
		{"x = a \\dot b;", "x = (a \\dot b)"},
		{"x = y = z += 1;", "x = y = z += 1"},
		{"x.y.f(a, b)[i].length++;", "(x.y.f(a, b)[i].length++)"},
		{"Vector(|type int|) v = new Vector(|type int|)();", "local Vector(|int|) v = new Vector(|int|)()"},
		{"l: while(true) { break l; }", "l: while true\n  block\n    break l"},
		{"do x++; while(x < 3);", "do while (x < 3)\n  (x++)"},
		{"for(int i = 0, j = 1; i < n; i++, j--) ;", "for (i < n); (i++), (j--)\n  local int i = 0, int j = 1\n  ;"},
		{"for(;;) break;", "for ; \n  break"},
		{"each { a = 1; b = 2; }", "each\n  block\n    a = 1\n    b = 2"},
		{"switch(x) { case 1: a = 1; break; default: b = 2; }", "switch x\n  a = 1\n  break\n  b = 2"},
		{"try { f(); } catch(E e) { g(); } finally { h(); }", "try\n  block\n    f()\n  block\n    g()\n  block\n    h()"},
		{"synchronized(x) { }", "synchronized x\n  block"},
		{"__println(1, \"a;b\\\"\"); __delete x;", "__println(1, \"a;b\\\"\")\n__delete x"},
		{"x = new A() { int f() { return 1; } };", "x = new A(){...}"},
		{"x = o.new In(1);", "x = o.new In(1)"},
		{"x = __sizeof(double);", "x = __sizeof(double)"},
		{"x = int.class;", "x = int.class"},
		{"if(a) if(b) c(); else d();", "if a\n  if b\n    c()\n    d()"},
		{"<$ on = p[(local 0)] $> f();", "pragma <$ on = (at p (local 0)) $>\nf()"},
		{"for(i :- :n) <$ independent, on=(a) $> f();", "for (i :-  : n)\n  pragma <$ independent, on = a $>\n  f()"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			got, notes := one(c.statement)
			if got != c.want {
				t.Errorf("%s is\n%s\nwant\n%s\n%s", c.statement, got, c.want, notes)
			}
			if strings.Contains(notes, "error") {
				t.Errorf("%s: %s", c.statement, notes)
			}
		})
	}
}

// The normal form of pragma values.
func TestPragmaValues(t *testing.T) {
	for value, want := range map[string]string{
		"1":                         "1",
		"(1)":                       "1",
		"((a b) (c d))":             "((a b) (c d))",
		"(block j (@n/@p))":         "(block j (div @n @p))",
		"(f a -b)":                  "(f (subtract a b))",
		"-1.0e30":                   "(subtract 0 1.0e30)",
		"(-b c)":                    "((subtract 0 b) c)",
		"a+b+c*d*e":                 "(sum a b (prod c d e))",
		"a-b-c":                     "(subtract (subtract a b) c)",
		"(upper ((@N / @P) - 1))":   "(upper (subtract (div @N @P) 1))",
		"p[i,j]":                    "(at p i j)",
		"a<b":                       "(lt a b)",
		"a>=b==c!=d":                "(ne (eq (ge a b) c) d)",
		"i%2":                       "(mod i 2)",
		`"x y"`:                     `"x y"`,
		"true":                      "true",
		"(lambda (i) q[_all])":      "(lambda i (at q _all))",
		"(cost 0.353e-6 * (log n))": "(cost (prod 0.353e-6 (log n)))",
		"/* c */ new // d\n":        "new",
		"()":                        "()",
	} {
		t.Run(value, func(t *testing.T) {
			got, notes := one("<$ k = " + value + " $> ;")
			if want := "pragma <$ k = " + want + " $>\n;"; got != want || notes != "" {
				t.Errorf("%s is %s, want %s (%s)", value, got, want, notes)
			}
		})
	}
}

// Malformed pragmas get a message at their place, and cost nothing else.
func TestMalformedPragmas(t *testing.T) {
	for _, c := range []struct {
		statement string
		column    string
	}{
		{"<$ on = $> x = 1;", "2:9"},
		{"<$ on = (a $> x = 1;", "2:12"},
		{"<$ 3 $> x = 1;", "2:4"},
		{"<$ a b $> x = 1;", "2:6"},
		{"<$ a = @3 $> x = 1;", "2:9"},
		{"<$ a = b[1 $> x = 1;", "2:12"},
		{"<$ a = 1 + $> x = 1;", "2:12"},
		{"<$ a = 1 x = 1;", "2:10"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			_, notes := one(c.statement + " y = 2;")
			if !strings.HasPrefix(notes, c.column+": error: spar-") {
				t.Errorf("%s: %q, want it at %s", c.statement, notes, c.column)
			}
			if got, _ := one(c.statement + " y = 2;"); !strings.Contains(got, "y = 2") {
				t.Errorf("%s: what follows is lost:\n%s", c.statement, got)
			}
		})
	}
	f := Parse(source.NewText("globalpragmas <$ a = ( $>;\nclass c { int x; }"))
	if got := messages(f); !strings.HasPrefix(got, "1:24: error: spar-pragma") || len(f.Types) != 1 {
		t.Errorf("global pragmas: %q", got)
	}
}

// An error costs one statement, one member; brackets that are missing or too
// many leave the other members whole.
func TestRecovery(t *testing.T) {
	for _, c := range []struct{ what, text string }{
		{"a bad statement", "class a {\n void f() { x = = 1; y = 2; }\n public void g() { z = 3; }\n}"},
		{"a bad member", "class a {\n int 3x;\n void f() { y = 2; }\n public void g() { z = 3; }\n}"},
		{"a bracket missing", "class a {\n void f() { if(x) { y = 2; }\n public void g() { z = 3; }\n}"},
		{"a bracket too many", "class a {\n void f() { y = 2; } }\n public void g() { z = 3; }\n}"},
		{"a string without end", "class a {\n void f() { s = \"abc; \n y = 2; }\n public void g() { z = 3; }\n}"},
		{"a pragma without end", "class a {\n void f() { <$ on = p x = 1; y = 2; }\n public void g() { z = 3; }\n}"},
	} {
		t.Run(c.what, func(t *testing.T) {
			f := Parse(source.NewText(c.text))
			tree := Tree(f)
			if !strings.Contains(tree, "y = 2") || !strings.Contains(tree, "z = 3") || !strings.Contains(tree, "public void g()") {
				t.Errorf("%s: the tree is\n%s", c.what, tree)
			}
			if len(f.Diagnostics) == 0 || len(f.Diagnostics) > 3 {
				t.Errorf("%s: %d messages: %s", c.what, len(f.Diagnostics), messages(f))
			}
		})
	}
}

// Ten thousand operators, selections or calls may stand one behind the other.
func TestLongExpressions(t *testing.T) {
	for _, link := range []string{" + 1", ".x", "[0]", " \\plus 1", " && b"} {
		for more, want := range []int{0, 1} {
			t.Run(fmt.Sprint(link, more), func(t *testing.T) {
				f := Parse(source.NewText("class a {\n void f() { y = b" + strings.Repeat(link, maxOperators+more) + "; }\n}"))
				if got := len(f.Diagnostics); got != want {
					t.Errorf("%d messages, want %d: %s", got, want, messages(f))
				}
			})
		}
	}
}

// examples are the programs of testdata, and what the fixtures hold.
func examples(t testing.TB) []string {
	t.Helper()
	var out []string
	paths, _ := filepath.Glob("../../testdata/spar/*.spar")
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(data))
	}
	if len(out) < 5 {
		t.Fatal("the example programs are missing")
	}
	return out
}

func TestExamplesHaveNoMessages(t *testing.T) {
	for _, text := range examples(t) {
		if got := messages(Parse(source.NewText(text))); got != "" {
			t.Error(got)
		}
	}
}

// A parser that remembers members gives the same as one that does not, after
// every edit, and parses only the members that are new.
func TestIncremental(t *testing.T) {
	step := 59
	if testing.Short() {
		step = 211
	}
	for _, text := range examples(t) {
		p := Parser{memo.New()}
		p.Parse(source.NewText(text))
		for at := 0; at < len(text); at += step {
			for i, insert := range []string{"", "x", "}", "{", "<$", "\n\n", ";"} {
				t.Run(fmt.Sprint(i), func(t *testing.T) {
					changed := text[:at] + insert + text[min(len(text), at+len(insert)%2):]
					got, want := p.Parse(source.NewText(changed)), Parse(source.NewText(changed))
					if !reflect.DeepEqual(got, want) {
						t.Fatalf("after putting %q at %d the file differs from the same parsed anew", insert, at)
					}
				})
			}
		}
		before := p.Memo.Len()
		p.Parse(source.NewText("\n\n" + text))
		if parsed := p.Memo.Len() - before; parsed != 0 {
			t.Errorf("blank lines above made %d members parsed again", parsed)
		}
	}
}

func TestOutline(t *testing.T) {
	f := Parse(source.NewText("globalpragmas <$ Processors = ((P q[2])) $>;\nclass a {\n static final int n = 1;\n double x[*], y;\n void f(int i) {\n  g();\n }\n class b { int z; }\n}\n"))
	var names []string
	var walk func(list []Symbol, depth string)
	walk = func(list []Symbol, depth string) {
		for _, s := range list {
			if text := f.Text.Slice(s.At); text != s.Name {
				t.Errorf("%s stands at %q", s.Name, text)
			}
			if s.Range.Start > s.At.Start || s.Range.End < s.At.End {
				t.Errorf("%s is not in its range", s.Name)
			}
			names = append(names, depth+s.Name)
			walk(s.Inside, depth+".")
		}
	}
	walk(f.Symbols(), "")
	if got := strings.Join(names, " "); got != "Processors a .n .x .y .f .b ..z" {
		t.Error("symbols:", got)
	}
	folds := ""
	for _, x := range f.Folds() {
		folds += " " + itoa(x.First) + "-" + itoa(x.Last)
	}
	if folds != " 2-9 5-7" {
		t.Error("folds:", folds)
	}
}

func TestColors(t *testing.T) {
	f := Parse(source.NewText("globalpragmas <$ Processors = ((P q[2])) $>;\nclass a {\n double x[*] <$ on = (lambda (i) q[(block i (@n/2))]) $>;\n}\n"))
	var got []string
	names := map[Color]string{Sentinel: "s", PragmaName: "p", PlaceName: "w", Processors: "q", Variable: "v", ModelName: "m", PragmaNumber: "n", PragmaString: "t"}
	for _, x := range f.Tokens(source.Span{End: f.Text.Len()}) {
		got = append(got, names[x.Color]+":"+f.Text.Slice(x.Span))
	}
	want := "s:<$ p:Processors m:P q:q n:2 s:$> s:<$ p:on w:lambda m:i q:q w:block m:i v:@n n:2 s:$>"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got %s\nwant %s", s, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range examples(f) {
		f.Add(text)
	}
	f.Add("class a{<$(((((@")
	f.Add("globalpragmas <$;class c{int a[*]<$on=(lambda(")
	f.Fuzz(func(t *testing.T, text string) {
		file := Parse(source.NewText(text))
		for _, d := range file.Diagnostics {
			if d.Span.Start < 0 || d.Span.End > len(text) || d.Span.End < d.Span.Start {
				t.Fatalf("%q: %s at %v, outside the text", text, d.Message, d.Span)
			}
		}
		Tree(file)
		file.Symbols()
		file.Folds()
		for _, x := range file.Tokens(source.Span{End: len(text)}) {
			if x.Span.Start < 0 || x.Span.End > len(text) {
				t.Fatalf("a color at %v, outside the text", x.Span)
			}
		}
		if len(text) > 0 && text[len(text)-1] != '\n' && !reflect.DeepEqual(Parse(source.NewText(text)), file) {
			t.Fatal("the same text has two trees")
		}
	})
}
