package settings

import (
	"fmt"
	"strconv"
	"strings"
)

// SetList sets a size, or the elements of a vector where there are several
// values.
func SetList(values map[string]float64, name string, list []float64) {
	if len(list) == 1 {
		values[name] = list[0]
		return
	}
	for i, v := range list {
		values[ElementName(name, i)] = v
	}
}

func ElementName(name string, i int) string { return fmt.Sprintf("%s(%d)", name, i+1) }

// ElementOf returns the vector that a name like "sizes(2)" is an element of, ""
// for other names.
func ElementOf(name string) string {
	vector, index, ok := strings.Cut(strings.TrimSuffix(name, ")"), "(")
	if _, err := strconv.Atoi(index); !ok || err != nil {
		return ""
	}
	return vector
}
