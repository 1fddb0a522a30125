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
