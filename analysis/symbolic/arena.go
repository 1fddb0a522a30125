package symbolic

// Expr is a node of one Arena. The zero Expr means "none".
type Expr int32

// Type is the kind of arithmetic of an expression.
type Type uint8

const (
	// Index is exact int64 arithmetic with checked overflow.
	Index Type = iota
	// Real is float64 arithmetic.
	Real
)

// Symbol is a problem size, a loop index, a processor count or coordinate, or a
// machine parameter.
type Symbol struct {
	Name string
	Type Type
}

type op uint8

const (
	opNone   op = iota
	opUndef     // no value: text says why
	opConst     // coefs[0]
	opSym       // text is the name
	opBound     // aux is the binder's number
	opAdd       // coefs[0] + sum of coefs[i+1] * kids[i]; kids are no constants and no sums
	opMul       // product of kids[i] to the power exps[i]; kids are no constants and no products
	opMax       // at least two kids
	opDiv       // floor(kids[0] / kids[1])
	opMod       // kids[0] - kids[1] * floor(kids[0] / kids[1])
	opFloor     // of a real
	opLog2      // real
	opCLog2     // ceil(log2 x), 0 for x <= 1
	opPow       // kids[0] to the power kids[1]
	opEQ        // 1 if kids[0] == 0
	opNE        // 1 if kids[0] != 0
	opGE        // 1 if kids[0] >= 0
	opGT        // 1 if kids[0] > 0; reals only
	opAnd       // of 0/1 kids
	opOr        // of 0/1 kids
	opCond      // kids[0] /= 0 ? kids[1] : kids[2]
	opSum       // kids lo, hi, body, variable; aux is the binder's number
	opMaxO      // as opSum
	opTable     // aux is the table
	opOpaque    // aux is the function
)

// node is one immutable expression. kids, coefs and exps are ranges of the
// arena's slices.
type node struct {
	hash  Hash
	rng   interval
	bound uint64 // numbers of the binders whose variable is free here
	names uint64 // a bit for every free symbol, by its hash
	kids  int32  // start in arena.kids
	aux   int32  // start in arena.coefs or arena.exps, or an ordinal
	n     int32  // number of kids
	op    op
	typ   Type
	depth uint8 // highest binder number inside
	high  int16 // longest way down
}

// Arena holds expressions: append-only and hash-consed. Building in it is not
// safe for concurrent use; a frozen arena may be read from many goroutines.
type Arena struct {
	nodes  []node
	kids   []Expr
	coefs  []num
	exps   []int32
	texts  []string
	tables []*SizeTable
	funcs  []*Function

	index     []Expr // open-addressed hash table of nodes
	syms      map[string]Expr
	facts     map[string]interval
	quotients map[Expr]Expr   // symbols that stand for x div y
	memos     []map[Expr]Expr // simplified forms, by number of open loops
	proofs    proofs
	loops     map[loopKey]Expr // results of Sum and MaxOver
	calls     calls            // results of other operations
	names     *freeNames       // results of Free
	answers   *answers         // of functions, shared with all tapes
	open      []scopeIndex     // loops whose index is a fresh symbol at the moment
	effort    int              // nodes that may still be rebuilt by the closing rules
	blocks    int              // block sums inside each other at the moment
	eager     bool             // inside Simplify: close maxima at any number of cuts
	kept      bool             // loops stay as they are: names take the place of what is closed
	frozen    bool
}

// NewArena returns an empty arena.
func NewArena() *Arena {
	return &Arena{
		nodes:     make([]node, 1, 16),
		index:     make([]Expr, 64),
		syms:      map[string]Expr{},
		facts:     map[string]interval{},
		quotients: map[Expr]Expr{},
		memos:     []map[Expr]Expr{{}},
		loops:     map[loopKey]Expr{},
		calls:     newCalls(),
		names:     &freeNames{of: map[Expr][]Symbol{}},
		answers:   &answers{},
	}
}

// Freeze ends building: later building panics, reading becomes safe for
// concurrent use.
func (a *Arena) Freeze() { a.frozen = true }

// Frozen reports whether Freeze was called.
func (a *Arena) Frozen() bool { return a.frozen }

// Len is the number of nodes in the arena.
func (a *Arena) Len() int { return len(a.nodes) - 1 }

// Hash is the structural hash of e, equal for equal expressions across arenas.
func (a *Arena) Hash(e Expr) Hash { return a.nodes[e].hash }

