package phases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/machines"
)

// Over names the meshes to compare: parameters whose product is one of some
// numbers of processors.
type Over struct {
	Names    []string
	Products []int
}

// maxMeshes bounds how many meshes are compared.
const maxMeshes = 4096

// ParseOver reads "PX*PY = 64", or several products: "PX*PY = 8, 64, 128".
func (m *Model) ParseOver(text string) (Over, error) {
	wrong := fmt.Errorf("%q: meshes are written like PX*PY = 64, or PX*PY = 8, 64", text)
	left, right, found := strings.Cut(text, "=")
	if !found {
		return Over{}, wrong
	}
	var o Over
	for _, name := range strings.Split(left, "*") {
		name = strings.TrimSpace(name)
		p := m.Parameter(name)
		switch {
		case p == nil:
			return Over{}, fmt.Errorf("there is no parameter %s%s", name, meant(name, m.parameterNames()))
		case p.Real:
			return Over{}, fmt.Errorf("parameter %s need not be whole, so that its values cannot be listed", name)
		case slices.Contains(o.Names, name):
			return Over{}, wrong
		}
		o.Names = append(o.Names, name)
	}
	for _, product := range strings.Split(right, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(product))
		if err != nil || n < 1 || n > 1<<24 {
			return Over{}, wrong
		}
		o.Products = append(o.Products, n)
	}
	return o, nil
}

// Meshes lists the factors of a product, the first of them descending: 8x1, 4x2,
// 2x4, 1x8.
func (o Over) Meshes(product int) [][]int {
	return factors(product, len(o.Names))
}

func factors(product, n int) [][]int {
	if n == 1 {
		return [][]int{{product}}
	}
	var all [][]int
	for first := product; first >= 1 && len(all) < maxMeshes; first-- {
		if product%first == 0 {
			for _, rest := range factors(product/first, n-1) {
				all = append(all, append([]int{first}, rest...))
			}
		}
	}
	return all
}

// Choice is what a model says of one way to run: a variant on a mesh. Problem is
// set where it has no time.
type Choice struct {
	*Result
	Variant string
	Mesh    []int // values of the names of Over
	Product int
	Problem string
}

// Name is the mesh as it is written: "16x4".
func (c Choice) Name() string { return MeshName(c.Mesh) }

// MeshName writes a mesh: "16x4".
func MeshName(mesh []int) string {
	words := make([]string, len(mesh))
	for i, n := range mesh {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, "x")
}

// Search evaluates the variants on all the meshes, in the order of the
// variants, then the products, then the meshes.
func (m *Model) Search(variants []string, machine *machines.Machine, values map[string]float64, o Over) ([]Choice, error) {
	var all []Choice
	for _, v := range variants {
		p, err := m.For(v, machine)
		if err != nil {
			return nil, err
		}
		for _, product := range o.Products {
			for _, mesh := range o.Meshes(product) {
				all = append(all, p.choice(values, o, product, mesh))
			}
		}
	}
	return all, nil
}

func (p *Program) choice(values map[string]float64, o Over, product int, mesh []int) Choice {
	at := map[string]float64{}
	for n, v := range values {
		at[n] = v
	}
	for i, name := range o.Names {
		at[name] = float64(mesh[i])
	}
	c := Choice{Variant: p.Variant, Mesh: mesh, Product: product}
	r, err := p.Evaluate(at)
	if err != nil {
		c.Problem = err.Error()
		return c
	}
	p.Compared(r)
	c.Result = r
	return c
}

// Best returns the fastest of the choices that are wanted, the first among
// equals; nil where none has a time.
func Best(choices []Choice, wanted func(Choice) bool) *Choice {
	var best *Choice
	for i := range choices {
		c := &choices[i]
		if c.Result != nil && wanted(*c) && (best == nil || c.Time < best.Time) {
			best = c
		}
	}
	return best
}
