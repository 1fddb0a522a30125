package lower

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
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

// nodeNumber reports whether a function returns the number of the processor in the unit's
// arrangement: XMP_NODE_NUM counts the nodes of the task around. A unit that declares nodes
// and distributes nothing onto them tells each what to do by that number.
func (l *lowerer) nodeNumber(function string) bool {
	is := function == "xmp_all_node_num" || function == "xmp_node_num" && l.tasks == 0
	is = is && l.hasNodes()
	l.out.Numbered = l.out.Numbered || is
	return is
}

// nodeCount reports whether a function returns how many processors there are:
// XMP_NUM_NODES counts the nodes of the task around.
func (l *lowerer) nodeCount(function string) bool {
	return function == "xmp_all_num_nodes" || function == "xmp_num_nodes" && l.tasks == 0
}

// hasNodes gives a unit that sees NODES an arrangement; false for one that has none.
func (l *lowerer) hasNodes() bool {
	if all := l.mapper.arrangements(); l.out.Grid == nil && len(all) > 0 {
		if l.distributes() {
			l.mapper.gridOf(l.mapper.most(all))
		} else {
			l.images = true
		}
	}
	return l.images || l.out.Grid != nil
}

// most is the arrangement with the most processors; the first, where the numbers are not known.
func (m *mapper) most(all []*arrangement) *arrangement {
	return slices.MaxFunc(all, func(a, b *arrangement) int { return cmp.Compare(m.processors(a), m.processors(b)) })
}

// processors is how many an arrangement declares, 0 where that is not known.
func (m *mapper) processors(a *arrangement) int64 {
	size := m.out.Arena.Int(1)
	for _, n := range a.declared {
		if n == 0 {
			return 0
		}
		size = m.out.Arena.Mul(size, n)
	}
	n, _ := m.evaluate(size)
	return n
}

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

// task lowers the statements of TASK ON nodes ... END TASK, and of HPF's ON (processors) BEGIN
// ... END ON: an IF over the processor's place. Nil where the nodes are not some of the unit's arrangement.
func (l *statements) task(r *hpf.Region, s *fortran.Statement, body []program.Stmt) program.Stmt {
	on, ok := r.Processors.(*fortran.Designator)
	if !ok || len(on.Parts) != 1 {
		return nil
	}
	p, declared := l.mapper.grids[on.Parts[0].Name]
	if args := on.Parts[0].Args; !declared || p.grid == nil || p.grid != l.out.Grid || len(args) > 0 && len(args) != p.grid.Rank() {
		return nil
	}
	condition := program.Expr(program.LogicalConst(s.At, true))
	for dim, arg := range on.Parts[0].Args {
		c, ok := l.member(arg, dim, p, s)
		if !ok {
			return nil
		}
		for _, x := range c {
			condition = program.NewBinary(s.At, program.And, condition, x)
		}
	}
	alone := program.NewBinary(s.At, program.Eq, program.NewCall(s.At, "num_images", nil), program.IntConst(s.At, 1))
	condition = program.NewBinary(s.At, program.Or, alone, condition)
	if communicates(body) {
		l.report(s.At, source.Information, "unmodelled-directive", "what is combined, waited for or brought in this region is counted over all processors")
	}
	return &program.If{Node: at(s), End: s.At, Branches: []program.Branch{{At: s.At, Cond: condition, Body: body}}}
}

// member tells whether the processor's place along a dimension of the arrangement (from 0)
// is an index or in a section: what all has to hold. False where that has no form here.
func (l *statements) member(arg fortran.Arg, dim int, a *arrangement, s *fortran.Statement) ([]program.Expr, bool) {
	lower, known := l.out.Arena.ConstInt(a.lower[dim])
	if _, star := arg.(*fortran.Star); star || !known {
		return nil, false
	}
	place := program.Expr(program.NewCall(s.At, "this_image", nil, program.Arg{Value: program.IntConst(s.At, int64(dim)+1)}))
	if lower != 1 {
		place = program.NewBinary(s.At, program.Add, place, program.IntConst(s.At, lower-1))
	}
	x := l.subscript(arg, s)
	switch {
	case x.Stride != nil:
		return nil, false
	case !x.Triplet:
		return []program.Expr{program.NewBinary(s.At, program.Eq, place, x.Lo)}, true
	}
	var out []program.Expr
	if x.Lo != nil {
		out = append(out, program.NewBinary(s.At, program.Ge, place, x.Lo))
	}
	if x.Hi != nil {
		out = append(out, program.NewBinary(s.At, program.Le, place, x.Hi))
	}
	return out, true
}

// communicates reports whether directives in a block ask for communications.
func communicates(body []program.Stmt) bool {
	found := false
	program.Statements(body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Explicit:
			found = true
		case *program.Assign:
			found = found || s.Moves
		case *program.Do:
			found = found || s.Independent != nil && len(s.Independent.Reduction) > 0
		}
		return !found
	})
	return found
}
