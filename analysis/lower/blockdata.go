package lower

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/program"
)

// blockData stands in an environment for the module that the BLOCK DATA units of a program
// would be: all units see what they give to members of COMMON blocks.
const blockData = "block data"

// DataIn returns the BLOCK DATA units of a file.
func DataIn(f *fortran.File) []*fortran.Unit {
	return slices.DeleteFunc(slices.Clone(f.Units), func(u *fortran.Unit) bool { return u.Kind != program.BlockData })
}

// shownData returns what the BLOCK DATA units give; nil where there is none, and for those
// units themselves.
func (r *Resolver) shownData(u *fortran.Unit) *Interface {
	if r.BlockData == nil || u.Kind == program.BlockData {
		return nil
	}
	if r.data == nil {
		r.data = &Interface{Name: blockData, initial: map[string]program.Expr{}}
		for _, d := range r.BlockData() {
			one := memo.GetFrom(r.Memo, InterfaceKey{d.Tree, blockData, "", r.uses(d)}, sightedModule{r.Environment(d), &module{unit: d}}, initialValues)
			for at, value := range one.initial {
				if r.data.initial[at] == nil { // the nearest one's
					r.data.initial[at] = value
				}
			}
			r.data.Fingerprint = sha256.Sum256(append(r.data.Fingerprint[:], one.Fingerprint[:]...))
		}
	}
	if len(r.data.initial) == 0 {
		return nil
	}
	return r.data
}

// initialValues returns the initial values of the members of COMMON blocks, by their storage.
func initialValues(key InterfaceKey, m sightedModule) *Interface {
	out := &Interface{initial: map[string]program.Expr{}}
	var text strings.Builder
	fmt.Fprintln(&text, key.Uses)
	fortran.EachOwn(m.unit.Body, func(n *fortran.Node) { fmt.Fprintln(&text, n.Statement.Text) })
	out.Fingerprint = sha256.Sum256([]byte(text.String()))
	lowered, _ := m.LowerUnit(m.unit)
	for _, s := range lowered.Symbols {
		if s.Value != nil && strings.HasPrefix(s.Storage, "/") {
			out.initial[s.Storage] = s.Value
		}
	}
	return out
}

// givenByData is the initial value that a BLOCK DATA gives to a member of a COMMON block,
// or nil.
func (l *lowerer) givenByData(sym *program.Symbol) program.Expr {
	if !strings.HasPrefix(sym.Storage, "/") || l.scope.prefix != "" { // an interface is kept whatever they give
		return nil
	}
	if data := l.env.module(blockData); data != nil {
		return data.initial[sym.Storage]
	}
	return nil
}
