package main

import (
	"fmt"
	"io"
	"time"
)

// progress shows on a terminal how far something is, and how long the rest will take.
type progress struct {
	out         io.Writer
	what        string // that is counted
	done, all   int
	began, last time.Time
}

func newProgress(env environment, what string, all int) *progress {
	p := &progress{what: what, all: all, began: time.Now(), last: time.Now()}
	if env.terminal {
		p.out = env.err
	}
	return p
}

func (p *progress) step() {
	p.done++
	if now := time.Now(); p.out != nil && now.Sub(p.last) > 200*time.Millisecond {
		p.last = now
		left := time.Duration(float64(now.Sub(p.began)) / float64(p.done) * float64(p.all-p.done))
		const cells = 20
		full := cells * p.done / max(1, p.all)
		fmt.Fprintf(p.out, "\r[%-*s] %d of %d %s, %v left \x1b[K", cells, "===================="[:min(cells, full)], p.done, p.all, p.what, left.Round(time.Second))
	}
}

func (p *progress) end() {
	if p.out != nil && p.last != p.began {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
