package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// shadows says how wide the shadows of the arrays that REFLECTs name are up to
// date at a place of an Explicit unit: as far as REFLECTs went since the array
// was last assigned.
type shadows map[*program.Symbol][]program.Width

// freshness follows the shadows through the statements of a unit and keeps
// those before each assignment, call and condition. What one of several ways
// leaves up to date counts as such: only what is stale on all of them is an
// error for sure.
type freshness struct {
	b       *comm.Builder
	arrays  shadows // that REFLECTs name
	at      map[any]shadows
	effects map[*program.Do]effect // of the bodies
}

// effect is what statements do to shadows: some of what there was is kept, and
// REFLECTs that no assignment follows make some up to date.
type effect struct {
	kept  map[*program.Symbol]bool
	fresh shadows
}

func followShadows(u *program.Unit, b *comm.Builder, arrays shadows) map[any]shadows {
	f := &freshness{b, arrays, map[any]shadows{}, map[*program.Do]effect{}}
	f.block(u.Body, shadows{})
	return f.at
}

func (f *freshness) block(stmts []program.Stmt, s shadows) shadows {
	for _, st := range stmts {
		f.at[st] = s
		switch st := st.(type) {
		case *program.Do:
			f.loop(st, s)
		case *program.If:
			for _, br := range st.Branches {
				f.at[br.Cond] = s
				f.block(br.Body, s)
			}
			f.block(st.Else, s)
		case *program.Forall, *program.Where:
			f.note(st, s)
		}
		s = f.of(st).on(s)
	}
	return s
}

// loop: the iterations of an INDEPENDENT loop find what was there before it, as
// none reads what another one assigns. Any other also begins as the one before
// it ended.
func (f *freshness) loop(l *program.Do, s shadows) {
	if l.Independent != nil {
		f.note(l, s)
		return
	}
	s = f.of(l).on(s).meet(s)
	if l.Cond != nil {
		f.at[l.Cond] = s
	}
	f.block(l.Body, s)
}

// note keeps the shadows for all statements inside one.
func (f *freshness) note(of program.Stmt, s shadows) {
	program.Statements(slices.Concat(slices.Collect(program.Blocks(of))...), func(inner program.Stmt) bool {
		f.at[inner] = s
		if x, ok := inner.(*program.If); ok {
			for _, br := range x.Branches {
				f.at[br.Cond] = s
			}
		}
		return true
	})
}

// of returns the effect of a statement; loops are taken to have iterations.
func (f *freshness) of(st program.Stmt) effect {
	switch st := st.(type) {
	case *program.Do:
		e, known := f.effects[st]
		if !known {
			e = f.sequence(st.Body)
			f.effects[st] = e
		}
		return e
	case *program.If:
		e := f.sequence(st.Else)
		for _, br := range st.Branches {
			e = e.or(f.sequence(br.Body))
		}
		return e
	}
	return f.single(st)
}

func (f *freshness) sequence(stmts []program.Stmt) effect {
	all := f.nothing()
	for _, st := range stmts {
		next := f.of(st)
		all.fresh = next.on(all.fresh)
		for v := range all.kept {
			all.kept[v] = all.kept[v] && next.kept[v]
		}
	}
	return all
}

func (f *freshness) nothing() effect {
	e := effect{map[*program.Symbol]bool{}, shadows{}}
	for v := range f.arrays {
		e.kept[v] = true
	}
	return e
}

func (f *freshness) single(st program.Stmt) effect {
	e := f.nothing()
	if x, ok := st.(*program.Explicit); ok {
		for i, v := range x.Variables {
			if x.Kind == program.Reflect {
				e.fresh[v] = x.Widths[i]
			} else {
				e.kept[v] = false
			}
		}
		return e
	}
	stores := f.b.StoresOf([]program.Stmt{st})
	for v := range e.kept {
		e.kept[v] = !stores.Has(v) && !stores.Remaps(v)
	}
	return e
}

// on returns the shadows after the effect.
func (e effect) on(s shadows) shadows {
	out := shadows{}
	for v, kept := range e.kept {
		w := e.fresh[v]
		if before := s[v]; kept && before != nil {
			w = wider(before, w)
		}
		if w != nil {
			out[v] = w
		}
	}
	return out
}

// or is the effect of one or the other.
func (e effect) or(x effect) effect {
	out := effect{map[*program.Symbol]bool{}, shadows{}}
	for v := range e.kept {
		out.kept[v] = e.kept[v] || x.kept[v]
		if w := wider(e.fresh[v], x.fresh[v]); w != nil {
			out.fresh[v] = w
		}
	}
	return out
}

// meet keeps what holds in both.
func (s shadows) meet(t shadows) shadows {
	out := shadows{}
	for v, x := range s {
		if y := t[v]; y != nil {
			out[v] = narrower(x, y)
		}
	}
	return out
}

func narrower(x, y []program.Width) []program.Width {
	out := slices.Clone(x)
	for d := range out {
		out[d] = program.Width{Low: min(x[d].Low, y[d].Low), High: min(x[d].High, y[d].High)}
	}
	return out
}
