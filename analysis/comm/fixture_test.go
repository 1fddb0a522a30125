package comm_test

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
)

// rows declares arrays over one grid dimension: x is fixed, u and v are
// distributed by their first dimension and uc by its second, d lies on every
// second template index, c is CYCLIC, w is everybody's.
const rows = `program rows
  integer, parameter :: n = 16
  integer :: i, j, k, m, idx(n)
  real :: s
  real, dimension(n) :: a, b, c, d, w, x
  real, dimension(n,n) :: u, v, uc
!HPF$ PROCESSORS p(4)
!HPF$ TEMPLATE t(2*n)
!HPF$ TEMPLATE tc(n)
!HPF$ DISTRIBUTE t(BLOCK) ONTO p
!HPF$ DISTRIBUTE tc(CYCLIC) ONTO p
!HPF$ ALIGN (i) WITH t(i) :: a, b
!HPF$ ALIGN d(i) WITH t(2*i)
!HPF$ ALIGN x(*) WITH t(5)
!HPF$ ALIGN c(i) WITH tc(i)
!HPF$ ALIGN (i,*) WITH t(i) :: u, v
!HPF$ ALIGN uc(*,j) WITH t(j)
`

// grid declares arrays over two grid dimensions.
const grid = `program grid
  integer, parameter :: n = 16
  integer :: i, j, k
  real :: s
  real, dimension(n,n) :: u, v, vt
  real, dimension(n) :: r
!HPF$ PROCESSORS p(2,2)
!HPF$ TEMPLATE t(n,n)
!HPF$ DISTRIBUTE t(BLOCK,BLOCK) ONTO p
!HPF$ ALIGN (i,j) WITH t(i,j) :: u, v
!HPF$ ALIGN vt(i,j) WITH t(j,i)
!HPF$ ALIGN r(i) WITH t(i,*)
`

// lowered returns the unit of declarations followed by statements.
func lowered(t *testing.T, declarations, statements string) *lower.Unit {
	t.Helper()
	text := declarations + strings.ReplaceAll(statements, "; ", "\n") + "\nend program\n"
	f := lower.Lower(fortran.Parse(source.NewText(text), fortran.FormOf("t.f90")))
	for _, d := range f.Diagnostics {
		if d.Severity == source.Error {
			t.Fatalf("%s: %s", statements, d.Message)
		}
	}
	return f.Units[0]
}

func graphOf(t *testing.T, declarations, statements string) *aag.Graph {
	t.Helper()
	u := lowered(t, declarations, statements)
	return aag.Build(u.Unit, comm.NewBuilder(u.Arena, u.Layouts, u.Grid, scheme.Collective))
}

func communications(g *aag.Graph) []*comm.Communication {
	var out []*comm.Communication
	for _, u := range g.Units {
		if u.Comm != nil {
			out = append(out, u.Comm)
		}
	}
	return out
}
