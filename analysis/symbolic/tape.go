package symbolic

import "sync"

// code is the operation of one tape instruction. Registers come in two files:
// r (float64) and i (int64).
type code uint8

const (
	cMove    code = iota // r[dst] = r[x]
	cMoveI               // i[dst] = i[x]
	cReal                // r[dst] = i[x]
	cAdd                 // r[dst] = r[x] + r[y]
	cMul                 // r[dst] = r[x] * r[y]
	cMulAdd              // r[dst] = r[x] * r[y] + r[z]
	cQuo                 // r[dst] = r[x] / r[y]
	cMax                 // r[dst] = max(r[x], r[y])
	cAddI                // i[dst] = i[x] + i[y]
	cMulI                // i[dst] = i[x] * i[y]
	cMulAddI             // i[dst] = i[x] * i[y] + i[z]
	cExactI              // i[dst] = i[x] / i[y], which leaves no remainder
	cMaxI                // i[dst] = max(i[x], i[y])
	cDivI                // i[dst] = floor(i[x] / i[y])
	cModI                // i[dst] = i[x] - i[y]*floor(i[x]/i[y])
	cFloor               // i[dst] = floor(r[x])
	cLog2                // r[dst] = log2 r[x]
	cCLog2               // i[dst] = ceil(log2 r[x])
	cPow                 // r[dst] = r[x] to the power r[y]
	cPowI                // i[dst] = i[x] to the power i[y]
	cTest                // i[dst] = r[x] ? 0, the test in y
	cTestI               // i[dst] = i[x] ? 0, the test in y
	cAnd                 // i[dst] = i[x] & i[y]
	cOr                  // i[dst] = i[x] | i[y]
	cSkip                // if i[x] == 0 skip y instructions
	cJump                // skip y instructions
	cSum                 // r[dst] = sum of loop y
	cSumI                // i[dst] = sum of loop y
	cMaxO                // r[dst] = maximum of loop y
	cMaxOI               // i[dst] = maximum of loop y
	cTable               // r[dst] = table y at r[x]
	cOpaque              // r[dst] = call y
	cOpaqueI             // i[dst] = call y
	cFail                // error: reason y
)

type instr struct {
	dst, x, y, z int32
	code         code
}

// tapeLoop is a sum or maximum; its body is the size instructions behind the one
// that runs it.
type tapeLoop struct {
	index  int32 // integer register of the bound variable
	lo, hi int32 // integer registers of the bounds
	size   int32
	result int32
	work   int64 // of the functions that a term calls, in multiplications; see Function.Cost
	whole  bool  // samples do not do
}

type tapeCall struct {
	fn   *Function
	args []int32  // real registers
	buf  int32    // first of len(args) scratch registers
	seen *answers // nil where calling takes less than remembering
}

func (c *tapeCall) result(args []float64) (float64, error) {
	if c.seen == nil {
		return c.fn.call(args)
	}
	return c.seen.get(c.fn, args)
}

// Tape is a compiled list of expressions, safe for concurrent use.
type Tape struct {
	code    []instr
	loops   []tapeLoop
	tables  []*SizeTable
	calls   []tapeCall
	reasons []string
	inputs  []Symbol
	inReg   []int32 // register of every input, in the file of its type
	outReg  []int32
	outType []Type
	outEnd  []int32   // behind the instructions that the output and those before it need
	real0   []float64 // initial registers: the constants
	int0    []int64
	pool    sync.Pool
	hullers sync.Pool

	followers sync.Pool
	sums      sync.Pool // of what long sums are taken with

	followed followed
	latest   latest
	once     sync.Once    // for needs
	needs    [][]register // of each loop, see dependsOn
}

// Inputs are the free symbols in the order of Eval's input, sorted by name.
func (t *Tape) Inputs() []Symbol { return t.inputs }

// Len is the number of instructions.
func (t *Tape) Len() int { return len(t.code) }

// Loops is the number of sums and maxima that are evaluated term by term.
func (t *Tape) Loops() int { return len(t.loops) }

// machine is the scratch of one evaluation.
type machine struct {
	r      []float64
	i      []int64
	steps  int64   // loop bodies evaluated
	allow  int64   // terms that a loop may have at this depth
	work   int64   // of functions that they may call, in multiplications
	most   int64   // of that in the whole
	bound  int64   // of steps
	whole  int64   // terms of sums that are evaluated whole
	sample sampler // what to do with longer loops

	recalls []recall // of the loops
}

func (t *Tape) scratch() *machine {
	if m, ok := t.pool.Get().(*machine); ok {
		m.most, m.bound, m.whole = MaxWork, maxSteps, 0
		return m
	}
	m := &machine{most: MaxWork, bound: maxSteps, r: make([]float64, len(t.real0)), i: make([]int64, len(t.int0))}
	copy(m.r, t.real0)
	copy(m.i, t.int0)
	return m
}
