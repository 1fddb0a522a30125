package advise

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/internal/oracle/texts"
)

const transposed = `program main
  integer, parameter :: n = 24
  real :: a(n,n), b(n,n)
  integer :: i, j, k
%s
  do k = 1, 2
    do j = 2, n
      do i = 1, n
        a(i,j) = a(i,j-1) + b(i,j)
      end do
    end do
  end do
end program
`

func advised(t *testing.T, text string, s settings.Settings, e Effort) *Advice {
	t.Helper()
	a, err := Advise(context.Background(), snapshot("/w/p.f90", text), "/w/p.f90", s, e)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A recurrence along one dimension is local where the other one is distributed: found
// from the wrong directive and from none, with the gain in the title.
func TestAdvise(t *testing.T) {
	for name, directives := range map[string]string{
		"wrong": "!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b",
		"none":  "!",
	} {
		t.Run(name, func(t *testing.T) {
			a := advised(t, fmt.Sprintf(transposed, directives), settings.Settings{Machine: "cluster"}, DefaultEffort)
			faster := a.Faster()
			if len(faster) == 0 || !strings.Contains(faster[0].Label, "(BLOCK,*)") || faster[0].Gain() < 1.5 || faster[0].Charge.Communication > 0.01*faster[0].Time {
				t.Fatalf("%+v", a)
			}
			if !strings.HasPrefix(faster[0].Title(), "DISTRIBUTE a, b (BLOCK,*)") || !strings.Contains(faster[0].Title(), "%)") {
				t.Error(faster[0].Title())
			}
			for i := range a.Proposals[1:] {
				if a.Proposals[i].Time > a.Proposals[i+1].Time {
					t.Errorf("proposal %d is slower than the next", i)
				}
			}
		})
	}
}

// What is best already gets no proposal that is a gain, and one that needs no edit is none.
func TestNothingFaster(t *testing.T) {
	a := advised(t, fmt.Sprintf(transposed, "!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK,*) ONTO p :: a, b"), settings.Settings{Machine: "cluster"}, DefaultEffort)
	if len(a.Faster()) > 0 {
		t.Errorf("%+v", a.Faster()[0])
	}
	for _, p := range a.Proposals {
		if len(p.Changes) == 0 {
			t.Errorf("%s changes nothing", p.Label)
		}
	}
}

// An arrangement that the user has chosen is warned of where a mapping needs another rank;
// the mapping is found all the same, as with the arrangement in the text.
func TestFasterUnderAChosenArrangement(t *testing.T) {
	chosen := settings.Settings{Machine: "cluster", Grid: []int{2, 2}}
	a := advised(t, fmt.Sprintf(transposed, "!HPF$ PROCESSORS p(2,2)\n!HPF$ DISTRIBUTE (BLOCK,BLOCK) ONTO p :: a, b"), chosen, DefaultEffort)
	if len(a.Faster()) == 0 || a.Faster()[0].Label != "DISTRIBUTE a, b (BLOCK,*) over 4 processors" {
		t.Errorf("%+v", a.Faster())
	}
}

// The search is the same every time, within its budget, and ends with its context.
func TestSearchIsBounded(t *testing.T) {
	text := fmt.Sprintf(transposed, "!")
	for _, tries := range []int{1, 3} {
		t.Run(fmt.Sprint(tries), func(t *testing.T) {
			first := advised(t, text, settings.Settings{Machine: "cluster"}, Effort{Predictions: tries, Most: 5})
			again := advised(t, text, settings.Settings{Machine: "cluster"}, Effort{Predictions: tries, Most: 5})
			if first.Tried > tries || !first.Exhausted || fmt.Sprint(first.Proposals) != fmt.Sprint(again.Proposals) {
				t.Errorf("%d tries: %d, %v and %v", tries, first.Tried, first.Proposals, again.Proposals)
			}
		})
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Advise(ctx, snapshot("/w/p.f90", text), "/w/p.f90", settings.Settings{}, DefaultEffort); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// The editor's memo is as it was.
func TestAdviceLeavesNothingBehind(t *testing.T) {
	snap := snapshot("/w/p.f90", fmt.Sprintf(transposed, "!"))
	if _, err := predict.File(context.Background(), snap, "/w/p.f90", settings.Settings{}); err != nil {
		t.Fatal(err)
	}
	before := snap.Memo().Len()
	if _, err := Advise(context.Background(), snap, "/w/p.f90", settings.Settings{}, Effort{Predictions: 5, Most: 5}); err != nil {
		t.Fatal(err)
	}
	if snap.Memo().Len() != before {
		t.Errorf("%d entries, %d before", snap.Memo().Len(), before)
	}
}

// Mappings side by side have the times of the texts that they make.
func TestCompare(t *testing.T) {
	text := fmt.Sprintf(transposed, "!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b")
	snap := snapshot("/w/p.f90", text)
	s := settings.Settings{Machine: "cluster"}
	unit, all, err := Compare(context.Background(), snap, "/w/p.f90", []string{"DISTRIBUTE a(BLOCK,*)", "distribute b(block,block); processors q(2,2)"}, s)
	if err != nil || unit != "main" || len(all) != 3 {
		t.Fatal(unit, all, err)
	}
	if want := timeOf(t, "/w/p.f90", text, s); !near(all[0].Time, want) {
		t.Errorf("%v, want %v", all[0].Time, want)
	}
	changed := fmt.Sprintf(transposed, "!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK,*) ONTO p :: a, b")
	if want := timeOf(t, "/w/p.f90", changed, s); !near(all[1].Time, want) {
		t.Errorf("%v, want %v", all[1].Time, want)
	}
	for _, c := range all {
		sum := 0.0
		for _, l := range c.Lines {
			sum += l.Time
		}
		if !near(sum, c.Time) {
			t.Errorf("%q: lines take %v, all %v", c.Mapping, sum, c.Time)
		}
		if last := c.Lines[len(c.Lines)-1].Line; last != 10 {
			t.Errorf("%q: the last line that takes time is %d", c.Mapping, last)
		}
	}
	var wrong *MappingError
	if _, _, err := Compare(context.Background(), snap, "/w/p.f90", []string{"DISTRIBUTE a(BLOCK,*); DISTRIBUTE c(BLOCK)"}, s); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "column 35: c is no array") {
		t.Error(err)
	}
}

// A mapping that makes the program wrong has no time, and says why.
func TestCompareWithWrongMappings(t *testing.T) {
	text := fmt.Sprintf(transposed, "!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b")
	for mapping, why := range map[string]string{
		"DISTRIBUTE a(BLOCK(2),*)":     "4 blocks of 2 hold fewer than the ",
		"DISTRIBUTE a(CYCLIC(0),*)":    "the parameter of a format must be a positive integer",
		"DISTRIBUTE a(GEN_BLOCK(x),*)": "x is no integer vector",
		"DISTRIBUTE a(CYCLIC(3),*)":    "",
	} {
		t.Run(mapping, func(t *testing.T) {
			_, all, err := Compare(context.Background(), snapshot("/w/p.f90", text), "/w/p.f90", []string{mapping}, settings.Settings{Machine: "cluster"})
			if err != nil || !strings.HasPrefix(all[1].NoEstimate, why) || (why == "") != (all[1].NoEstimate == "") || (why == "") != (all[1].Time > 0) {
				t.Errorf("%v: %+v", err, all[1])
			}
		})
	}
}

// Over sizes the winner is, at each value, the mapping that is predicted to be fastest.
func TestRanges(t *testing.T) {
	axis, err := whatif.ParseAxis("n=8,24,48")
	if err != nil {
		t.Fatal(err)
	}
	e := DefaultEffort
	e.Over, e.Scale = []whatif.Sweep{{Axes: []whatif.Axis{axis}}}, true
	text := fmt.Sprintf(transposed, "!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b")
	a := advised(t, text, settings.Settings{Machine: "cluster"}, e)
	if len(a.Ranges) != 1 || a.Ranges[0].Name != "n" {
		t.Fatalf("%+v", a.Ranges)
	}
	for _, v := range axis.Values {
		best, label := timeOf(t, "/w/p.f90", text, settings.Settings{Machine: "cluster", Values: map[string]float64{"n": v.Number}}), ""
		for _, p := range a.Proposals {
			f, _ := snapshot("/w/p.f90", text).File("/w/p.f90")
			changed, err := f.Text.Apply(p.Changes[0].Edits...)
			if err != nil {
				t.Fatal(err)
			}
			if x := timeOf(t, "/w/p.f90", changed.String(), settings.Settings{Machine: "cluster", Values: map[string]float64{"n": v.Number}}); x < best*(1-slight) {
				best, label = x, p.Label
			}
		}
		i := slices.IndexFunc(a.Ranges[0].Ranges, func(r Range) bool { return r.From <= v.Number && v.Number <= r.To })
		if i < 0 || a.Ranges[0].Ranges[i].Label != label {
			t.Errorf("n = %v: %q is the best, ranges %+v", v, label, a.Ranges[0].Ranges)
		}
	}
	if len(a.Scaling) < 3 || a.Scaling[2].Processors != 4 || !near(a.Scaling[2].Time, a.Faster()[0].Time) {
		t.Errorf("%+v, with 4 processors %v", a.Scaling, a.Faster()[0].Time)
	}
}

func TestWorthwhile(t *testing.T) {
	for _, c := range []struct {
		times []float64
		want  int
	}{
		{nil, 0},
		{[]float64{8, 4, 2}, 0},
		{[]float64{8, 9, 4, 3.9}, 4},
		{[]float64{8, 4, 5, 6}, 2},
		{[]float64{8, 9}, 1},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			var scales []Scale
			for i, x := range c.times {
				scales = append(scales, Scale{Processors: 1 << i, Time: x})
			}
			if got := Worthwhile(scales); got != c.want {
				t.Errorf("%v: %d, want %d", c.times, got, c.want)
			}
		})
	}
}

