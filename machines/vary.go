package machines

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Change is one experiment with a machine (paper 003, sections 2 and 5.2.2): the
// effect of what is varied is modelled as its effect on the numbers that the parts of
// the machine export.
type Change struct {
	Name     string // one of Variable, or the path of a number
	Value    float64
	Relative bool // Value is a factor on what the machine has
}

func (c Change) String() string {
	if c.Relative {
		return fmt.Sprintf("%s=%vx", c.Name, c.Value)
	}
	return fmt.Sprintf("%s=%v", c.Name, c.Value)
}

// variable is something that can be varied: the numbers that it acts on, by path, and
// the factor on them for a factor on it.
type variable struct {
	meaning string
	on      func(path string) bool
	factor  func(float64) float64
	is      func(*Machine) float64 // what the machine has; nil: it is varied by factors only
	load    bool                   // it is a share of something that is taken away, 0 to below 1
}

func inverse(x float64) float64   { return 1 / x }
func itself(x float64) float64    { return x }
func remaining(x float64) float64 { return 1 / (1 - x) }

func below(part string, suffixes ...string) func(string) bool {
	return func(path string) bool {
		return strings.HasPrefix(path, part+".") && slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(path, s) })
	}
}

func either(all ...func(string) bool) func(string) bool {
	return func(path string) bool {
		return slices.ContainsFunc(all, func(is func(string) bool) bool { return is(path) })
	}
}

func numberOf(path string) func(*Machine) float64 {
	return func(m *Machine) float64 {
		n, _ := m.Number(path)
		return n.Value
	}
}

var variables = map[string]variable{
	"processor": {"speed of a processor", either(below("processing", "_s"), below("library", "_s")), inverse, nil, false},
	"cache":     {"bytes of cache", below("memory", ".cache_bytes"), itself, numberOf("memory.cache_bytes"), false},
	"memory":    {"bytes of memory of a processor", below("memory", ".memory_bytes"), itself, numberOf("memory.memory_bytes"), false},
	"latency": {"seconds until a message has begun", either(below("communication", "startup_s", "per_hop_s"), below("communication", ".synchronization_s")), itself,
		numberOf("communication.segments.1.startup_s"), false},
	"bandwidth": {"bytes a second of a link", below("communication", ".per_byte_s"), inverse, func(m *Machine) float64 {
		all := m.Segments()
		return 1 / all[len(all)-1].PerByte.Value
	}, false},
	"network_load": {"share of the links' bandwidth that others take", below("communication", ".per_byte_s"), remaining, nil, true},
	"load":         {"share of the processors' time that others take", either(below("processing", "_s"), below("memory", "_s"), below("library", "_s")), remaining, nil, true},
}

// Variable lists what can be varied besides numbers by their path.
func Variable() []string { return slices.Sorted(maps.Keys(variables)) }

// Meaning says what a name of Variable stands for, with its unit.
func Meaning(name string) string { return variables[name].meaning }

// Variation is something of a machine that can be varied.
type Variation struct {
	Name, Meaning string
	Share         bool    // it is a share from 0 to below 1 that others take; else a factor
	Has           float64 // what the machine has, in the unit of the meaning; 0 where it is not one number
}

// Variations lists what of the machine can be varied besides numbers by their path; a
// machine of measured array operations has nothing.
func (m *Machine) Variations() []Variation {
	var out []Variation
	if m.Compute == nil || m.Array != nil {
		return nil
	}
	for _, name := range Variable() {
		v := variables[name]
		x := Variation{Name: name, Meaning: v.meaning, Share: v.load}
		if v.is != nil {
			x.Has = v.is(m)
		}
		out = append(out, x)
	}
	return out
}

// Varied tells whether a name is one of Variable or the path of a number of the
// machine.
func (m *Machine) Varied(name string) bool {
	_, known := variables[name]
	_, number := m.Number(name)
	return known || number
}

// Changed returns the machine with the changes made, one after the other. The error
// says which change it cannot have.
func (m *Machine) Changed(changes []Change) (*Machine, error) {
	if len(changes) > 0 && (m.Compute == nil || m.Array != nil) {
		return nil, fmt.Errorf("machine %s has measured array operations only; none of its numbers can be varied", m.Name)
	}
	for _, c := range changes {
		on, change, err := m.change(c)
		if err != nil {
			return nil, err
		}
		m = m.with(on, change)
	}
	return m, nil
}

// Check says what is wrong with a change, if it is the only one.
func (m *Machine) Check(c Change) error {
	if m.Compute == nil || m.Array != nil {
		_, err := m.Changed([]Change{c})
		return err
	}
	_, _, err := m.change(c)
	return err
}

// change returns the numbers that a change acts on, and what it makes of one.
func (m *Machine) change(c Change) (func(string) bool, func(float64) float64, error) {
	if math.IsNaN(c.Value) || math.IsInf(c.Value, 0) || c.Value < 0 {
		return nil, nil, fmt.Errorf("%v: it is no number from 0 up", c)
	}
	v, known := variables[c.Name]
	if !known {
		if _, number := m.Number(c.Name); !number {
			return nil, nil, fmt.Errorf("machine %s has no %s; what can be varied is %s, and its numbers by their paths (parlens machines show %s)",
				m.Name, c.Name, strings.Join(Variable(), ", "), m.Name)
		}
		return func(path string) bool { return path == c.Name }, func(x float64) float64 {
			if c.Relative {
				return x * c.Value
			}
			return c.Value
		}, nil
	}
	by := c.Value
	switch {
	case v.load && (c.Relative || c.Value >= 1):
		return nil, nil, fmt.Errorf("%v: a load is a share from 0 to below 1", c)
	case !v.load && !c.Relative && v.is == nil:
		return nil, nil, fmt.Errorf("%v: it is varied by a factor on what the machine has, like %s=2x", c, c.Name)
	case !v.load && !c.Relative:
		by = c.Value / v.is(m)
	}
	if f := v.factor(by); math.IsInf(f, 0) || math.IsNaN(f) {
		return nil, nil, fmt.Errorf("%v: machine %s cannot have that", c, m.Name)
	}
	return v.on, func(x float64) float64 { return x * v.factor(by) }, nil
}

// with returns the machine with some numbers of its compute unit changed. Collective
// operations that were measured no longer hold once a number of the network changes.
func (m *Machine) with(on func(path string) bool, change func(float64) float64) *Machine {
	out, unit := *m, *m.Compute
	out.Compute = &unit
	for kind, place := range map[string]**Component{"processing": &unit.Processing, "memory": &unit.Memory, "communication": &unit.Communication, "io": &unit.IO, "library": &unit.Library} {
		if *place != nil {
			*place = (*place).with(kind, on, change)
		}
	}
	return &out
}

func (c *Component) with(kind string, on func(string) bool, change func(float64) float64) *Component {
	out := *c
	changed := false
	number := func(key string, n Number) Number {
		if on(kind + "." + key) {
			n.Value, n.Source, changed = change(n.Value), "varied from: "+n.Source, true
		}
		return n
	}
	out.numbers = maps.Clone(c.numbers)
	for key, n := range c.numbers {
		out.numbers[key] = number(key, n)
	}
	out.Segments = slices.Clone(c.Segments)
	for i := range out.Segments {
		s, path := &out.Segments[i], fmt.Sprintf("segments.%d.", i+1)
		s.Startup, s.PerByte, s.PerHop = number(path+"startup_s", s.Startup), number(path+"per_byte_s", s.PerByte), number(path+"per_hop_s", s.PerHop)
	}
	if changed {
		out.Measured = nil
	}
	return &out
}
