package dialect

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
)

func TestRead(t *testing.T) {
	for _, c := range []struct{ sentinel, text, want string }{
		{"$xmp", "nodes p(4,*)", "processors p/2"},
		{"$xmp", "nodes q(2,2) = p(1:4)", "processors q/2"},
		{"$xmp", "nodes nodes(*)", "processors nodes/1"},
		{"$xmp", "template t(n,0:m-1)", "template t/2"},
		{"$xmp", "template t(:)", "template t/1"},
		{"$xmp", "template_fix (block) t(n)", "template t/1"},
		{"$xmp", "distribute t(block, cyclic(2), gblock(g), *) onto p", "distribute t block cyclic gen_block  onto p"},
		{"$xmp", "align a(i,*) with t(i)", "align a with t"},
		{"$xmp", "align (i) with t(i+1) :: a, b", "align a with t; align b with t"},
		{"$xmp", "shadow a(1:1,0)", "shadow a/2"},
		{"$xmp", "shadow (1) :: a, b", "shadow a b/1"},
		{"$xmp", "loop (i,j) on t(i,j)", "independent i j home t/2"},
		{"$xmp", "loop on t(*,j) reduction(+:s) expand(1)", "independent home t/2 reduction s"},
		{"$xmp", "loop (i) on t(i) reduction(firstmax: x /k/)", "independent i home t/1 reduction x"},
		{"$xmp", "reflect (a, b) width(1:1,0) async(3)", "reflect a/2 b/2"},
		{"$xmp", "reflect (a)", "reflect a/0"},
		{"$xmp", "reflect (a) orthogonal width(1,1)", "reflect a/2 faces"},
		{"$xmp", "gmove in", "gmove"},
		{"$xmp", "bcast (x, y) from p(1)", "bcast x y"},
		{"$xmp", "reduction (max: s)", "reduction max s"},
		{"$xmp", "barrier on p", "barrier"},
		{"$xmp", "wait_async (3)", "other wait_async true"},
		{"$xmp", "task on p(1:2) nocomm", "region task"},
		{"$xmp", "task", "directive-syntax TASK needs ON and the nodes that execute it"},
		{"$xmp", "distribute t(*, gblock((/3, 5/)), gblock(*)) onto p", "distribute t  gen_block gen_block onto p"},
		{"$xmp", "end task", "other end true"},
		{"$xmp", "relfect (a)", `unknown-directive "relfect" is no XcalableMP directive`},
		{"$xmp", "loop (i)", "directive-syntax LOOP needs ON and the template or nodes that its iterations belong to"},
		{"$xmp", "reflect a", "directive-syntax REFLECT needs the names of arrays in parentheses"},
		{"$xmp", "", "directive-syntax the directive is empty"},
		{"dvm$", "distribute a(block,block)", "distribute a block block"},
		{"dvm$", "distribute (block,*) :: a, b", "distribute a block ; distribute b block "},
		{"$dvm", "distribute a(wgt_block(w,n), mult_block(4))", "distribute a block block"},
		{"dvm$", "align b(i,j) with a(i,j)", "align b with a"},
		{"dvm$", "shadow a(1:1,0:1)", "shadow a/2"},
		{"dvm$", "parallel (i,j) on a(i,j), shadow_renew(b(1:1,0:0), c(corner)), private(x), reduction(sum(s), maxloc(e,k,2))",
			"reflect b/2 faces c/0; independent i j home a/2 new x reduction s e"},
		{"dvm$", "parallel (i) on a(i), across(a(1:0)), stage(4)", "across a/1 faces in stages; independent i home a/1"},
		{"dvm$", "parallel (i) on a(i), remote_access(b(1), c(:))", "remote b c; independent i home a/1"},
		{"dvm$", "remote_access (b(1))", "remote b"},
		{"dvm$", "shadow_renew (a)", "reflect a/0 faces"},
		{"dvm$", "shadow_renew (a(0:1,1:1)(corner), b)", "reflect a/2 b/0 faces"},
		{"dvm$", "shadow_group sg (a, b(1:0))", "group sg: reflect a/0 faces b/1 faces"},
		{"dvm$", "shadow_start sg", "reflect sg"},
		{"dvm$", "shadow_wait sg", "other shadow_wait true"},
		{"dvm$", "parallel (i) on a(i), shadow_start(sg), reduction(rg : sum(s), max(t))", "reflect sg; independent i home a/1 reduction s t"},
		{"dvm$", "parallel (i) on a(i), shadow_compute", "other shadow_compute true; independent i home a/1"},
		{"dvm$", "parallel (i), private(x)", "independent i new x"},
		{"dvm$", "parallel (i) on", "directive-syntax PARALLEL needs the indices of its loops, or ON and the array that its iterations belong to"},
		{"dvm$", "parallel", "directive-syntax PARALLEL needs the indices of its loops, or ON and the array that its iterations belong to"},
		{"dvm$", "align :: a", "other align true"},
		{"dvm$", "paralel (i) on a(i)", `unknown-directive "paralel" is no DVM directive`},
	} {
		t.Run(c.sentinel, func(t *testing.T) {
			if got := described(Read(c.sentinel, c.text)); got != c.want {
				t.Errorf("%s: %s, want %s", c.text, got, c.want)
			}
		})
	}
}

