package hpf_test

import (
	"reflect"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
)

// A directive is read or reported, at a place inside it, and always alike.
func FuzzDirective(f *testing.F) {
	for _, seed := range []string{
		"PROCESSORS p(2,2), q", "TEMPLATE, DIMENSION(n,0:m-1) :: t, u(3)", "DISTRIBUTE a *(BLOCK, CYCLIC(2), *) ONTO *p", "DISTRIBUTE (GEN_BLOCK(g), INDIRECT(v)) :: a, b",
		"ALIGN a(i,*,:) WITH *t(2*i+1, *, 1:n:2)", "ALIGN b(i), c(*) with t(i)", "ALIGN WITH t :: a(:), b", "REDISTRIBUTE a(BLOCK)", "DYNAMIC, ALIGN WITH b :: c",
		"INDEPENDENT (j, i), NEW(x), REDUCTION(+: s), ON HOME(a(i)), RESIDENT", "SEQUENCE a, /c/", "NO SEQUENCE", "SHADOW a(1:2, 0)", "SHADOW (w) :: a", "RANGE a (BLOCK, *) (ALL)",
		"ON HOME(a(i)) BEGIN", "END ON", "RESIDENT(a)", "TASK_REGION", "INHERIT :: a",
		"DISTRIBUTETION a(GENBLOCK(g), :)", "INDEPENDENTNEW(X)ONHOME(A(I))", "A L I G N A W I T H B", "ON(P(1:2)),RESIDENT(A),BEGIN", "DECOMPOSITION D(N)", "INDEPENDENT (i), REDUCTION(+:s)",
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
		for _, form := range []fortran.Form{fortran.Free, fortran.Fixed} {
			for _, s := range hpf.Read(text, form).Spellings {
				if s.At.Start < 0 || s.At.End > len(text) || s.At.End < s.At.Start || s.Message == "" {
					t.Errorf("%q: spelling at %v", text, s.At)
				}
			}
			last := 0
			for _, token := range hpf.Tokens(text, form) {
				if token.Start < last || token.End > len(text) || token.End < token.Start {
					t.Errorf("%q: token at %d to %d behind %d", text, token.Start, token.End, last)
				}
				last = token.Start
			}
		}
		if again, _ := hpf.Parse(text); !reflect.DeepEqual(directives, again) {
			t.Errorf("%q is read differently the second time", text)
		}
	})
}
