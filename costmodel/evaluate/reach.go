package evaluate

import (
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// How far an evaluation goes from a unit, along its calls: while somebody types, no
// farther than he waits for. What is left out depends on the texts and the settings
// only; what has been evaluated before decides which settings an answer has that is
// wanted soon.

// extent is the number of lines of a procedure and of all that it calls, each counted
// once, or some number above limit.
func (p *procedure) extent(limit int) int {
	seen, lines := map[*procedure]bool{}, 0
	var walk func(*procedure)
	walk = func(p *procedure) {
		if seen[p] || lines > limit {
			return
		}
		seen[p] = true
		lines += p.lines
		for _, called := range p.calls {
			walk(called)
		}
	}
	walk(p)
	return lines
}

// exceeds reports whether a procedure has more below it than a reach allows.
func (p *procedure) exceeds(reach int) bool { return reach > 0 && p.extent(reach) > reach }

// settings returns those under which a procedure is evaluated now: the whole answer is
// given where it has nothing more, or an earlier version has one, with its models where
// they are to be kept.
func (p *procedure) settings(known *memo.Table, m *machines.Machine, s settings.Settings, keep bool) settings.Settings {
	whole, first := s.Whole(), s.First()
	if !s.Soon || !p.exceeds(first.Reach) || known.Holds(p.numbersSlot(whole, m, true)) || !keep && known.Holds(p.numbersSlot(whole, m, false)) {
		return whole
	}
	return first
}

// cut reports whether a whole answer has more than the one that is given now.
func (p *procedure) cut(known *memo.Table, m *machines.Machine, s settings.Settings, keep bool) bool {
	now := p.settings(known, m, s, keep)
	return now.Reach != s.Reach && p.exceeds(now.Reach)
}

// limit is how many lines each of the procedures may have, with what they call, that
// the evaluated unit calls at so many places; 0: any number.
func (l *linker) limit(p *procedure, sites int) int {
	if p != l.root || sites == 0 || !p.exceeds(l.s.Reach) {
		return 0
	}
	return max(1, l.s.Reach/sites)
}

// tooFar stands for a procedure that is not evaluated.
func (p *procedure) tooFar(limit int) *linked {
	return &linked{model: &model{unit: p.unit, text: p.text()}, beyond: limit}
}
