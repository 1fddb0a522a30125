package scalarize

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// shape returns the extents of an array expression, none for a scalar.
func (r *reader) shape(e program.Expr) ([]symbolic.Expr, error) {
	switch e := e.(type) {
	case *program.Ref:
		return r.sectionShape(e)
	case *program.Unary:
		return r.shape(e.X)
	case *program.Binary:
		if program.RankOf(e.X) > 0 {
			return r.shape(e.X)
		}
		return r.shape(e.Y)
	case *program.Call:
		return r.callShape(e)
	case *program.Opaque:
		if e.Values != nil {
			return []symbolic.Expr{r.b.A.Int(int64(len(e.Values)))}, nil
		}
		if e.Runs != nil {
			return r.runs(e)
		}
		return nil, unsupported(e, e.Reason)
	}
	return nil, nil
}

// runs counts the elements of an array constructor.
func (r *reader) runs(e *program.Opaque) ([]symbolic.Expr, error) {
	n := r.b.A.Int(0)
	for _, run := range e.Runs {
		v, ok := r.b.Value(run.Count)
		if !ok {
			return nil, unsupported(run.Count, "how many elements this array constructor has is not known before run time")
		}
		n = r.b.A.Add(n, r.b.A.Max(r.b.A.Int(0), v))
	}
	return []symbolic.Expr{n}, nil
}

func (r *reader) sectionShape(ref *program.Ref) ([]symbolic.Expr, error) {
	if ref.Rank() == 0 {
		return nil, nil
	}
	quiet := *r
	quiet.element = &comm.Element{Ops: comm.Operations{}} // nothing is read for a shape
	o, err := quiet.operandOf(ref)
	if err != nil {
		return nil, err
	}
	return o.extent, nil
}

func (r *reader) callShape(c *program.Call) ([]symbolic.Expr, error) {
	switch c.Intrinsic().Shape {
	case program.Elemental, program.NotIntrinsic:
		for _, a := range c.Args {
			if program.RankOf(a.Value) > 0 {
				return r.shape(a.Value)
			}
		}
	case program.Reduction:
		return r.foldedShape(c)
	case program.Transformational:
		return r.routineShape(c)
	}
	return nil, nil
}

// routineShape returns the extents of what an intrinsic with an array result
// returns.
func (r *reader) routineShape(c *program.Call) ([]symbolic.Expr, error) {
	if len(c.Args) == 0 {
		return nil, unsupported(c, c.Name+" without an argument")
	}
	first, err := r.shape(c.Args[0].Value)
	if err != nil {
		return nil, err
	}
	switch c.Name {
	case "transpose":
		if len(first) == 2 {
			return []symbolic.Expr{first[1], first[0]}, nil
		}
		return nil, unsupported(c, "transpose needs a matrix")
	case "spread":
		return r.spreadShape(c, first)
	case "matmul":
		return r.productShape(c, first)
	case "reshape":
		return r.reshapedShape(c)
	case "unpack":
		return r.shapeOfArgument(c, "mask", 1)
	case "maxloc", "minloc", "findloc":
		return r.foldedShape(c)
	case "pack":
		return nil, unsupported(c, "how many elements pack takes is not known before run time")
	}
	if strings.HasPrefix(c.Name, "grade_") && c.Argument("dim", 1) == nil {
		n := r.b.A.Int(1)
		for _, extent := range first {
			n = r.b.A.Mul(n, extent)
		}
		return []symbolic.Expr{r.b.A.Int(int64(len(first))), n}, nil
	}
	if _, kind := c.LibraryKind(); kind == program.Scatter {
		return r.shapeOfArgument(c, "base", 1)
	}
	return first, nil
}

func (r *reader) shapeOfArgument(c *program.Call, keyword string, place int) ([]symbolic.Expr, error) {
	e, err := needed(c, keyword, place)
	if err != nil {
		return nil, err
	}
	return r.shape(e)
}

func needed(c *program.Call, keyword string, place int) (program.Expr, error) {
	if e := c.Argument(keyword, place); e != nil {
		return e, nil
	}
	return nil, unsupported(c, fmt.Sprintf("%s without %s", c.Name, keyword))
}

func (r *reader) spreadShape(c *program.Call, source []symbolic.Expr) ([]symbolic.Expr, error) {
	d, err := r.dimension(c, 1, len(source)+1)
	if err != nil {
		return nil, err
	}
	n, err := r.scalarOf(c, "ncopies", 2)
	return with(source, d, n), err
}

func (r *reader) productShape(c *program.Call, x []symbolic.Expr) ([]symbolic.Expr, error) {
	y, err := r.shapeOfArgument(c, "matrix_b", 1)
	if err != nil {
		return nil, err
	}
	if len(x) == 0 || len(y) == 0 || len(x)+len(y) < 3 {
		return nil, unsupported(c, "matmul needs two matrices, or a matrix and a vector")
	}
	return append(append([]symbolic.Expr{}, x[:len(x)-1]...), y[1:]...), nil
}

// reshapedShape reads the extents that RESHAPE is given as a constructor.
func (r *reader) reshapedShape(c *program.Call) ([]symbolic.Expr, error) {
	e, err := needed(c, "shape", 1)
	if err != nil {
		return nil, err
	}
	list, ok := e.(*program.Opaque)
	if !ok || list.Values == nil {
		return nil, unsupported(c, "the shape that reshape gives is not known before run time")
	}
	var out []symbolic.Expr
	for _, item := range list.Values {
		v, ok := r.b.Value(item)
		if !ok {
			return nil, unsupported(c, "the shape that reshape gives is not known before run time")
		}
		out = append(out, v)
	}
	return out, nil
}

// dimension returns the DIM argument, from 0; without one it is the first.
func (r *reader) dimension(c *program.Call, place, rank int) (int, error) {
	e := c.Argument("dim", place)
	if e == nil {
		return 0, nil
	}
	return r.constantDimension(c, e, rank)
}

func (r *reader) constantDimension(c *program.Call, e program.Expr, rank int) (int, error) {
	v, ok := r.b.ValueIn(e, r.scope)
	d, constant := int64(0), false
	if ok {
		d, constant = r.b.A.ConstInt(v)
	}
	if !constant || d < 1 || int(d) > rank {
		return 0, unsupported(e, fmt.Sprintf("the dimension that %s works along must be a constant from 1 to %d", c.Name, rank))
	}
	return int(d - 1), nil
}

// scalarOf returns a scalar integer argument.
func (r *reader) scalarOf(c *program.Call, keyword string, place int) (symbolic.Expr, error) {
	e, err := needed(c, keyword, place)
	if err != nil {
		return 0, err
	}
	v, ok := r.b.ValueIn(e, r.scope)
	if !ok || program.RankOf(e) > 0 {
		return 0, unsupported(e, fmt.Sprintf("argument %s of %s has no value before run time", keyword, c.Name))
	}
	return v, nil
}

// with returns a list with x put in before place d, without one without it.
func with[T any](list []T, d int, x T) []T {
	return append(append(append([]T{}, list[:d]...), x), list[d:]...)
}

func without[T any](list []T, d int) []T {
	return append(append([]T{}, list[:d]...), list[d+1:]...)
}
