package aag_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
)

// What a version of a text was built with is not kept by the graphs of those after it.
func TestGraphsForgetVersionsBefore(t *testing.T) {
	var cache comm.Cache
	var graph *aag.Graph
	version := 0
	after := func(versions int) uint64 {
		for ; version < versions; version++ {
			u := lower.Lower(fortran.Parse(source.NewText(fmt.Sprintf("! %d\n", version)+long()), fortran.Free)).Units[0]
			b := cache.NewBuilder(u.Arena, u.Layouts, u.Grid, scheme.Collective, u.Remaps)
			graph = aag.Build(u.Unit, b)
			b.Close()
		}
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	few, many := after(4), after(16)
	if many > few+few/2 {
		t.Errorf("%d bytes after 4 versions, %d after 16", few, many)
	}
	runtime.KeepAlive(graph)
}
