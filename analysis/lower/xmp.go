package lower

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/program"
)

// XMPHeader stands for xmp_lib.h where none is found: the types of XcalableMP's inquiry
// functions (XcalableMP 1.4, section 5). It reads the same in both source forms.
var XMPHeader = func() string {
	var b strings.Builder
	for _, f := range strings.Fields("node_num all_node_num num_nodes all_num_nodes nodes_index nodes_size nodes_ndims desc_of get_mpi_comm") {
		fmt.Fprintf(&b, "      integer xmp_%s\n", f)
	}
	return b.String() + "      double precision xmp_wtime, xmp_wtick\n"
}()

// xmpTransform writes a call of XcalableMP's transformational procedures as the assignment
// that it is (XcalableMP 1.4, section 5.5); nil for any other call.
func (l *statements) xmpTransform(name string, args []program.Arg, s *fortran.Statement) program.Stmt {
	function, isOne := map[string]string{"xmp_transpose": "transpose", "xmp_matmul": "matmul"}[name]
	if !isOne || l.scope.find(name) != nil || len(args) != 3 {
		return nil
	}
	left, ok := args[0].Value.(*program.Ref)
	if !ok {
		return nil
	}
	operands := args[1:]
	if function == "transpose" {
		operands = args[1:2] // the last argument says what may become of the source
	}
	return &program.Assign{Node: at(s), LHS: left, RHS: program.NewCall(s.At, function, nil, operands...), Moves: true}
}

// task lowers the statements of TASK ON nodes ... END TASK: an IF over the processor's
// number. Nil where the nodes are not some of the unit's arrangement.
func (l *statements) task(r *hpf.Region, s *fortran.Statement, body []program.Stmt) program.Stmt {
	on, ok := r.Processors.(*fortran.Designator)
	if !ok || len(on.Parts) != 1 {
		return nil
	}
	p, declared := l.mapper.grids[on.Parts[0].Name]
	if !declared || p.grid == nil || p.grid != l.out.Grid {
		return nil
	}
	var condition program.Expr
	for dim, arg := range on.Parts[0].Args {
		if c := l.member(arg, dim, s); c != nil {
			if condition != nil {
				c = program.NewBinary(s.At, program.And, condition, c)
			}
			condition = c
		}
	}
	out := &program.If{Node: at(s), End: s.At}
	if condition == nil { // all of them
		condition = program.LogicalConst(s.At, true)
	}
	out.Branches = []program.Branch{{At: s.At, Cond: condition, Body: body}}
	return out
}

// member tells whether the processor's place along a dimension of the arrangement (from 0)
// is an index or in a section; nil for all of them.
func (l *statements) member(arg fortran.Arg, dim int, s *fortran.Statement) program.Expr {
	place := program.NewCall(s.At, "this_image", nil, program.Arg{Value: program.IntConst(s.At, int64(dim)+1)})
	x := l.subscript(arg, s)
	if !x.Triplet {
		return program.NewBinary(s.At, program.Eq, place, x.Lo)
	}
	var out program.Expr
	for _, bound := range []struct {
		op program.Op
		at program.Expr
	}{{program.Ge, x.Lo}, {program.Le, x.Hi}} {
		if bound.at == nil {
			continue
		}
		c := program.Expr(program.NewBinary(s.At, bound.op, place, bound.at))
		if out != nil {
			c = program.NewBinary(s.At, program.And, out, c)
		}
		out = c
	}
	return out
}
