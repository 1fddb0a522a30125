package depend

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

var (
	programs = flag.Int("programs", 400, "random programs to compare with their execution")
	seed     = flag.Uint64("seed", 1, "of the first random program")
)

func unitOf(t testing.TB, text string) *program.Unit {
	t.Helper()
	f := lower.Lower(fortran.Parse(source.NewText(text), fortran.Free))
	for _, d := range f.Diagnostics {
		if d.Severity == source.Error {
			t.Fatalf("%s\n%s", d.Message, text)
		}
	}
	return f.Units[0].Unit
}

// met is a dependence that an execution showed.
type met struct {
	source, sink *class
	level        int32
}

// tally counts how often the analysis was exact.
type tally struct {
	claimed, decided, real, realDecided int

	strict bool // the sizes are those of every execution
}

// TestNeverMissesADependence executes random nests iteration by iteration: every
// dependence that occurs must have been found, with a vector that covers it; no
// scalar that carries a value is private; iterations of a loop said to be
// independent give the same result last first.
func TestNeverMissesADependence(t *testing.T) {
	plain, symbolic := tally{strict: true}, tally{}
	for n := range uint64(*programs) {
		r := rand.New(rand.NewPCG(*seed+n, 7))
		isPlain := n%2 == 0
		text := randomProgram(r, isPlain)
		values := map[string]int64{"n": 4 + r.Int64N(4), "m": r.Int64N(8) - 2, "ks": []int64{1, 2, -1}[r.IntN(3)], "kq": 1, "t": 2}
		count := &symbolic
		if isPlain {
			count = &plain
		}
		if problem := contradicts(unitOf(t, text), values, count); problem != "" {
			t.Fatalf("seed %d: %s\nwith %v\n%s", *seed+n, problem, values, text)
		}
	}
	t.Logf("constant nests: %d of %d dependences reported are real, %d of the %d that are said to be decided", plain.real, plain.claimed, plain.realDecided, plain.decided)
	t.Logf("symbolic nests: %d of %d are real with the values given, %d of %d decided", symbolic.real, symbolic.claimed, symbolic.realDecided, symbolic.decided)
	if plain.realDecided*1000 < plain.decided*995 {
		t.Errorf("fewer than 99.5%% of the decided dependences of constant nests are real")
	}
}

// contradicts executes the unit and returns what the analysis got wrong.
func contradicts(u *program.Unit, values map[string]int64, count *tally) string {
	a, r := run(u, Options{})
	m := newMachine(values)
	if m.block(u.Body) == stopped {
		return ""
	}
	real := map[met]bool{}
	for where, events := range m.events {
		if p := checkLocation(where, events, a, r, real); p != "" {
			return p
		}
	}
	for _, l := range a.loops {
		for _, f := range l.carried {
			shown := real[met{f.source, f.sink, f.level}]
			count.add(f, shown)
			if count.strict && !shown && a.certain(l, f) {
				return fmt.Sprintf("%v -> %v carried by %d is said to be certain", f.source, f.sink, f.level)
			}
		}
	}
	for _, l := range r.Loops {
		if p := checkOrder(u, l, values, m); p != "" {
			return p
		}
	}
	return ""
}

func (c *tally) add(f found, real bool) {
	c.claimed++
	decided := f.doubt == "" && f.source.sure && f.sink.sure
	if decided {
		c.decided++
	}
	if real {
		c.real++
		if decided {
			c.realDecided++
		}
	}
}

func checkLocation(where string, events []event, a *analysis, r *Result, real map[met]bool) string {
	if !strings.Contains(where, ",") {
		return checkScalar(where, events, r)
	}
	for i, e := range events {
		for _, f := range events[i+1:] {
			if !e.write && !f.write || e.iter[0].do != f.iter[0].do {
				continue
			}
			if p := checkPair(where, e, f, a, r, real); p != "" {
				return p
			}
		}
	}
	return ""
}

