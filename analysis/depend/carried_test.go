package depend

import (
	"reflect"
	"testing"

	"github.com/parlens/parlens/analysis/program"
)

// What is asked for by itself is what stands first in the list.
func TestFirstCarried(t *testing.T) {
	for _, body := range []string{
		"do i = 2, n; b(i) = b(i+1); a(i,1) = a(i-1,1); c(i) = c(i-2) + x; x = b(i); end do",
		"do i = 2, n; x = x + c(i); x = x*2; c(i) = b(idx(i)); b(i) = 1; end do",
		"do j = 2, n; do i = 2, n; a(i,j) = a(i-1,j) + a(i,j-1); d(i,1) = d(i,2); end do; end do",
		"do i = 1, n; b(i) = c(i); end do",
		"!independent; do i = 2, n; b(i) = b(i-1); c(1) = x; x = b(i); end do",
	} {
		t.Run(body, func(t *testing.T) {
			for _, l := range analyzed(t, body, Options{}).Loops {
				var first, sure *Dependence
				for _, d := range l.Carried() {
					if first == nil && d.Kind == True && d.Sym.Rank() > 0 {
						first = d
					}
					if sure == nil && d.Doubt == "" {
						sure = d
					}
				}
				if got := l.True(); !reflect.DeepEqual(got, first) {
					t.Errorf("%s: the first true dependence is %v, not %v", body, first, got)
				}
				got := l.first(func(_ Kind, _ *program.Symbol, doubt string) bool { return doubt == "" })
				if !reflect.DeepEqual(got, sure) {
					t.Errorf("%s: the first sure dependence is %v, not %v", body, sure, got)
				}
			}
		})
	}
}
