package evaluate

import (
	"context"
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

// stopped is what a model panics with that nobody wants any more.
type stopped struct{ why error }

func safeModel(ctx context.Context, u *lower.Unit, text *source.Text, m *machines.Machine, c *calling, in *unitCache) (out *model) {
	defer func() {
		v := recover()
		if _, ended := v.(stopped); ended {
			panic(v) // there is no model, not a wrong one
		}
		if v != nil {
			out = &model{unit: u, text: text, machine: m, problem: faultOf(v)}
		}
	}()
	return newModel(ctx, u, text, m, c, in)
}

// unlessStopped returns the error of a context that has ended in build.
func unlessStopped[T any](build func() T) (out T, err error) {
	defer func() {
		v := recover()
		if s, ended := v.(stopped); ended {
			err = s.why
		} else if v != nil {
			panic(v)
		}
	}()
	return build(), nil
}

// safely runs evaluate, which fills n.
func (n *numbers) safely(evaluate func() error) (err error) {
	defer func() {
		v := recover()
		if s, ended := v.(stopped); ended {
			err = s.why
		} else if v != nil {
			n.out, n.problems = n.blank(), nil
			n.fail(faultOf(v))
			err = nil
		}
	}()
	return evaluate()
}
