package tomltree

import "strings"

// Key describes a key that a kind of document knows.
type Key struct {
	Name     string
	Unit     string   // of its number, in words; "" for a pure number or another value
	Meaning  string   // in words
	Values   []string // what it can be, the default first; nil: not a choice
	Required bool
	Table    bool // it has keys of its own
	Many     bool // its table stands once per item: [[...]]
	Any      bool // it stands for any key that the writer names
}

// Find returns the key with the name: one that stands for any counts last.
func Find(keys []Key, name string) (Key, bool) {
	for _, k := range keys {
		if k.Name == name && !k.Any {
			return k, true
		}
	}
	for _, k := range keys {
		if k.Any {
			return k, true
		}
	}
	return Key{}, false
}

// UnitOf returns the unit that ends the name of a number: "seconds" for _s.
func UnitOf(name string) string {
	for ending, unit := range map[string]string{"_s": "seconds", "_bytes": "bytes", "_hz": "hertz"} {
		if strings.HasSuffix(name, ending) {
			return unit
		}
	}
	return ""
}
