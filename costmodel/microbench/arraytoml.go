package microbench

import (
	"fmt"
	"strings"
)

// notApplied is the least ratio of a loop's time to that of its array operations from which on
// the compiler is taken not to have made them (that of most tests of paper 000, appendix E.2).
const notApplied = 2

// TOML writes the machine of array operations: one processor with its compiler.
func (s *ArraySuite) TOML(d Description, samples *ArraySamples) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	how := fmt.Sprintf("%s, %s %s, %s", d.CPU, d.Compiler, d.Flags, d.Date)
	p("# Array operations of %s on one processor, measured by %s", d.CPU, d.Command)
	p("# on %s with %s %s: means of %d rounds (%d more were", d.Date, d.Compiler, d.Flags, samples.Rounds, samples.Rejected)
	p("# rejected, because a control took a tenth longer), with 95%% intervals, and what the least")
	p("# times give. Each is a difference of times of statements, so that one may be negative.")
	p("")
	p("name  = %q\ntitle = %q\nnodes = 1", d.Name, "array operations of "+d.CPU+", "+d.Compiler+" "+d.Flags)
	p("\n[array]\nprovenance = \"measured\"\nsource     = %q", how)
	p("memory     = \"shared\"\nmasks      = \"full\"\nstrides    = \"cache\"\nblocks     = \"partial\"\nconstant_blocks = \"free\"\nhost       = \"none\"\nword_bytes = 4")
	p("\n[array.optimizations]")
	for _, o := range s.optimizations {
		low, high := ratio(samples.of(map[cell]float64{{o.naive, s.some}: 1}), samples.of(map[cell]float64{{o.best, s.some}: 1}))
		applied := "maybe"
		if high < notApplied {
			applied = "yes"
		} else if low > notApplied {
			applied = "no"
		}
		p("%-22s = { applied = %q, ratio = [%.3g, %.3g], threshold = %d, source = \"a loop against its array operations, %d elements\" }", o.test, applied, low, high, notApplied, s.some)
	}
	for _, o := range s.operations {
		points := make([]measured, len(s.sizes))
		for i, n := range s.sizes {
			terms := map[cell]float64{}
			for name, factor := range o.of {
				terms[cell{name, n}] = factor
			}
			points[i] = samples.of(terms)
		}
		p("\n[array.parameters.%s]\nsource     = %q\nconfidence = 0.95", o.name, o.source)
		p("elements   = %s", strings.ReplaceAll(fmt.Sprint(s.sizes), " ", ", "))
		columns(p, points)
	}
	for _, o := range s.overheads {
		p("\n[array.parameters.%s]\nsource     = %q\nconfidence = 0.95", o.name, o.source)
		points := make([]measured, len(o.points))
		var arguments, elements []int
		for i, q := range o.points {
			points[i] = samples.of(q.of)
			arguments, elements = append(arguments, q.argument), append(elements, q.elements)
		}
		if len(o.points) > 1 {
			p("argument   = %s", strings.ReplaceAll(fmt.Sprint(arguments), " ", ", "))
		}
		if elements[0] > 0 {
			p("elements   = %s", strings.ReplaceAll(fmt.Sprint(elements), " ", ", "))
		}
		columns(p, points)
	}
	for _, name := range []string{"SREM-READ", "SREM-WRITE"} {
		p("\n[array.parameters.%s]\nprovenance = \"derived\"\nsource     = \"serial code runs on the same processor\"\nmean_s     = [0]", name)
	}
	return b.String()
}

func columns(p func(string, ...any), points []measured) {
	for _, c := range []struct {
		name string
		of   func(measured) float64
	}{
		{"mean_s ", func(m measured) float64 { return m.mean }},
		{"low_s  ", func(m measured) float64 { return m.low }},
		{"high_s ", func(m measured) float64 { return m.high }},
		{"minimum_s", func(m measured) float64 { return m.least }},
	} {
		var all []string
		for _, m := range points {
			all = append(all, fmt.Sprintf("%.5g", c.of(m)))
		}
		p("%-10s = [%s]", c.name, strings.Join(all, ", "))
	}
}
