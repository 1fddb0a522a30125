package symbolic

import (
	"encoding/binary"
	"maps"
)

// calls are the results of building operations, by their operands: the same formulas
// are built again and again, and what the simplifications in them rest on is proven at
// length.
type calls struct {
	few  map[call]Expr
	many map[string]Expr // by operation and operands
	key  []byte
}

// Building operations that have no nodes of their own.
const (
	callSub op = iota + opOpaque + 1
	callQuo
)

// call is one call of a building operation with few operands.
type call struct {
	o        op
	operands [4]Expr
}

func newCalls() calls { return calls{few: map[call]Expr{}, many: map[string]Expr{}} }

func (c *calls) clone() calls {
	return calls{few: maps.Clone(c.few), many: maps.Clone(c.many)}
}

// remember returns the result of a call, built if it is not known. Inside of loops
// simplifications also rest on the bounds of their indices.
func (a *Arena) remember(build func() Expr, o op, operands ...Expr) Expr {
	if len(a.open) > 0 || a.eager || a.frozen {
		return build()
	}
	if len(operands) > len(call{}.operands) {
		return a.rememberMany(build, o, operands)
	}
	c := call{o: o}
	copy(c.operands[:], operands)
	e, known := a.calls.few[c]
	if !known {
		e = build()
		a.calls.few[c] = e
	}
	return e
}

func (a *Arena) rememberMany(build func() Expr, o op, operands []Expr) Expr {
	key := append(a.calls.key[:0], byte(o))
	for _, x := range operands {
		key = binary.LittleEndian.AppendUint32(key, uint32(x))
	}
	a.calls.key = key
	if e, known := a.calls.many[string(key)]; known {
		return e
	}
	own := string(key) // building asks for others
	e := build()
	a.calls.many[own] = e
	return e
}
