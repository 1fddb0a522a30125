package advise

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/spar"
)

// sparMapping is a mapping of a Spar program that was given as text, with semicolons between
// its arrays: u = [cyclic,collapsed]; grid.w = [block]. An array is one of its name in any
// class, or of the class that stands before it.
func sparMapping(snap *workspace.Snapshot, path, mapping string, s settings.Settings) ([]plan.Change, error) {
	f, err := snap.File(path)
	if err != nil {
		return nil, err
	}
	m, err := spar.ModelOf(snap, f, s)
	if err != nil {
		return nil, err
	}
	var edits []source.Edit
	for part := range strings.SplitSeq(mapping, ";") {
		name, formats, ok := strings.Cut(part, "=")
		name, formats = strings.TrimSpace(name), strings.Trim(strings.TrimSpace(formats), `"`)
		if !ok || !strings.HasPrefix(formats, "[") || !strings.HasSuffix(formats, "]") {
			return nil, fmt.Errorf("%q is not like u = [block,collapsed]", strings.TrimSpace(part))
		}
		entries := strings.Split(strings.Trim(formats, "[]"), ",")
		for _, e := range entries {
			if !place.IsFormat(strings.TrimSpace(e)) {
				return nil, fmt.Errorf("%q is none of block, cyclic, blockcyclic n, local n, replicated and collapsed", strings.TrimSpace(e))
			}
		}
		found := len(edits)
		for _, v := range m.Program.Variables {
			of := strings.TrimSuffix(v.Model, v.Model[strings.LastIndexByte(v.Model, '_'):]) // class_name
			if l := v.Layout; l != nil && l.Dist && (v.Name == name || of == strings.ReplaceAll(name, ".", "_")) {
				if v.Rank() != len(entries) {
					return nil, fmt.Errorf("%s has %d subscripts, %s %d entries", v.Name, v.Rank(), formats, len(entries))
				}
				edits = append(edits, source.Edit{Span: l.At(), New: `"` + formats + `"`})
			}
		}
		if len(edits) == found {
			return nil, fmt.Errorf("no array %s of the file is mapped by a dist string", name)
		}
	}
	return []plan.Change{{Path: path, Edits: edits}}, nil
}
