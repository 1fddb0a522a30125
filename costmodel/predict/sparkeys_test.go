package predict

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/keys"
)

// sparScenes change one thing at a time of what the costs of a Spar program are made
// of: its methods, what they see of others, the class of another file, the machine's
// model, and values.
func sparScenes(t *testing.T) []keys.Scene {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.FromSlash("../../testdata/" + name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	demo := read("spar/demo.spar")
	const other = "public class help\n{\n    static int twice( int n )\n    {\n        return n * 2;\n    }\n}\n"
	files := func(changes ...string) map[string]string {
		r := strings.NewReplacer(changes...)
		return map[string]string{
			"/w/demo.spar": r.Replace(strings.Replace(demo, "demo.settle(1, 2);", "demo.settle(1, help.twice(2));\n        demo.settle(2, 4);", 1)),
			"/w/help.spar": r.Replace(other), "/w/das.pam": r.Replace(read("../machines/das.pam")),
		}
	}
	var out []keys.Scene
	add := func(name string, s settings.Settings, files map[string]string) {
		out = append(out, keys.Scene{Name: name, Ask: predicted(s, "/w/demo.spar"), Files: files})
	}
	add("base", settings.Settings{}, files())
	for name, x := range inOrder(map[string]float64{"p_cpu": 10, "size": 200, "step": 4, "n": 3}) {
		add(name, settings.Settings{Values: map[string]float64{name: x}}, files())
	}
	add("machine", settings.Settings{Machine: "das-gathered"}, files())
	for _, c := range [][]string{
		{"size = 100", "size = 120"}, {"signal[s] * 2.0", "signal[s] + 2.0"}, {"<$ independent, Pamela = parallel $>", "<$ independent $>"},
		{"cond 0", "cond 1"}, {"level / 10", "level + 10"}, {"n * 2", "n + 2"}, {"n * 2", "n * n * 2"}, {"(block s 5)", "(cyclic s)"}, {"(local 0)", "(local 1)"},
		{"while( level < size )", "while( level <= size )"}, {"// All that", "//\n// All that"}, {"static int first(", "\n    static int first("},
	} {
		add("with "+c[1], settings.Settings{}, files(c...))
	}
	for name, call := range inOrder(map[string]string{"tasks alone": "<$ taskparallel $> foreach( k :- 0 : 4 )", "a processor too": "<$ on = cpu[1] $>"}) {
		add(name, settings.Settings{Machine: "das-gathered"}, map[string]string{"/w/demo.spar": strings.Replace(tasks, "ALSO", call, 1)})
	}
	for _, step := range []string{"64", "1"} { // only the value of the field tells whether the loop is independent
		add("rolled by "+step, settings.Settings{}, map[string]string{"/w/demo.spar": strings.Replace(roll, "STEP", step, 1), "/w/das.pam": read("../machines/das.pam")})
	}
	out = append(out, tideScenes(read("../machines/das.pam"))...)
	return append(out, twinScenes(read("../machines/das.pam"))...)
}

// roll copies elements over a distance that a field has.
const roll = `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp cpu[4])) $>;
public class roll
{
    static final int step = STEP;
    static double x[*] <$ on = (lambda (i) cpu[(block i 32)]) $> = new double[128];
    public static void main()
    {
        <$ independent $> foreach( i :- 0 : 64 )
            x[i + step] = x[i];
    }
}
`

// tasks calls a method that tasks execute, and they again or one processor too.
const tasks = `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp cpu[4])) $>;
public class tasks
{
    static double x[*] <$ on = (lambda (i) cpu[(block i 16)]) $> = new double[64];
    static double s;
    public static void main()
    {
        <$ on = cpu[0] $>
        s = 0.0;
        <$ taskparallel $> foreach( k :- 0 : 4 )
            tasks.one();
        ALSO
            tasks.one();
    }
    static void one()
    {
        s = x[17] + 1.0;
    }
}
`

// tides is a program whose two classes have a method in common, word by word: what its
// loops depend on, where it is placed and what it takes is not the same in both.
const tides = `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp cpu[4])) $>;
public class tides
{
    static final int step = 1;
    static double x[*] <$ on = (lambda (i) cpu[(block i 16)]) $> = new double[64];
    public static void main()
    {
        <$ on = cpu[1] $>
        tides.flat();
        <$ on = cpu[1] $>
        ebb.flat();
        tides.sweep();
        tides.settle(4);
        <$ on = cpu[2] $>
        tides.rest(8);
        tides.work(8);
    }
    static void flat()
    {
        foreach( i :- 0 : 32 )
            x[i * step] = 1.0;
    }
    static void sweep()
    {
        <$ independent $>
        foreach( i :- 0 : 32 )
            x[i] = mean(i) + half(i);
        foreach( i :- 0 : 32 )
            x[i * neap.width] = 1.0;
    }
    static void settle( int n )
    {
        for( i :- 0 : n )
            x[i] = x[i] / 2.0;
    }
    static void rest( int n )
    {
        for( i :- 0 : n )
            x[i] = x[i] * 3.0;
        tides.settle(n - 1);
        x[n] = mean(n);
    }
    static void work( int n )
    {
        double sum;
        for( i :- 0 : n )
            sum = sum + i * 0.5;
        for( i :- 0 : n )
            x[i] = sum;
    }
    static double mean( int i )
    {
        return i * 0.25;
    }
    static double half( int i )
    {
        return i * 0.5;
    }
}
class ebb
{
    static final int step = 0;
    static double x[*] <$ on = (lambda (i) cpu[(cyclic i)]) $> = new double[64];
    static void flat()
    {
        foreach( i :- 0 : 32 )
            x[i * step] = 1.0;
    }
}
class neap
{
    static final int width = 1;
}
`

// tideScenes change what the methods of tides see of each other, and what is asked.
func tideScenes(das string) []keys.Scene {
	var out []keys.Scene
	add := func(name string, s settings.Settings, changes ...string) {
		r := strings.NewReplacer(changes...)
		files := map[string]string{"/w/das.pam": r.Replace(das), "/w/tides.spar": r.Replace(tides)}
		out = append(out, keys.Scene{Name: name, Ask: predicted(s, "/w/tides.spar"), Files: files})
	}
	add("tides", settings.Settings{})
	for _, c := range [][]string{
		{"static final int step = 1", "static final int step = 2"},
		{"return i * 0.25", "x[0] = 1.0; return i * 0.25"}, // which is not the last method that the sweep comes to
		{"class neap", "class high"},
		{"        tides.work(8);", "        <$ on = cpu[2] $>\n        tides.work(8);"},
		{"x[i] = x[i] / 2.0;", "x[i] = x[i] / 2.0;\n        if( n > 100 )\n            tides.rest(n);"},
		{"        tides.work(8);", "        <$ taskparallel $>\n        foreach( k :- 0 : 4 )\n            tides.work(8);"},
		{"bounds_checks = 0", "bounds_checks = 1"}, {"aggregated_messages = 0", "aggregated_messages = 1"}, {"process Gpp_comp(p) = use(Gpp(p), t_c)", "process Gpp_comp(p) = use(Gpp(p), 2 * t_c)"},
	} {
		add("tides with "+c[1], settings.Settings{}, c...)
	}
	add("tides again", settings.Settings{})
	add("tides with ownership tests", settings.Settings{Values: map[string]float64{"ownership_tests": 1}})
	for _, mean := range []string{"i * 0.25", "x[i] * 0.25", "x[63 - i] * 0.25"} { // which a loop that gathers its messages takes in
		add("gathered "+mean, settings.Settings{}, "aggregated_messages = 0", "aggregated_messages = 1", "i * 0.25", mean)
		add("gathered by another method "+mean, settings.Settings{}, "aggregated_messages = 0", "aggregated_messages = 1", "i * 0.25", "weight(i)",
			"    static double mean( int i )", "    static double weight( int i ) { return "+mean+"; }\n    static double mean( int i )")
		add("gathered deep below "+mean, settings.Settings{}, "aggregated_messages = 0", "aggregated_messages = 1", "i * 0.25", "w1(i)",
			"    static double mean( int i )", "    static double w1( int i ) { return w2(i); }\n    static double w2( int i ) { return w3(i); }\n    static double w3( int i ) { return w4(i); }\n"+
				"    static double w4( int i ) { return w5(i); }\n    static double w5( int i ) { return "+mean+"; }\n    static double mean( int i )")
	}
	for k := range 2 {
		add(fmt.Sprint("tides on ", k+2), settings.Settings{Procs: k + 2}, "neap.width] = 1.0", "neap.width] = x[63 - i]")
		add(fmt.Sprint("tides to ", k+8), settings.Settings{Values: map[string]float64{"deep": float64(k + 8)}}, "step = 1;", "step = 1;\n    static int deep = 4;", "0 : n )\n            x[i] = x[i] / 2.0", "0 : deep )\n            x[i] = x[i] / 2.0")
	}
	for _, next := range []string{"", "if( n > 100 )\n            tides.rest(n);"} { // rest calls itself through settle, or does not
		add("everywhere"+next, settings.Settings{}, "        <$ on = cpu[2] $>\n", "", "x[i] = x[i] / 2.0;", "x[i] = x[i] / 2.0;\n        "+next)
	}
	for _, third := range []string{"n / 3", "n / 3 + 1"} { // in a bound of settle only
		add("third "+third, settings.Settings{}, "    static double mean(", "    static int third( int n ) { return "+third+"; }\n    static double mean(", "0 : n )\n            x[i] = x[i] / 2.0", "0 : third(n) )\n            x[i] = x[i] / 2.0")
	}
	return out
}

// twins is a program whose two classes are the same word by word: which loops of theirs
// are independent depends on what refers to their arrays.
const twins = `globalpragmas <$ ProcessorType = ((Gpp "das.pam")), Processors = ((Gpp cpu[4])) $>;
public class twins
{
    static double x[*] = new double[64], y[*] = new double[64];
    public static void main()
    {
        twins.shift();
        other.shift();
    }
    static void link()
    {
        y = x;
    }
    static void shift()
    {
        foreach( i :- 0 : 32 )
            x[i] = y[i + 1];
    }
}
class other
{
    static double x[*] = new double[64], y[*] = new double[64];
    static void link()
    {
        y = x;
    }
    static void shift()
    {
        foreach( i :- 0 : 32 )
            x[i] = y[i + 1];
    }
}
`

// twinScenes change what the arrays of the classes refer to.
func twinScenes(das string) []keys.Scene {
	var out []keys.Scene
	for _, c := range [][]string{
		{"static double x[*] = new double[64], y[*] = new double[64];", "static double x = 1.0, y = 2.0;", "[i]", "", "[i + 1]", ""}, // numbers
		{}, {"y = x;", "y = y;"},
	} {
		files := map[string]string{"/w/das.pam": das, "/w/twins.spar": strings.NewReplacer(c...).Replace(twins)}
		out = append(out, keys.Scene{Name: fmt.Sprint("twins with ", c), Ask: predicted(settings.Settings{}, "/w/twins.spar"), Files: files})
	}
	return out
}

// TestSparKeysHaveEveryPart is TestKeysHaveEveryPart for programs of Spar.
func TestSparKeysHaveEveryPart(t *testing.T) {
	const (
		cache   = "a cache saves work, whosever it was"
		follows = "another field changes with it"
	)
	keys.Play{
		Scenes: sparScenes(t), Packages: []string{"spar", "place", "modelling", "depend", "surface"}, Reading: workspace.Reading{Config: Reading},
		Harmless: map[string]string{
			"modelling.chunkKey.stand.suffix": follows, "modelling.chunkKey.stand.caller": follows,
			"modelling.chunkKey.stand.at.Start": follows, "modelling.chunkKey.stand.at.End": follows,
			"surface.seenKey.at": follows, "surface.seenKey.member": "the key of the body has it too: it takes four scenes, two bodies before and after a change",
			"spar.formulasKey.method": "models of two methods are two texts", "spar.libraryKey.digest": cache, "spar.tallyKey.limit": "one scene tries with a few steps first, then with more",
			"depend.methodKey.method": follows, "spar.sparKey.text": follows, "spar.sparKey.path": follows,
			"spar.sparKey.lines.First": "only programs of thousands of lines are modelled in parts", "spar.sparKey.lines.Last": "only programs of thousands of lines are modelled in parts",
		},
	}.Check(t)
}
