package report

// Graph is the application abstraction graph of a unit (paper 003, section 2.2)
// with what each of its units costs, and in its synchronized form: with the
// edges that communication adds.
type Graph struct {
	Unit       string
	Kind       string // "program", "subroutine", ...
	Call       string // as that of Profile
	Line, End  int
	NoEstimate string // why the nodes have no costs; "" when they have
	Nodes      []GraphNode
	Edges      []GraphEdge
}

// GraphNode is an application abstraction unit.
type GraphNode struct {
	ID     int    // its place in the graph's list
	Kind   string // its class in table 1 of paper 003: "Seq", "IterD", ...; Void for a statement without an estimate
	Line   int    // of the source
	Parent int    // the compound unit that it is part of, -1 without one
	Branch int    // of a condition that is the parent, from 1; else 0
	Label  string

	Statements int // units of the analysis that it stands for: 1, or more in a cluster

	Executions float64 // of the sequential program in one call of the unit
	Own        Charge  // of the reference processor in one call of the unit
	Cumulative Charge  // with all units inside
}

// GraphEdge leads from one node to another. Control edges go on to the next
// unit or, from a compound one, to the first inside; communication edges, those
// of the synchronized form, go from the unit that last assigns the array of a
// message to the message, and from there to the unit that needs it.
type GraphEdge struct {
	From, To int
	Kind     string // "control" or "communication"
	Label    string // the array of a communication
}
