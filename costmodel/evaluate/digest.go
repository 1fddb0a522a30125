package evaluate

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"maps"
	"math"
	"reflect"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// digest is equal for values that mean the same: all their fields count, also
// those that nobody thought of. Expressions are those of an arena and count by
// their form and by what is assumed of their symbols, pointers by what they
// point to and by where they were met before. Functions count by whether there
// is one.
func digest(a *symbolic.Arena, values ...any) string {
	d := &digester{arena: a, met: map[any]int{}, sum: sha256.New()}
	for _, v := range values {
		d.value(reflect.ValueOf(v))
	}
	d.sum.Write(d.out)
	return string(d.sum.Sum(nil))
}

type digester struct {
	arena *symbolic.Arena
	met   map[any]int // pointers, by address and type
	sum   hash.Hash   // of what was in out before; nil: all is still there
	out   []byte
}

// longOut is how much is written before it is summed.
const longOut = 4096

var (
	exprType  = reflect.TypeFor[symbolic.Expr]()
	arenaType = reflect.TypeFor[*symbolic.Arena]()
)

func (d *digester) number(n uint64) {
	if d.sum != nil && len(d.out) >= longOut {
		d.sum.Write(d.out)
		d.out = d.out[:0]
	}
	d.out = binary.AppendUvarint(d.out, n)
}

func (d *digester) text(s string) {
	d.number(uint64(len(s)))
	d.out = append(d.out, s...)
}

func (d *digester) value(v reflect.Value) {
	if !v.IsValid() {
		d.number(0)
		return
	}
	d.number(uint64(v.Kind()) + 1)
	switch v.Kind() {
	case reflect.Bool:
		d.truth(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		d.integer(v)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		d.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		d.number(math.Float64bits(v.Float()))
	case reflect.String:
		d.text(v.String())
	case reflect.Slice, reflect.Array:
		d.number(uint64(v.Len()))
		for i := range v.Len() {
			d.value(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			d.value(v.Field(i))
		}
	case reflect.Map:
		d.entries(v)
	case reflect.Pointer:
		d.pointer(v)
	case reflect.Interface:
		if d.truth(!v.IsNil()); !v.IsNil() {
			d.text(v.Elem().Type().String())
			d.value(v.Elem())
		}
	default:
		d.truth(!v.IsZero())
	}
}

func (d *digester) truth(t bool) {
	if t {
		d.number(1)
	} else {
		d.number(0)
	}
}

func (d *digester) integer(v reflect.Value) {
	if v.Type() != exprType {
		d.number(uint64(v.Int()))
		return
	}
	e := symbolic.Expr(v.Int())
	if e == 0 {
		d.number(0)
		return
	}
	h := d.arena.Hash(e)
	d.number(h.Lo)
	d.number(h.Hi)
	d.text(d.arena.AssumptionsOf(e))
}

// pointer writes what a pointer leads to, once.
func (d *digester) pointer(v reflect.Value) {
	if d.truth(!v.IsNil()); v.IsNil() || v.Type() == arenaType {
		return
	}
	type place struct {
		at  uintptr
		typ reflect.Type
	}
	k := place{v.Pointer(), v.Type()}
	if n, ok := d.met[k]; ok {
		d.number(uint64(n))
		return
	}
	d.met[k] = len(d.met) + 1
	d.number(0)
	d.value(v.Elem())
}

// entries writes a map in an order that does not depend on addresses.
func (d *digester) entries(v reflect.Value) {
	var all [][]byte
	for at := v.MapRange(); at.Next(); {
		one := &digester{arena: d.arena, met: maps.Clone(d.met)}
		one.value(at.Key())
		one.value(at.Value())
		all = append(all, one.out)
	}
	slices.SortFunc(all, func(x, y []byte) int { return cmp.Compare(string(x), string(y)) })
	d.number(uint64(len(all)))
	for _, one := range all {
		d.out = append(d.out, one...)
	}
}
