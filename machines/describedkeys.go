package machines

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/internal/tomltree"
)

// Keys returns the keys that a table of a machine file knows, in the order in
// which they are documented; the path gives the tables from the root. It is nil
// for a table that the format does not know.
func Keys(path []string) []tomltree.Key {
	keys := slices.Concat(machineKeys, componentTables)
	for len(path) > 1 && path[0] == "part" {
		path, keys = path[2:], slices.Concat([]tomltree.Key{title, part}, componentTables)
	}
	switch {
	case len(path) == 0:
		return keys
	case len(path) == 1 && path[0] == "part":
		return []tomltree.Key{{Name: "NAME", Meaning: "a part of the machine", Table: true, Any: true}}
	case path[0] == arrayKey.Name:
		return arrayKeysBelow(path[1:])
	case componentKeys[path[0]] == nil:
		return nil
	}
	return keysBelow(path[0], path[1:])
}

// keysBelow returns the keys of a component, or of a table in it.
func keysBelow(kind string, path []string) []tomltree.Key {
	if kind == "memory" && len(path) > 0 && path[0] == levelsKey.Name {
		return within(append([]tomltree.Key{levelNames}, described(levelKeys)...), originKeys, path[1:])
	}
	if kind == "communication" && len(path) > 0 {
		switch path[0] {
		case "segments":
			return within(append([]tomltree.Key{upToKey}, described(segmentKeys)...), originKeys, path[1:])
		case "collectives":
			return collectiveKeysBelow(path[1:])
		}
	}
	keys := slices.Concat([]tomltree.Key{title}, described(componentKeys[kind]))
	if len(path) == 0 {
		keys = append(keys, choiceKeys(kind)...)
	}
	return within(keys, originKeys, path)
}

// choiceKeys are the keys of a component that are no numbers.
func choiceKeys(kind string) []tomltree.Key {
	switch kind {
	case "processing":
		return processingKeys
	case "memory":
		return append(slices.Clone(memoryKeys), levelsKey)
	case "communication":
		return communicationKeys
	}
	return nil
}

// within returns the keys of a table with numbers and others, or what one of its
// numbers may say.
func within(numbers, others []tomltree.Key, path []string) []tomltree.Key {
	if len(path) == 0 {
		return slices.Concat(numbers, others)
	}
	if k, ok := tomltree.Find(numbers, path[0]); ok && len(path) == 1 && k.Values == nil && k.Name != "title" {
		return numberKeys
	}
	return nil
}

// collectiveKeysBelow returns the keys of the table of collective operations, of
// what was measured of them, or of a number in it.
func collectiveKeysBelow(path []string) []tomltree.Key {
	switch {
	case len(path) == 0:
		return append(collectiveKeys(), measuredKey)
	case path[0] != measuredKey.Name:
		return nil
	case len(path) == 1:
		return slices.Concat(measuredKeys, originKeys)
	}
	return within([]tomltree.Key{timeKey.Key}, nil, path[1:])
}

func described(keys []key) []tomltree.Key {
	out := make([]tomltree.Key, len(keys))
	for i, k := range keys {
		out[i] = k.Key
	}
	return out
}

// operations are the collective operations in the order of the documentation.
var operations = []string{"broadcast", "reduction", "gather", "scatter", "allgather", "alltoall", "barrier"}

func collectiveKeys() []tomltree.Key {
	keys := make([]tomltree.Key, len(operations))
	for i, op := range operations {
		keys[i] = tomltree.Key{Name: op, Meaning: "algorithm of " + op, Values: collectives[op]}
	}
	return keys
}

func names(keys ...[]tomltree.Key) []string {
	var out []string
	for _, k := range slices.Concat(keys...) {
		out = append(out, k.Name)
	}
	return out
}

// Describes reports whether a TOML text, complete or not, means to be a machine:
// it has two or more of the keys and tables that only a machine has.
func Describes(text string) bool {
	found := map[string]bool{}
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if header, ok := strings.CutPrefix(line, "["); ok {
			header, _, _ = strings.Cut(strings.Trim(header, "["), "]")
			keys := strings.Split(header, ".")
			if Keys(keys) != nil && (len(keys) == 1 || keys[0] == "part") {
				found[header] = true
			}
			continue
		}
		if name, _, isKey := strings.Cut(line, "="); isKey && slices.Contains([]string{"nodes", "scheme", "reading", "compute"}, strings.TrimSpace(name)) {
			found[strings.TrimSpace(name)] = true
		}
	}
	return len(found) >= 2
}
