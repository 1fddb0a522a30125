package elements

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// GEN_BLOCK and INDIRECT are read from the directives here, since lowering
// takes them for BLOCK.

// layouts lowers the text as it is. The layouts have the formats with tables of
// the directives that map them.
func (d *directives) layouts() (*lower.Unit, map[*program.Symbol]mapping.Layout, error) {
	u, err := d.lowered()
	if err != nil {
		return nil, nil, err
	}
	layouts := maps.Clone(u.Layouts)
	for line := range d.lines {
		_, text := d.directive(line)
		formats := tableFormats(text)
		if !d.visible(line) || formats == nil {
			continue
		}
		arrays, err := d.mappedBy(line, u)
		if err != nil {
			return nil, nil, err
		}
		for _, s := range arrays {
			layouts[s] = withTables(layouts[s], formats)
		}
	}
	return u, layouts, nil
}

var tableKinds = map[string]mapping.FormatKind{"gen_block": mapping.GenBlock, "indirect": mapping.Indirect}

// tableFormats returns the formats of the distributed dimensions of a
// DISTRIBUTE directive; nil when none has a table.
func tableFormats(text string) []mapping.Format {
	list, _ := hpf.Parse(text) // a problem leaves no formats
	if len(list) == 0 {
		return nil
	}
	x, ok := list[0].(*hpf.Distribute)
	if !ok || x.Again {
		return nil
	}
	var formats []mapping.Format
	tables := false
	for _, f := range x.Formats {
		format := mapping.Format{Kind: tableKinds[f.Kind]}
		if v, ok := f.Param.(*fortran.Designator); ok && format.Kind != mapping.Collapsed {
			format.Table, tables = v.Parts[0].Name, true
		}
		if f.Kind != "" {
			formats = append(formats, format)
		}
	}
	if !tables {
		return nil
	}
	return formats
}

// withTables returns the layout with those of the formats that have a table.
func withTables(l mapping.Layout, formats []mapping.Format) mapping.Layout {
	l.Axes = slices.Clone(l.Axes)
	for g, f := range formats {
		if f.Table != "" && g < len(l.Axes) {
			l.Axes[g].Format = f
		}
	}
	return l
}
