package evaluate

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

type machineKey struct{ name, content string }

// loadMachine returns a shipped machine or one from a file, remembered by its
// content.
func loadMachine(snap *workspace.Snapshot, name string) (*machines.Machine, error) {
	if name == "" {
		name = settings.DefaultConfig().Machine
	}
	content, shipped := machines.Text(name)
	if !shipped {
		f, err := snap.File(name)
		if err != nil && machines.IsPath(name) {
			return nil, err
		}
		if err != nil {
			_, err = machines.Load(name, nil) // names the shipped machines
			return nil, err
		}
		content = f.Text.String()
	}
	type loaded struct {
		m   *machines.Machine
		err error
	}
	l := workspace.Get(snap.Memo(), machineKey{name, content}, func() loaded {
		m, err := machines.Load(name, func(string) ([]byte, error) { return []byte(content), nil })
		return loaded{m, err}
	})
	return l.m, l.err
}

type optimizedKey struct {
	machine *machines.Machine
	names   string
}

type changedKey struct {
	machine *machines.Machine
	changes string
}

// machineOf returns the machine of the settings, with the compiler that they mean.
func machineOf(snap *workspace.Snapshot, s settings.Settings) (*machines.Machine, error) {
	m, err := loadMachine(snap, s.Machine)
	if err == nil && s.Changes != nil {
		m, err = changed(snap, m, s.Changes)
	}
	if err != nil || s.Optimize == nil {
		return m, err
	}
	key := optimizedKey{m, strings.Join(s.Optimize, ",")}
	return workspace.Get(snap.Memo(), key, func() *machines.Machine { return m.Optimized(s.Optimize) }), nil
}

// changed returns the machine with some of its numbers varied.
func changed(snap *workspace.Snapshot, m *machines.Machine, changes []machines.Change) (*machines.Machine, error) {
	type result struct {
		m   *machines.Machine
		err error
	}
	r := workspace.Get(snap.Memo(), changedKey{m, fmt.Sprint(changes)}, func() result {
		out, err := m.Changed(changes)
		return result{out, err}
	})
	return r.m, r.err
}
