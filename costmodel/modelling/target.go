package modelling

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/costmodel/pamela"
)

// Target is what the engine knows of the machine: which operations its model
// defines, and how a compiler for it treats messages. It holds no times.
type Target struct {
	File       string          // as the model includes it
	Prefix     string          // of its operations: Gpp of Gpp_plus_op
	Defined    map[string]bool // names of its equations
	Numeric    map[string]bool // its numbers: true for a parameter
	Aggregated bool            // an independent loop sends one message per pair of processors; else one per element
	Tests      bool            // every processor tests in every iteration whether it owns the statement
	Bounds     bool            // every subscript is compared with its bounds, unless the program says otherwise
	digest     string          // of the names
	Clamp      bool            // the last processor keeps what fits no block
	Units      bool            // every method is a unit of its own: what a call executes stands at the call
}

// The switches of a machine's model, as names of numeric equations: 0 is off. A
// model without AggregatedSwitch gathers messages when it has times of blocks,
// unless it is one of paper 004.
const (
	AggregatedSwitch = "aggregated_messages"
	TestsSwitch      = "ownership_tests"
	BoundsSwitch     = "bounds_checks"
)

// reportPrefix begins the operations of the machines of paper 004, whose models
// have a message for every element.
const reportPrefix = "Gpp"

// key tells targets apart that give other models.
func (t Target) key() string {
	return fmt.Sprint(t.File, t.Prefix, t.Aggregated, t.Tests, t.Bounds, t.Clamp, t.Units, t.digest)
}

// NewTarget reads a machine's model; set gives
// values to its switches, by lower-case name.
func NewTarget(file, text string, include pamela.Include, set map[string]float64) Target {
	tree, _ := pamela.Parse(file, text, include)
	t := Target{File: file, Defined: map[string]bool{}, Numeric: map[string]bool{}}
	for _, e := range tree.Equations {
		t.Defined[e.Name] = true
		if e.Kind == pamela.Numeric && len(e.Params) == 0 {
			t.Numeric[e.Name] = e.Parameter
		}
		if prefix, ok := strings.CutSuffix(e.Name, "_plus_op"); ok && t.Prefix == "" {
			t.Prefix = prefix
		}
		on := false
		if n, ok := e.Body.(*pamela.Number); ok {
			on = n.Text != "0"
		}
		if x, ok := set[strings.ToLower(e.Name)]; ok {
			on = x != 0
		}
		switch e.Name {
		case AggregatedSwitch:
			t.Aggregated = on
		case TestsSwitch:
			t.Tests = on
		case BoundsSwitch:
			t.Bounds = on
		}
	}
	if !t.Defined[AggregatedSwitch] {
		t.Aggregated = t.Prefix != reportPrefix && t.Defined[t.Prefix+"_"+t.Prefix+"_block_move_op"] && t.Defined[t.Prefix+"_"+t.Prefix+"_block_bcast_op"]
	}
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(t.Defined)) {
		fmt.Fprintln(h, name)
	}
	t.digest = string(h.Sum(nil))
	return t
}
