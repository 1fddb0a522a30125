package modelling

import (
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/costmodel/pamela"
)

// The resources of the counting machine: its "times" are numbers of events.
const (
	Operations = iota // operators, subscripts, library functions, allocations
	Accesses          // values that stay on their processor
	Messages          // between two processors
	Elements          // that messages carry
	Tests             // of ownership
)

// counting is what the counting machine of a model depends on.
type counting struct {
	used    map[string]int  // operations of the machine that the model calls, with their number of arguments
	numeric map[string]bool // numbers of the machine
}

// CountingMachine is a machine on which the program's model counts instead of taking
// time: delta is then the number of operations, local accesses, messages, elements in
// messages and tests, each on a resource of its own. It stands in for the file that the
// model includes.
func (m counting) CountingMachine() *pamela.File {
	out := pamela.NewFile("counting", &pamela.Equation{Kind: pamela.Resource, Parameter: true, Name: "fcfs", Params: []string{"i", "m"}})
	for _, name := range slices.Sorted(maps.Keys(m.numeric)) {
		out.Add(numeric(name, notation.Int(1)))
	}
	for _, name := range slices.Sorted(maps.Keys(m.used)) {
		out.Add(counter(name, m.used[name]))
	}
	return out
}

// counter is the process that counts one operation.
func counter(name string, arity int) *pamela.Equation {
	p, q, n := notation.Sym("p"), notation.Sym("q"), notation.Sym("n")
	count := func(resource int, amount notation.Node) notation.Node {
		return notation.Call("use", notation.Call("fcfs", notation.Int(resource)), amount)
	}
	one := func(resource int) notation.Node { return count(resource, notation.Int(1)) }
	message := notation.If(notation.Infix("==", p, q), one(Accesses), notation.Braces(one(Messages), one(Elements)))
	block := notation.If(notation.Infix("==", p, q), count(Accesses, n), notation.Braces(one(Messages), count(Elements, n)))
	all := func(body notation.Node) notation.Node {
		return notation.Over("seq", "p", notation.Int(0), less1("P"), body)
	}
	params, body := []string{"p", "q", "n"}[:arity], one(Operations)
	switch {
	case strings.HasSuffix(name, "_block_bcast_op"):
		params, body = []string{"P", "q", "n"}, all(block)
	case strings.HasSuffix(name, "_bcast_op"):
		params, body = []string{"P", "q"}, all(message)
	case strings.HasSuffix(name, "_block_move_op"):
		body = block
	case strings.HasSuffix(name, "_move_op") && arity == 2 && !strings.HasSuffix(name, "_stride_move_op"):
		body = message
	case strings.HasSuffix(name, "_move_op"):
		body = one(Accesses)
	case strings.HasSuffix(name, "_test_op"):
		body = one(Tests)
	case strings.HasSuffix(name, "_cost"), strings.HasPrefix(name, "print"):
		body = nothing()
	}
	return process(name, body, params...)
}

// less1 is the number of the last of so many.
func less1(name string) notation.Node {
	return notation.Infix("-", notation.Sym(name), notation.Int(1))
}
