// Package tomltree reads a TOML document into a tree in which every key and
// value knows where it stands, so that a reader of a configuration can point
// at what is wrong with it.
package tomltree

import (
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Kind is the type of a value.
type Kind uint8

// The kinds of values. Dates and times are Other.
const (
	Table Kind = iota
	Array
	String
	Integer
	Float
	Bool
	Other
)

var kindNames = [...]string{"a table", "an array", "a string", "a number", "a number", "a truth value", "a date or time"}

// String names the kind for a message: "a table", "a number".
func (k Kind) String() string { return kindNames[k] }

// Node is one value. Fields are those of a table in the order of the text,
// Items those of an array, Text the decoded string or the raw text of any
// other scalar.
type Node struct {
	Kind   Kind
	Span   source.Span // of the value, or of the header's key for a table
	Text   string
	Fields []*Field
	Items  []*Node
}

// Field is a key of a table with its value.
type Field struct {
	Key   string
	Span  source.Span // of the key
	Value *Node
}

// Get returns the field of a table with the key, or nil.
func (n *Node) Get(key string) *Field {
	for _, f := range n.Fields {
		if f.Key == key {
			return f
		}
	}
	return nil
}

// Keys returns the keys of a table, sorted.
func (n *Node) Keys() []string {
	keys := make([]string, len(n.Fields))
	for i, f := range n.Fields {
		keys[i] = f.Key
	}
	sort.Strings(keys)
	return keys
}

// Number returns the value of an integer or float; false for any other kind
// and for nan.
func (n *Node) Number() (float64, bool) {
	switch n.Kind {
	case Integer:
		i, err := strconv.ParseInt(n.Text, 0, 64)
		return float64(i), err == nil
	case Float:
		v, err := strconv.ParseFloat(strings.ReplaceAll(n.Text, "_", ""), 64)
		return v, err == nil && !math.IsNaN(v)
	}
	return 0, false
}

// Along returns the tables from the root along the keys of a path, as far as
// there are any. Of an array of tables it is the item that the offset stands in
// or behind.
func (n *Node) Along(path []string, offset int) []*Node {
	all := []*Node{n}
	for _, name := range path {
		f := n.Get(name)
		if f == nil {
			break
		}
		n = f.Value
		for i, item := range n.Items {
			if i == 0 || item.Span.Start <= offset {
				n = item
			}
		}
		if n.Kind != Table {
			break
		}
		all = append(all, n)
	}
	return all
}
