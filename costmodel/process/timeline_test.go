package process

import (
	"reflect"
	"testing"
)

// Processor 1 arrives at 1 s, calls for 1 s, waits for processor 0 until 3 s, and
// receives for 2 s; then both exchange nothing, which is no entry, and meet.
func TestMeetings(t *testing.T) {
	l := newLine()
	before := []Range{{l.Sub(l.c, l.Int(1)), l.Sub(l.c, l.Int(1))}}
	s := l.spmd(
		l.delay(1, l.pick(3, 1)),
		&Exchange{Span: at1(2), Tag: 7, From: before, Receives: l.c, Message: l.delay(2, l.Int(2))},
		&Exchange{Span: at1(3), From: before, Receives: l.Int(0)},
		&Exchange{Span: at1(4)},
	)
	r := mustRun(t, s, Options{Env: map[string]float64{"P": 2}, Meetings: 9})
	want := []Meeting{
		{Span: at1(2), Tag: 7, Visits: []Visit{{Arrives: 3, Calls: 3, Leaves: 3}, {Arrives: 1, Calls: 1, Leaves: 5, Wait: 2, Transmission: 2}}},
		{Span: at1(4), Visits: []Visit{{Arrives: 3, Calls: 3, Leaves: 5, Wait: 2}, {Arrives: 5, Calls: 5, Leaves: 5}}},
	}
	if !reflect.DeepEqual(r.Meetings, want) {
		t.Errorf("%+v", r.Meetings)
	}
	if r := mustRun(t, s, Options{Env: map[string]float64{"P": 2}, Meetings: 1}); !reflect.DeepEqual(r.Meetings, want[:1]) {
		t.Errorf("%+v", r.Meetings)
	}
}

// The strips of a sweep are entries too, and iterations are not skipped as long as
// some are wanted.
func TestMeetingsOfSweeps(t *testing.T) {
	l := newLine()
	s := l.spmd(&Sweep{Span: at1(1), Strips: l.Int(1000), Order: []int{1}, Message: l.delay(1, l.Int(1)), Body: l.delay(2, l.pick(4, 2, 2))})
	r := mustRun(t, s, Options{Env: map[string]float64{"P": 3}, Meetings: 50})
	if len(r.Meetings) != 50 || r.T != 4006 {
		t.Fatalf("%d entries, T %g", len(r.Meetings), r.T)
	}
	if v := r.Meetings[0].Visits[2]; v != (Visit{Leaves: 8, Wait: 7, Transmission: 1}) {
		t.Errorf("%+v", v)
	}
}
