package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Images stand in a grid of as many dimensions as a coarray has cobounds, the first index
// fastest (Fortran 2018, sections 5.4.7 and 9.6): cosubscripts say which one.

// codimension is the first index of a dimension of that grid, nil for 1, and its extent, nil
// for the last one, which has the images that are left.
type codimension struct{ lower, extent program.Expr }

// onImage lowers a(i)[p]: the element or section, on the image p. A team has no number
// that is known here.
func (l *lowerer) onImage(d *fortran.Designator, s *fortran.Statement) program.Expr {
	p := &d.Parts[0]
	sym := l.scope.find(p.Name)
	l.lookUp(p.Image(), s)
	if sym == nil {
		l.lookUp([]fortran.Arg{d}, s)
		return l.opaque(d, s, "reference to another image")
	}
	image := l.imageOf(sym, p.Image(), s)
	if image == nil {
		l.lookUp([]fortran.Arg{d}, s)
		return l.opaque(d, s, "reference to another image")
	}
	ref := program.NewRef(s.Place(d.Span()), sym)
	if sym.Rank() > 0 {
		local, ok := l.array(sym, d, s).(*program.Ref)
		if !ok {
			return l.opaque(d, s, "reference to another image")
		}
		ref = local
	}
	ref.Image = image
	l.images = true
	return ref
}

// inTeam is why the number of an image is not known.
const inTeam = "images have numbers of their own in a team"

// imageOf returns the number of an image, from 1, by the cosubscripts in brackets; nil
// where it is not known.
func (l *lowerer) imageOf(sym *program.Symbol, cosubscripts []fortran.Arg, s *fortran.Statement) program.Expr {
	grid := l.codimensions(sym)
	if len(l.teams) > 0 && len(cosubscripts) == 1 && cosubscripts[0] != nil {
		l.lookUp(cosubscripts, s)
		return l.opaque(cosubscripts[0], s, inTeam)
	}
	if len(grid) == 0 && len(cosubscripts) == 1 {
		grid = []codimension{{}} // of another unit
	}
	if len(grid) == 0 && len(cosubscripts) > 1 && cosubscripts[0] != nil {
		l.lookUp(cosubscripts, s)
		return l.opaque(cosubscripts[0], s, "another unit allocates the coarray: how the images stand is not known here")
	}
	if len(cosubscripts) == 0 || len(cosubscripts) != len(grid) {
		return nil
	}
	var number, apart program.Expr
	for k, x := range cosubscripts {
		switch x.(type) {
		case *fortran.Range, *fortran.Star, *fortran.Keyword, nil:
			return nil
		}
		at := s.Place(x.Span())
		index := l.expr(x, s)
		if k > 0 {
			from := program.NewBinary(at, program.Sub, index, first(at, grid[k].lower))
			number = program.NewBinary(at, program.Add, number, program.NewBinary(at, program.Mul, from, apart))
		} else {
			number = l.from(index, grid[k].lower)
		}
		apart = l.product(at, apart, grid[k].extent)
	}
	return number
}

// from returns an index counted from 1, where it was counted from a lower bound.
func (l *lowerer) from(index, lower program.Expr) program.Expr {
	if lower == nil {
		return index
	}
	at := index.Span()
	before := program.NewBinary(at, program.Sub, lower, program.IntConst(at, 1))
	if v, known := l.constInt(before); known {
		return program.NewBinary(at, program.Sub, index, program.IntConst(at, v))
	}
	return program.NewBinary(at, program.Sub, index, before)
}

func first(at source.Span, lower program.Expr) program.Expr {
	if lower == nil {
		return program.IntConst(at, 1)
	}
	return lower
}

func (l *lowerer) product(at source.Span, x, y program.Expr) program.Expr {
	if x == nil || y == nil {
		return y
	}
	return program.NewBinary(at, program.Mul, x, y)
}

// codimensions are those that a coarray declares, or the unit allocates it with; nil where
// nothing says them.
func (l *lowerer) codimensions(sym *program.Symbol) []codimension {
	d := l.found[sym]
	if d == nil || len(d.Images) == 0 {
		return nil
	}
	if grid := l.cobounds(d.Images, d.ImagesAt); grid != nil {
		return grid
	}
	return l.allocatedImages(sym.Name, l.unit.Body)
}

// cobounds lowers what stands in brackets behind a declaration; nil where an extent is
// missing.
func (l *lowerer) cobounds(images []fortran.Arg, s *fortran.Statement) []codimension {
	var out []codimension
	for k, x := range images {
		var c codimension
		upper := x
		if r, ok := x.(*fortran.Range); ok {
			if upper = r.Hi; r.Lo != nil {
				c.lower = l.expr(r.Lo, s)
			}
		}
		if last := k == len(images)-1; !last {
			if _, star := upper.(*fortran.Star); star || upper == nil {
				return nil
			}
			c.extent = l.from(l.expr(upper, s), c.lower)
		}
		out = append(out, c)
	}
	return out
}

// allocatedImages finds the cobounds with which the unit allocates a variable.
func (l *lowerer) allocatedImages(name string, body []*fortran.Node) []codimension {
	for _, n := range body {
		if stmt, ok := n.Stmt.(*fortran.Allocation); ok {
			for _, arg := range stmt.Args {
				if d, is := arg.(*fortran.Designator); is && len(d.Parts) == 1 && d.Parts[0].Name == name && d.Parts[0].Image() != nil {
					return l.cobounds(d.Parts[0].Image(), n.Statement)
				}
			}
		}
		for _, b := range n.Blocks {
			if found := l.allocatedImages(name, b.Body); found != nil {
				return found
			}
		}
	}
	return nil
}

// thisImage lowers THIS_IMAGE(coarray), the cosubscripts of the image that executes it;
// nil where they are not known.
func (l *lowerer) thisImage(d *fortran.Designator, s *fortran.Statement) program.Expr {
	args := d.Parts[0].Args
	if len(args) != 1 {
		return nil
	}
	of, ok := args[0].(*fortran.Designator)
	if !ok || len(of.Parts) != 1 {
		return nil
	}
	grid := l.codimensions(l.scope.find(of.Parts[0].Name))
	if len(grid) == 0 {
		return nil
	}
	l.images = true
	at := s.Place(d.Span())
	left := program.NewBinary(at, program.Sub, program.NewCall(at, "this_image", nil), program.IntConst(at, 1))
	out := program.NewOpaque(at, s.Text[d.Span().Start:min(d.Span().End, len(s.Text))], program.ArrayConstructor)
	for _, c := range grid {
		index := left
		if c.extent != nil {
			whole := program.NewBinary(at, program.Div, left, c.extent)
			index = program.NewBinary(at, program.Sub, left, program.NewBinary(at, program.Mul, whole, c.extent))
			left = whole
		}
		out.Values = append(out.Values, program.NewBinary(at, program.Add, index, first(at, c.lower)))
	}
	return out
}
