package pamela

import (
	"fmt"
	"math"
	"strconv"
)

// stepper executes a model on numbers, loop by loop: an interpreter of the
// language that shares nothing with the compiler but the parser.
type stepper struct {
	scope map[string]*Equation
	env   map[string]float64
}

func newStepper(t *Tree, env map[string]float64) *stepper {
	s := &stepper{scope: map[string]*Equation{}, env: env}
	for _, e := range t.Equations {
		s.scope[e.Name] = e
	}
	return s
}

// steps is the calculus of a process in numbers.
type steps struct {
	T, phi float64
	delta  map[string]float64
}

func (x *steps) serial(y steps, f float64) {
	x.T += f * y.T
	x.phi += f * y.phi
	for r, w := range y.delta {
		x.delta[r] += f * w
	}
}

func (x *steps) parallel(y steps) {
	x.T, x.phi = max(x.T, y.T), max(x.phi, y.phi)
	for r, w := range y.delta {
		x.delta[r] += w
	}
}

func (x *steps) contend() {
	for _, w := range x.delta {
		x.T = max(x.T, w)
	}
}

type locals map[string]float64

func (s *stepper) process(e *Equation, args []float64) steps {
	l := locals{}
	for i, p := range e.Params {
		l[p] = args[i]
	}
	return s.term(e.Body, l)
}

func (s *stepper) term(n Node, l locals) steps {
	x := steps{delta: map[string]float64{}}
	switch n := n.(type) {
	case *Binary:
		y, z := s.term(n.X, l), s.term(n.Y, l)
		if n.Op == ";" {
			x.serial(y, 1)
			x.serial(z, 1)
		} else {
			x.parallel(y)
			x.parallel(z)
			x.contend()
		}
	case *Branch:
		w := s.number(n.Cond, l)
		x.serial(s.term(n.Then, l), w)
		if n.Else != nil {
			x.serial(s.term(n.Else, l), 1-w)
		}
	case *Loop:
		s.each(n, l, func() {
			if y := s.term(n.Body, l); n.Word == "seq" {
				x.serial(y, 1)
			} else {
				x.parallel(y)
			}
		})
		if n.Word == "par" {
			x.contend()
		}
	case *Name:
		return s.call(n, l, x)
	}
	return x
}

func (s *stepper) each(n *Loop, l locals, do func()) {
	hi := s.number(n.Hi, l)
	for i := s.number(n.Lo, l); i <= hi; i++ {
		l[n.Index] = i
		do()
	}
	delete(l, n.Index)
}

func (s *stepper) call(n *Name, l locals, x steps) steps {
	switch n.Name {
	case "delay":
		x.T = s.number(n.Args[0], l)
		x.phi = x.T
	case "use":
		r := n.Args[0].(*Name)
		x.T = s.number(n.Args[1], l)
		x.phi = x.T
		x.delta[fmt.Sprint(r.Name, s.numbers(r.Args, l))] = x.T
	default:
		return s.process(s.scope[n.Name], s.numbers(n.Args, l))
	}
	return x
}

func (s *stepper) numbers(ns []Node, l locals) []float64 {
	var out []float64
	for _, n := range ns {
		out = append(out, s.number(n, l))
	}
	return out
}

func (s *stepper) number(n Node, l locals) float64 {
	switch n := n.(type) {
	case *Number:
		x, _ := strconv.ParseFloat(n.Text, 64)
		return x
	case *Unary:
		return -s.number(n.X, l)
	case *Binary:
		return operate(n.Op, s.number(n.X, l), s.number(n.Y, l))
	case *Name:
		return s.named(n, l)
	}
	panic(fmt.Sprintf("%T", n))
}

func operate(op string, x, y float64) float64 {
	truth := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	switch op {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "/":
		return x / y
	case "div":
		return math.Floor(x / y)
	case "mod":
		return x - y*math.Floor(x/y)
	case "==":
		return truth(x == y)
	case "!=":
		return truth(x != y)
	case ">":
		return truth(x > y)
	}
	panic(op)
}

func (s *stepper) named(n *Name, l locals) float64 {
	if x, ok := l[n.Name]; ok {
		return x
	}
	if n.Name == "log" {
		return math.Log(s.number(n.Args[0], l))
	}
	e := s.scope[n.Name]
	if x, ok := s.env[n.Name]; ok && e.Parameter {
		return x
	}
	inner := locals{}
	for i, p := range e.Params {
		inner[p] = s.number(n.Args[i], l)
	}
	return s.number(e.Body, inner)
}
