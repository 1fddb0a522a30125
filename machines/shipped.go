package machines

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/parlens/parlens/internal/tomltree"
)

//go:embed *.toml
var shipped embed.FS

// Shipped returns the names of the machines that come with the program,
// sorted.
func Shipped() []string {
	entries, err := shipped.ReadDir(".")
	if err != nil {
		return nil
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".toml")
	}
	slices.Sort(names)
	return names
}

// IsPath reports whether a machine is given as the path of a file rather than
// as the name of a shipped one.
func IsPath(name string) bool {
	return strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".toml")
}

// Load returns a shipped machine by its name, or reads the machine file at a
// path; a nil read means that there are no files. The error names the shipped
// machines, or the first problem of the file with its position.
func Load(name string, read func(path string) ([]byte, error)) (*Machine, error) {
	file, data, err := contents(name, read)
	if err != nil {
		return nil, err
	}
	m, diags := Parse(file, data)
	if m == nil {
		return nil, tomltree.FirstError(file, data, diags)
	}
	return m, nil
}

func contents(name string, read func(path string) ([]byte, error)) (string, []byte, error) {
	if !IsPath(name) {
		data, err := shipped.ReadFile(name + ".toml")
		if err != nil {
			return "", nil, fmt.Errorf("no machine is called %q; there are %s, or give the path of a machine file", name, strings.Join(Shipped(), ", "))
		}
		return name + ".toml", data, nil
	}
	if read == nil {
		return "", nil, fmt.Errorf("machine file %s: there are no files here, only %s", name, strings.Join(Shipped(), ", "))
	}
	data, err := read(name)
	if err != nil {
		return "", nil, fmt.Errorf("machine file: %w", err)
	}
	return name, data, nil
}

// Text returns the file of a shipped machine, false for any other name.
func Text(name string) (string, bool) {
	text, is := texts()[name]
	return text, is
}

// texts are the files of the shipped machines, read once.
var texts = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, name := range Shipped() {
		data, err := shipped.ReadFile(name + ".toml")
		if err != nil {
			panic(err) // it stands in the program itself
		}
		all[name] = string(data)
	}
	return all
})
