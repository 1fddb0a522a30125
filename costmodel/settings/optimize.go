package settings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/scheme"
)

// The optimizations of the node compiler can be switched on and off (paper 003,
// section 2.3, user experimentation): what the user says comes before what the
// machine's file says.

// ParseOptimize reads a choice of optimizations: "reorder,inline", "none"; nil
// for "", as the machine says.
func ParseOptimize(s string) ([]string, error) {
	switch s = strings.TrimSpace(s); s {
	case "":
		return nil, nil
	case "none":
		return []string{}, nil
	}
	out := []string{}
	for _, name := range strings.Split(s, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(scheme.Optimizations, name) {
			return nil, fmt.Errorf("%q is no optimization; there are %s, and none", name, strings.Join(scheme.Optimizations, ", "))
		}
		out = append(out, name)
	}
	return out, nil
}
