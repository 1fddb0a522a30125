package process

import (
	"context"
	"reflect"
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

// edited returns a program in which statements stand elsewhere, and one of them, or the
// values, are others.
func edited(g *generator, s *SPMD, env map[string]float64) (*SPMD, map[string]float64) {
	out, with := *s, map[string]float64{}
	for name, v := range env {
		with[name] = v
	}
	body := append(Series{}, s.Body.(Series)...)
	at := g.IntN(len(body))
	switch g.IntN(5) {
	case 0:
		body[at] = g.term(2, true)
	case 1:
		body = append(body[:at:at], append(Series{g.term(2, true)}, body[at:]...)...)
	case 2:
		body = append(body[:at:at], body[at+1:]...)
	case 3:
		body[at] = shifted(body[at], 1000)
	case 4:
		with["n"]++
	}
	out.Body = body
	return &out, with
}

// shifted is a term further on in the text, with other tags.
func shifted(t Term, by int) Term {
	delay := func(l *Delay) *Delay {
		if l == nil {
			return nil
		}
		out := *l
		out.Span, out.Tag = l.Span.Shift(by), l.Tag+by
		return &out
	}
	switch t := t.(type) {
	case *Delay:
		return delay(t)
	case Series:
		var out Series
		for _, x := range t {
			out = append(out, shifted(x, by))
		}
		return out
	case *Loop:
		out := *t
		out.Span, out.Body = t.Span.Shift(by), shifted(t.Body, by)
		return &out
	case *If:
		out := &If{Span: t.Span.Shift(by)}
		for _, b := range t.Branches {
			out.Branches = append(out.Branches, Weighted{b.Cond, b.Weight, shifted(b.Body, by)})
		}
		return out
	case *Exchange:
		out := *t
		out.Span, out.Tag, out.Call, out.Message, out.Cost = t.Span.Shift(by), t.Tag+by, delay(t.Call), delay(t.Message), nil
		for _, l := range t.Cost {
			out.Cost = append(out.Cost, delay(l))
		}
		return &out
	case *Sweep:
		out := *t
		out.Span, out.Tag, out.Message, out.Body = t.Span.Shift(by), t.Tag+by, delay(t.Message), shifted(t.Body, by)
		return &out
	}
	return t
}

// What is known from other versions of a program and from other values changes nothing:
// the result is, to the last bit, the one that nothing was known for.
func TestKnownOfRandomPrograms(t *testing.T) {
	stages, found := 0, 0
	for seed := range budget(120) {
		g := newGenerator(seed, 1+int(seed%2))
		g.posts = seed%4 == 3
		s := g.spmd(3)
		for range 4 {
			s.Body = append(s.Body.(Series), g.term(2, true))
		}
		env := randomEnv(g)
		known := &Known{}
		for edit := range 12 {
			if edit%3 == 2 {
				known.Next()
			}
			p, err := Compile(s)
			if err != nil {
				break
			}
			opt := Options{Env: env}
			want, err := p.Run(context.Background(), opt)
			if opt.Known = known; err != nil {
				break
			}
			before := len(known.now)
			got, err := p.Run(context.Background(), opt)
			if err != nil {
				t.Fatalf("seed %d, edit %d: %v", seed, edit, err)
			}
			if edit > 0 && len(got.Clocks) <= mostStaged {
				stages, found = stages+len(p.stages), found+len(p.stages)-(len(known.now)-before)
			}
			want.run, got.run = nil, nil
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d, edit %d: known gives\n%+v\nscratch\n%+v", seed, edit, got, want)
			}
			s, env = edited(g, s, env)
			if len(s.Body.(Series)) == 0 {
				break
			}
		}
	}
	if stages < 2000 || 2*found < stages {
		t.Errorf("%d of %d stages were found", found, stages)
	}
}

