package evaluate

import (
	"fmt"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/machines"
)

// A fault of our own in one unit must not cost the others their numbers. Here
// a panic becomes the reason why its unit has none.

const faultText = "a fault of parlens, please report it"

func faultOf(v any) *process.Error {
	return &process.Error{Message: fmt.Sprintf("%s: %v", faultText, v)}
}

func safeModel(u *lower.Unit, text *source.Text, m *machines.Machine, c *calling, in *workshop) (out *model) {
	defer func() {
		if v := recover(); v != nil {
			out = &model{unit: u, text: text, machine: m, problem: faultOf(v)}
		}
	}()
	return newModel(u, text, m, c, in)
}

// safely reports a fault in do as an error.
func safely(do func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = faultOf(v)
		}
	}()
	do()
	return nil
}

// safely runs evaluate, which fills n.
func (n *numbers) safely(evaluate func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			n.out, n.problems = n.blank(), nil
			n.fail(faultOf(v))
			err = nil
		}
	}()
	return evaluate()
}
