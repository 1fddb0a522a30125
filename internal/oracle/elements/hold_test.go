package elements

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// TestStaleFetch: an element that another iteration stored after its message was
// sent is noticed, unless a directive promised that there is none.
func TestStaleFetch(t *testing.T) {
	outer := &frame{loopInside: loopInside{do: true, n: 2}}
	inner := &frame{loopInside: loopInside{do: true, n: 5}}
	promised := &frame{loopInside: loopInside{do: true, promised: true, n: 5}}
	statement := &frame{}
	ref := program.NewRef(source.Span{}, &program.Symbol{Name: "a"})
	for _, c := range []struct {
		name   string
		stored moment // when
		frames []*frame
		out    int // of how many of the frames the fetch was hoisted
		want   string
	}{
		{"never stored", nil, []*frame{outer, statement}, 1, ""},
		{"an iteration ago, fetched for all", moment{{outer, 1}}, []*frame{outer, statement}, 1, "before the loops"},
		{"an iteration ago, fetched now", moment{{outer, 1}}, []*frame{outer, statement}, 0, ""},
		{"in this iteration, fetched for all", moment{{outer, 2}}, []*frame{outer, statement}, 1, "before the iteration"},
		{"by the outer loop, fetched for all of the inner", moment{{outer, 1}, {inner, 3}}, []*frame{outer, inner, statement}, 1, ""},
		{"by the inner loop, fetched for all of it", moment{{outer, 2}, {inner, 3}}, []*frame{outer, inner, statement}, 1, "before the loops"},
		{"by another iteration of a promise", moment{{outer, 2}, {promised, 3}}, []*frame{outer, promised, statement}, 1, ""},
		{"by the same iteration of a promise", moment{{outer, 2}, {promised, 5}}, []*frame{outer, promised, statement}, 1, "before the iteration"},
		{"by a loop that is over", moment{{inner, 5}}, []*frame{outer, statement}, 1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := &variable{data: make([]Value, 1)}
			if c.stored != nil {
				v.stored(0, c.stored)
			}
			it := &interpreter{activation: &activation{}, frames: c.frames}
			err := it.try(func() { it.checkFresh(c.frames[len(c.frames)-1-c.out:], access{array: v, ref: ref}) })
			switch {
			case c.want == "" && err != nil:
				t.Errorf("%s: %v", c.name, err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%s: %v, want %q", c.name, err, c.want)
			}
		})
	}
}
