package fields

import "github.com/parlens/parlens/costmodel/report"

// AbstractionUnit is what a node of a graph says besides its place.
type AbstractionUnit struct {
	Parent     *int   `json:"parent,omitempty"`          // the compound unit that it is part of; absent without one
	Branch     int    `json:"branch,omitempty,omitzero"` // of a condition that is the parent, from 1; absent elsewhere
	Label      string `json:"label"`                     // what it is about: the array, index, operation or procedure
	Statements int    `json:"statements"`                // how many it stands for: 1, at the granularity of blocks perhaps more
	Executions Number `json:"executions"`                // of the sequential program, in one call of the unit
	Own        Charge `json:"own"`                       // its own times
	Cumulative Charge `json:"cumulative"`                // the same with all units inside
}

// AbstractionUnitOf describes a node of a graph with or without an estimate.
func AbstractionUnitOf(n report.GraphNode, known bool) AbstractionUnit {
	out := AbstractionUnit{Branch: n.Branch, Label: n.Label, Statements: n.Statements, Executions: Number(n.Executions),
		Own: ChargeOf(n.Own, known), Cumulative: ChargeOf(n.Cumulative, known)}
	if !known {
		out.Executions = Unknown
	}
	if n.Parent >= 0 {
		out.Parent = &n.Parent
	}
	return out
}

// GraphEdge joins two nodes of a graph.
type GraphEdge struct {
	From  int    `json:"from"`            // `id` of a node
	To    int    `json:"to"`              // `id` of a node
	Kind  string `json:"kind"`            // `control` (on to the next unit, or to the first inside a compound one) or `communication` (from the unit that last assigns the array of a message, in a loop perhaps two, to the message, and from there to the unit that needs it; of a message that the program passes, by way of the send and the receive that belong together)
	Label string `json:"label,omitempty"` // the array of a communication; absent elsewhere
}
