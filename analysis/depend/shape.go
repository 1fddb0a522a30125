package depend

import "encoding/binary"

// A shape is a number for all that matters when a loop, a guard or a reference
// is compared with others. Loops side by side are often alike: their references
// are compared once.

// shape returns the number of the key that is under construction.
func (c *collector) shape() int32 {
	return c.answers.number(c.key)
}

func (c *collector) begin(kind byte, numbers ...int64) {
	c.key = append(c.key[:0], kind)
	for _, n := range numbers {
		c.key = binary.AppendVarint(c.key, n)
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (c *collector) shapeOfLoop(l *loop) int32 {
	outer := int32(0)
	if l.parent != nil {
		outer = l.parent.shape
	}
	c.begin('L', int64(outer), l.trip, truth(l.random), truth(l.simple))
	for _, f := range l.bounds {
		c.key = c.appendForm(c.key, f)
	}
	return c.shape()
}

func (c *collector) shapeOfGuard(g *guard) int32 {
	c.begin('G', int64(g.up.number()), truth(g.exact))
	for _, f := range g.forms {
		c.key = c.appendForm(c.key, f)
	}
	return c.shape()
}

// number is the guard's shape, 0 for none.
func (g *guard) number() int32 {
	if g == nil {
		return 0
	}
	return g.shape
}

func (c *collector) shapeOf(k *class) int32 {
	c.begin('R', int64(c.named[c.id(k.sym)]), int64(k.loop.shape), int64(k.guard.number()), truth(k.write), truth(k.sure), int64(len(k.dims)))
	c.key = append(append(c.key, k.operator...), ';')
	for _, d := range k.dims {
		c.key = append(append(c.key, d.text...), ';')
		c.key = c.appendForm(c.key, d.form)
	}
	for _, f := range k.limits {
		c.key = c.appendForm(c.key, f)
	}
	return c.shape()
}

func (a *analysis) appendForm(b []byte, f form) []byte {
	b = binary.AppendVarint(b, f.c)
	b = binary.AppendVarint(b, int64(len(f.t)))
	for _, t := range f.t {
		b = binary.AppendVarint(b, int64(a.vars[t.v].lasting))
		b = binary.AppendVarint(b, t.k)
	}
	return b
}
