package hpf_test

import (
	"reflect"
	"testing"

	"github.com/parlens/parlens/analysis/hpf"
)

// A directive is read or reported, at a place inside it, and always alike.
func FuzzDirective(f *testing.F) {
	for _, seed := range []string{
		"PROCESSORS p(2,2), q", "TEMPLATE, DIMENSION(n,0:m-1) :: t, u(3)", "DISTRIBUTE a *(BLOCK, CYCLIC(2), *) ONTO *p", "DISTRIBUTE (GEN_BLOCK(g), INDIRECT(v)) :: a, b",
		"ALIGN a(i,*,:) WITH *t(2*i+1, *, 1:n:2)", "ALIGN b(i), c(*) with t(i)", "ALIGN WITH t :: a(:), b", "REDISTRIBUTE a(BLOCK)", "DYNAMIC, ALIGN WITH b :: c",
		"INDEPENDENT (j, i), NEW(x), REDUCTION(+: s), ON HOME(a(i)), RESIDENT", "SEQUENCE a, /c/", "NO SEQUENCE", "SHADOW a(1:2, 0)", "SHADOW (w) :: a", "RANGE a (BLOCK, *) (ALL)",
		"ON HOME(a(i)) BEGIN", "END ON", "RESIDENT(a)", "TASK_REGION", "INHERIT :: a",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		directives, problem := hpf.Parse(text)
		if problem != nil && (problem.Span.Start < 0 || problem.Span.End > len(text) || problem.Span.End < problem.Span.Start) {
			t.Errorf("%q: problem at %v", text, problem.Span)
		}
		if len(directives) == 0 && problem == nil {
			t.Errorf("%q means nothing and is not reported", text)
		}
		if again, _ := hpf.Parse(text); !reflect.DeepEqual(directives, again) {
			t.Errorf("%q is read differently the second time", text)
		}
	})
}
