package depend

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// read collects expressions that are only read.
func (c *collector) read(es ...program.Expr) {
	if c.loop == nil {
		return
	}
	for _, e := range es {
		if e != nil {
			c.expr(e, nil, "")
		}
	}
}

// expr collects what an expression reads. self is the reference, if any, that
// an accumulation by the operator adds to.
func (c *collector) expr(e program.Expr, self *program.Ref, operator string) {
	switch e := e.(type) {
	case *program.Ref:
		if e != self {
			operator = ""
		}
		c.subscripts(e)
		if e.Sym.Rank() > 0 {
			c.access(e, false, 2*c.seq, operator)
		} else {
			c.used(e, operator)
		}
	case *program.Unary:
		c.expr(e.X, self, operator)
	case *program.Binary:
		c.expr(e.X, self, operator)
		c.expr(e.Y, self, operator)
	case *program.Call:
		if !c.harmless(e) {
			c.effect(e.At, true, "the function "+strings.ToUpper(e.Name)+" may use and change any variable")
		}
		for _, arg := range e.Args {
			c.expr(arg.Value, self, operator)
		}
	case *program.Opaque:
		if e.Values == nil && e.Runs == nil {
			c.text(e)
		}
		for _, item := range e.Items() {
			c.expr(item, self, "")
		}
	}
}

func (c *collector) subscripts(r *program.Ref) {
	for i := range r.Subs {
		c.read(r.Subs[i].Lo, r.Subs[i].Hi, r.Subs[i].Stride)
	}
}

// text looks for variables that loops around assign in an expression that is
// only known as text.
func (c *collector) text(e *program.Opaque) {
	if c.loop == nil {
		return
	}
	words := strings.FieldsFunc(strings.ToLower(e.Text), func(r rune) bool {
		return !(r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
	})
	for n, s := range c.syms {
		if c.loop.changer(int32(n)) != nil && slices.Contains(words, s.Name) {
			c.effect(e.At, false, fmt.Sprintf("%s is used in an expression that is not understood: %s", upper(s), e.Reason))
			return
		}
	}
}
