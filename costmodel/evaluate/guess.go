package evaluate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/values"
)

// assumedSize is the value of a problem size that nothing else gives. It is
// shown wherever it matters.
const assumedSize = 100

// guess returns what stands for a value that is not known, and why.
func (v *criticals) guess(name string, sym *program.Symbol, element bool) (float64, string) {
	if x, ok := v.preset(sym); ok && !element {
		return x, fmt.Sprintf("its initial value, as what is read for %s is not known before run time", program.Written(name))
	}
	if x, ok := v.run().may(name); ok {
		return x, "its value so far, as what is read, or which branch is taken, is not known before run time"
	}
	return assumedSize * (1 + following(name)), fmt.Sprintf("no value of %s is known before run time", program.Written(name))
}

// preset is the positive initial value of a variable that only READ changes, as NAMELISTs have
// them.
func (v *criticals) preset(sym *program.Symbol) (float64, bool) {
	if sym == nil || sym.Value == nil || !v.defs[sym].read {
		return 0, false
	}
	x, ok := values.Scalar(sym.Value, v.symbol)
	return x, ok && x > 0
}

// following is c of an element "x(i+c)". Elements that follow one another are assumed
// to grow: where they say where the rows of a sparse matrix begin, as in
// DO k = x(i), x(i+1)-1, a row would have no element otherwise.
func following(name string) float64 {
	at := strings.LastIndexByte(name, '+')
	if !strings.HasSuffix(name, ")") || at < 0 {
		return 0
	}
	c, err := strconv.ParseUint(name[at+1:len(name)-1], 10, 16)
	if err != nil {
		return 0
	}
	return float64(c)
}
