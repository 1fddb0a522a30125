package evaluate

import (
	"slices"

	"github.com/parlens/parlens/costmodel/interpret"
)

// What a procedure works on may still be in the caches when it is called again. What is
// touched meanwhile is at most all data of the program on the processor: where that may fit,
// procedures find their data as far as they fit beside all others.

// never stands for data that nobody has touched before.
const never = 1e18

// touched gives the symbol for what was touched since the last call its value.
func (n *numbers) touched() {
	n.env[interpret.Touched] = never
	if n.settings.Again && n.settings.Data > 0 {
		n.env[interpret.Touched] = n.settings.Data
	}
}

// stayInCaches finds, once the calls have been evaluated, whether the data of the whole program
// may stay in the last cache: then procedures that are called again find them there.
func (n *numbers) stayInCaches() bool {
	if n.byCall || n.m.machine.Composition == "added" || !slices.ContainsFunc(n.linked.calls, n.comesAgain) {
		return false
	}
	n.memory()
	data := n.out.Memory
	last, _ := n.linked.machine.Number("memory.cache_bytes")
	ways, _ := n.linked.machine.Number("memory.associativity")
	if data.Bytes <= 0 || len(data.Unknown) > 0 || data.Bytes > last.Value*(1+1/max(ways.Value, 1)) {
		return false
	}
	n.settings.Data = data.Bytes
	return true
}

// comesAgain reports whether a call is made more than once.
func (n *numbers) comesAgain(c callModel) bool {
	return n.settings.Again || n.made(n.m.counts.units[c.unit.Tag].executions) > 1
}
