package modelling

import (
	"fmt"
	"maps"
	"slices"
	"strings"
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

// CountingMachine are the equations of a machine on which the program's
// model counts instead of taking time: delta is then the number of operations,
// local accesses, messages, elements in messages and tests, each on a resource
// of its own. They stand in for the file that the model includes.
func (m counting) CountingMachine() []string {
	out := []string{"resource parameter fcfs(i, m)"}
	for _, name := range slices.Sorted(maps.Keys(m.numeric)) {
		out = append(out, fmt.Sprintf("numeric %s = 1", name))
	}
	for _, name := range slices.Sorted(maps.Keys(m.used)) {
		out = append(out, counter(name, m.used[name]))
	}
	return out
}

// counter is the process that counts one operation.
func counter(name string, arity int) string {
	params := strings.Join([]string{"p", "q", "n"}[:arity], ", ")
	one := func(resource int) string { return fmt.Sprintf("use(fcfs(%d), 1)", resource) }
	message := fmt.Sprintf("if (p == q) %s else { %s ; %s }", one(Accesses), one(Messages), one(Elements))
	block := fmt.Sprintf("if (p == q) use(fcfs(%d), n) else { %s ; use(fcfs(%d), n) }", Accesses, one(Messages), Elements)
	body := one(Operations)
	switch {
	case strings.HasSuffix(name, "_block_bcast_op"):
		return fmt.Sprintf("process %s(P, q, n) = seq (p = 0, P - 1) %s", name, block)
	case strings.HasSuffix(name, "_bcast_op"):
		return fmt.Sprintf("process %s(P, q) = seq (p = 0, P - 1) %s", name, message)
	case strings.HasSuffix(name, "_block_move_op"):
		body = block
	case strings.HasSuffix(name, "_move_op") && arity == 2 && !strings.HasSuffix(name, "_stride_move_op"):
		body = message
	case strings.HasSuffix(name, "_move_op"):
		body = one(Accesses)
	case strings.HasSuffix(name, "_test_op"):
		body = one(Tests)
	case strings.HasSuffix(name, "_cost"), strings.HasPrefix(name, "print"):
		body = "delay(0)"
	}
	return fmt.Sprintf("process %s(%s) = %s", name, params, body)
}
