package lsp

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
)

// refreshDelay is how long the texts must rest before other documents are
// looked at: what depends on an edit elsewhere is not urgent.
const refreshDelay = time.Second

// refresher asks the client to show hints and lenses again when they have
// changed without an edit of their own document: by settings, by a file on
// disk, by an edit of another document. The document that was edited needs
// nothing: the client asks by itself, and a refresh would make it flicker.
type refresher struct {
	s     *server
	mu    sync.Mutex
	seen  map[view]look // guarded by mu; what the client shows
	timer *time.Timer   // guarded by mu; nil until something is planned
}

// view is what a client shows of a document: all of it, or the part that it
// has asked for last; hints and lenses are asked for at different times.
type view struct {
	path   string
	part   bool
	lenses bool
}

// look is what the lines of one version of a document look like.
type look struct {
	version int32
	lines   report.Lines
	content string   // hash of all their hints, lenses and diagnostics
	late    []string // contents of answers around an overtaken one: each may reach the client last
}

func newRefresher(s *server) *refresher {
	return &refresher{s: s, seen: map[view]look{}}
}

func lookOf(p page) look {
	h := fnv.New64a()
	if p.display.Hints {
		fmt.Fprintln(h, render.Hints(p.report, p.timed(), p.display.Filter, 1, p.text().Lines()))
	}
	fmt.Fprintln(h, render.ModelHints(p.model, 1, p.text().Lines()))
	fmt.Fprintln(h, p.hints)
	if p.display.Lenses {
		fmt.Fprintln(h, p.lenses())
	}
	fmt.Fprintln(h, diagnostics(p))
	return look{version: p.file.Version, lines: p.lines, content: fmt.Sprint(h.Sum64())}
}

// shown remembers what the client shows of a document, unless a newer text is
// there: then the client asks again. What was overtaken by settings or by
// another document is looked at again.
func (r *refresher) shown(p page, lenses bool) {
	now := r.s.workspace.Snapshot()
	file, err := now.File(p.file.Path)
	if err != nil || !file.Open || file.Version != p.file.Version {
		return
	}
	seen := lookOf(p)
	r.mu.Lock()
	defer r.mu.Unlock()
	part := seen.lines.First > 1 || seen.lines.Last < min(p.text().Lines(), longReport)
	v := view{p.file.Path, part, lenses}
	before := r.seen[v]
	if before.version == seen.version {
		seen.late = before.late
	}
	if now.ID() != p.snap.ID() || p.round != r.s.currentRound() {
		seen.late = append(slices.Clip(seen.late), seen.content)
		if before.version == seen.version && before.content != "" {
			seen.late = append(seen.late, before.content)
		}
		r.plan(refreshDelay)
	}
	r.seen[v] = seen
	if r.s.completed(p) {
		r.plan(0)
	}
}

// plan has everything looked at after a delay. The caller holds mu.
func (r *refresher) plan(delay time.Duration) {
	if r.timer == nil {
		r.timer = time.AfterFunc(delay, r.run)
	} else {
		r.timer.Reset(delay)
	}
}

// refreshOthers plans a look at the documents other than the one at path.
func (s *server) refreshOthers(path string) {
	r := s.refresher
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dropLocked(path)
	if len(r.seen) > 0 {
		r.plan(refreshDelay)
	}
}

// refreshAll has everything shown again that has changed, at once.
func (s *server) refreshAll() {
	for _, path := range s.workspace.Snapshot().OpenFiles() {
		s.publish(path)
	}
	s.refresher.mu.Lock()
	defer s.refresher.mu.Unlock()
	s.refresher.plan(0)
}

// forget drops what the client showed of a document that is closed.
func (r *refresher) forget(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dropLocked(path)
}

func (r *refresher) dropLocked(path string) {
	maps.DeleteFunc(r.seen, func(v view, _ look) bool { return v.path == path })
}

// shownNow returns what the client shows.
func (r *refresher) shownNow() map[view]look {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.seen)
}

// run asks for a refresh if a document looks different from what the client
// shows.
func (r *refresher) run() {
	defer r.s.survive("refresh")
	snap := r.s.workspace.Snapshot()
	differs := false
	for v, before := range r.shownNow() {
		page, err := r.s.soonAt(r.s.ctx, snap, v.path, before.lines)
		if err == nil && v.lenses {
			r.s.committed.want(page)
		}
		if err == nil && r.replace(v, lookOf(page)) {
			differs = true
		}
	}
	if differs {
		r.ask()
	}
}

// replace notes the present look of a document and reports whether the client
// shows, or may show, another one of the same version.
func (r *refresher) replace(v view, now look) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	before, ok := r.seen[v]
	if !ok || before.lines != now.lines || before.version != now.version {
		return false
	}
	r.seen[v] = now
	other := func(content string) bool { return content != now.content }
	return other(before.content) || slices.ContainsFunc(before.late, other)
}

func (r *refresher) ask() {
	peer, client := r.s.peer, r.s.client
	if peer.RefreshHints {
		r.logged(client.InlayHintRefresh(r.s.ctx))
	}
	if peer.RefreshLenses {
		r.logged(client.CodeLensRefresh(r.s.ctx))
	}
	if peer.RefreshPulled && peer.PullDiagnostic {
		r.logged(client.DiagnosticRefresh(r.s.ctx))
	}
}

func (r *refresher) logged(err error) {
	if err != nil {
		r.s.log.Info("refresh refused", zap.Error(err))
	}
}
