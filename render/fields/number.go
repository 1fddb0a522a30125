// Package fields holds what the command's JSON and the server's answers say in the same
// words. The comment of a field is its description in docs/json.md, docs/protocol.md and
// the published schema.
package fields

import (
	"encoding/json"
	"math"
	"strconv"
)

// Number is a value that JSON shows as null where there is none.
type Number float64

// Unknown is a number that is not there.
var Unknown = Number(math.NaN())

// MarshalJSON writes the shortest decimal that reads back as the same value, or null
// for one that is not finite.
func (n Number) MarshalJSON() ([]byte, error) {
	if v := float64(n); math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// MarshalCSV writes the number in a table, nothing for one that is not finite.
func (n Number) MarshalCSV() ([]byte, error) { return []byte(n.String()), nil }

// String is the number in a table, "" for one that is not finite.
func (n Number) String() string {
	switch v := float64(n); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return ""
	case v == math.Trunc(v) && math.Abs(v) < 1e15:
		return strconv.FormatFloat(v, 'f', -1, 64)
	default:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
}

// Each converts a list; none becomes [], never null.
func Each[T, U any](all []T, convert func(T) U) []U {
	out := make([]U, len(all))
	for i, v := range all {
		out[i] = convert(v)
	}
	return out
}
