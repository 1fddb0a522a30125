package lower

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// unpriced keeps the executable statements that have no cost model; the names
// in them are looked up all the same. Declarations vanish.
func (l *lowerer) unpriced(stmt fortran.Stmt, s *fortran.Statement) []program.Stmt {
	keyword := fortran.KindOf(stmt)
	reason, known := reasons[keyword]
	if !known {
		return nil // a declaration
	}
	if j, ok := stmt.(*fortran.Jump); ok && len(j.Labels) > 0 && j.Index != nil {
		l.statements.started = true
		return one(l.statements.computedJump(j, s))
	}
	var extents, filled []program.Stmt
	var receives []*program.Symbol
	var list *program.TransferList
	switch stmt := stmt.(type) {
	case *fortran.Allocation:
		l.lookUp(stmt.Args, s)
		receives = distinct(l.statements.received(stmt.Args))
		extents, filled = l.allocated(stmt, s)
	case *fortran.DataTransfer:
		list = &program.TransferList{}
		receives = l.statements.transfer(stmt, list, s)
	case *fortran.FileControl:
		list = &program.TransferList{}
		receives = l.statements.fileControl(stmt.Control, nil, s)
		l.statements.specifier(stmt.Unit, s)
	case *fortran.Inquire:
		list = &program.TransferList{}
		receives = l.statements.fileControl(stmt.Control, stmt.Items, s)
	case *fortran.Sync:
		return one(l.imageCall("sync "+stmt.Of, stmt.Args, s))
	case *fortran.FormTeam:
		return one(l.imageCall("form team", stmt.Args, s))
	case *fortran.Lock:
		return one(l.imageCall(strings.Replace(stmt.Keyword, "event", "event ", 1), stmt.Args, s))
	}
	u := l.statements.unmodelled(keyword, s, reason)
	if u.Free = reason == free; u.Free {
		u.Reason = ""
	}
	if jump, ok := stmt.(*fortran.Jump); ok {
		u.Target = strings.TrimLeft(jump.Label, "0")
	}
	u.Receives, u.List = receives, list
	l.statements.started = l.statements.started || !u.Free
	return slices.Concat(extents, one(u), filled)
}

// lookUp resolves the names in the arguments of a statement: those of the
// variables and those of bounds and options.
func (l *lowerer) lookUp(args []fortran.Arg, s *fortran.Statement) {
	for _, arg := range args {
		if k, ok := arg.(*fortran.Keyword); ok {
			arg = k.Value
		}
		switch arg := arg.(type) {
		case nil, *fortran.Star:
		case *fortran.Range:
			l.lookUp([]fortran.Arg{arg.Lo, arg.Hi, arg.Step}, s)
		case *fortran.Designator:
			l.named(arg.Parts[0].Name, s.Place(arg.Parts[0].At.Span()))
			for _, p := range arg.Parts {
				l.lookInto(p.Args, s)
				l.lookInto(p.Substring(), s)
				l.lookInto(p.Image(), s)
			}
		default:
			l.expr(arg, s)
		}
	}
}

// lookInto resolves the names in bounds and subscripts, which may call functions.
func (l *lowerer) lookInto(args []fortran.Arg, s *fortran.Statement) {
	for _, arg := range args {
		switch arg := arg.(type) {
		case nil, *fortran.Star:
		case *fortran.Range:
			l.lookInto([]fortran.Arg{arg.Lo, arg.Hi, arg.Step}, s)
		default:
			l.expr(arg, s)
		}
	}
}

// reasons says why the executable statements have no cost, by their kinds;
// those with "" are calls of the run-time system, with a list transfers.
var reasons = map[string]string{
	"continue": free, "format": free, "entry": free,
	"write": "", "read": "", "print": "", "open": "", "close": "", "inquire": "",
	"rewind": "", "backspace": "", "endfile": "", "flush": "", "wait": "",
	"accept": "", "encode": "", "decode": "", "define": "input and output are not modelled",
	"allocate": "", "deallocate": "", "nullify": "", "pause": "",
	"goto": jumps, "assignlabel": jumps,
	"sync": coarrays, "lock": coarrays, "unlock": coarrays, "eventpost": coarrays, "eventwait": coarrays, "failimage": coarrays, "formteam": coarrays,
}

const (
	free     = "costs nothing"
	jumps    = "jumps are not modelled"
	coarrays = "coarrays are not modelled"
)
