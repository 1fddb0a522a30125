package advise

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/costmodel/settings"
)

// Two dimensions are dealt only where each of them is no hopeless one by itself: columns are
// local in a recurrence along rows, which would pass each element on.
func TestSeveralDimensionsAreTriedWhereOneIsNotHopeless(t *testing.T) {
	const text = "program main\nreal(8) :: a(256,256)\ninteger :: i, j, it\na = 1\ndo it = 1, 40\ndo j = 1, 256\ndo i = 2, 256\na(i,j) = a(i-1,j)*0.5d0 + 1\nend do\nend do\nend do\nprint *, a(1,1)\nend program\n"
	s, err := searched(context.Background(), snapshot("/w/p.f90", text), "/w/p.f90", settings.Settings{Machine: "cluster", Procs: 16}, Effort{Predictions: 60})
	if err != nil {
		t.Fatal(err)
	}
	rows, columns := s.program.Now().With(0, []string{"BLOCK", "*"}), s.tried[s.program.Now().With(0, []string{"*", "BLOCK"}).Key()]
	if columns == nil || s.tried[rows.Key()] != nil || !s.dropped[rows.Key()] {
		t.Fatalf("%v, %+v", s.dropped, columns)
	}
	if err := s.predict(t.Context(), []*trial{{plan: rows, changes: s.written(rows, nil)}}); err != nil {
		t.Fatal(err)
	}
	if t1 := s.order[len(s.order)-1]; s.counts(t1) && t1.time < hopeless*columns.time {
		t.Errorf("rows are dropped, and take %v beside %v", t1.time, columns.time)
	}
	if slices.ContainsFunc(s.order, func(t *trial) bool { return plan.Rank(t.plan.Formats[0]) > 1 }) {
		t.Error("both dimensions are dealt")
	}
}

// Plans are dropped that leave much more of the work to one processor after the other than
// others do: by the loops that may share it out, and the time that they take.
func TestPromisingPlans(t *testing.T) {
	const along, across, both = "do j = 1, n\ndo i = 2, n\na(i,j) = a(i-1,j) + 1\nend do\nend do\n", "do j = 2, n\ndo i = 1, n\na(i,j) = a(i,j-1) + 1\nend do\nend do\n", "do j = 1, n\ndo i = 1, n\na(i,j) = a(i,j)*0.5d0\nend do\nend do\n"
	for _, c := range []struct {
		name, loops   string
		rows, columns bool
	}{
		{"along columns", along, false, true},
		{"across columns", across, true, false},
		{"each", both, true, true},
		{"one after the other, which takes longer", along + across, false, true},
		{"now and then across", strings.Repeat(along, 9) + across, false, true},
		{"sections", "a(2:n,:) = a(1:n-1,:)\na(:,2:n) = a(:,1:n-1)\n", true, true},
		{"no loop that shares it out", "do j = 2, n\ndo i = 2, n\na(i,j) = a(i-1,j) + a(i,j-1) + a(i-1,j-1)\nend do\nend do\n", true, true},
		{"work arrays by the way", "do j = 1, n\nt(1) = 1\ndo i = 2, n\nt(i) = sqrt(t(i-1)*1.5d0)**3 + 1\nend do\ndo i = 1, n\na(i,j) = t(i)\nend do\nend do\n", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program main\ninteger, parameter :: n = 256\nreal(8) :: a(n,n), t(n)\ninteger :: i, j, it\ndo it = 1, 40\n" + c.loops + "end do\nprint *, a(1,1)\nend program\n"
			s, err := searched(t.Context(), snapshot("/w/p.f90", text), "/w/p.f90", settings.Settings{Machine: "cluster", Procs: 16}, Effort{Predictions: 1})
			if err != nil {
				t.Fatal(err)
			}
			now := s.program.Now()
			left := s.promising([]plan.Plan{now.With(0, []string{"BLOCK", "*"}), now.With(0, []string{"*", "BLOCK"})})
			has := func(f ...string) bool {
				return slices.ContainsFunc(left, func(p plan.Plan) bool { return slices.Equal(p.Formats[0], f) })
			}
			if has("BLOCK", "*") != c.rows || has("*", "BLOCK") != c.columns {
				t.Errorf("%d plans: rows %v, columns %v; shared out: %.3f", len(left), has("BLOCK", "*"), has("*", "BLOCK"), s.program.Groups[0].Shared)
			}
		})
	}
}

// What a plan deals along several dimensions is dealt along each of them; what it has from
// the plan that it is made of stays.
func TestSingle(t *testing.T) {
	p := plan.Plan{Formats: [][]string{{"BLOCK", "*", "BLOCK"}, {"BLOCK", "BLOCK"}, nil, {"*", "BLOCK"}}}
	from := &trial{plan: plan.Plan{Formats: [][]string{{"*", "*", "BLOCK"}, {"BLOCK", "BLOCK"}, nil, nil}}}
	for _, c := range []struct {
		name string
		from *trial
		want []string
	}{
		{"of all", nil, []string{"(BLOCK,*,*);(BLOCK,*);-;(*,BLOCK);", "(*,*,BLOCK);(*,BLOCK);-;(*,BLOCK);"}},
		{"of what is changed", from, []string{"(BLOCK,*,*);(BLOCK,BLOCK);-;(*,BLOCK);[]", "(*,*,BLOCK);(BLOCK,BLOCK);-;(*,BLOCK);[]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, q := range (&search{}).single(p, c.from) {
				got = append(got, q.Key())
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// Cycles are tried in the order of the times that blocks take: rows, where neighbours are
// exchanged along the other dimension, before columns, and both before two dimensions.
func TestCyclesOfTheFastestBlocksFirst(t *testing.T) {
	const text = "program main\nreal(8) :: a(64,64), b(64,64)\ninteger :: i, j, it\na = 1\nb = 2\ndo it = 1, 4\ndo j = 2, 64\ndo i = 1, 64\na(i,j) = a(i,j) + b(i,j-1)\nend do\nend do\nb = a\nend do\nprint *, a(1,1)\nend program\n"
	s, err := searched(context.Background(), snapshot("/w/p.f90", text), "/w/p.f90", settings.Settings{Machine: "cluster", Procs: 4}, Effort{Predictions: 200})
	if err != nil {
		t.Fatal(err)
	}
	at := func(formats ...string) int {
		return slices.IndexFunc(s.order, func(t *trial) bool { return slices.Equal(t.plan.Formats[0], formats) })
	}
	rows, columns, both := at("CYCLIC", "*"), at("*", "CYCLIC"), at("BLOCK", "BLOCK")
	if rows < 0 || columns < rows || both < columns {
		t.Errorf("rows are trial %d, columns %d, both dimensions %d", rows, columns, both)
	}
}
