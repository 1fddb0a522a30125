package machines

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Array describes a machine with its compiler by what Fortran 90 array operations
// were measured to take on it (paper 000, section 6): the operations by type and
// size, the overheads of the architecture, the optimizations of the compiler.
type Array struct {
	Memory         string // "distributed" or "shared"
	Layout         string // of the arrays in a distributed memory: "blocked" or "cyclic"
	Masks          string // "full" or "partial": the model of section 6.3.4
	Strides        string // "bank" or "cache": the model of section 6.3.2
	Blocks         string // "full" or "partial": the model of section 6.3.5
	ConstantBlocks string // "charged" or "free": sections whose bounds are constants
	Host           string // "separate" when serial code runs on a processor of its own, else "none"
	WordBytes      int    // of a single-precision real
	Optimizations  map[string]Verdict
	curves         map[string]*Curve
}

// Point is the measured value of a parameter, in seconds: for a whole array
// operation on Elements elements, or the overhead of one element.
type Point struct {
	Argument  float64 // the stride, percentage or size that the parameter is indexed by; 0 without one
	Elements  float64 // 0 where the parameter does not depend on it
	Mean      float64
	Low, High float64 // bounds of the confidence interval of the mean
	Minimum   float64
}

// Curve is a parameter over its arguments. One that is like another has its
// points, multiplied.
type Curve struct {
	Name       string
	Points     []Point // by argument, then elements
	Confidence float64 // of the intervals, 0..1
	Like       string  // the parameter that it stands in for; "" when it was measured
	Times      float64 // with Like
	Provenance Provenance
	Source     string
}

// Verdict is what a test of the compiler found (paper 000, section 6.2).
type Verdict struct {
	Applied    string     // "yes", "no", "maybe", or "unknown" when the test did not run
	Ratio      [2]float64 // interval of the ratio of the naive to the optimized run time; zero when not printed
	Threshold  float64    // the least ratio where the optimization is not applied
	Provenance Provenance
	Source     string
}

// Curve returns a parameter by its name, for instance "RS-ADD" or "OH-GATHER".
func (a *Array) Curve(name string) (*Curve, bool) {
	c, ok := a.curves[name]
	return c, ok
}

// Names returns the names of all parameters, sorted.
func (a *Array) Names() []string {
	var out []string
	for name := range a.curves {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Missing returns the operations that the suite measures (paper 000, table 11) and
// the machine has no numbers for, sorted.
func (a *Array) Missing() []string {
	var out []string
	for _, name := range Operations() {
		if _, ok := a.curves[name]; !ok {
			out = append(out, name)
		}
	}
	return out
}

// numbers are the paths of the numbers of an array machine.
func (a *Array) numbers() []string {
	var out []string
	for name, c := range a.curves {
		for i := range c.Points {
			out = append(out, fmt.Sprintf("array.%s.%d", name, i+1))
		}
	}
	return out
}

// number is the mean of a point by its path below "array".
func (a *Array) number(path string) (Number, bool) {
	name, index, _ := strings.Cut(path, ".")
	c := a.curves[name]
	i, err := strconv.Atoi(index)
	if c == nil || err != nil || i < 1 || i > len(c.Points) {
		return Number{}, false
	}
	return Number{c.Points[i-1].Mean, c.Provenance, c.Source}, true
}

// operations000 are the operations of table 11 of paper 000 with the types that each
// is measured for: C complex, S single, D double, I integer, L logical.
var operations000 = map[string]string{
	"ABS": "CIDS", "ADD": "CIDS", "ADD2D": "CIDS", "ALL": "L", "AND": "LI", "ANY": "L",
	"BITS": "I", "BITSV": "I", "BSET": "I", "BSETV": "I", "BTEST": "I", "BTESTV": "I",
	"CONJG": "C", "COS": "CDS", "COUNT": "L", "CSHIFT": "CIDS", "DIV": "CIDS", "DOTPRODUCT": "CIDS",
	"EOSHIFT": "CIDS", "EQ": "CIDS", "EQCONST": "CIDS", "EOR": "I", "EXP": "CDS", "EXPI": "CIDS",
	"EXPS": "CIDS", "GT": "IDS", "GTCONST": "IDS", "LOAD": "ILCDS", "LOG": "CDS", "MATMUL": "CIDS",
	"MAX": "IDS", "MAXLOC": "IDS", "MAXVAL": "IDS", "MERGEF": "SD", "MERGEH": "SD", "MERGET": "SD",
	"MOD": "IDS", "MUL": "CIDS", "MUL2D": "CIDS", "NOT": "L", "OHS": "ILCDS", "OR": "LI",
	"PACKF": "SD", "PACKH": "SD", "PACKT": "SD", "PRODUCT": "CIDS", "REAL": "C", "SIN": "CDS",
	"SHFT": "I", "SHFTC": "I", "SQRT": "CDS", "STORE2D": "CIDS", "STORE": "CLIDS", "SUM": "CIDS",
	"TAN": "DS", "TRANSFER2D": "CIDS", "TRANSFER": "CLIDS", "TRANSPOSE": "CIDS",
	"UNPACKF": "SD", "UNPACKH": "SD", "UNPACKT": "SD",
}

// Operations returns the names of the array operations that the measurement suite
// of paper 000 has (tables 11 and 12), sorted.
func Operations() []string {
	specifier := map[rune]string{'C': "CS", 'S': "RS", 'D': "RD", 'I': "I", 'L': "L"}
	out := []string{"RS-CS", "RS-RD", "I-RS", "I-RD", "I-CS", "RS-I", "RD-I"} // conversions
	for name, types := range operations000 {
		for _, t := range types {
			out = append(out, specifier[t]+"-"+name)
		}
	}
	slices.Sort(out)
	return out
}
