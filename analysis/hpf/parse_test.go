package hpf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/internal/treetext"
)

// directiveText prints directives, or "code@start-end" of a problem.
func directiveText(text string) string {
	directives, problem := hpf.Parse(text)
	if problem != nil {
		return fmt.Sprintf("%s@%d-%d", problem.Code, problem.Span.Start, problem.Span.End)
	}
	parts := make([]string, len(directives))
	for i, d := range directives {
		parts[i] = treetext.Tree(d)
	}
	return strings.Join(parts, " ")
}

func TestParse(t *testing.T) {
	cases := []struct{ text, want string }{
		{"PROCESSORS p(2,2), q", "(Processors name=p dims=[2 2]) (Processors name=q)"},
		{"processors :: p(0:3)", "(Processors name=p dims=[0:3])"},
		{"PROCESSOR p(n)", "(Processors name=p dims=[n])"},
		{"PROCESSORS p(NUMBER_OF_PROCESSORS())", "(Processors name=p dims=[number_of_processors()])"},
		{"TEMPLATE t(0:n-1, m)", "(Template name=t dims=[0:(n-1) m])"},
		{"TEMPLATE t(SIZE(a,1))", "(Template name=t dims=[size(a,1)])"},
		{"TEMPLATE, DIMENSION(n) :: t, u(3)", "(Template name=t dims=[n]) (Template name=u dims=[3])"},

		{"DISTRIBUTE t(BLOCK,*,CYCLIC(3)) ONTO p", "(Distribute target=t formats=[(Format kind=block) (Format) (Format kind=cyclic param=3)] onto=p)"},
		{"distribute (block(m)) onto p :: a, b", "(Distribute target=a formats=[(Format kind=block param=m)] onto=p) (Distribute target=b formats=[(Format kind=block param=m)] onto=p)"},
		{"DISTRIBUTE a", "(Distribute target=a)"},
		{"DISTRIBUTE a ONTO p", "(Distribute target=a onto=p)"},
		{"DISTRIBUTE a *(BLOCK) ONTO *p", "(Distribute target=a star=true formats=[(Format kind=block)] onto=p ontostar=true)"},
		{"DISTRIBUTE a * ONTO *", "(Distribute target=a star=true ontostar=true)"},
		{"DISTRIBUTE a(GEN_BLOCK(g), INDIRECT(v))", "(Distribute target=a formats=[(Format kind=gen_block param=g) (Format kind=indirect param=v)])"},
		{"DISTRIBUTE a(BLOCK) ONTO p(1:2)", "(Distribute target=a formats=[(Format kind=block)] onto=p section=[1:2])"},
		{"REDISTRIBUTE a(CYCLIC)", "(Distribute target=a formats=[(Format kind=cyclic)] again=true)"},
		{"DISTRIBUTE block(BLOCK)", "(Distribute target=block formats=[(Format kind=block)])"},

		{"ALIGN a(i,*) WITH t(2*i+1,*)", "(Align alignee=a listed=true source=[i *] target=t(((2*i)+1),*))"},
		{"ALIGN (:,*) WITH *t(:) :: a, b(i)", "(Align alignee=a listed=true source=[: *] star=true target=t(:)) (Align alignee=b listed=true source=[i] star=true target=t(:))"},
		{"ALIGN a(i), b(j,*) WITH t(i)", "(Align alignee=a listed=true source=[i] target=t(i)) (Align alignee=b listed=true source=[j *] target=t(i))"},
		{"ALIGN WITH b :: a", "(Align alignee=a target=b)"},
		{"ALIGN a WITH b", "(Align alignee=a target=b)"},
		{"ALIGN a(:) WITH t(2:n:2)", "(Align alignee=a listed=true source=[:] target=t(2:n:2))"},
		{"REALIGN a(i) WITH t(i)", "(Align alignee=a listed=true source=[i] target=t(i) again=true)"},

		{"DYNAMIC a, b", "(Attribute keyword=dynamic names=[a b])"},
		{"DISTRIBUTE (BLOCK), DYNAMIC :: a", "(Distribute target=a formats=[(Format kind=block)]) (Attribute keyword=dynamic names=[a])"},
		{"INHERIT a", "(Attribute keyword=inherit names=[a])"},
		{"SEQUENCE", "(Attribute keyword=sequence)"},
		{"NO SEQUENCE :: a, /blk/, //", "(Attribute keyword=sequence no=true names=[a])"},
		{"SHADOW a(1:1,0)", "(Attribute keyword=shadow names=[a] widths=[1:1 0])"},
		{"SHADOW(2) :: a", "(Attribute keyword=shadow names=[a] widths=[2])"},
		{"RANGE a (BLOCK,ALL) (*,CYCLIC)", "(Attribute keyword=range names=[a])"},

		{"INDEPENDENT", "(Independent)"},
		{"INDEPENDENT, NEW(x,y), REDUCTION(+:s), ON HOME(a(i)), RESIDENT", "(Independent new=[x y] reduction=[s] onhome=a(i))"},
		{"independent (j,i) new(x) onhome(b(i))", "(Independent indices=[j i] new=[x] onhome=b(i))"},
		{"INDEPENDENT REDUCTION(max:s, t(i))", "(Independent reduction=[s t])"},
		{"INDEPENDENT, REDUCTION(.or.: s)", "(Independent reduction=[s])"},

		{"ON HOME(a(i)) BEGIN", "(Region keyword=on begin=true)"},
		{"END ON", "(Region keyword=on end=true)"},
		{"TASK_REGION", "(Region keyword=task_region begin=true)"},

		{"", "directive-syntax@0-0"},
		{"DITRIBUTE a(BLOCK)", "unknown-directive@0-9"},
		{"ALIGN a(i WITH t(i)", "directive-syntax@7-8"},
		{"DISTRIBUTE t(BLOK)", "directive-syntax@13-17"},
		{"DISTRIBUTE", "directive-syntax@0-10"},
		{"DISTRIBUTE t(BLOCK) ONTO", "directive-syntax@20-24"},
		{"ALIGN a(i) TO t(i)", "directive-syntax@11-13"},
		{"PROCESSORS 4", "directive-syntax@11-12"},
		{"INDEPENDENT, NEW x", "directive-syntax@17-18"},
		{"'unfinished", "unknown-directive@0-11"},
	}
	for _, c := range cases {
		if got := directiveText(c.text); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// The place of the formats is what a mapping edit replaces.
func TestFormatsAt(t *testing.T) {
	for text, want := range map[string]string{
		"DISTRIBUTE t (BLOCK, CYCLIC(2)) ONTO p": "(BLOCK, CYCLIC(2))",
		"DISTRIBUTE (BLOCK,*) :: a":              "(BLOCK,*)",
		"DISTRIBUTE a ONTO p":                    "",
	} {
		directives, _ := hpf.Parse(text)
		at := directives[0].(*hpf.Distribute).FormatsAt
		if got := text[at.Start:at.End]; got != want {
			t.Errorf("%s: formats at %q, want %q", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"DISTRIBUTE t(BLOCK,*,CYCLIC(3)) ONTO p", "ALIGN (:,*) WITH *t(:) :: a, b(i)", "INDEPENDENT, NEW(x), REDUCTION(+:s), ON HOME(a(i))",
		"PROCESSORS p(2,2), q", "TEMPLATE, DIMENSION(n), DISTRIBUTE(BLOCK) ONTO p :: t", "SEQUENCE /a/, b", "SHADOW a(1:1)", "RANGE a (BLOCK)",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, problem := hpf.Parse(text)
		if problem != nil && (problem.Span.Start < 0 || problem.Span.End > len(text) || problem.Span.Start > problem.Span.End) {
			t.Errorf("%q: problem at %v", text, problem.Span)
		}
	})
}
