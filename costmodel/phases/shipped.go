package phases

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/tomltree"
)

//go:embed *.toml
var shipped embed.FS

// Shipped returns the names of the models that come with the program, sorted.
func Shipped() []string {
	entries, err := shipped.ReadDir(".")
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".toml"))
	}
	slices.Sort(names)
	return names
}

// ShippedText returns the file of a shipped model, false for any other name.
func ShippedText(name string) (string, bool) {
	data, err := shipped.ReadFile(name + ".toml")
	return string(data), err == nil
}

// Load returns a shipped model by its name, or reads the file at a path. The
// error is the first problem of the file with its position; what can be used all
// the same comes as diagnostics.
func Load(name string, read func(path string) ([]byte, error)) (*Model, []source.Diagnostic, error) {
	data := []byte(nil)
	if text, ok := ShippedText(name); ok {
		data, name = []byte(text), name+".toml"
	} else {
		var err error
		if data, err = read(name); err != nil {
			return nil, nil, fmt.Errorf("phase model: %w; %s comes with parlens", err, strings.Join(Shipped(), ", "))
		}
	}
	m, diags := Parse(name, data)
	if m != nil {
		return m, diags, nil
	}
	return nil, diags, tomltree.FirstError(name, data, diags)
}
