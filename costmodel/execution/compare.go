package execution

import (
	"math"
	"slices"
)

// Comparison is the techniques side by side.
type Comparison struct {
	Values     map[string]float64
	Costs      []Costs // in the order of the techniques
	Winner     Technique
	Crossovers []Crossover
}

// Crossover is where another technique begins to win when one parameter changes
// and all others stay.
type Crossover struct {
	Parameter string
	At        float64 // the first value at which it wins
	Winner    Technique
	Above     bool // it wins from there upwards, else downwards
}

// Compare evaluates techniques for the values. The winner is the fastest, the first
// among equals. A crossover is looked for at every whole number up to 10,000 and
// beyond that on a logarithmic grid, for shares at every hundredth.
func Compare(techniques []Technique, o Options, given map[string]float64) (Comparison, error) {
	c := Comparison{Values: Values(given)}
	models := make([]*Model, len(techniques))
	for i, t := range techniques {
		models[i] = New(t, o)
		costs, err := models[i].Evaluate(c.Values)
		if err != nil {
			return c, err
		}
		c.Costs = append(c.Costs, costs)
	}
	c.Winner = fastest(c.Costs)
	for _, name := range []string{"N", "P", "BB", "K", "LF"} {
		c.cross(models, name)
	}
	return c, nil
}

func fastest(all []Costs) Technique {
	best := slices.MinFunc(all, func(a, b Costs) int {
		switch {
		case a.T < b.T:
			return -1
		case a.T > b.T:
			return 1
		}
		return 0
	})
	return best.Technique
}

// winnerAt is the winner for another value of a parameter, "" where one has none.
func (c *Comparison) winnerAt(models []*Model, name string, v float64) Technique {
	values := map[string]float64{}
	for n, w := range c.Values {
		values[n] = w
	}
	values[name] = v
	costs := make([]Costs, len(models))
	for i, m := range models {
		var err error
		if costs[i], err = m.Evaluate(values); err != nil {
			return ""
		}
	}
	return fastest(costs)
}

// cross looks for the nearest crossovers of a parameter, below and above its value.
func (c *Comparison) cross(models []*Model, name string) {
	grid := c.grid(name)
	for i, v := range grid { // the nearest above
		if v <= c.Values[name] {
			continue
		}
		if w := c.winnerAt(models, name, v); w != c.Winner && w != "" {
			c.Crossovers = append(c.Crossovers, Crossover{name, grid[i], w, true})
			break
		}
	}
	for i := len(grid) - 1; i >= 0; i-- {
		if grid[i] >= c.Values[name] {
			continue
		}
		if w := c.winnerAt(models, name, grid[i]); w != c.Winner && w != "" {
			c.Crossovers = append(c.Crossovers, Crossover{name, grid[i], w, false})
			break
		}
	}
}

// grid lists the values of a parameter that are tried.
func (c *Comparison) grid(name string) []float64 {
	var grid []float64
	switch name {
	case "K":
		for i := 0; i <= 100; i++ {
			grid = append(grid, float64(i)/100)
		}
	case "LF": // between an equal share and the whole body
		for i := 100; i <= int(100*min(c.Values["P"], 100)); i++ {
			grid = append(grid, float64(i)/100)
		}
	case "P":
		for i := 1; i <= 1024; i++ {
			grid = append(grid, float64(i))
		}
	default:
		for i := 1; i <= 10_000; i++ {
			grid = append(grid, float64(i))
		}
		for v := 10_000.0; v < 1e9; {
			v = math.Ceil(v * 1.05)
			grid = append(grid, v)
		}
	}
	return grid
}
