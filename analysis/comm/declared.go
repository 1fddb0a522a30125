package comm

import (
	"encoding/binary"
	"math"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// declared numbers the declarations of symbols.
func (b *Builder) declared(s *program.Symbol) int64 {
	if n, known := b.declarations[s]; known {
		return n
	}
	n := b.numberOf(b.appendBounds(appendSymbol(nil, s, true), s))
	b.declarations[s] = n
	return n
}

// appendBounds writes what the bounds of an array are: SIZE and the like say
// there what other declarations do.
func (b *Builder) appendBounds(key []byte, s *program.Symbol) []byte {
	for _, d := range s.Dims {
		for _, e := range []program.Expr{d.Lower, d.Upper} {
			v, _ := program.ToIndex(b.A, e)
			key = binary.AppendVarint(key, int64(v))
		}
	}
	return key
}

// numberOf numbers the texts of declarations and grids.
func (r *results) numberOf(text []byte) int64 {
	n, known := r.numbered[string(text)]
	if !known {
		n = int64(len(r.numbered))
		r.numbered[string(text)] = n
	}
	return n
}

// appendSymbol writes how a name is declared: of one that stands in another's
// declaration, the type.
func appendSymbol(key []byte, s *program.Symbol, all bool) []byte {
	key = binary.AppendVarint(key, int64(len(s.Name)))
	key = append(append(key, s.Name...), byte(s.Class), byte(s.Type))
	key = binary.AppendVarint(binary.AppendVarint(key, int64(s.Bytes)), int64(len(s.Dims)))
	if !all {
		return key
	}
	key = append(key, byte(truth(s.Dummy)|truth(s.Impure)<<1))
	key = append(append(key, s.Intent...), ';')
	for _, d := range s.Dims {
		key = appendDeclared(appendDeclared(key, d.Lower), d.Upper)
	}
	return appendDeclared(key, s.Value)
}

// appendDeclared writes an expression of a declaration.
func appendDeclared(key []byte, e program.Expr) []byte {
	if e == nil {
		return append(key, '-')
	}
	program.Walk(e, func(x program.Expr) bool {
		switch x := x.(type) {
		case *program.Const:
			key = binary.AppendVarint(append(key, 'c', byte(x.Type), byte(x.Bytes)), x.Int)
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(x.Real))
			key = append(append(key, x.Text...), ';')
		case *program.Ref:
			key = appendSymbol(append(key, 'r', byte(len(x.Subs))), x.Sym, false)
			for _, s := range x.Subs {
				key = append(key, byte(truth(s.Triplet)|truth(s.Lo != nil)<<1|truth(s.Hi != nil)<<2|truth(s.Stride != nil)<<3))
			}
		case *program.Unary:
			key = append(key, 'u', byte(x.Op))
		case *program.Binary:
			key = append(key, 'b', byte(x.Op))
		case *program.Call:
			key = append(append(key, 'f', byte(len(x.Args))), x.Name...)
			for _, a := range x.Args {
				key = append(append(key, ';'), a.Keyword...)
			}
		case *program.Opaque:
			key = append(append(append(append(key, 'o'), x.Text...), ';'), x.Reason...)
		}
		key = append(key, ';')
		return true
	})
	return key
}

// grids writes the arrangements and the scheme, which all that a builder says
// depends on.
func (b *Builder) grids() []byte {
	var key []byte
	exprs := func(all []symbolic.Expr) {
		key = binary.AppendVarint(key, int64(len(all)))
		for _, e := range all {
			key = binary.AppendVarint(key, int64(e))
		}
	}
	for _, g := range []*mapping.Grid{b.Grid, b.Joint} {
		if g != nil {
			exprs(g.Extents)
		}
	}
	exprs(b.Coords)
	s := b.Scheme
	key = append(key, byte(s.OwnerTest), byte(s.Default))
	for _, on := range []bool{s.Vectorize, s.Invariants, s.Coalesce, s.OverlapAreas, s.Reuse, s.Aggregate} {
		key = append(key, byte(truth(on)))
	}
	return binary.AppendVarint(nil, b.numberOf(key))
}
