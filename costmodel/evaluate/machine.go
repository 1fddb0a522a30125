package evaluate

import (
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

// machineOf returns the machine of the settings, with the compiler that they mean.
func machineOf(snap *workspace.Snapshot, s settings.Settings) (*machines.Machine, error) {
	m, err := loadMachine(snap, s.Machine)
	if err != nil || s.Optimize == nil {
		return m, err
	}
	key := optimizedKey{m, strings.Join(s.Optimize, ",")}
	return workspace.Get(snap.Memo(), key, func() *machines.Machine { return m.Optimized(s.Optimize) }), nil
}
