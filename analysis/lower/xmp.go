package lower

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
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
