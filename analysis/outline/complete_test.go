package outline

import (
	"fmt"
	"strings"
	"testing"
)

const around = `program main
  use shapes, only: width
  integer, parameter :: n = 8
  integer count
  real a(n), b(n, n), s
  type cell
    real x
    real y
  end type
  type(cell) :: c
!HPF$ PROCESSORS p(4)
!HPF$ TEMPLATE t(n)
@
contains
  subroutine inner(z)
    real z
  end subroutine
end program
module shapes
  integer, parameter :: width = 3, height = 4
end module
subroutine outer
end subroutine
`

// TestOffers completes a line at "|". What is wanted are all offers of names
// and formats, or some of the others with "+" in front; "-" must not be there.
func TestOffers(t *testing.T) {
	cases := []struct{ line, want string }{
		{"!HPF$ |", "+PROCESSORS +DISTRIBUTE +ALIGN +INDEPENDENT -a -p"},
		{"!hpf$ dis|", "+distribute +align"},
		{"!HPF$|", "+DISTRIBUTE"},
		{"!|", "+!HPF$"},
		{"!HP|", "+!HPF$"},
		{"! a comment |", ""},
		{"!HPF$ DISTRIBUTE |", "a b t"},
		{"!HPF$ DISTRIBUTE t|", "a b t"},
		{"!HPF$ DISTRIBUTE t(|", "BLOCK CYCLIC * GEN_BLOCK INDIRECT"},
		{"!HPF$ DISTRIBUTE (B|", "BLOCK CYCLIC * GEN_BLOCK INDIRECT"},
		{"!HPF$ distribute b(block, |", "block cyclic * gen_block indirect"},
		{"!HPF$ DISTRIBUTE b(BLOCK|, *)", "BLOCK CYCLIC * GEN_BLOCK INDIRECT"},
		{"!HPF$ DISTRIBUTE t(CYCLIC(|", "count n width"},
		{"!HPF$ DISTRIBUTE t(BLOCK) |", "ONTO"},
		{"!HPF$ DISTRIBUTE t(BLOCK) ONTO |", "p"},
		{"!HPF$ DISTRIBUTE t(BLOCK) ONTO p |", ""},
		{"!HPF$ DISTRIBUTE (BLOCK) ONTO p :: |", "a b t"},
		{"!HPF$ DISTRIBUTE t(BLOCK) &\n!HPF$ ONTO |", "p"},
		{"!HPF$ ALIGN |", "a b"},
		{"!HPF$ ALIGN a(|", ""},
		{"!HPF$ ALIGN a(i) |", "WITH"},
		{"!HPF$ ALIGN a(i) WITH |", "a b t"},
		{"!HPF$ ALIGN a(i) WITH t(|", "count i n width"},
		{"!HPF$ PROCESSORS |", ""},
		{"!HPF$ PROCESSORS q(|", "count n width +NUMBER_OF_PROCESSORS()"},
		{"!HPF$ TEMPLATE u(2*|", "count n width"},
		{"!HPF$ INDEPENDENT, |", "NEW REDUCTION ON HOME"},
		{"!HPF$ INDEPENDENT, NEW(|", "a b c count n s width"},
		{"!HPF$ DYNAMIC |", "a b"},
		{"!HPF$ NO |", "SEQUENCE"},
		{"  s = |", "+a +s +n +width +sqrt -height -t -p -outer -do"},
		{"  |", "+a +do +call -t -sqrt"},
		{"  call |", "inner outer"},
		{"  call o|", "inner outer"},
		{"  use |", "shapes"},
		{"  s = c%|", "x y"},
		{"  s = c % x|", "x y"},
		{"  s = a(n|", "+n"},
		{"  print *, 'a |'", ""},
		{"  print *, 'a |", ""},
		{"  s = 1 ! a |", ""},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text := strings.Replace(around, "@", c.line, 1)
			offset := strings.Index(text, "|")
			text = text[:offset] + text[offset+1:]
			f := parsed("a.f90", text)
			offers, _ := f.Offers(offset, []*File{f})
			checkOffers(t, c.line, offers, c.want)
		})
	}
}

func checkOffers(t *testing.T, line string, offers []Offer, want string) {
	t.Helper()
	has := map[string]bool{}
	all := []string{}
	for _, o := range offers {
		has[strings.TrimSpace(o.Text)] = true
		all = append(all, strings.TrimSpace(o.Text))
	}
	partly := false
	for _, w := range strings.Fields(want) {
		name := strings.TrimLeft(w, "+-")
		partly = partly || name != w
		if has[name] != (w[0] != '-' || len(w) == 1) && name != "ON" && name != "HOME" {
			t.Errorf("%q: %s is wrong in %q", line, w, all)
		}
	}
	if got := strings.Join(all, " "); !partly && len(got) != len(want) {
		t.Errorf("%q: offers %q, want %q", line, got, want)
	}
}

func TestOffersReplaceTheName(t *testing.T) {
	f := parsed("a.f90", "!HPF$ DISTRIBUTE ab(BLOCK)\n!HP\n")
	_, at := f.Offers(18, []*File{f})
	if got := f.Text.Slice(at); got != "ab" {
		t.Errorf("replaces %q", got)
	}
	_, at = f.Offers(f.Text.Len()-1, []*File{f})
	if got := f.Text.Slice(at); got != "!HP" {
		t.Errorf("replaces %q", got)
	}
}
