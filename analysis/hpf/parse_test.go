package hpf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/treetext"
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
		{"NO SEQUENCE :: a, /blk/, //", "(Attribute keyword=sequence no=true names=[a] blocks=[blk ])"},
		{"SHADOW a(1:1,0)", "(Attribute keyword=shadow names=[a] widths=[1:1 0])"},
		{"SHADOW(2) :: a", "(Attribute keyword=shadow names=[a] widths=[2])"},
		{"RANGE a (BLOCK,ALL) (*,CYCLIC)", "(Attribute keyword=range names=[a] ranges=[[(Format kind=block) (Format kind=all)] [(Format) (Format kind=cyclic)]])"},

		{"INDEPENDENT", "(Independent)"},
		{"INDEPENDENT, NEW(x,y), REDUCTION(+:s), ON HOME(a(i)), RESIDENT", "(Independent new=[x y] reduction=[s] onhome=a(i) resident=(Resident))"},
		{"independent (j,i) new(x) onhome(b(i))", "(Independent indices=[j i] new=[x] onhome=b(i))"},
		{"INDEPENDENT REDUCTION(max:s, t(i))", "(Independent reduction=[s t])"},
		{"INDEPENDENT, REDUCTION(.or.: s)", "(Independent reduction=[s])"},

		{"ON HOME(a(i)) BEGIN", "(Region keyword=on begin=true home=a(i))"},
		{"ON (p(1:2)), NEW(x), RESIDENT(a, b), BEGIN", "(Region keyword=on begin=true processors=p(1:2) new=[x] resident=(Resident refs=[a b]))"},
		{"ON HOME(a(:)), RESIDENT", "(Region keyword=on home=a(:) resident=(Resident))"},
		{"RESIDENT(a(i)) BEGIN", "(Region keyword=resident begin=true resident=(Resident refs=[a]))"},
		{"TASK_REGION x", "directive-syntax@12-13"},
		{"END ON", "(Region keyword=on end=true)"},
		{"TASK_REGION", "(Region keyword=task_region begin=true)"},

		{"", "directive-syntax@0-0"},
		{"DIMENSION(4) :: t", "directive-syntax@0-9"},
		{"PROCESSORS, TEMPLATE :: t", "directive-syntax@12-20"},
		{"DIMENSION(4), PROCESSORS, DYNAMIC :: t", "directive-syntax@26-33"},
		{"TEMPLATE, DYNAMIC, PROCESSORS :: t", "directive-syntax@19-29"},
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
		t.Run(c.text, func(t *testing.T) {
			if got := directiveText(c.text); got != c.want {
				t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
			}
		})
	}
}

// In fixed form blanks mean nothing.
func TestSqueezed(t *testing.T) {
	cases := []struct{ text, want string }{
		{"DISTRIBUTET(BLOCK)", "(Distribute target=t formats=[(Format kind=block)])"},
		{"DISTRIBUTET(BLOCK,*)ONTOP", "(Distribute target=t formats=[(Format kind=block) (Format)] onto=p)"},
		{"DISTRIBUTEAONTOP", "(Distribute target=a onto=p)"},
		{"DISTRIBUTE(CYCLIC)ONTOP::A,B", "(Distribute target=a formats=[(Format kind=cyclic)] onto=p) (Distribute target=b formats=[(Format kind=cyclic)] onto=p)"},
		{"D I S T R I B U T E A ( B L O C K ) O N T O P", "(Distribute target=a formats=[(Format kind=block)] onto=p)"},
		{"ALIGNA(I,J)WITHT(I,J)", "(Align alignee=a listed=true source=[i j] target=t(i,j))"},
		{"ALIGNAWITHB", "(Align alignee=a target=b)"},
		{"ALIGNWITHB::A", "(Align alignee=a target=b)"},
		{"ALIGN(:)WITH*T(:)::A", "(Align alignee=a listed=true source=[:] star=true target=t(:))"},
		{"PROCESSORSP(2,2)", "(Processors name=p dims=[2 2])"},
		{"TEMPLATET(N)", "(Template name=t dims=[n])"},
		{"DYNAMICA,B", "(Attribute keyword=dynamic names=[a b])"},
		{"NOSEQUENCEA", "(Attribute keyword=sequence no=true names=[a])"},
		{"INDEPENDENT,NEW(X),ONHOME(A(I))", "(Independent new=[x] onhome=a(i))"},
		{"INDEPENDENTNEW(X)REDUCTION(S)", "(Independent new=[x] reduction=[s])"},
		{"ONHOME(A(I))BEGIN", "(Region keyword=on begin=true home=a(i))"},
		{"ENDON", "(Region keyword=on end=true)"},
		{"REALIGNA(I)WITHT(I)", "(Align alignee=a listed=true source=[i] target=t(i) again=true)"},
		{"DISTRIBUTET(BLOK)", "directive-syntax"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			r := hpf.Read(c.text, fortran.Fixed)
			parts := []string{}
			for _, d := range r.Directives {
				parts = append(parts, treetext.Tree(d))
			}
			got := strings.Join(parts, " ")
			if r.Problem != nil {
				got = r.Problem.Code
			}
			if got != c.want {
				t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
			}
			if r.Problem == nil && fmt.Sprint(hpf.Tokens(c.text, fortran.Fixed)) == "" {
				t.Errorf("%s has no tokens", c.text)
			}
			if free := hpf.Read("DISTRIBUTET(BLOCK)", fortran.Free); free.Problem == nil {
				t.Error("in free form blanks separate words")
			}
		})
	}
}

