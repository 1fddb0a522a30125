package aag

import (
	"maps"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// sections are what has been fetched and not been stored since, by
// comm.Communication.Section.
type sections map[string]*comm.Communication

// begin starts a block: all is there that was there around it, except for what
// its statements store, since they may run again.
func (w *walker) begin(level int, stmts []program.Stmt) {
	for len(w.there) <= level {
		w.there = append(w.there, nil)
	}
	if !w.b.Scheme.Reuse {
		return
	}
	around := sections{}
	if level > 0 {
		around = maps.Clone(w.there[level-1])
	}
	around.without(w.b, stmts...)
	w.there[level] = around
}

// without drops what the statements store or remap.
func (s sections) without(b *comm.Builder, stmts ...program.Stmt) {
	if len(s) == 0 {
		return
	}
	stores := b.StoresOf(stmts)
	maps.DeleteFunc(s, func(_ string, c *comm.Communication) bool { return c.ChangedBy(stores) })
}

// alreadyThere reports whether an earlier message at the same point brings what
// this one would, and notes it otherwise. Under a condition nothing is, nor
// where every message is one that the program asks for.
func (w *walker) alreadyThere(c *comm.Communication) bool {
	if c.Section == "" || len(w.conditions) > 0 || w.g.Unit.Explicit {
		return false
	}
	if by := w.there[c.Level][c.Section]; by != nil {
		w.g.Kept = append(w.g.Kept, Kept{c, by})
		return true
	}
	w.there[c.Level][c.Section] = c
	return false
}
