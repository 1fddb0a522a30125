package symbolic
import ("testing";"fmt";"time";"math/rand/v2")
func TestDbg(t *testing.T){
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 2000 {
		tree := randomAST(rng, 2+n%4, []string{"N", "M", "c"}, 2)
		if n%3 == 0 {
			tree = randomReal(rng, 2+n/3%4, []string{"N", "M", "c"}, 2)
		}
	a := bruteArena()
	 t0:=time.Now()
	 e := tree.build(a, nil)
	 t1:=time.Now()
	 s:=a.Simplify(e)
	 if time.Since(t0)>100*time.Millisecond { fmt.Println(n,t1.Sub(t0),time.Since(t1),a.Len(),a.Size(e),a.Size(s),a.effort,tree)}
	}
}
