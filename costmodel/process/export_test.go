package process

// Random returns a program of a seed on a grid of one or two dimensions, with
// values of its symbols: what tests outside the package see of the generator.
func Random(seed uint64) (*SPMD, map[string]float64) {
	g := newGenerator(seed, 1+int(seed%2))
	g.posts = seed%4 == 3
	return g.spmd(3), randomEnv(g)
}
