package microbench

import (
	"fmt"
	"maps"
)

// The suite of array operations is the one of paper 000, section 3: the time of an operation is a
// linear combination of those of Fortran 90 statements. An array is loaded in the time by which
// a copy takes longer than the store of a constant; two are added in what a = b + c takes beyond
// a copy and another load.

// ArraySizes are the elements of the arrays that operations are measured on.
func ArraySizes() []int { return []int{64, 256, 1024, 4096, 16384, 65536, 262144, 1048576} }

// cell is a statement at a size.
type cell struct {
	statement string
	n         int
}

// combination is a sum of times of statements, each multiplied.
type combination map[string]float64

func (c combination) plus(factor float64, other combination) combination {
	out := maps.Clone(c)
	for name, f := range other {
		out[name] += factor * f
	}
	return out
}

// operation is a parameter that is measured at each size.
type operation struct {
	name, source string
	of           combination
}

// overhead is a parameter of one element, at each of its arguments.
type overhead struct {
	name, source string
	points       []overheadPoint
}

type overheadPoint struct {
	argument, elements int // 0 without one
	of                 map[cell]float64
}

// optimization is a loop that the compiler may make array operations of, and these.
type optimization struct {
	test        string
	naive, best string // statements, of some elements
}

// ArraySuite is all that is measured of array operations.
type ArraySuite struct {
	sizes         []int    // elements of the arrays, at least seven, each four times the one before
	some, many    int      // of these, where one size stands for all
	names, texts  []string // statements
	at            map[string][]int
	operations    []operation
	overheads     []overhead
	optimizations []optimization
}

// statement is one that is timed at some sizes, all without any.
func (s *ArraySuite) statement(name, text string, sizes ...int) combination {
	if s.at[name] == nil {
		s.names, s.texts = append(s.names, name), append(s.texts, text)
		if s.at[name] = sizes; len(sizes) == 0 {
			s.at[name] = s.sizes
		}
	}
	return combination{name: 1}
}

func (s *ArraySuite) operation(name, source string, of combination) {
	s.operations = append(s.operations, operation{name, source, of})
}

// arrayTypes are the types of elements, with the letter that their arrays begin with.
var arrayTypes = []struct{ specifier, letter string }{{"RS", "r"}, {"RD", "d"}, {"I", "i"}, {"L", "l"}}