// Two terms that differ in anything but their place have two signatures, and those that
// depend on what has happened before have none.
func TestSignatures(t *testing.T) {
	l := newLine()
	delay := func(kind Kind, n int64) *Delay {
		return &Delay{Span: source.Span{Start: 1, End: 2}, Kind: kind, Amount: l.Int(n)}
	}
	from := func(lo, hi int64) []Range { return []Range{{l.Int(lo), l.Int(hi)}} }
	one, two := l.Int(1), l.Int(2)
	loop := Loop{Index: "i", Lo: one, Hi: two, Body: &Exchange{}}
	exchange := Exchange{From: from(0, 1), Receives: one, Fits: one, Follows: one, Call: delay(Communication, 1), Message: delay(Communication, 1), Cost: []*Delay{delay(Overhead, 1)}}
	sweep := Sweep{Index: "k", Strips: one, Order: []int{1}, Message: delay(Communication, 1), Body: delay(Computation, 1)}
	choice := If{Branches: []Weighted{{Cond: one, Weight: one, Body: delay(Computation, 1)}}}
	variants := map[string]Term{
		"delay": delay(Computation, 1), "kind": delay(Overhead, 1), "amount": delay(Computation, 2), "no amount": &Delay{},
		"series": Series{delay(Computation, 1), delay(Computation, 2)}, "nested": Series{Series{delay(Computation, 1)}, delay(Computation, 2)},
		"loop": &loop, "exchange": &exchange, "sweep": &sweep, "if": &choice,
	}
	of := func(name string, x any) { variants[name] = x.(Term) }
	for name, change := range map[string]func(*Loop){
		"index": func(x *Loop) { x.Index = "j" }, "lo": func(x *Loop) { x.Lo = two }, "hi": func(x *Loop) { x.Hi = one },
		"step": func(x *Loop) { x.Step = one }, "body": func(x *Loop) { x.Body = nil },
	} {
		x := loop
		change(&x)
		of("loop, "+name, &x)
	}
	for name, change := range map[string]func(*Exchange){
		"from": func(x *Exchange) { x.From = from(0, 2) }, "to": func(x *Exchange) { x.From = from(1, 1) }, "all": func(x *Exchange) { x.From = nil },
		"receives": func(x *Exchange) { x.Receives = two }, "fits": func(x *Exchange) { x.Fits = two }, "follows": func(x *Exchange) { x.Follows = two },
		"sends": func(x *Exchange) { x.Sends = Blocking }, "call": func(x *Exchange) { x.Call = nil }, "message": func(x *Exchange) { x.Message = nil },
		"cost": func(x *Exchange) { x.Cost = nil }, "swapped": func(x *Exchange) { x.Call, x.Message = delay(Communication, 2), delay(Communication, 1) },
	} {
		x := exchange
		change(&x)
		of("exchange, "+name, &x)
	}
	for name, change := range map[string]func(*Sweep){
		"index": func(x *Sweep) { x.Index = "l" }, "strips": func(x *Sweep) { x.Strips = two }, "order": func(x *Sweep) { x.Order = []int{-1} },
		"message": func(x *Sweep) { x.Message = delay(Communication, 2) }, "body": func(x *Sweep) { x.Body = delay(Computation, 2) },
	} {
		x := sweep
		change(&x)
		of("sweep, "+name, &x)
	}
	for name, b := range map[string]Weighted{"condition": {two, one, delay(Computation, 1)}, "weight": {one, two, delay(Computation, 1)}, "body": {one, one, nil}} {
		of("if, "+name, &If{Branches: []Weighted{b}})
	}
	c := &compiler{arena: l.Arena}
	seen := map[signature]string{}
	for name, term := range variants {
		sign, closed := c.sign([]Term{term})
		if !closed {
			t.Errorf("%s has no signature", name)
		}
		if other := seen[sign]; other != "" {
			t.Errorf("%s and %s have the same signature", name, other)
		}
		seen[sign] = name
		if again, _ := c.sign([]Term{shifted(term, 7)}); again != sign {
			t.Errorf("%s has another signature elsewhere", name)
		}
	}
	since, behind := exchange, exchange
	since.Since, behind.Behind = 1, one
	for name, term := range map[string]Term{"mark": &Mark{ID: 1}, "since": &since, "behind": &behind, "inside": &Loop{Index: "i", Lo: one, Hi: two, Body: &Mark{ID: 1}}} {
		t.Run(name, func(t *testing.T) {
			if _, closed := c.sign([]Term{term}); closed {
				t.Errorf("%s has a signature", name)
			}
		})
	}
}
