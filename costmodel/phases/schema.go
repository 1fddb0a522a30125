package phases

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/internal/tomltree"
)

// The keys of a phase model. The reader, the documentation and what an editor
// offers and shows come from here.

var (
	totals     = []string{"phases", "processors"}
	protocols  = []string{"buffered", "synchronous"}
	kinds      = []string{string(Computation), string(Copy), string(Communication)}
	operations = []string{"transpose", "ring", "exchange", "broadcast", "messages"}

	modelKeys = []tomltree.Key{
		{Name: "title", Meaning: "what the program is"},
		{Name: "source", Meaning: "where the rates are from, in words"},
		{Name: "machine", Meaning: "the machine that the rates are from: its name or the path of its file; predicted for where no other is asked for"},
		{Name: "variant", Meaning: "the variant that is predicted where none is asked for, and that an editor shows; the first when left out"},
		{Name: "steps", Meaning: "how often all phases are repeated; a number or a formula, 1 when left out"},
		{Name: "total", Meaning: "how the phases add up. `phases`: the largest time of any processor in each phase, summed. `processors`: the sum of the phases of each processor, of which the largest", Values: totals},
		{Name: "protocol", Meaning: "how messages are passed. `buffered`: they are copied into and out of buffers (T2, T5). `synchronous`: they are not. It makes a difference on machines that give T1 to T5 apart", Values: protocols},
		{Name: "calibration", Meaning: "the meshes whose runs gave the rates, `PX*PY = 8`; the simplified models take theirs from there"},
		{Name: "variants", Meaning: "the algorithms to choose from, each `NAME = \"title\"`", Table: true},
		{Name: "parameters", Meaning: "values that a user sets, each `NAME = number` or `NAME = { value = number, meaning = \"...\" }`; one with a decimal point need not be whole", Table: true},
		{Name: "case", Meaning: "parameters that belong together, such as a problem size: `[case.NAME]`", Table: true},
		{Name: "mesh", Meaning: "the coordinates of a processor, from 0, each `name = \"PARAMETER\"`; the product of these parameters is the number of processors", Table: true},
		{Name: "derived", Meaning: "values that follow, in order, each `NAME = \"formula\"` or `NAME = { VARIANT = \"formula\", other = \"formula\" }`", Table: true},
		{Name: "phase", Meaning: "the phases, in order", Table: true, Many: true},
		{Name: "rates", Meaning: "rates of the phases on other machines: `[rates.MACHINE]`, each `\"PHASE\" = rate`", Table: true},
	}
	variantsKey = []tomltree.Key{{Name: "NAME", Meaning: "an algorithm, with a title", Any: true}}
	caseKeys    = []tomltree.Key{{Name: "NAME", Meaning: "a case, which sets parameters", Table: true, Any: true}}
	settingKeys = []tomltree.Key{{Name: "NAME", Meaning: "a parameter, with its value in this case", Any: true}}
	meshKeys    = []tomltree.Key{{Name: "NAME", Meaning: "a coordinate of a processor, with the parameter that says how many there are", Any: true}}
	paramKeys   = []tomltree.Key{{Name: "NAME", Meaning: "a parameter, with its value", Any: true}}
	oneParam    = []tomltree.Key{{Name: "value", Meaning: "what it is when nobody sets it", Required: true}, {Name: "meaning", Meaning: "what it stands for, in words"}}
	derivedKeys = []tomltree.Key{{Name: "NAME", Meaning: "a derived value, with its formula", Any: true}}
	byVariant   = []tomltree.Key{{Name: "other", Meaning: "the formula for the variants that are not named"}, {Name: "NAME", Meaning: "the formula for a variant", Any: true}}
	machineRate = []tomltree.Key{{Name: "NAME", Meaning: "a machine, by its name", Table: true, Any: true}}
	rateKeys    = []tomltree.Key{{Name: "NAME", Meaning: "a phase, with its rate or rates per second", Any: true}}

	phaseKeys = []tomltree.Key{
		{Name: "name", Meaning: "name, one for each phase of a variant", Required: true},
		{Name: "title", Meaning: "what the phase does"},
		{Name: "part", Meaning: "the part of the program that it belongs to"},
		{Name: "kind", Meaning: "what its work are: operations, bytes copied, or messages", Values: kinds},
		{Name: "variants", Meaning: "the variants that have the phase; all when left out"},
		{Name: "when", Meaning: "the phase is done where this holds: `PX > 1`"},
		{Name: "work", Meaning: "operations or bytes of the processor with the most of them. With two rates it is linear in `a` and `b`, which stand for the seconds of one operation at either: `32*n*(a + b*m)`"},
		{Name: "rate_per_s", Unit: "operations or bytes per second", Meaning: "sustained rate; `[1/a, 1/b]` where the work speaks of `a` and `b`"},
		{Name: "operation", Meaning: "of the communication library, among Q processors. `transpose` and `ring`: Q-1 messages. `exchange`: log2 Q, rounded up. `broadcast`: likewise, of one message to all. `messages`: as many as `messages` says", Values: operations},
		{Name: "among", Meaning: "how many processors take part, Q"},
		{Name: "bytes", Unit: "bytes", Meaning: "length of one message; in an `exchange` it may speak of `step`, which counts from 1"},
		{Name: "messages", Meaning: "of `messages`: how many"},
		{Name: "times", Meaning: "how often the operation is done; 1 when left out"},
		{Name: "source", Meaning: "where the rate is from, in words"},
	}
)

// Keys returns the keys that a table of a phase model knows, in the order in
// which they are documented; the path gives the tables from the root. It is nil
// for a table that the format does not know.
func Keys(path []string) []tomltree.Key {
	if len(path) == 0 {
		return modelKeys
	}
	levels := map[string][][]tomltree.Key{
		"variants":   {variantsKey},
		"parameters": {paramKeys, oneParam},
		"case":       {caseKeys, settingKeys},
		"mesh":       {meshKeys},
		"derived":    {derivedKeys, byVariant},
		"phase":      {phaseKeys},
		"rates":      {machineRate, rateKeys},
	}[path[0]]
	if len(path) > len(levels) {
		return nil
	}
	return levels[len(path)-1]
}

// Describes reports whether a TOML document is a phase model, complete or not:
// it has a [[phase]] or the head of one.
func Describes(text string) bool {
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if slices.Contains([]string{"[[phase]]", "[[phase", "[derived]"}, strings.TrimSpace(line)) {
			return true
		}
	}
	return false
}
