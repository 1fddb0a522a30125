package lsp

import (
	"fmt"
	"strings"
	"testing"
)

// waiting has waits whose clocks differ from point to point, so that a curve over it
// takes long.
const waiting = `program waiting
  integer, parameter :: n = 64
  real a(n,n)
  integer i, j, t
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE a(BLOCK,*) ONTO p
  do t = 1, 50
    do i = 2, n
      do j = 1, n - mod(i*t, 7)
        a(i,j) = a(i-1,j) + 1
      end do
    end do
  end do
end program
`

// A long curve keeps nobody waiting: hovers are answered meanwhile, and a curve that
// is cancelled ends before its last point.
func TestLongCurves(t *testing.T) {
	const uri = "file:///w/waiting.f90"
	c := dial(t, Options{FS: &testFS{files: map[string]string{}}})
	c.initialize("{}")
	c.open(uri, 1, waiting)
	var values strings.Builder
	for n := range mostPoints {
		fmt.Fprintf(&values, ",%d", 200+n)
	}
	id, curve := c.start("parlens/scaling", object{"textDocument": object{"uri": uri}, "over": []string{"n=" + values.String()[1:]}})
	for range 5 {
		a := c.call("textDocument/hover", object{"textDocument": object{"uri": uri}, "position": object{"line": 9, "character": 8}})
		if a.err != nil || !strings.Contains(string(a.result), "waiting") {
			t.Fatalf("hover: %v %s", a.err, a.result)
		}
	}
	select {
	case a := <-curve:
		t.Fatalf("the curve was there before five hovers: %v", a.err)
	default:
	}
	c.note("$/cancelRequest", object{"id": id})
	if a := c.await("the curve", curve); a.err == nil || a.err.Code != -32800 {
		t.Errorf("a cancelled curve: %v", a.err)
	}
}
