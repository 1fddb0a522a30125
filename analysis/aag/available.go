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
	w.without(around, stmts...)
	w.there[level] = around
}

// changeKey names statements one behind the other by the first of them.
type changeKey struct {
	first program.Stmt
	count int
}

// without drops what the statements store or remap.
func (w *walker) without(there sections, stmts ...program.Stmt) {
	if len(there) == 0 || len(stmts) == 0 {
		return
	}
	key := changeKey{stmts[0], len(stmts)}
	stores, known := w.changes[key]
	if !known {
		stores = w.b.StoresOf(stmts)
		w.changes[key] = stores
	}
	if !stores.Any() {
		return
	}
	maps.DeleteFunc(there, func(_ string, c *comm.Communication) bool { return c.ChangedBy(stores) })
}

// alreadyThere reports whether an earlier message at the same point brings what
// this one would, and notes it otherwise. Under a mask nothing is, nor where every
// message is one that the program asks for.
func (w *walker) alreadyThere(c *comm.Communication) bool {
	if c.Section == "" && c.Everywhere == "" || w.g.Unit.Explicit {
		return false
	}
	within := true // the branches of all conditions around: see branch
	for _, x := range w.conditions {
		if x.tested != 0 {
			return false
		}
		within = within && c.Level >= x.depth
	}
	for _, section := range []string{c.Section, c.Everywhere} {
		if by := w.there[c.Level][section]; by != nil {
			w.g.Kept = append(w.g.Kept, Kept{c, by, w.part})
			return true
		}
	}
	if within && c.Section != "" {
		w.there[c.Level][c.Section] = c
	}
	return false
}

// branch builds what happens under a condition: it finds what has come before,
// and what it fetches itself nobody else may rely on.
func (w *walker) branch(build func() []*AAU) []*AAU {
	level := len(w.loops)
	before := w.there[level]
	w.there[level] = maps.Clone(before)
	out := build()
	w.there[level] = before
	return out
}
