package settings

import (
	"github.com/parlens/parlens/internal/tomltree"
	"github.com/parlens/parlens/machines"
)

// ConfigKeys returns the keys that a table of a parlens.toml knows; the path
// gives the tables from the root. It is nil for a table that is not known.
func ConfigKeys(path []string) []tomltree.Key {
	switch {
	case len(path) == 0:
		return []tomltree.Key{
			{Name: "machine", Meaning: "name of a shipped machine (`parlens machines list`), or path of a machine file, from the folder of this file", Values: machines.Shipped()},
			{Name: "processors", Meaning: "number of processors (`4`) or extents of the arrangement (`\"2x2\"`); as the program says when left out"},
			{Name: "threshold", Meaning: "share 0..1 of a unit's time below which a line gets no hint; 0.01 when left out"},
			{Name: "values", Meaning: "values of problem sizes by name, for those that the program does not say", Table: true},
			{Name: "overlap", Meaning: "share 0..1 of a communication that is hidden behind computation; what the program or the machine says when left out"},
			{Name: "optimize", Meaning: "what the compiler of the nodes does: `[\"reorder\", \"inline\"]`, one of them or none, `[]`; what the machine says when left out"},
			{Name: "include", Meaning: "folders in which included files are searched, from the folder of this file"},
			{Name: "counts", Meaning: "table of executions and masks that a run of an instrumented copy has counted (`parlens instrument`), or a list of tables, from the folder of this file"},
			{Name: "validation", Meaning: "what a run took (`parlens validate -o run.json`), or a list of such files, from the folder of this file: the editor shows it beside what is predicted"},
			{Name: "preprocess", Meaning: "what the preprocessor knows", Table: true},
			{Name: "form", Meaning: "source form of the programs; by the extension and the text when left out", Values: []string{"free", "fixed"}},
			{Name: "width", Meaning: "last column of fixed form, `72` or `132`; by the text when left out"},
			{Name: "folders", Meaning: "`form`, `width` and `define` of folders: `[folders.\"src/old\"]`", Table: true},
		}
	case len(path) == 1 && path[0] == "values":
		return []tomltree.Key{{Name: "NAME", Meaning: "value of the problem size of that name, or a list for a vector of GEN_BLOCK or INDIRECT; upper and lower case are the same", Any: true}}
	case len(path) == 1 && path[0] == "preprocess":
		return []tomltree.Key{{Name: "define", Meaning: "macros that decide its conditionals: `NAME` or `NAME=VALUE`; without any, both branches are read"}}
	case len(path) == 1 && path[0] == "folders":
		return []tomltree.Key{{Name: "FOLDER", Meaning: "path of a folder from that of this file, in quotes", Any: true, Table: true}}
	case len(path) == 2 && path[0] == "folders":
		return []tomltree.Key{
			{Name: "form", Meaning: "source form of the folder's programs", Values: []string{"free", "fixed"}},
			{Name: "width", Meaning: "last column of fixed form there"},
			{Name: "define", Meaning: "macros of the preprocessor there, besides those of all"},
		}
	}
	return nil
}
