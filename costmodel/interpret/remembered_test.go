package interpret

import (
	"reflect"
	"testing"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/core"
	"github.com/parlens/parlens/costmodel/memory"
)

// TestKernelKeyHasEveryPart changes each part of what the terms of a kernel are made of:
// no two kernels that differ in one have the same key. Who adds a field to Work or Chain
// adds it to the key, and here.
func TestKernelKeyHasEveryPart(t *testing.T) {
	if w, c := reflect.TypeFor[core.Work]().NumField(), reflect.TypeFor[core.Chain]().NumField(); w != 5 || c != 8 {
		t.Errorf("Work has %d fields and Chain %d, the key knows 5 and 8", w, c)
	}
	type parts struct {
		k      kernel
		work   core.Work
		chain  core.Chain
		shares []symbolic.Expr
	}
	cache := comm.Cache{}
	i := &interpreter{b: cache.NewBuilder(symbolic.NewArena(), nil, nil, scheme.Scheme{})}
	keys := map[string]string{}
	for name, change := range map[string]func(*parts){
		"nothing":    func(*parts) {},
		"vector":     func(p *parts) { p.k.vector = 5 },
		"outer":      func(p *parts) { p.k.outer = true },
		"owner":      func(p *parts) { p.k.owner = []int{1} },
		"trips":      func(p *parts) { p.k.nest.Trips = []symbolic.Expr{7} },
		"share":      func(p *parts) { p.shares[0] = 3 },
		"operations": func(p *parts) { p.work.Ops = comm.Operations{"real_add": 1} },
		"path":       func(p *parts) { p.work.Path = comm.Operations{"real_add": 1} },
		"loads":      func(p *parts) { p.work.Loads = 1 },
		"stores":     func(p *parts) { p.work.Stores = 1 },
		"updates":    func(p *parts) { p.work.Updates = 1 },
		"jammed":     func(p *parts) { p.k.jammed = 2 },
		"name":       func(p *parts) { p.chain.Name = "x" },
		"chained":    func(p *parts) { p.chain.Ops = []comm.Operations{{"real_add": 1}} },
		"distance":   func(p *parts) { p.chain.Distance = 2 },
		"stored":     func(p *parts) { p.chain.Stored = true },
		"sum":        func(p *parts) { p.chain.Sum = true },
		"free":       func(p *parts) { p.chain.Free = true },
		"at":         func(p *parts) { p.chain.At = 1 },
		"anew":       func(p *parts) { p.chain.Anew = 4 },
	} {
		t.Run(name, func(t *testing.T) {
			p := parts{k: kernel{vector: 4, owner: []int{0}}, shares: []symbolic.Expr{0}}
			change(&p)
			i.numbers = map[*memory.Nest]int64{}
			key := string(i.kernelKey(&p.k, []core.Work{p.work}, []core.Chain{p.chain}, p.shares))
			if before, known := keys[key]; known {
				t.Errorf("the key does not tell %q from %q", name, before)
			}
			keys[key] = name
		})
	}
}

// TestCoverKeyHasEveryPart changes each part of what the share of a stream's lines is made of
// that a kernel touches.
func TestCoverKeyHasEveryPart(t *testing.T) {
	cache := comm.Cache{}
	keys := map[string]string{}
	for name, change := range map[string]func(*interpreter, *wayBack, *passing){
		"nothing":   func(*interpreter, *wayBack, *passing) {},
		"constant":  func(i *interpreter, _ *wayBack, _ *passing) { i.b.Constants = map[string]int64{"n": 65} },
		"constants": func(i *interpreter, _ *wayBack, _ *passing) { i.b.Constants = map[string]int64{"m": 64} },
		"passage":   func(_ *interpreter, _ *wayBack, p *passing) { p.nest.Trips = []symbolic.Expr{7} },
		"inner":     func(_ *interpreter, _ *wayBack, p *passing) { p.inner = 2 },
		"own":       func(_ *interpreter, w *wayBack, _ *passing) { w.own.nest.Trips = []symbolic.Expr{7} },
		"stream":    func(_ *interpreter, w *wayBack, _ *passing) { w.stream = 1 },
		"loops":     func(_ *interpreter, w *wayBack, _ *passing) { w.loops = 2 },
	} {
		t.Run(name, func(t *testing.T) {
			i := &interpreter{b: cache.NewBuilder(symbolic.NewArena(), nil, nil, scheme.Scheme{}), numbers: map[*memory.Nest]int64{}}
			i.b.Constants = map[string]int64{"n": 64}
			p := passing{kernel: &kernel{}, inner: 1}
			w := &wayBack{i: i, own: passing{kernel: &kernel{}, inner: 1}, loops: 1}
			change(i, w, &p)
			i.constants = i.constantsNumber()
			key := string(w.coverKey(p))
			if before, known := keys[key]; known {
				t.Errorf("the key does not tell %q from %q", name, before)
			}
			keys[key] = name
		})
	}
}
