package elements

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// table returns the numbers of a GEN_BLOCK or INDIRECT format.
func (it *interpreter) table(name string) []int64 {
	if given, ok := it.opt.Tables[name]; ok {
		return given
	}
	s := it.in.Unit.Lookup(name)
	if s == nil && it.in.Host != nil {
		s = it.in.Host.Lookup(name)
	}
	if s == nil {
		it.fail("%s, which a mapping names, is not known", name)
	}
	return it.integers(program.NewRef(s.Declared, s))
}

// dealByTable hands a template's indices out as a table says.
func (it *interpreter) dealByTable(name string, a axis, table []int64, p int) []int {
	var owners []int
	if a.format == mapping.Indirect {
		owners = it.dealSingly(name, table, p)
	} else {
		owners = it.dealBlocks(name, table, p)
	}
	if int64(len(owners)) < a.extent {
		it.fail("the table of %d indices does not cover the template of %s", len(owners), name)
	}
	return owners[:max(0, a.extent)]
}

func (it *interpreter) dealSingly(name string, table []int64, p int) []int {
	var owners []int
	for _, v := range table {
		if v < 1 || v > int64(p) {
			it.fail("processor %d of %d in the mapping of %s", v, p, name)
		}
		owners = append(owners, int(v-1))
	}
	return owners
}

func (it *interpreter) dealBlocks(name string, table []int64, p int) []int {
	if len(table) != p {
		it.fail("%d blocks on %d processors in the mapping of %s", len(table), p, name)
	}
	var owners []int
	for c, size := range table {
		if size < 0 || int64(len(owners))+size > it.opt.Steps {
			it.fail("a block of %d in the mapping of %s", size, name)
		}
		for range size {
			owners = append(owners, c)
		}
	}
	return owners
}
