package arrayop

import (
	"fmt"
	"math"
	"strings"
)

// Weight is the share of a parameter in a reduced one.
type Weight struct {
	Name  string
	Share float64
}

// Reduced is one of the reduced parameters R1 to R22: a weighted average of the
// operations that characterize a function of the machine (paper 000, tables 3, 12).
type Reduced struct {
	Name, Function string
	Weights        []Weight
}

// ReducedParameters are R1 to R22 with the weights of table 12.
var ReducedParameters = []Reduced{
	reduced("R1", "real SP addition", "RS-ADD 1"),
	reduced("R2", "real SP multiplication", "RS-MUL 1"),
	reduced("R3", "real SP arithmetic", "RS-DIV .8, RS-EXPI .18, RS-EXPS .02"),
	reduced("R4", "real SP F77 intrinsics", "RS-LOG .125, RS-EXP .125, RS-SIN .125, RS-TAN .125, RS-ABS .125, RS-SQRT .125, RS-MOD .125, RS-MAX .125"),
	reduced("R5", "real SP reductions", "RS-SUM .4, RS-PRODUCT .2, RS-MAXVAL .2, RS-DOTPRODUCT .2"),
	reduced("R6", "real DP arithmetic", "RD-ADD .65, RD-MUL .25, RD-DIV .08, RD-EXPI .016, RD-EXPS .004"),
	reduced("R7", "real DP F77 intrinsics", "RD-LOG .125, RD-EXP .125, RD-SIN .125, RD-TAN .125, RD-ABS .125, RD-SQRT .125, RD-MOD .125, RD-MAX .125"),
	reduced("R8", "real DP reductions", "RD-SUM .4, RD-PRODUCT .2, RD-MAXVAL .2, RD-DOTPRODUCT .2"),
	reduced("R9", "complex arithmetic", "CS-ADD .65, CS-MUL .25, CS-DIV .08, CS-EXPI .016, CS-EXPS .004"),
	reduced("R10", "complex F77 intrinsics", "CS-LOG .2, CS-EXP .2, CS-SIN .2, CS-ABS .2, CS-SQRT .2"),
	reduced("R11", "complex reductions", "CS-SUM .25, CS-PRODUCT .25, CS-DOTPRODUCT .5"),
	reduced("R12", "integer arithmetic", "I-ADD .625, I-MUL .25, I-DIV .125"),
	reduced("R13", "integer F77 intrinsics", "I-MOD .334, I-MAX .333, I-ABS .333"),
	reduced("R14", "integer reductions", "I-SUM .4, I-PRODUCT .2, I-MAXVAL .2, I-DOTPRODUCT .2"),
	reduced("R15", "matrix multiplication", "RS-MATMUL .5, RD-MATMUL .25, CS-MATMUL .25"),
	reduced("R16", "other matrix operations", "RS-ADD2D .4, RS-TRANSPOSE .1, RD-ADD2D .2, RD-TRANSPOSE .05, CS-ADD2D .2, CS-TRANSPOSE .05"),
	reduced("R17", "type conversions", "RS-CS .1, RS-RD .1, I-RS .15, I-RD .1, I-CS .1, RS-I .15, RD-I .1, CS-REAL .1, CS-CONJG .1"),
	reduced("R18", "comparisons", "RS-EQ .0928, RS-GT .0927, RS-EQCONST .0928, RS-GTCONST .0927, RD-EQ .0625, RD-GT .0625, RD-EQCONST .0625, RD-GTCONST .0625, I-EQ .0625, I-GT .0625, I-EQCONST .0625, I-GTCONST .0625, CS-EQ .0625, CS-EQCONST .0625"),
	reduced("R19", "logical operations", "L-AND .334, L-OR .333, L-NOT .333"),
	reduced("R20", "logical reductions", "L-ALL .334, L-ANY .333, L-COUNT .333"),
	reduced("R21", "SP memory transfers", "RS-TRANSFER 1"),
	reduced("R22", "DP memory transfers", "RD-TRANSFER 1"),
}

func reduced(name, function, weights string) Reduced {
	r := Reduced{Name: name, Function: function}
	for _, w := range strings.Split(weights, ", ") {
		var x Weight
		if _, err := fmt.Sscan(w, &x.Name, &x.Share); err != nil {
			panic("arrayop: weight " + w)
		}
		r.Weights = append(r.Weights, x)
	}
	return r
}

// Reduce is a reduced parameter of a machine at a size. What has not been measured is
// left out and named; Known is the share of the weights that the average is over.
type Reduce struct {
	Estimate
	Known   float64
	Missing []string
}

// Reduced evaluates a reduced parameter for arrays of n elements: as such, or as the
// simple statement around it, which loads its operands and stores its result
// (section 6.1.1; a conversion or intrinsic has one operand).
func (m Model) Reduced(r Reduced, n float64, statement bool) Reduce {
	var out Reduce
	for _, w := range r.Weights {
		var e Estimate
		known := true
		for _, t := range around(w.Name, n, statement) {
			x, ok := m.Value(t)
			known = known && ok
			e = e.Plus(x)
		}
		if !known {
			out.Missing = append(out.Missing, w.Name)
			continue
		}
		out.Known += w.Share
		out.Estimate = out.Estimate.Plus(e.Times(w.Share))
	}
	if out.Known > 0 {
		out.Estimate = out.Estimate.Times(1 / out.Known)
	}
	return out
}

// Normalized divides a reduced parameter by the elements computed; matrix
// multiplication by its multiplications, n^(3/2) (section 6.1.1).
func (r Reduced) Normalized(e Estimate, n float64) Estimate {
	if r.Name == "R15" {
		return e.Times(1 / math.Pow(n, 1.5))
	}
	return e.Times(1 / n)
}

// around is an operation with the loads and the store of the statement that does
// nothing else.
func around(name string, n float64, statement bool) []Term {
	terms := []Term{{Count: 1, Name: name, Elements: n}}
	typ, op, _ := strings.Cut(name, "-")
	if !statement || op == "TRANSFER" { // which loads and stores itself
		return terms
	}
	loads, result := 2.0, typ
	switch op {
	case "ADD", "MUL", "DIV", "AND", "OR", "MOD", "MAX", "EXPS", "ADD2D", "DOTPRODUCT", "MATMUL":
	case "EQ", "GT":
		result = "L"
	case "EQCONST", "GTCONST":
		loads, result = 1, "L"
	case "I", "RS", "RD", "CS":
		loads, result = 1, op
	default:
		loads = 1
	}
	return append(terms, Term{Count: loads, Name: typ + "-LOAD", Elements: n}, Term{Count: 1, Name: result + "-OHS", Elements: n})
}
