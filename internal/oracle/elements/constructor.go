package elements

import (
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// constructor reads an array constructor of n constants and names; the program
// tree keeps it as text.
func (it *interpreter) constructor(list *program.Opaque, n int) []Value {
	text := strings.TrimSpace(list.Text)
	for _, brackets := range [][2]string{{"[", "]"}, {"(/", "/)"}} {
		inner, ok1 := strings.CutPrefix(text, brackets[0])
		inner, ok2 := strings.CutSuffix(inner, brackets[1])
		if !ok1 || !ok2 {
			continue
		}
		var values []Value
		for _, item := range strings.Split(inner, ",") {
			values = append(values, it.item(strings.ToLower(strings.TrimSpace(item))))
		}
		if n >= 0 && n != len(values) {
			it.fail("%d values for %d elements", len(values), n)
		}
		return values
	}
	it.fail("expression %q is not executed: %s", list.Text, list.Reason)
	return nil
}

// item is the value of one constant or scalar of a constructor.
func (it *interpreter) item(text string) Value {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return integer(n)
	}
	if s := it.in.Unit.Lookup(text); s != nil && s.Rank() == 0 && s.Class != program.Procedure {
		return it.variable(s).data[0]
	}
	if x, err := strconv.ParseFloat(strings.Replace(text, "d", "e", 1), 64); err == nil && strings.ContainsAny(text, ".ed") {
		if strings.Contains(text, "d") {
			return realOf(x, 8)
		}
		return realOf(x, 4)
	}
	it.fail("%q in an array constructor is not executed", text)
	return Value{}
}

// integers returns the values of an integer vector that is known without
// loads: a constructor, or a constant.
func (it *interpreter) integers(e program.Expr) []int64 {
	var values []Value
	switch e := e.(type) {
	case *program.Opaque:
		values = it.constructor(e, -1)
	case *program.Ref:
		if e.Sym.Class == program.Parameter && e.Sym.Rank() == 1 && len(e.Subs) == 0 {
			values = it.variable(e.Sym).data
		}
	}
	if len(values) == 0 {
		it.fail("a constant vector is needed")
	}
	numbers := make([]int64, len(values))
	for i, v := range values {
		if v.Type != program.Integer {
			it.fail("a vector of integers is needed")
		}
		numbers[i] = v.I
	}
	return numbers
}
