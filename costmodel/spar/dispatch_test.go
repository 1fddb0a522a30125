package spar

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// What calls of methods execute that classes inherit, override or declare only. A processor
// stores 1 for One.f, 2 for Two.f, and so on; the stores are counted by hand.
func TestCallsAreDispatched(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[1])) $>;
interface Named { void f(); }
abstract class Base implements Named { double x, y, z; static double s; abstract void f(); void g() { f(); } void twice() { f(); f(); } double h() { return 1.0; } }
class One extends Base { void f() { x = 1.0; } }
class Two extends Base { void f() { x = 1.0; y = 1.0; } void g() { x = 1.0; super.g(); } }
class Three extends Two { Three() { x = 1.0; } Three( int n ) { this(); y = 1.0; } void f() { x = 1.0; y = 1.0; z = 1.0; } }
class Four extends Three { Four() { super(7); } }
class Alone { double x; void f() { x = 1.0; } static void all() { s = 1.0; } static double s; }
interface Nobody { void f(); }
class a { static Nobody none; static Base made( int i ) { return null; }
  static void main() { `
	for _, c := range []struct {
		body   string
		stores float64
		asked  string // values that are asked for
	}{
		{`Base b = new One(); b.f();`, 1 + 1, ""}, // b itself is stored, too
		{`Named b = new Two(); b.f();`, 1 + 2, ""},
		{`Base b = new Two(); b.g();`, 1 + 1 + 2, ""},                                                  // its own g, then Base.g, then its f
		{`Base b = new One(); b.twice();`, 1 + 2*1, ""},                                                // inherited, and what it calls
		{`Base b = new Three();`, 1 + 1, ""},                                                           // its constructor
		{`Base b = new Three(5);`, 1 + 1 + 1, ""},                                                      // which continues with the other one
		{`Base b = new Four();`, 1 + 1 + 1, ""},                                                        // by that of the class above
		{`Alone b = new Alone(); b.f(); b.all();`, 1 + 1 + 1, "Base_is_One Base_is_Two Base_is_Three"}, // no class below; Base.g, which nothing calls, asks
		{`Alone.all(); Base b = new One();`, 1 + 1, ""},                                                // static
		{`new Two().f();`, 2, ""},                                                                      // an object without a name
		{`Base b = new Two(); made(1).f();`, 1 + 2, ""},                                                // what a method returns
		{`Base b = new Two(); ((Named) b).f();`, 1 + 2, ""},
		// one of three classes has it from another one: 1/3 of 1, 1/3 of 2, 1/3 of 3
		{`Base b = new One(); Base c = new Two(); Base d = new Three(); b.f();`, 3 + 1 + (1+2+3)/3.0, "Base_is_One Base_is_Two"},
		{`Base b = new Three(); Base c = new Four(); b.f();`, 2 + 1 + 2 + 3, ""}, // both by the same body
		{`Two b = new Two(); Base c = new One(); b.f();`, 2 + 2, "Base_is_One"},  // no One is a Two; Base.g asks
		{`Base b = new One(); Base c = new Two(); b.f(); b.f(); c.h();`, 2 + (1 + 2), "Base_is_One"},
	} {
		t.Run(c.body, func(t *testing.T) {
			by, u := stores(t, head+c.body+" } }")
			if !slices.Equal(by, []float64{c.stores}) {
				t.Errorf("%v stores, want %v", by, c.stores)
			}
			var asked []string
			for _, x := range u.Assumptions {
				if strings.HasPrefix(x.Source, "assumed") {
					asked = append(asked, x.Name)
				}
			}
			if strings.Join(asked, " ") != c.asked {
				t.Errorf("asks for %q, want %q", asked, c.asked)
			}
		})
	}
}

// The share of a class is what the user says, and a method that nobody has a body for says
// so.
func TestSharesOfClasses(t *testing.T) {
	const text = `globalpragmas <$ Processors = ((P q[1])) $>;
interface Nobody { void f(); }
abstract class Base { double x, y; abstract void f(); }
class One extends Base { void f() { x = 1.0; } }
class Two extends Base { void f() { x = 1.0; y = 1.0; } }
class a { static Nobody none; static void main() { Base b = new One(); b = new Two(); b.f(); none.f(); } }`
	snap := workspace.New(texts.FS{"a.spar": text}).Snapshot()
	r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{Values: map[string]float64{"base_is_one": 0.75, "t_l": 1, "t_c": 1e-12}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Units[0].Charge.Total(), 2+0.75*1+0.25*2; math.Abs(got-want) > 1e-6 {
		t.Errorf("%v stores, want %v", got, want)
	}
	var codes []string
	for _, d := range r.Diagnostics {
		codes = append(codes, d.Code)
	}
	if !slices.Equal(codes, []string{"spar-abstract"}) {
		t.Errorf("messages %v", codes)
	}
}

// What is remembered of a method depends on the objects that others make, and on what
// classes continue.
func TestDispatchFollowsEdits(t *testing.T) {
	text := `globalpragmas <$ Processors = ((P q[1])) $>;
class Base { double x, y; void f() { x = 1.0; } }
class Two extends Base { void f() { x = 1.0; y = 1.0; } }
class Three extends Two { void none() { x = 1.0; } }
class a { static Base b; static void make() { b = new Base(); } static void main() { make(); b.f(); } }`
	w := workspace.New(texts.FS{})
	for i, c := range []struct {
		from, to string
		want     float64
	}{{"", "", 1 + 1}, {"new Base()", "new Three()", 1 + 2}, {"Three extends Two", "Three extends Base", 1 + 1}} {
		t.Run(c.to, func(t *testing.T) {
			text = strings.Replace(text, c.from, c.to, 1)
			r, err := predictFile(context.Background(), w.Open("a.spar", "spar", int32(i+1), text), "a.spar", settings.Settings{Values: map[string]float64{"t_l": 1, "t_c": 1e-12}})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Units[0].Charge.Total(); math.Abs(got-c.want) > 1e-6 {
				t.Errorf("%v stores, want %v", got, c.want)
			}
		})
	}
}

// A size that goes through constructors to the class that makes the array is known, where all
// that are executed pass the same. A shift of 16 elements on 4 processors needs 3 of others.
func TestInheritedArrays(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((P q[4])) $>;
abstract class F { int n; double u[*] <$ dist = "[block]" $>; F( int a ) { n = a; u = new double[a]; } void shift() { <$ independent $> foreach( i :- :n-1 ) u[i] = u[i+1]; } }
class G extends F { G( int m ) { super(m); } }
class H extends F { H( int m ) { super(2*m); } }
class K extends G { K() { this(4); } K( int m ) { super(m*m); } void back() { <$ independent $> foreach( i :- 1:n ) u[i] = u[i-1]; } }
class a { static void main() { `
	for _, c := range []struct {
		body               string
		messages, elements float64
		asked              string
	}{
		{`F f = new G(16); f.shift();`, 3, 3, ""},
		{`F f = new H(8); f.shift();`, 3, 3, ""},
		{`K f = new K(); f.shift(); f.back();`, 6, 6, ""},
		{`F f = new G(16); F g = new H(8); f.shift();`, 3, 3, ""},
		{`F f = new G(16); F g = new G(32); f.shift();`, 3, 3, "G_m"},
	} {
		t.Run(c.body, func(t *testing.T) {
			_, u := stores(t, head+c.body+" } }")
			messages, elements, asked := 0.0, 0.0, ""
			for _, l := range u.Lines {
				for _, x := range l.Comms {
					messages, elements = messages+x.TotalMessages, elements+x.Elements
				}
			}
			for _, x := range u.Assumptions {
				if strings.HasPrefix(x.Source, "assumed") {
					asked = x.Name
				}
			}
			if asked != c.asked || messages != c.messages || elements != c.elements {
				t.Errorf("%v messages of %v elements, asked for %q; want %v of %v, %q", messages, elements, asked, c.messages, c.elements, c.asked)
			}
		})
	}
}

// What is remembered of a method depends on what constructors hand on, and on which calls are
// executed.
func TestInheritedArraysFollowEdits(t *testing.T) {
	text := `globalpragmas <$ Processors = ((P q[4])) $>;
abstract class F { int n; double u[*] <$ dist = "[block]" $>; F( int a ) { n = a; u = new double[a]; } void shift() { <$ independent $> foreach( i :- :n-1 ) u[i] = u[i+1]; } }
class K extends F { K( int m ) { super(4*m); } static void other() { K k = new K(9); } }
class a { static void main() { K f = new K(4); f.shift(); more(); } static void more() { } }`
	w := workspace.New(texts.FS{})
	for i, c := range []struct {
		from, to   string
		iterations float64 // of the shift; 0: its length is asked for
	}{{"", "", 15}, {"super(4*m)", "super(8*m)", 31}, {"more() { }", "more() { K.other(); }", 0}, {"K.other();", "", 31}, {"new K(4)", "new K(2)", 15}} {
		t.Run(c.to, func(t *testing.T) {
			text = strings.Replace(text, c.from, c.to, 1)
			r, err := predictFile(context.Background(), w.Open("a.spar", "spar", int32(i+1), text), "a.spar", settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			iterations := 0.0
			for _, l := range r.Units[0].Lines {
				iterations = max(iterations, l.Executions)
			}
			if slices.ContainsFunc(r.Units[0].Assumptions, func(x report.Assumption) bool { return strings.HasPrefix(x.Source, "assumed") }) {
				iterations = 0
			}
			if iterations != c.iterations {
				t.Errorf("%v iterations, want %v", iterations, c.iterations)
			}
		})
	}
}
