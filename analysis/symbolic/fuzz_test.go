package symbolic

import (
	"math/rand/v2"
	"testing"
)

// FuzzSimplify draws an expression from the fuzzer's numbers and checks it
// against its definition, its other orders of construction, and itself
// simplified twice.
func FuzzSimplify(f *testing.F) {
	for seed := range uint64(24) {
		f.Add(seed, seed*seed+1, uint8(seed))
	}
	f.Fuzz(func(t *testing.T, s1, s2 uint64, shape uint8) {
		rng := rand.New(rand.NewPCG(s1, s2))
		depth, loops := 1+int(shape%5), int(shape/5%3)
		tree := randomAST(rng, depth, []string{"N", "M", "c"}, loops)
		if shape >= 128 {
			tree = randomReal(rng, depth, []string{"N", "M", "c"}, loops)
		}
		checkTree(t, rng, tree)
	})
}
