// Package whatif predicts a program at many points: over problem sizes, numbers of
// processors and numbers of the machine, as the experiments of paper 003, section
// 5.2.2. One notation says what is varied: NAME=VALUES.
package whatif

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Axis is something that is varied, with the values that it takes.
type Axis struct {
	Name   string // of a problem size, a number of the machine, or P
	Values []Value
}

// Value is a number, or a factor on what the machine has.
type Value struct {
	Number   float64
	Relative bool
}

func (v Value) String() string {
	text := strconv.FormatFloat(v.Number, 'g', -1, 64)
	if v.Relative {
		text += "x"
	}
	return text
}

// maxValues bounds the values of one axis.
const maxValues = 10_000_000

// ParseAxis reads NAME=VALUES: values with commas between (1,2,4), factors on what the
// machine has (0.5x,1x,2x), and ranges of whole numbers, by ones (1..64) or by a step
// or a factor that follows (100..1000:100, 1..1024:2x).
func ParseAxis(text string) (Axis, error) {
	name, list, found := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	if !found || name == "" || strings.TrimSpace(list) == "" {
		return Axis{}, fmt.Errorf("%q: what is varied is written like n=100,200 or P=1..64 or bandwidth=0.5x,1x,2x", text)
	}
	axis := Axis{Name: name}
	for _, item := range strings.Split(list, ",") {
		values, err := parseItem(strings.TrimSpace(item), maxValues-len(axis.Values))
		if err != nil {
			return Axis{}, fmt.Errorf("%s: %w", name, err)
		}
		axis.Values = append(axis.Values, values...)
	}
	return axis, nil
}

// parseItem returns the values of one item; it is an error where they are more than there
// is room for.
func parseItem(item string, room int) ([]Value, error) {
	first, rest, isRange := strings.Cut(item, "..")
	if !isRange {
		digits, relative := strings.CutSuffix(item, "x")
		v, err := strconv.ParseFloat(digits, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%q is no number", item)
		}
		return []Value{{v, relative}}, nil
	}
	last, step, stepped := strings.Cut(rest, ":")
	if !stepped {
		step = "1"
	}
	step, grows := strings.CutSuffix(step, "x")
	low, err1 := strconv.ParseInt(first, 10, 64)
	high, err2 := strconv.ParseInt(last, 10, 64)
	by, err3 := strconv.ParseInt(step, 10, 64)
	switch {
	case err1 != nil || err2 != nil || err3 != nil || low > high:
		return nil, fmt.Errorf("%q is no range: it is written like 1..64, 100..1000:100 or 1..1024:2x", item)
	case by < 1 || grows && (by < 2 || low < 1):
		return nil, fmt.Errorf("%q never ends", item)
	case !grows && (high-low)/by >= int64(room):
		return nil, fmt.Errorf("there are more than %d values", maxValues)
	}
	var values []Value
	for v := low; v <= high; {
		values = append(values, Value{Number: float64(v)})
		if !grows {
			v += by
		} else if v > high/by {
			break
		} else {
			v *= by
		}
	}
	return values, nil
}

// Size is the number of points of the axes together; 0 above what fits.
func Size(axes []Axis) int {
	n := 1
	for _, a := range axes {
		if len(a.Values) == 0 || n > math.MaxInt/len(a.Values) {
			return 0
		}
		n *= len(a.Values)
	}
	return n
}

// At returns the values of a point, the last axis varying fastest.
func At(axes []Axis, point int) []Value {
	values := make([]Value, len(axes))
	for i := len(axes) - 1; i >= 0; i-- {
		n := len(axes[i].Values)
		values[i] = axes[i].Values[point%n]
		point /= n
	}
	return values
}
