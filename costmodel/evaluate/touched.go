package evaluate

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/interpret"
)

// What a procedure works on may still be in the caches when it is called again. What is
// touched meanwhile is at most all data of the program on the processor: where that may fit,
// procedures find their data as far as they fit beside all others.

// never stands for data that nobody has touched before.
const never = 1.0e18

// touched gives the symbol for what was touched since the last call its value.
func (n *numbers) touched() {
	since := never
	if n.settings.Again && n.settings.Data > 0 {
		since = n.settings.Data
	}
	n.env[interpret.Touched("")] = since
	for _, d := range n.m.unit.Dummies {
		n.env[interpret.Touched(d.Name)] = since
	}
}

// isTouched reports whether a symbol stands for what was touched since a call.
func isTouched(s symbolic.Symbol) bool { return strings.HasPrefix(s.Name, interpret.Touched("")) }

// touchedAlone is touched where one processor has the data of all.
func (n *numbers) touchedAlone(env map[string]float64) {
	all := interpret.Touched("")
	since, processors := env[all], float64(mapping.Product(n.grid))
	if since == never { // as on any number of processors: what is evaluated for one serves all
		return
	}
	env[all] *= processors
	for _, d := range n.m.unit.Dummies {
		if name := interpret.Touched(d.Name); env[name] == since {
			env[name] *= processors
		}
	}
}

// touchedNear are dummies that calls of the iterations before had too: since then not more was
// touched than what the procedure itself works on in each of them.
func (n *numbers) touchedNear() {
	own := 0.0
	for _, d := range n.m.unit.Dummies {
		apart, near := n.settings.Values[nearby(d.Name)]
		if !near {
			continue
		}
		if own == 0 {
			own = n.worksOn()
		}
		if own > 0 {
			n.env[interpret.Touched(d.Name)] = min(n.env[interpret.Touched(d.Name)], apart*own)
		}
	}
}

// worksOn is the bytes of the arrays that statements of the unit name.
func (n *numbers) worksOn() float64 {
	named, bytes := map[string]bool{}, 0.0
	for _, u := range n.m.graph.Units {
		if u.Element == nil {
			continue
		}
		for _, x := range u.Element.Accesses() {
			named[x.Sym.Name] = true
		}
	}
	for _, a := range n.m.memory {
		if named[a.array] {
			bytes += n.bytes(a.bytes)
		}
	}
	return bytes
}

// nearby names the value that says how many iterations ago a call had what a dummy gets.
func nearby(dummy string) string { return "near " + dummy }

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

// comesAgain reports whether a call is made more than once with the same arrays.
func (n *numbers) comesAgain(c callModel) bool {
	return n.settings.Again || c.unit.Called.Again && n.made(n.m.counts.units[c.unit.Tag].executions) > 1
}
