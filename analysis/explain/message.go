package explain

import "fmt"

// Communication says what has to move.
type Communication struct {
	Line       int    // of the statement that needs it
	Kind       string // "shift", "broadcast", ...
	Array      string
	Text       string  // "shift of A by +1 along dimension 1"
	PlaceLine  int     // of the loop or statement before which it stands
	After      bool    // it stands after that
	Hoisted    bool    // PlaceLine is that of a loop which it has left
	Reason     string  // why it stands there
	Level      int     // DO loops around it
	Depth      int     // DO loops around the reference
	Bytes      int     // of one element
	Bound      bool    // volumes are upper bounds
	Executions float64 // on the processor that comes here most often
	Elements   string  // received by one processor in one execution, as a formula
	Messages   string
	Received   []Received // by classes of processors, in all executions
	Total      Volume     // received by all processors in all executions

	At        []Value   // indices of the loops around for which the pairs hold
	Varying   []Varying // what is sent in iterations in which scalars have other values
	Pairs     []Pair    // of one execution, where there are few
	Groups    []Group   // classes of pairs, where there are many
	Number    int       // of pairs
	Unlisted  string    // why there are no pairs
	Combining []int     // of a reduction: extents of the arrangement over which parts are combined
	Stages    float64   // of a reduction or broadcast
	Values    float64   // of a reduction: combined in each stage, Bytes each
}

// Varying is what is sent in one iteration.
type Varying struct {
	At       []Value
	Sections []string // "A(50,2)"
}

// Place says where the communication stands: "before the loop on line 12".
func (c Communication) Place() string {
	side, what := "before", "the statement"
	if c.After {
		side = "after"
	}
	if c.Hoisted {
		what = fmt.Sprintf("the loop on line %d", c.PlaceLine)
	}
	return side + " " + what
}

// Volume is an amount of communication.
type Volume struct{ Messages, Elements, Bytes float64 }

// Received is what every processor of a class receives.
type Received struct {
	Class
	Volume
}

// Pair is a message: From sends To the sections.
type Pair struct {
	From, To []int
	Sections []string
	Elements int64
}

// Group is a class of pairs: those in which the sender lies equally far from the
// receiver and sends as much.
type Group struct {
	Offset   []int // sender less receiver, per dimension of the arrangement
	Pairs    int
	Elements int64
	Example  Pair
}