// NewArraySuite is the suite for one processor with caches.
func NewArraySuite(sizes []int) *ArraySuite {
	s := &ArraySuite{sizes: sizes, some: sizes[len(sizes)-3], many: sizes[len(sizes)-2], at: map[string][]int{}}
	empty := s.statement("empty", "continue")
	stores, loads := map[string]combination{}, map[string]combination{}
	for _, t := range arrayTypes {
		store := s.statement(t.specifier+"-store", t.letter+"a = "+t.letter+"s")
		copied := s.statement(t.specifier+"-copy", t.letter+"a = "+t.letter+"b")
		stores[t.specifier], loads[t.specifier] = store, copied.plus(-1, store)
		s.operation(t.specifier+"-OHS", "a = s, less a call", store.plus(-1, empty))
		s.operation(t.specifier+"-STORE", "a = s, less a call", store.plus(-1, empty))
		s.operation(t.specifier+"-LOAD", "a = b, less a = s", loads[t.specifier])
	}
	for _, t := range arrayTypes {
		x, a := t.letter, t.letter+"a = "
		operate := func(name, expression string, operands float64) {
			of := s.statement(t.specifier+"-"+name, a+expression).plus(-1, stores[t.specifier]).plus(-operands, loads[t.specifier])
			s.operation(t.specifier+"-"+name, a+expression+", less the store and its operands", of)
		}
		compare := func(name, expression string, operands float64) {
			of := s.statement(t.specifier+"-"+name, "la = "+expression).plus(-1, stores["L"]).plus(-operands, loads[t.specifier])
			s.operation(t.specifier+"-"+name, "la = "+expression+", less the store and its operands", of)
		}
		reduce := func(name, expression string, operands float64) {
			of := s.statement(t.specifier+"-"+name, x+"x = "+expression).plus(-1, empty).plus(-operands, loads[t.specifier])
			s.operation(t.specifier+"-"+name, expression+", less its operands and a call", of)
		}
		if t.specifier == "L" {
			operate("AND", "lb .and. lc", 2)
			operate("OR", "lb .or. lc", 2)
			operate("EOR", "lb .neqv. lc", 2)
			operate("NOT", ".not. lb", 1)
			reduce("ANY", "any(lc)", 1)
			reduce("ALL", "all(lt)", 1)
			s.operation("L-COUNT", "count(lb), less its operand and a call", s.statement("L-COUNT", "ix = count(lb)").plus(-1, empty).plus(-1, loads["L"]))
			continue
		}
		for _, o := range [][2]string{{"ADD", "%sb + %sc"}, {"MUL", "%sb*%sc"}, {"DIV", "%sb/%sc"}, {"MAX", "max(%sb, %sc)"}, {"MOD", "mod(%sb, %sc)"}} {
			operate(o[0], fmt.Sprintf(o[1], x, x), 2)
		}
		operate("ABS", "abs("+x+"b)", 1)
		operate("EXPI", x+"b**2", 1)
		operate("CSHIFT", "cshift("+x+"b, 1)", 1)
		operate("EOSHIFT", "eoshift("+x+"b, 1)", 1)
		compare("GT", x+"b > "+x+"c", 2)
		compare("GTCONST", x+"b > "+x+"s", 1)
		compare("EQ", x+"b == "+x+"c", 2)
		compare("EQCONST", x+"b == "+x+"s", 1)
		reduce("SUM", "sum("+x+"b)", 1)
		reduce("PRODUCT", "product("+x+"b)", 1)
		reduce("MAXVAL", "maxval("+x+"b)", 1)
		reduce("DOTPRODUCT", "dot_product("+x+"b, "+x+"c)", 2)
		if t.specifier == "I" {
			for _, o := range [][2]string{{"AND", "iand(ib, ic)"}, {"OR", "ior(ib, ic)"}, {"EOR", "ieor(ib, ic)"}} {
				operate(o[0], o[1], 2)
			}
			operate("SHFT", "ishft(ib, is)", 1)
			operate("SHFTC", "ishftc(ib, is)", 1)
			operate("BSET", "ibset(ib, is)", 1)
			operate("BITS", "ibits(ib, is, is)", 1)
			compare("BTEST", "btest(ib, is)", 1)
			continue
		}
		operate("EXPS", x+"b**"+x+"c", 2)
		for _, f := range [][2]string{{"SQRT", "sqrt"}, {"LOG", "log"}, {"EXP", "exp"}, {"SIN", "sin"}, {"COS", "cos"}, {"TAN", "tan"}} {
			operate(f[0], f[1]+"("+x+"b)", 1)
		}
	}
	for _, c := range [][4]string{{"RS", "RD", "r", "d"}, {"RD", "RS", "d", "r"}, {"I", "RS", "i", "r"}, {"I", "RD", "i", "d"}, {"RS", "I", "r", "i"}, {"RD", "I", "d", "i"}} {
		name, text := c[0]+"-"+c[1], c[3]+"a = "+c[2]+"b"
		s.operation(name, text+", less the store and the operand", s.statement(name, text).plus(-1, stores[c[1]]).plus(-1, loads[c[0]]))
	}
	s.architecture()
	s.loops()
	return s
}

