package spar

import "testing"

// A pragma behind a name is an error, and belongs to that name alone, as if it stood
// behind the dimensions.
func TestPragmaBehindAName(t *testing.T) {
	m := ParseMember(`static double[*] <$ on = (lambda (i) p[i]) $> [*,*] a <$ dist = "[block,block]" $> = new double[4], b, c <$ local $>;`)
	if len(m.Names) != 3 || len(m.Diagnostics) != 2 {
		t.Fatal(len(m.Names), m.Diagnostics)
	}
	for _, d := range m.Diagnostics {
		if d.Code != "spar-pragma" {
			t.Error(d)
		}
	}
	if m.Names[0].Init == nil {
		t.Error("what stands behind the pragma is lost")
	}
	for i, want := range []string{"dist", "", "local"} {
		dims := m.Names[i].Type.Dims
		if len(dims) != 2 || dims[0].Pragmas.Get("on") == nil {
			t.Fatal(i, dims)
		}
		if p := dims[1].Pragmas; p == nil && want != "" || p != nil && (len(p.List) != 1 || p.Get(want) == nil) {
			t.Errorf("%s has %v, want %q", m.Names[i].Name, p, want)
		}
	}
	one := ParseMember(`double[*] <$ local $> a <$ dist = "[block]" $>;`)
	if list := one.Names[0].Type.Dims[0].Pragmas; list.Get("local") == nil || list.Get("dist") == nil {
		t.Error("one pragma replaces the other", list)
	}
}
