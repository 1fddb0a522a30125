package lower

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// elementwiseOnly reports whether a DO CONCURRENT does no more than a FORALL does: it assigns to
// arrays, and to no scalar, which each iteration has for itself.
func elementwiseOnly(body []program.Stmt, local []fortran.Locality) bool {
	return !slices.ContainsFunc(body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Assign:
			return s.LHS.Sym.Rank() == 0 || slices.Contains(named(local, "reduce"), s.LHS.Sym.Name)
		case *program.Forall:
			return false
		}
		return true
	})
}

// named are the variables that localities of some kinds name.
func named(local []fortran.Locality, kinds ...string) []string {
	var out []string
	for _, x := range local {
		if slices.Contains(kinds, strings.ToLower(x.Keyword)) {
			for _, name := range x.Names {
				out = append(out, strings.ToLower(name))
			}
		}
	}
	return out
}

// asLoops lowers a DO CONCURRENT to INDEPENDENT loops, of which that over the first index is the
// innermost, with what LOCAL names as private variables and the mask as a condition in them. A
// scalar that is assigned is private too where nothing is said of it: another iteration must
// not use its value (Fortran 2018, 11.1.7.5).
func asLoops(do *program.Do, local []fortran.Locality) program.Stmt {
	promise := &program.Independent{At: do.At, New: named(local, "local", "local_init"), Reduction: named(local, "reduce")}
	program.Statements(do.Body, func(s program.Stmt) bool {
		a, ok := s.(*program.Assign)
		if ok && a.LHS.Sym.Rank() == 0 && !slices.Contains(promise.Reduction, a.LHS.Sym.Name) && !slices.Contains(promise.New, a.LHS.Sym.Name) {
			promise.New = append(promise.New, a.LHS.Sym.Name)
		}
		return true
	})
	body := do.Body
	if do.Cond != nil {
		body = one(&program.If{Node: do.Node, Branches: []program.Branch{{At: do.Cond.Span(), Cond: do.Cond, Body: body}}})
	}
	loop := program.Stmt(nil)
	for i, r := range do.Ranges {
		at := do.Node
		if i < len(do.Ranges)-1 {
			at.At = r.Lo.Span().Join(r.Hi.Span())
		}
		loop = &program.Do{Node: at, Name: do.Name, End: do.End, Kind: program.DoCount, Var: r.Var, Lo: r.Lo, Hi: r.Hi, Step: r.Step, Independent: promise, Body: body}
		body = one(loop)
	}
	return loop
}
