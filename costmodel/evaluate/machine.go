package evaluate

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// paperMachine is the machine of paper 003, which settings mean that name none; what a
// user gets who names none is settings.OwnMachine.
const paperMachine = "ipsc860"

type machineKey struct{ name, content string }

// Machine returns a shipped machine or one from a file of the workspace, remembered by its
// content.
func Machine(snap *workspace.Snapshot, name string) (*machines.Machine, error) {
	if name == "" {
		name = paperMachine
	}
	content, shipped := machines.Text(name)
	if !shipped {
		f, err := snap.File(name)
		if err != nil && machines.IsPath(name) {
			return nil, fmt.Errorf("machine file: %w", err)
		}
		if err != nil {
			_, err = machines.Load(name, nil) // names the shipped machines
			return nil, err
		}
		content = f.Text.String()
	}
	l := memo.Get(snap.Memo(), machineKey{name, content}, machineKey.load)
	return l.m, l.err
}

// loaded is a machine, or why there is none.
type loaded struct {
	m   *machines.Machine
	err error
}

func (k machineKey) load() loaded {
	m, err := machines.Load(k.name, func(string) ([]byte, error) { return []byte(k.content), nil })
	return loaded{m, err}
}

type optimizedKey struct {
	machine *machines.Machine
	names   string // with commas between them
}

func (k optimizedKey) optimize() *machines.Machine {
	return k.machine.Optimized(strings.FieldsFunc(k.names, func(c rune) bool { return c == ',' }))
}

type changedKey struct {
	machine          *machines.Machine
	changes, shaping string // shaping makes the machine that stands for its shape, "" for that one itself
}

// variation is changes of a machine, and the machine that stands for the shape of what
// they make; nil: that does itself.
type variation struct {
	changes []machines.Change
	shape   *machines.Machine
}

func (k changedKey) change(v variation) loaded {
	m, err := k.machine.Changed(v.changes)
	if err == nil && v.shape != nil {
		m = m.As(v.shape)
	}
	return loaded{m, err}
}

// machineOf returns the machine of the settings, with the compiler that they mean.
func machineOf(snap *workspace.Snapshot, s settings.Settings) (*machines.Machine, error) {
	m, err := Machine(snap, s.Machine)
	if err == nil && s.Optimize != nil {
		key := optimizedKey{m, strings.Join(s.Optimize, ",")}
		m = memo.Get(snap.Memo(), key, optimizedKey.optimize)
	}
	if err != nil || s.Changes == nil {
		return m, err
	}
	shaping := m.Shaping(s.Changes, s.Totals)
	shape := changed(snap, m, "", variation{changes: shaping})
	r := changed(snap, m, fmt.Sprint(shaping), variation{s.Changes, shape.m})
	return r.m, r.err
}

// changed returns the machine with some of its numbers varied.
func changed(snap *workspace.Snapshot, m *machines.Machine, shaping string, v variation) loaded {
	return memo.GetFrom(snap.Memo(), changedKey{m, fmt.Sprint(v.changes), shaping}, v, changedKey.change)
}