// architecture has what the way that elements are referred to adds (section 6.3), and scalar code.
func (s *ArraySuite) architecture() {
	of := func(text string, n int) string { return fmt.Sprintf("%s; %d elements", text, n) }
	each := func(name, source string, count, n int, more, less string) {
		s.overheads = append(s.overheads, overhead{name, source, []overheadPoint{{of: map[cell]float64{{more, n}: 1 / float64(count), {less, n}: -1 / float64(count)}}}})
	}
	s.statement("gather", "da = db(inorder)", s.many)
	s.statement("scatter", "da(inorder) = db", s.many)
	s.statement("gather-random", "da = db(random)", s.many)
	s.statement("scatter-random", "da(random) = db", s.many)
	each("OH-GATHER", of("da = db(index), in order, less da = db", s.many), s.many, s.many, "gather", "RD-copy")
	each("OH-SCATTER", of("da(index) = db, in order, less da = db", s.many), s.many, s.many, "scatter", "RD-copy")
	each("OH-RAND-READ", of("da = db(index), a permutation, less one in order", s.many), s.many, s.many, "gather-random", "gather")
	each("OH-RAND-WRITE", of("da(index) = db, a permutation, less one in order", s.many), s.many, s.many, "scatter-random", "scatter")

	stride := overhead{name: "OH-CACHESTRIDE", source: "da(1:n/s) = db(1:n:s), less as many elements next to each other"}
	for _, step := range []int{4, 16, 64} {
		for _, n := range s.sizes[len(s.sizes)-3:] {
			name, count := fmt.Sprintf("stride-%d", step), n/step
			s.statement(name, fmt.Sprintf("da(1:n/%d) = db(1:n:%d)", step, step), s.sizes[len(s.sizes)-3:]...)
			stride.points = append(stride.points, overheadPoint{step, n, map[cell]float64{{name, n}: 1 / float64(count), {"RD-copy", count}: -1 / float64(count)}})
		}
	}
	mask := overhead{name: "OH-FULLMASK", source: of("where (mask) da = db, random, less da = db", s.some)}
	for _, percent := range []int{0, 25, 50, 75, 100} {
		name := fmt.Sprintf("mask-%d", percent)
		s.statement(name, fmt.Sprintf("where (m%d) da = db", percent), s.some)
		mask.points = append(mask.points, overheadPoint{percent, 0, map[cell]float64{{name, s.some}: 1 / float64(s.some), {"RD-copy", s.some}: -1 / float64(s.some)}})
	}
	block := overhead{name: "OH-PARTIALBLOCK", source: "da = de(1+k:n+k), less da = db"}
	s.statement("block", "da = de(1+is:n+is)")
	for _, n := range s.sizes {
		block.points = append(block.points, overheadPoint{n, 0, map[cell]float64{{"block", n}: 1 / float64(n), {"RD-copy", n}: -1 / float64(n)}})
	}
	s.overheads = append(s.overheads, stride, mask, block)
	s.statement("serial", "do i = 1, n\ndx = dx*ds + abs(db(i) - dc(i))\nend do", s.some)
	each("SERIAL", "dx = dx*s + abs(db(i) - dc(i)), 4 operations and 2 elements", 6*s.some, s.some, "serial", "empty")
}

// loops are those whose array operations are known (section 6.2, appendix E.2).
func (s *ArraySuite) loops() {
	compare := func(test, naive, best string) {
		s.statement("loop-"+test, naive, s.some)
		s.statement("best-"+test, best, s.some)
		s.optimizations = append(s.optimizations, optimization{test, "loop-" + test, "best-" + test})
	}
	compare("independent_separate", "do i = 1, n\nda(i) = db(i) + dc(i)\nend do", "da = db + dc")
	compare("independent_linear_1d", "do i = 1, n/2\nda(2*i-1) = db(2*i) + dc(2*i)\nend do", "da(1:n:2) = db(2:n:2) + dc(2:n:2)")
	for _, test := range []string{"independent_linear_2d", "collapse_2"} {
		compare(test, "do j = 1, n/16\ndo i = 1, 16\nda(16*j-16+i) = db(16*j-16+i) + dc(16*j-16+i)\nend do\nend do", "da = db + dc")
	}
	compare("scalar_expansion_1", "do i = 1, n\ndx = db(i) + dc(i)\nda(i) = dx*dx\nend do", "da = (db + dc)*(db + dc)")
	compare("reduction_sum", "dx = 0\ndo i = 1, n\ndx = dx + db(i)\nend do", "dx = sum(db)")
	compare("reduction_product", "dx = 1\ndo i = 1, n\ndx = dx*db(i)\nend do", "dx = product(db)")
	compare("gather", "do i = 1, n\nda(i) = db(inorder(i))\nend do", "da = db(inorder)")
	compare("scatter", "do i = 1, n\nda(inorder(i)) = db(i)\nend do", "da(inorder) = db")
	compare("where", "do i = 1, n\nif (m50(i)) da(i) = db(i)\nend do", "where (m50) da = db")
}
