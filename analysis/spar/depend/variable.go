package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar"
)

// variable is a name that may refer to an array or object: a parameter or local name of a
// member, or what a class declares ("" where the class is not known).
type variable struct {
	member *spar.Member
	class  string
	name   string
}

// String names the variable within its member or the classes.
func (v variable) String() string {
	if v.member != nil {
		return v.name
	}
	return v.class + "." + v.name
}

func (v variable) is(w variable) bool {
	return v.name == w.name && v.member == w.member && (v.class == w.class || v.class == "" || w.class == "")
}

// ofClass is a variable of a class; of any that has one of the name where that is "".
func (p *program) ofClass(class, name string) (variable, int) {
	depth := 0
	for c, x := range p.classes {
		if f := x.fields[name]; f != nil && (class == "" || c == class) {
			depth = max(depth, p.depth(f.d.Type))
		}
	}
	return variable{class: class, name: name}, depth
}

func (p *program) depth(t *spar.TypeRef) int {
	if t == nil {
		return 0
	}
	if p.classes[t.Base] != nil {
		return len(t.Dims) + 1
	}
	return len(t.Dims)
}

// declared is the type of a parameter or local name.
func declared(m *spar.Member, name string) *spar.TypeRef {
	for _, p := range m.Params {
		if p.Name == name {
			return p.Type
		}
	}
	for _, d := range m.Facts.Locals {
		if d.Name == name {
			return d.Type
		}
	}
	return nil
}

// parameter is which one of its member a variable is; -1 for another name.
func parameter(v variable) int {
	if v.member == nil {
		return -1
	}
	return slices.IndexFunc(v.member.Params, func(p *spar.Param) bool { return p.Name == v.name })
}