// TestPlaces checks that a directive in HPF's words keeps the places of its own.
func TestPlaces(t *testing.T) {
	const text = "loop (i) on tmpl(i)"
	d := Read("$xmp", text).Directives[0].(*hpf.Independent)
	if at := d.OnHome.Span(); text[at.Start:at.End] != "tmpl(i)" {
		t.Errorf("the home is %q", text[at.Start:at.End])
	}
}

func described(r hpf.Reading) string {
	if r.Problem != nil {
		return r.Problem.Code + " " + r.Problem.Message
	}
	var out []string
	for _, d := range r.Directives {
		out = append(out, one1(d))
	}
	return strings.Join(out, "; ")
}

func one1(d hpf.Directive) string {
	switch d := d.(type) {
	case *hpf.Processors:
		return fmt.Sprintf("processors %s/%d", d.Name, len(d.Dims))
	case *hpf.Template:
		return fmt.Sprintf("template %s/%d", d.Name, len(d.Dims))
	case *hpf.Distribute:
		s := "distribute " + d.Target.String()
		for _, f := range d.Formats {
			s += " " + f.Kind
		}
		if d.Onto != nil {
			s += " onto " + d.Onto.String()
		}
		return s
	case *hpf.Align:
		return fmt.Sprintf("align %s with %s", d.Alignee, d.Target.Parts[0].Name)
	case *hpf.Region:
		return "region " + d.Keyword
	case *hpf.Attribute:
		return fmt.Sprintf("%s %s/%d", d.Keyword, strings.Join(d.Names, " "), len(d.Widths))
	case *hpf.Independent:
		s := strings.TrimRight("independent "+strings.Join(d.Indices, " "), " ")
		if home, ok := d.OnHome.(*fortran.Designator); ok {
			s += fmt.Sprintf(" home %s/%d", home.Parts[0].Name, len(home.Parts[0].Args))
		}
		if d.New != nil {
			s += " new " + strings.Join(d.New, " ")
		}
		if d.Reduction != nil {
			s += " reduction " + strings.Join(d.Reduction, " ")
		}
		return s
	case *ShadowGroup:
		return "group " + d.Name + ": " + one1(&d.Exchange)
	case *Exchange:
		s := strings.TrimRight("reflect "+d.Group, " ")
		for _, a := range d.Arrays {
			s += fmt.Sprintf(" %s/%d", a.Name, len(a.Widths))
			if a.Faces {
				s += " faces"
			}
		}
		return s
	case *Across:
		s := strings.Replace(one1(&d.Exchange), "reflect", "across", 1)
		if d.Stages != nil {
			s += " in stages"
		}
		return s
	case *Move:
		return "gmove"
	case *Remote:
		return "remote " + strings.Join(d.Names, " ")
	case *Collective:
		s := strings.TrimRight(d.Keyword+" "+d.Op, " ")
		for _, n := range d.Names {
			s += " " + n.String()
		}
		return s
	case *Other:
		return fmt.Sprintf("other %s %v", d.Keyword, d.Modelled)
	}
	return fmt.Sprintf("%T", d)
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"loop (i) on t(i) reduction(+:s", "reflect (a,,b) width(/p/1:1)", "parallel (i on a(i)", "distribute a(wgt_block(w,)", "reduction(", "nodes = = p("} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, sentinel := range []string{"$xmp", "dvm$"} {
			r := Read(sentinel, text)
			if r.Problem == nil && len(r.Directives) == 0 {
				t.Errorf("%s %q: nothing was read and nothing is said", sentinel, text)
			}
			if p := r.Problem; p != nil && (p.Span.Start < 0 || p.Span.End > len(text) || p.Span.Start > p.Span.End) {
				t.Errorf("%s %q: a problem at %v", sentinel, text, p.Span)
			}
		}
	})
}