// What departs from the standard is read, and said with its correction.
func TestSpellings(t *testing.T) {
	cases := []struct{ text, corrected, message string }{
		{"DISTRIBUTE t(BLOCK) ONTO p", "", ""},
		{"ALIGN (i) WITH t(i), DYNAMIC :: a, b", "", ""},
		{"INDEPENDENT, NEW(x), ON HOME(a(i))", "", ""},
		{"PROCESSOR p(4)", "PROCESSORS p(4)", "which is PROCESSORS"},
		{"DISTRIBUTION a(BLOCK)", "DISTRIBUTE a(BLOCK)", "which is DISTRIBUTE"},
		{"DISTRIBUTETION a(BLOCK)", "DISTRIBUTE a(BLOCK)", "which is DISTRIBUTE"},
		{"DECOMPOSITION d(n)", "TEMPLATE d(n)", "which is TEMPLATE"},
		{"DISTRIBUTE d(BLOCK,:)", "DISTRIBUTE d(BLOCK,*)", "which is *"},
		{"DISTRIBUTE d(BLOCK_CYCLIC(2), GBLOCK(gblock)) ONTO p(:)", "DISTRIBUTE d(CYCLIC(2), GEN_BLOCK(gblock)) ONTO p(:)", "which is CYCLIC"},
		{"INDEPENDENT onhome(a(i))", "INDEPENDENT, ON HOME(a(i))", "which is ON HOME"},
		{"INDEPENDENT NEW(x) REDUCTION(s)", "INDEPENDENT, NEW(x), REDUCTION(s)", "a comma belongs before NEW"},
		{"INDEPENDENT, REDUCTION(+:s)", "INDEPENDENT, REDUCTION(s)", "the operator stands in the loop"},
		{"INDEPENDENT (i), NEW(x)", "INDEPENDENT , NEW(x)", "an index list"},
		{"INDEPENDENT (j,i)", "INDEPENDENT (j,i)", "an index list"},
		{"DISTRIBUTE a ONTO p", "DISTRIBUTE a ONTO p", "BLOCK in every dimension"},
		{"ALIGN a WITH b", "ALIGN a WITH b", "without a list"},
		{"ALIGN a(i), b(i) WITH t(i)", "ALIGN a(i), b(i) WITH t(i)", "one directive for each"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			r := hpf.Read(c.text, fortran.Free)
			if r.Problem != nil {
				t.Errorf("%s: %v", c.text, r.Problem)
				return
			}
			if (len(r.Spellings) == 0) != (c.message == "") {
				t.Errorf("%s: %v", c.text, r.Spellings)
				return
			}
			messages, edits := "", []source.Edit{}
			for _, s := range r.Spellings {
				messages += s.Message + "\n"
				if s.Fixed {
					edits = append(edits, source.Edit{Span: s.At, New: s.New})
				}
			}
			if !strings.Contains(messages, c.message) {
				t.Errorf("%s: %s", c.text, messages)
			}
			text, err := source.NewText(c.text).Apply(edits...)
			if err != nil {
				t.Fatalf("%s: %v", c.text, err)
			}
			if c.message != "" && text.String() != c.corrected {
				t.Errorf("%s is corrected to %s, want %s", c.text, text.String(), c.corrected)
			}
			if c.message != "" && text.String() != c.text { // the correction is standard
				if again := hpf.Read(text.String(), fortran.Free); len(again.Spellings) > 0 || again.Problem != nil {
					t.Errorf("%s: still %v", text.String(), again)
				}
			}
		})
	}
}

// The place of the formats is what a mapping edit replaces.
func TestFormatsAt(t *testing.T) {
	for text, want := range map[string]string{
		"DISTRIBUTE t (BLOCK, CYCLIC(2)) ONTO p": "(BLOCK, CYCLIC(2))",
		"DISTRIBUTE (BLOCK,*) :: a":              "(BLOCK,*)",
		"DISTRIBUTE a ONTO p":                    "",
	} {
		t.Run(text, func(t *testing.T) {
			directives, _ := hpf.Parse(text)
			at := directives[0].(*hpf.Distribute).FormatsAt
			if got := text[at.Start:at.End]; got != want {
				t.Errorf("%s: formats at %q, want %q", text, got, want)
			}
		})
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