// Type is the arithmetic of e.
func (a *Arena) Type(e Expr) Type { return a.nodes[e].typ }

func (a *Arena) op(e Expr) op { return a.nodes[e].op }

func (a *Arena) kidsOf(e Expr) []Expr {
	n := &a.nodes[e]
	return a.kids[n.kids : n.kids+n.n]
}

func (a *Arena) kid(e Expr, i int) Expr { return a.kids[int(a.nodes[e].kids)+i] }

// coefsOf returns the constant and the coefficients of a constant or a sum.
func (a *Arena) coefsOf(e Expr) []num {
	n := &a.nodes[e]
	return a.coefs[n.aux : n.aux+n.n+1]
}

func (a *Arena) expsOf(e Expr) []int32 {
	n := &a.nodes[e]
	return a.exps[n.aux : n.aux+n.n]
}

// MaxHeight is the deepest nesting of operations; it keeps recursion over an
// expression within the stack.
const MaxHeight = 5000

// MaxFlat is the number of operands up to which nested sums and maxima are merged into
// one node (products: maxFactors). Larger ones are operands as they are, so that adding
// to a long sum term by term takes linear memory.
const MaxFlat = 512

// intern returns the node with this hash, appending it when it is new.
// store keeps the variable part (coefficients, exponents, a name) and says where.
func (a *Arena) intern(n node, kids []Expr, store func() int) Expr {
	if e, ok := a.lookup(n.hash); ok {
		return e
	}
	if a.frozen {
		panic("symbolic: building in a frozen arena")
	}
	for _, k := range kids {
		n.bound |= a.nodes[k].bound
		n.names |= a.nodes[k].names
		n.depth = max(n.depth, a.nodes[k].depth)
		n.high = max(n.high, a.nodes[k].high+1)
	}
	if n.high > MaxHeight {
		return a.Undefined("expression nested too deeply")
	}
	n.kids, n.n = int32(len(a.kids)), int32(len(kids))
	a.kids = append(grown(a.kids, len(kids)), kids...)
	if store != nil {
		n.aux = int32(store())
	}
	if n.op == opSym || n.op == opBound {
		n.names = 1 << (n.hash.Lo & 63)
	}
	if n.op == opSum || n.op == opMaxO {
		a.bindScope(&n, kids)
	}
	e := Expr(len(a.nodes))
	a.nodes = append(grown(a.nodes, 1), n)
	a.nodes[e].rng = a.rangeOf(e)
	a.insert(e)
	return e
}

// grown makes place for n more elements, doubling what is there.
func grown[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	t := make([]T, len(s), 2*cap(s)+n)
	copy(t, s)
	return t
}

// bindScope takes the bound variable out of the free ones: it is free in the
// body only.
func (a *Arena) bindScope(n *node, kids []Expr) {
	body := a.nodes[kids[2]].bound &^ (1 << uint(n.aux))
	n.bound = a.nodes[kids[0]].bound | a.nodes[kids[1]].bound | body
	n.depth = max(n.depth, uint8(n.aux))
}

func (a *Arena) lookup(h Hash) (Expr, bool) {
	mask := uint64(len(a.index) - 1)
	for i := h.Lo & mask; ; i = (i + 1) & mask {
		e := a.index[i]
		if e == 0 {
			return 0, false
		}
		if a.nodes[e].hash == h {
			return e, true
		}
	}
}

func (a *Arena) insert(e Expr) {
	if len(a.nodes)*2 > len(a.index) {
		a.reindex()
		return
	}
	a.place(e)
}

// reindex makes the hash table anew, at most half full.
func (a *Arena) reindex() {
	size := len(a.index)
	for len(a.nodes)*2 > size {
		size *= 2
	}
	a.index = make([]Expr, size)
	for x := range a.nodes[1:] {
		a.place(Expr(x + 1))
	}
}

func (a *Arena) place(e Expr) {
	mask := uint64(len(a.index) - 1)
	i := a.nodes[e].hash.Lo & mask
	for a.index[i] != 0 {
		i = (i + 1) & mask
	}
	a.index[i] = e
}

// plain interns a node that has only kids and an ordinal.
func (a *Arena) plain(o op, t Type, kids ...Expr) Expr {
	h := seedHash(uint64(o))
	for _, k := range kids {
		h = h.mixHash(a.nodes[k].hash)
	}
	return a.intern(node{op: o, typ: t, hash: h}, kids, nil)
}
