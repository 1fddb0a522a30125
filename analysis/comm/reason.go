package comm

import (
	"fmt"
	"strings"
)

// Describe says what moves and why, without counts ("shift of A by +1 along
// dimension 1").
func (c *Communication) Describe() string {
	var s string
	if c.Passed != nil {
		return c.Passed.describe(c)
	}
	switch c.Kind {
	case Shift:
		s = "shift of " + c.name() + c.moves()
		if c.Operation == "reflect" {
			s = "update of the shadow of " + c.name()
		}
		if c.Wave != nil {
			s = "new values of " + c.name() + c.moves() + ", " + c.Wave.describe()
		}
		if c.Moves[0].Circular {
			s = "circular " + s
		}
	case Reduction:
		s = fmt.Sprintf("reduction by %s over all processors", c.Operation)
		if c.Operation == "barrier" {
			s = "all processors wait for all"
		}
		if c.Partly {
			s = fmt.Sprintf("reduction by %s along one dimension of the processors", c.Operation)
		}
	case Broadcast:
		s = "broadcast of " + c.name() + " from its owner"
	case Copy:
		s = "copy of " + c.name() + " from its owner"
	case Gather:
		s = "gather of " + c.name() + ": its whole range is needed"
	case Remap:
		s = "remap of " + c.name() + ": mapped otherwise than the left side"
		if c.Operation == "transpose" {
			s = "transpose of " + c.name() + ": another dimension is distributed on the left side"
		}
		if c.Remapped != "" {
			s = "remap of " + c.name() + " " + c.Remapped
		}
	case Irregular:
		s = "gather of " + c.name() + ": its subscript is known at run time only"
		if c.Traced {
			s = "gather of " + c.name() + ": its subscript is traced"
		}
		if c.Reading {
			s = "remap of " + c.name() + ": its elements are rearranged"
		}
	case WriteBack:
		s = "write-back of " + c.name() + " to its owners"
	}
	switch {
	case c.Bound && c.even():
		s += " (equal shares are counted)"
	case c.Bound:
		s += " (an upper bound)"
	}
	return s
}

// moves says by how much, along which dimension; a diagonal shift has several,
// an overlap area has both sides of each.
func (c *Communication) moves() string {
	var s string
	for i, m := range c.Moves {
		if i > 0 {
			s += " and"
		}
		if m.Offset != 0 && (i == 0 || c.Moves[i-1].Dim != m.Dim) {
			s += " by"
		}
		if m.Offset != 0 {
			s += fmt.Sprintf(" %+d", m.Offset)
		}
		if i+1 == len(c.Moves) || c.Moves[i+1].Dim != m.Dim {
			s += fmt.Sprintf(" along dimension %d", m.Dim+1)
		}
	}
	return s
}

func (c *Communication) name() string { return upper(c.Array.Name) }

func upper(name string) string { return strings.ToUpper(name) }

// Where says at which loop level the communication is paid, and in which part of
// loops that are peeled.
func (c *Communication) Where() string { return c.InPart(c.level()) }

// InPart puts before a text in which part of peeled loops the communication is
// paid.
func (c *Communication) InPart(text string) string {
	if text == "" || c.During == "" {
		return c.During + text
	}
	return c.During + ", " + text
}

func (c *Communication) level() string {
	switch {
	case c.Pinned != "":
		return c.Pinned
	case c.Note != "":
		return c.Note
	case c.Level < c.Depth && c.Kind == Reduction:
		return "once, after the loop"
	case c.Level < c.Depth:
		return fmt.Sprintf("hoisted out of %d loop%s", c.Depth-c.Level, plural(c.Depth-c.Level))
	}
	return ""
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func (v *Wave) describe() string {
	switch {
	case v.Along == nil:
		return "each processor after those before it"
	case v.Stages == 0:
		return fmt.Sprintf("in as many parts over %s as cost least", strings.ToUpper(v.Along.Index.Name))
	}
	return fmt.Sprintf("in parts over %s", strings.ToUpper(v.Along.Index.Name))
}
