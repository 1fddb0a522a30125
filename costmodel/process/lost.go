package process

import (
	"cmp"
	"errors"
	"slices"
)

// A program is not lost for one of its terms: what has no time counts nothing, the
// result says so, and its times are at least what is shown.

// losses are the terms without a time, the first error of each span.
type losses []*Error

// lose notes a term that has no time. Other errors it returns.
func (l *losses) lose(err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	if !slices.ContainsFunc(*l, func(x *Error) bool { return x.Span == e.Span }) {
		*l = append(*l, e)
	}
	return nil
}

// inOrder is the losses by span.
func (l losses) inOrder() []*Error {
	all := slices.Clone(l)
	slices.SortFunc(all, func(x, y *Error) int {
		return cmp.Or(cmp.Compare(x.Span.Start, y.Span.Start), cmp.Compare(x.Span.End, y.Span.End))
	})
	return all
}

// alone is what a processor does itself in a term in which processors cannot wait
// for each other.
func (c *compiler) alone(t Term) Term {
	switch t := t.(type) {
	case Series:
		var all Series
		for _, s := range t {
			all = append(all, c.alone(s))
		}
		return all
	case *Loop:
		inner := *t
		inner.Body = c.alone(t.Body)
		return &inner
	case *If:
		inner := &If{Span: t.Span}
		for _, b := range t.Branches {
			inner.Branches = append(inner.Branches, Weighted{b.Cond, b.Weight, c.alone(b.Body)})
		}
		return inner
	case *Exchange:
		var all Series
		for _, l := range t.Cost {
			all = append(all, l)
		}
		return all
	case *Sweep:
		one := c.arena.Int(1)
		strips := &Loop{Span: t.Span, Index: cmp.Or(t.Index, "#strip"), Lo: one, Hi: cmp.Or(t.Strips, one), Body: c.alone(t.Body)}
		return strips
	case *Mark:
		return Series{}
	}
	return t
}
