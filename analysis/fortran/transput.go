package fortran

// DataTransfer is READ, WRITE, PRINT, and the old ACCEPT, TYPE, ENCODE and
// DECODE. Without parentheses, as in PRINT *, x, Format is all that stands in
// front of the items.
type DataTransfer struct {
	Keyword string `parser:"@( 'read' | 'write' | 'print' | 'accept' | 'type' | 'encode' | 'decode' )"`
	Control []Arg  `parser:"( '(' @@ ( ',' @@ )* ')'"`
	Format  Arg    `parser:"| @@ ) ','?"`
	Items   []Expr `parser:"( @@ ( ',' @@ )* )?"`
}

// FileControl is OPEN, CLOSE, REWIND, BACKSPACE, ENDFILE, FLUSH or WAIT. Unit
// is what stands behind the word where there are no parentheses.
type FileControl struct {
	Keyword string `parser:"@( 'open' | 'close' | 'rewind' | 'backspace' | 'endfile' | 'flush' | 'wait' | 'end' 'file' )"`
	Control []Arg  `parser:"( '(' @@ ( ',' @@ )* ')'"`
	Unit    Arg    `parser:"| @@ )?"`
}

// Inquire is INQUIRE; Items are those of INQUIRE (IOLENGTH=n) items.
type Inquire struct {
	Control []Arg  `parser:"'inquire' '(' @@ ( ',' @@ )* ')'"`
	Items   []Expr `parser:"( @@ ( ',' @@ )* )?"`
}

// dataTransferByHand parses a DataTransfer.
func dataTransferByHand(h *hand) Stmt {
	d := &DataTransfer{Keyword: h.next().Text}
	if h.accept("(") {
		d.Control = list(h, Token.beginsArg, (*climber).argument)
		h.expect(")")
	} else {
		d.Format = read(h, Token.beginsArg, (*climber).argument)
	}
	h.accept(",")
	if h.err == nil && h.look(0).beginsExpr() {
		d.Items = list(h, Token.beginsExpr, (*climber).anyExpr)
	}
	return d
}

// list parses leaves with commas between them.
func list[T Expr](h *hand, begins func(Token) bool, parse func(*climber) (T, error)) []T {
	var first [4]T // most lists are no longer
	out := first[:0]
	for {
		out = append(out, read(h, begins, parse))
		if !h.accept(",") {
			return append([]T(nil), out...)
		}
	}
}

// Unit returns the unit or the internal file of a transfer; nil where the
// statement has none, as PRINT and ACCEPT.
func (d *DataTransfer) Unit() Arg {
	switch d.Keyword {
	case "read", "write":
		return specifier(d.Control, "unit", 0)
	case "encode", "decode":
		return specifier(d.Control, "", 2)
	}
	return nil
}

// Specifier returns the value of name= in the control list, nil without one.
func (d *DataTransfer) Specifier(name string) Arg { return specifier(d.Control, name, -1) }

// specifier returns the value of name= in a list, or what stands at a position
// without a name; nil for nothing.
func specifier(control []Arg, name string, position int) Arg {
	for i, arg := range control {
		if k, ok := arg.(*Keyword); ok {
			if k.Name == name {
				return k.Value
			}
		} else if i == position {
			return arg
		}
	}
	return nil
}

// Namelist returns the place where a transfer may name a group of a NAMELIST:
// NML=, or the second position without a keyword; nil if there is none.
func (d *DataTransfer) Namelist() Arg {
	if group := d.Specifier("nml"); group != nil {
		return group
	}
	if d.Control == nil {
		return d.Format
	}
	return specifier(d.Control, "", 1)
}

// Inputs reports whether the items receive values.
func (d *DataTransfer) Inputs() bool {
	return d.Keyword == "read" || d.Keyword == "accept" || d.Keyword == "decode"
}
