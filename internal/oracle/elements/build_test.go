package elements

import (
	"testing"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// builder makes small programs by hand. Offsets are lines: the n-th statement
// that is made stands on line n.
type builder struct {
	t     *testing.T
	in    Input
	arena *symbolic.Arena
	line  int
}

func build(t *testing.T, gridRank int) *builder {
	a := symbolic.NewArena()
	b := &builder{t: t, arena: a}
	b.in = Input{Unit: &program.Unit{}, Layouts: map[*program.Symbol]mapping.Layout{}, Arena: a, Grid: &mapping.Grid{}}
	names := [][]string{1: {"p"}, 2: {"p1", "p2"}}[gridRank]
	for _, name := range names {
		b.in.Grid.Extents = append(b.in.Grid.Extents, a.Sym(name, symbolic.Index))
	}
	return b
}

func (b *builder) symbol(name string, t program.Type, extents ...int64) *program.Symbol {
	s := &program.Symbol{Name: name, Type: t, Bytes: 4}
	for _, n := range extents {
		s.Dims = append(s.Dims, program.Bounds{Lower: num(1), Upper: num(n)})
	}
	b.in.Unit.Symbols = append(b.in.Unit.Symbols, s)
	return s
}

func (b *builder) real(name string, extents ...int64) *program.Symbol {
	return b.symbol(name, program.Real, extents...)
}

func (b *builder) int(name string, extents ...int64) *program.Symbol {
	return b.symbol(name, program.Integer, extents...)
}

// aligned is array dimension dim on template 1:extent through scale*j+offset.
func (b *builder) aligned(dim int, scale, offset, extent int64, kind mapping.FormatKind, param int64) mapping.Axis {
	x := mapping.Axis{Kind: mapping.Aligned, Dim: dim, Scale: scale, Offset: b.arena.Int(offset), Lower: b.arena.Int(1), Extent: b.arena.Int(extent)}
	x.Format.Kind = kind
	if param > 0 {
		x.Format.Param = b.arena.Int(param)
	}
	return x
}

func (b *builder) fixed(at, extent int64) mapping.Axis {
	x := b.aligned(0, 0, at, extent, mapping.Block, 0)
	x.Kind = mapping.Fixed
	return x
}

func (b *builder) mapOnto(s *program.Symbol, axes ...mapping.Axis) *program.Symbol {
	b.in.Layouts[s] = mapping.Layout{Grid: b.in.Grid, Axes: axes}
	return s
}

// vector is a 1-D array distributed over the whole of a 1-D grid.
func (b *builder) vector(name string, n int64, kind mapping.FormatKind, param int64) *program.Symbol {
	return b.mapOnto(b.real(name, n), b.aligned(0, 1, 0, n, kind, param))
}

// matrix is a square 2-D array distributed (BLOCK,BLOCK).
func (b *builder) matrix(name string, n int64) *program.Symbol {
	return b.mapOnto(b.real(name, n, n), b.aligned(0, 1, 0, n, mapping.Block, 0), b.aligned(1, 1, 0, n, mapping.Block, 0))
}

func (b *builder) at() source.Span {
	b.line++
	return source.Span{Start: b.line, End: b.line + 1}
}

func (b *builder) add(statements ...program.Stmt) {
	b.in.Unit.Body = append(b.in.Unit.Body, statements...)
}

func (b *builder) let(left *program.Ref, right program.Expr) *program.Assign {
	return &program.Assign{Node: program.Node{At: b.at()}, LHS: left, RHS: right}
}

// loop returns a DO whose header has the line before its body.
func (b *builder) loop(v *program.Symbol, lo, hi int64, body func() []program.Stmt) *program.Do {
	s := &program.Do{Node: program.Node{At: b.at()}, Var: v, Lo: num(lo), Hi: num(hi)}
	s.Body = body()
	return s
}

func independent(s *program.Do) *program.Do {
	s.Independent = &program.Independent{}
	return s
}

func (b *builder) run(grid ...int) *Counts {
	b.t.Helper()
	c, err := Run(b.in, Options{Grid: grid, Scheme: scheme.Collective})
	if err != nil {
		b.t.Fatal(err)
	}
	return c
}

func num(v int64) program.Expr { return program.IntConst(source.Span{}, v) }

func val(v float64) program.Expr { return program.RealConst(source.Span{}, v, 4) }

func sym(s *program.Symbol) *program.Ref { return program.NewRef(source.Span{}, s) }

// el is an element, or a section where a subscript is one of sec's.
func el(s *program.Symbol, subs ...any) *program.Ref {
	var list []program.Subscript
	for _, sub := range subs {
		switch sub := sub.(type) {
		case program.Subscript:
			list = append(list, sub)
		case program.Expr:
			list = append(list, program.Element(sub))
		case int:
			list = append(list, program.Element(num(int64(sub))))
		}
	}
	return program.NewRef(source.Span{}, s, list...)
}

func sec(lo, hi int64) program.Subscript {
	return program.Subscript{Triplet: true, Lo: num(lo), Hi: num(hi)}
}

func op(x program.Expr, o program.Op, y program.Expr) program.Expr {
	return program.NewBinary(source.Span{}, o, x, y)
}

func call(name string, args ...program.Expr) program.Expr {
	var list []program.Arg
	for _, a := range args {
		list = append(list, program.Arg{Value: a})
	}
	return program.NewCall(source.Span{}, name, nil, list...)
}

var all = program.Subscript{Triplet: true}
