package names

import (
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
)

// Use is what a USE statement shows.
type Use struct {
	Module  string
	Only    bool
	Renamed map[string]string // local name to the module's, for those that are renamed or behind ONLY
	Hidden  map[string]bool   // the module's names that are known under another one only
	In      *fortran.Statement
}

// NewUse reads a USE statement. Operators are no names.
func NewUse(stmt *fortran.Use, in *fortran.Statement) *Use {
	u := &Use{Module: stmt.Module.String(), Only: stmt.Only, Renamed: map[string]string{}, Hidden: map[string]bool{}, In: in}
	for _, n := range stmt.Names {
		if n.Local == nil {
			continue
		}
		theirs := n.Local.String()
		if n.Target != nil {
			theirs = n.Target.String()
			u.Hidden[theirs] = true
		}
		u.Renamed[n.Local.String()] = theirs
	}
	return u
}

// Operator reports whether a name is that of an operator or an assignment: "operator(+)".
func Operator(name string) bool { return strings.HasSuffix(name, ")") }

// Theirs returns the module's name of what has a local name, false where the
// statement shows no such name. Operators are seen whether ONLY lists them or not.
func (u *Use) Theirs(local string) (string, bool) {
	if Operator(local) {
		return local, true
	}
	if name, listed := u.Renamed[local]; listed {
		return name, true
	}
	return local, !u.Only && !u.Hidden[local]
}

// Locals returns the local names of one of the module's.
func (u *Use) Locals(theirs string) []string {
	var out []string
	for local, name := range u.Renamed {
		if name == theirs {
			out = append(out, local)
		}
	}
	if _, visible := u.Theirs(theirs); visible && u.Renamed[theirs] == "" {
		out = append(out, theirs)
	}
	return out
}
