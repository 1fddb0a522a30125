package symbolic

import (
	"fmt"
	"strings"
)

var goLanguage = &language{
	types: [2]string{"int64", "float64"},
	prelude: `func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

func floorMod(x, y int64) int64 { return x - y*floorDiv(x, y) }

func powInt(x, k int64) int64 {
	v := int64(1)
	for ; k > 0; k-- {
		v *= x
	}
	return v
}

func ceilLog2(x float64) int64 {
	k := int64(0)
	for p := 1.0; p < x; p *= 2 {
		k++
	}
	return k
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

`,
	open:  "func %s(%s) float64 {\n",
	param: "%s %s",
	decl:  "var %[2]s %[1]s",
	ifNot: "if %s != 0 {",
	loop:  "for %[1]s = %[2]s; %[1]s <= %[3]s; %[1]s++ {",
	min0:  "if %[1]s == %[2]s || %[3]s > %[4]s {",
	calls: map[code]string{
		cReal: "float64(%s)", cMax: "max(%s, %s)", cMaxI: "max(%s, %s)", cDivI: "floorDiv(%s, %s)", cModI: "floorMod(%s, %s)",
		cFloor: "int64(math.Floor(%s))", cLog2: "math.Log2(%s)", cCLog2: "ceilLog2(%s)", cPow: "math.Pow(%s, %s)",
		cPowI: "powInt(%s, %s)", cTest: "truth(%s)", cAnd: "%s & %s", cOr: "%s | %s",
	},
}

var cLanguage = &language{
	types: [2]string{"long long", "double"},
	prelude: `static long long floor_div(long long x, long long y)
{
	long long q = x / y;
	return x % y != 0 && (x < 0) != (y < 0) ? q - 1 : q;
}

static long long floor_mod(long long x, long long y) { return x - y * floor_div(x, y); }

static long long max_int(long long x, long long y) { return x > y ? x : y; }

static long long pow_int(long long x, long long k)
{
	long long v = 1;
	for (; k > 0; k--)
		v *= x;
	return v;
}

static long long ceil_log2(double x)
{
	long long k = 0;
	double p;
	for (p = 1.0; p < x; p *= 2)
		k++;
	return k;
}

`,
	open:  "double %s(%s)\n{\n",
	param: "%[2]s %[1]s",
	decl:  "%s %s",
	end:   ";",
	ifNot: "if (%s != 0) {",
	loop:  "for (%[1]s = %[2]s; %[1]s <= %[3]s; %[1]s++) {",
	min0:  "if (%[1]s == %[2]s || %[3]s > %[4]s) {",
	calls: map[code]string{
		cReal: "(double)%s", cMax: "fmax(%s, %s)", cMaxI: "max_int(%s, %s)", cDivI: "floor_div(%s, %s)", cModI: "floor_mod(%s, %s)",
		cFloor: "(long long)floor(%s)", cLog2: "log2(%s)", cCLog2: "ceil_log2(%s)", cPow: "pow(%s, %s)",
		cPowI: "pow_int(%s, %s)", cTest: "%s", cAnd: "%s & %s", cOr: "%s | %s",
	},
}

// tables writes a function per size table, branch by branch.
func (g *generator) tables() {
	for n, t := range g.t.tables {
		if g.lang == goLanguage {
			g.write(fmt.Sprintf("// table%d is %s.\nfunc table%d(x float64) float64 {\n", n, t.Name, n))
		} else {
			g.write(fmt.Sprintf("/* %s */\nstatic double table%d(double x)\n{\n", strings.ReplaceAll(t.Name, "*/", ""), n))
		}
		g.tableBody(t)
		g.write("}\n\n")
	}
}

func (g *generator) tableBody(t *SizeTable) {
	p := t.Points
	if len(p) == 0 {
		g.line(1, "return 0")
		return
	}
	test := func(x float64, then string) {
		cond := "x <= " + realLiteral(x)
		if g.lang == cLanguage {
			cond = "(" + cond + ")"
		}
		g.write("\tif " + cond + " {\n")
		g.line(2, "return "+then)
		g.write("\t}\n")
	}
	if len(p) == 1 {
		g.line(1, "return "+realLiteral(p[0].Value))
		return
	}
	test(p[0].Size, realLiteral(p[0].Value))
	segment := func(u, v SizePoint) string {
		return fmt.Sprintf("%s + (x - %s)*(%s - %s)/(%s - %s)", realLiteral(u.Value), realLiteral(u.Size),
			realLiteral(v.Value), realLiteral(u.Value), realLiteral(v.Size), realLiteral(u.Size))
	}
	for i := 1; i < len(p)-1; i++ {
		test(p[i].Size, segment(p[i-1], p[i]))
	}
	g.line(1, "return "+segment(p[len(p)-2], p[len(p)-1]))
}