func checkPair(where string, e, f event, a *analysis, r *Result, real map[met]bool) string {
	level, distances := carrier(e, f)
	x, y := r.refs[e.ref].class, r.refs[f.ref].class
	key := met{x, y, int32(level)}
	described := fmt.Sprintf("%s at %s, carried by %d with %v: %s -> %s", map[bool]string{true: "written", false: "read"}[e.write], where, level, distances, refText(e.ref), refText(f.ref))
	if level == 0 && !(e.write && !f.write) {
		return ""
	}
	if e.write && !f.write {
		pin, _ := r.Onto(f.ref)
		need := level
		if level == 0 {
			need = len(distances)
		}
		if pin.Level < need {
			return fmt.Sprintf("%s: pinned at %d", described, pin.Level)
		}
	}
	real[key] = true
	claim := a.claim(x, y, int32(level))
	if claim == nil {
		return described + ": missed"
	}
	for i, d := range distances {
		if s := claim.vector; s != nil && (s[i].Constant && s[i].Distance != int64(d) || s[i].Direction&sign(d) == 0) {
			return fmt.Sprintf("%s: vector says %v", described, s)
		}
	}
	return ""
}

// claim returns what the analysis says of a dependence, or nil.
func (a *analysis) claim(source, sink *class, level int32) *outcome {
	t := &a.tests
	for _, forward := range []bool{true, false} {
		t.p, t.q = source, sink
		if !forward {
			t.p, t.q = sink, source
		}
		c := depthOf(common(source.loop, sink.loop))
		key := pairKey{t.p.shape, t.q.shape, c, t.p == t.q}
		known := t.cut[key]
		if known == nil {
			known = a.answers.pairs[lastingPair{key, t.sizes}]
		}
		if known == nil {
			continue
		}
		for i := range known.out {
			o := &known.out[i]
			if o.level == level && o.forward == forward {
				return o
			}
		}
	}
	return nil
}

func sign(d int) Direction { return distance(int64(d)).Direction }

// checkScalar looks for values that go from one iteration to another.
func checkScalar(where string, events []event, r *Result) string {
	var last *event
	for i := range events {
		e := &events[i]
		if e.write {
			last = e
			continue
		}
		if last == nil {
			continue
		}
		level, _ := carrier(*last, *e)
		if level == 0 {
			continue
		}
		l := r.Loop(e.iter[level-1].do)
		if !l.mentionsCarried(where) {
			return fmt.Sprintf("%s goes from one iteration of the loop over %s to another, which is %s: %s", where, l.Do.Var.Name, l.Verdict, l.Why)
		}
	}
	return ""
}

func (l *Loop) mentionsCarried(name string) bool {
	return slices.ContainsFunc(l.Carried(), func(d *Dependence) bool { return d.Sym.Name == name }) ||
		slices.ContainsFunc(l.Reductions, func(r Reduction) bool { return r.Sym.Name == name }) ||
		slices.ContainsFunc(l.Inductions, func(s *program.Symbol) bool { return s.Name == name }) ||
		l.Do.Var.Name == name
}

// checkOrder executes an independent loop's iterations last first.
func checkOrder(u *program.Unit, l *Loop, values map[string]int64, forward *machine) string {
	if l.Verdict != Independent || len(l.Inductions) > 0 {
		return ""
	}
	m := newMachine(values)
	m.reverse, m.silent, m.written = l.Do, true, map[string]bool{}
	for _, s := range l.Private {
		m.keep = append(m.keep, s.Name)
	}
	for _, r := range l.Reductions {
		for _, s := range r.Locations {
			m.keep = append(m.keep, s.Name)
		}
	}
	m.block(u.Body)
	for where, v := range forward.values {
		array := strings.Contains(where, ",")
		reduced := slices.ContainsFunc(l.Reductions, func(r Reduction) bool { return r.Sym.Name == where })
		if (array || reduced) && m.values[where] != v {
			return fmt.Sprintf("the loop over %s is said to be independent (%s), but %s is %d or %d", l.Do.Var.Name, l.Why, where, v, m.values[where])
		}
	}
	return ""
}
