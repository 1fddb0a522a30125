package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"

	"github.com/parlens/parlens/costmodel/microbench"
)

// shared measures what the memory gives when all cores ask at once, one process on each:
// seconds between two lines. It is 0 where that cannot be told: without several cores
// whose processes stay there, behind a launcher, or when so many processes have no room.
func (m *measuring) shared(ctx context.Context, dir string, caches []microbench.Cache) (float64, error) {
	all := cores()
	if len(all) < 2 || m.launcher != "" || float64(len(all))*microbench.SharedBytes(caches) > memorySize()/2 {
		return 0, nil
	}
	sample, times := "200", "5"
	if m.quick {
		sample, times = "50", "3"
	}
	rounds, errs := make([]microbench.Round, len(all)), make([]error, len(all))
	var group sync.WaitGroup
	for k, core := range all {
		group.Go(func() {
			var out strings.Builder
			place := func(start func() error) error { return onCore(core, start) }
			if errs[k] = m.process(ctx, &out, place, filepath.Join(dir, "suite"), sample, times, microbench.SharedCell); errs[k] == nil {
				rounds[k], _, errs[k] = microbench.ParseRound(out.String())
			}
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return 0, ctx.Err() // less memory than the system says, for one: the rest of the file does not need it
	}
	return microbench.LineInterval(rounds, caches[len(caches)-1].Lines), nil
}
