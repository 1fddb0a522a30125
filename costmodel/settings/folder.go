package settings

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/tomltree"
)

// Folder is how the sources of a folder, and of those below it, are read; what it
// leaves out holds as for the others.
type Folder struct {
	Define []string
	Form   string
	Width  int
}

// Reading returns how the sources of a folder are read, whose path is from that of
// the configuration: the innermost folder that says something wins.
func (c Config) Reading(folder string) Folder {
	out := Folder{c.Define, c.Form, c.Width}
	for _, name := range slices.Sorted(maps.Keys(c.Folders)) { // outer ones first
		f := c.Folders[name]
		if path := filepath.ToSlash(filepath.Clean(folder)); path != name && !strings.HasPrefix(path, name+"/") {
			continue
		}
		out.Define = slices.Concat(out.Define, f.Define)
		out.Form, out.Width = cmp.Or(f.Form, out.Form), cmp.Or(f.Width, out.Width)
	}
	return out
}

func setForm(n *tomltree.Node, into *string) string {
	if n.Kind != tomltree.String || n.Text != "free" && n.Text != "fixed" {
		return ` must be "free" or "fixed"`
	}
	*into = n.Text
	return ""
}

func setWidth(n *tomltree.Node, into *int) string {
	v, ok := n.Number()
	if !ok || n.Kind != tomltree.Integer || v < 7 || v > 1e6 {
		return " must be the last column of fixed form: 72, 132, ..."
	}
	*into = int(v)
	return ""
}

// setFolders reads the tables of folders: [folders."src/old"].
func (c *Config) setFolders(f *tomltree.Field, diags *[]source.Diagnostic) string {
	if f.Value.Kind != tomltree.Table {
		return " must be a table of tables, by the paths of folders"
	}
	c.Folders = map[string]Folder{}
	for _, folder := range f.Value.Fields {
		if folder.Value.Kind != tomltree.Table {
			*diags = append(*diags, problemAt(folder.Span, "folders."+folder.Key+" must be a table"))
			continue
		}
		var out Folder
		for _, v := range folder.Value.Fields {
			problem := ""
			switch v.Key {
			case "form":
				problem = setForm(v.Value, &out.Form)
			case "width":
				problem = setWidth(v.Value, &out.Width)
			case "define":
				problem = texts(v.Value, &out.Define)
			default:
				*diags = append(*diags, source.Diagnostic{Span: v.Span, Severity: source.Warning, Code: "unknown-key",
					Message: fmt.Sprintf("%q is not known here and has no effect; the keys are form, width and define", v.Key)})
			}
			if problem != "" {
				*diags = append(*diags, problemAt(v.Value.Span, v.Key+problem))
			}
		}
		c.Folders[filepath.ToSlash(filepath.Clean(folder.Key))] = out
	}
	return ""
}

// texts reads a list of strings that are not empty.
func texts(n *tomltree.Node, into *[]string) string {
	const problem = " must be a list of strings"
	if n.Kind != tomltree.Array {
		return problem
	}
	var out []string
	for _, item := range n.Items {
		if item.Kind != tomltree.String || item.Text == "" {
			return problem
		}
		out = append(out, item.Text)
	}
	*into = out
	return ""
}
