package evaluate

import (
	"context"
	"runtime"
	"sync"

	"github.com/parlens/parlens/analysis/aag"
)

// listing is the graph of a model over an arena of its own: explanations and the
// counting of patterns add formulas to it, which the model's evaluations do not see.
// It goes with the model.
type listing struct {
	mu    sync.Mutex
	graph *aag.Graph // guarded by mu; nil until something is listed, and after a fault
}

// list does something with the graph, which a fault leaves to be made again. Who is
// stopped in it leaves it as it was.
func (l *listing) list(of *aag.Graph, do func(*aag.Graph)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if _, ended := v.(stopped); !ended {
			l.graph = nil
		}
		panic(v)
	}()
	if l.graph == nil {
		own := *of
		own.Builder = of.Builder.Overlay()
		l.graph = &own
	}
	do(l.graph)
}

// between returns what is to be called again and again while something is listed: others
// who wait for the graph go first, and it panics with stopped once ctx has ended.
func (l *listing) between(ctx context.Context) func() {
	return func() {
		if err := ctx.Err(); err != nil {
			panic(stopped{err})
		}
		l.mu.Unlock()
		runtime.Gosched()
		l.mu.Lock()
	}
}
