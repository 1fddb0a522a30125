package advise

import (
	"context"
	"slices"
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
	rows, columns := s.tried[s.program.Now().With(0, []string{"BLOCK", "*"}).Key()], s.tried[s.program.Now().With(0, []string{"*", "BLOCK"}).Key()]
	if rows == nil || columns == nil || s.counts(rows) && rows.time < hopeless*columns.time {
		t.Fatalf("%+v, %+v", rows, columns)
	}
	if slices.ContainsFunc(s.order, func(t *trial) bool { return plan.Rank(t.plan.Formats[0]) > 1 }) {
		t.Error("both dimensions are dealt")
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
