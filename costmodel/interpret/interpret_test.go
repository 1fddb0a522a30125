package interpret

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/machines"
)

// amounts are the terms of a program, to be asked what a processor spends on a
// line, as a sum of the machine's times.
type amounts struct {
	t    *testing.T
	a    *symbolic.Arena
	m    *machines.Machine
	text *source.Text
	base int // of the unit in the text
	sums map[string]symbolic.Expr
}

// amountsOf interprets the first unit of a program for the machine of that name.
func amountsOf(t *testing.T, machine, text string) *amounts {
	t.Helper()
	m, err := machines.Load(machine, nil)
	if err != nil {
		t.Fatal(err)
	}
	src := source.NewText(text)
	f := lower.Lower(fortran.Parse(src, fortran.Free))
	for _, d := range f.Diagnostics {
		if d.Severity == source.Error {
			t.Fatalf("%s\n%s", d.Message, text)
		}
	}
	u := f.Units[0]
	g := aag.Build(u.Unit, comm.NewBuilder(u.Arena, u.Layouts, u.Grid, m.Scheme, u.Remaps))
	out := &amounts{t: t, a: g.Builder.A, m: m, text: src, base: u.Start, sums: map[string]symbolic.Expr{}}
	out.add(Terms(g, m).Body, func(e symbolic.Expr) symbolic.Expr { return e })
	return out
}

// add collects the delays of a term. outer sums over the loops around it.
func (x *amounts) add(term process.Term, outer func(symbolic.Expr) symbolic.Expr) {
	switch term := term.(type) {
	case *process.Delay:
		if term != nil {
			key := fmt.Sprint(x.text.LineOf(x.base+term.Span.Start), " ", term.Kind)
			before := x.sums[key]
			if before == 0 {
				before = x.a.Int(0)
			}
			x.sums[key] = x.a.Add(before, outer(term.Amount))
		}
	case process.Series:
		for _, t := range term {
			x.add(t, outer)
		}
	case *process.Loop:
		x.add(term.Body, func(e symbolic.Expr) symbolic.Expr { return outer(x.a.Sum(term.Index, term.Lo, term.Hi, e)) })
	case *process.Exchange:
		x.add(term.Call, outer)
		x.add(term.Message, outer)
		for _, c := range term.Cost {
			x.add(c, outer)
		}
	case *process.If:
		for _, b := range term.Branches {
			x.add(b.Body, outer)
		}
	}
}

// spent writes what a processor spends on a line as a sum of times of the machine,
// of which each amount is linear in: "4 real_add_s + 2 fetch_hit_s". Sizes, shapes
// and shares have the values given or else the machine's.
func (x *amounts) spent(line int, kind string, values map[string]float64) string {
	x.t.Helper()
	e, any := x.sums[fmt.Sprint(line, " ", kind)]
	if !any {
		return ""
	}
	env, times := maps.Clone(values), []string{}
	for _, s := range x.a.Free(e) {
		if _, given := env[s.Name]; given {
			continue
		}
		number, known := x.m.Number(s.Name)
		switch {
		case strings.HasSuffix(s.Name, "_s"):
			env[s.Name] = 0
			times = append(times, s.Name)
		case known:
			env[s.Name] = number.Value
		default:
			x.t.Fatalf("no value of %s", s.Name)
		}
	}
	if rest := x.value(e, env); rest != 0 {
		x.t.Errorf("line %d: %s of %v s that no time of the machine explains", line, kind, rest)
	}
	short := func(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
	slices.SortFunc(times, func(x, y string) int { return strings.Compare(short(x), short(y)) })
	var out []string
	for _, name := range times {
		env[name] = 1
		if n := x.value(e, env); n != 0 {
			out = append(out, fmt.Sprintf("%g %s", n, short(name)))
		}
		env[name] = 0
	}
	return strings.Join(out, " + ")
}

func (x *amounts) value(e symbolic.Expr, env map[string]float64) float64 {
	v, err := x.a.Eval(e, env)
	if err != nil {
		x.t.Fatal(err)
	}
	return v
}
