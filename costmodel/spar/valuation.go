package spar

// valuation is values of the parameters, as pieces take their own out of them.
type valuation struct {
	all map[string]float64
	own map[string]ownValues // by the list of a piece's parameters

	numbers map[*preparedPiece]pieceNumbers // of pieces that have been evaluated
}

type ownValues struct {
	env map[string]float64
	key string
}

func newValuation(env map[string]float64) *valuation {
	return &valuation{env, map[string]ownValues{}, nil}
}

// of are the values of a piece's parameters.
func (v *valuation) of(p *preparedPiece) ownValues {
	if x, ok := v.own[p.list]; ok {
		return x
	}
	x := ownValues{env: make(map[string]float64, len(p.params))}
	for _, name := range p.params {
		if value, ok := v.all[name]; ok {
			x.env[name] = value
		}
	}
	x.key = envKey(x.env)
	v.own[p.list] = x
	return x
}

// traced adds the values of parameters that follow from those of others: n = m*m.
func (m *Model) traced(env map[string]float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for found := true; found; {
		found = false
		for _, n := range m.Program.Numerics {
			if _, ok := env[n.Name]; ok || !n.Parameter {
				continue
			}
			if x, ok := m.values.Default(n.Name, env); ok {
				env[n.Name], found = x, true
			}
		}
	}
}
