package execution

// Body is what the sequential models know of a loop's body: how many operations
// each functional unit has, what a dependent one takes, and the operations of the
// longest chain of dependent ones.
type Body struct {
	Adds, Multiplies, Others int
	Chain                    int
	Latency                  float64 // of an operation whose result the next one needs
	Issue                    float64 // of an operation behind one that it does not need
}

// Bounds are the costs of a body by the three sequential models (section 4): no
// operation beside another; as much at once as the dependences allow; and that with
// software pipelining, where only the busiest unit counts.
type Bounds struct{ Upper, Lower, Software float64 }

// Sequential bounds the cost of one iteration.
func Sequential(b Body) Bounds {
	all := b.Adds + b.Multiplies + b.Others
	busiest := float64(max(b.Adds, b.Multiplies, b.Others)) * b.Issue
	return Bounds{
		Upper:    float64(all) * b.Latency,
		Lower:    max(float64(b.Chain)*b.Latency, busiest),
		Software: busiest,
	}
}

// Bounded is the time of a technique between the bounds of the sequential models.
type Bounded struct {
	Technique              Technique
	Upper, Lower, Software Costs
}

// BoundAll carries the bounds on the body to bounds on the times of techniques.
func BoundAll(techniques []Technique, o Options, b Bounds, values map[string]float64) ([]Bounded, error) {
	var out []Bounded
	for _, t := range techniques {
		x := Bounded{Technique: t}
		var err error
		if x.Upper, x.Lower, x.Software, err = New(t, o).Between(b, Values(values)); err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

// Between carries bounds on the body to bounds on the time of a technique: T grows
// with BB.
func (m *Model) Between(b Bounds, values map[string]float64) (upper, lower, software Costs, err error) {
	at := func(bb float64) Costs {
		with := map[string]float64{}
		for n, v := range values {
			with[n] = v
		}
		with["BB"] = bb
		c, wrong := m.Evaluate(with)
		if wrong != nil {
			err = wrong
		}
		return c
	}
	return at(b.Upper), at(b.Lower), at(b.Software), err
}