// A program without anything to compare with says so.
func TestNoAdvice(t *testing.T) {
	for text, want := range map[string]string{
		"module m\nend module\n":               "no unit of the file has an estimate",
		"program p\nreal :: a(n)\nend program": "no unit of the file has an estimate",
		"":                                     "no unit of the file has an estimate",
	} {
		if _, err := Advise(context.Background(), snapshot("/w/p.f90", text), "/w/p.f90", settings.Settings{}, DefaultEffort); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Advise(context.Background(), workspace.New(texts.FS{}).Snapshot(), "/w/p.f90", settings.Settings{}, DefaultEffort); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// Formats are tried once each, what is written among them; none for more dimensions
// than Fortran 90 has.
func TestFormats(t *testing.T) {
	for rank := 1; rank <= 9; rank++ {
		g := plan.Group{Rank: rank, Now: slices.Repeat([]string{"CYCLIC(3)"}, rank)}
		all := formats(g)
		seen := map[string]bool{}
		for _, f := range all {
			if len(f) != rank || seen[plan.Written(f)] || plan.Rank(f) == 0 {
				t.Errorf("rank %d: %v of %v", rank, f, all)
			}
			seen[plan.Written(f)] = true
		}
		if !seen[plan.Written(g.Now)] || rank > maxRank && len(all) != 1 || rank <= maxRank && len(all) < 4 {
			t.Errorf("rank %d: %v", rank, all)
		}
	}
}

func TestShapes(t *testing.T) {
	for _, c := range []struct {
		p, rank int
		want    string
	}{
		{8, 1, "[[8]]"}, {8, 2, "[[2 4] [4 2]]"}, {7, 2, "[]"}, {12, 2, "[[2 6] [3 4] [4 3] [6 2]]"}, {8, 3, "[[2 2 2]]"}, {1, 2, "[]"},
	} {
		t.Run(c.want, func(t *testing.T) {
			if got := fmt.Sprint(shapes(c.p, c.rank)); got != c.want {
				t.Errorf("%d over %d dimensions: %v, want %v", c.p, c.rank, got, c.want)
			}
		})
	}
}
