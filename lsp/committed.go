package lsp

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
)

// Commit opens the last commit of the repository that a folder belongs to: its files,
// under the paths that they have in the working tree, and the name of the commit. An
// error means that there is none.
type Commit func(folder string) (files workspace.Lister, name string, err error)

// committed is what the units of open documents take in the last commit, under the
// settings that hold now: what a lens compares with. It is found out behind the answers,
// when the texts have rested, and of what was read for it only the times are kept.
type committed struct {
	s     *server
	mu    sync.Mutex
	known map[committedKey]committedTimes // guarded by mu
	busy  map[committedKey]bool           // guarded by mu; being found out
}

// committedKey names the times of a document: its path, and what else they depend on.
type committedKey struct{ path, settings string }

// committedTimes are those of one commit.
type committedTimes struct {
	commit string       // "": there is none
	old    bool         // there may be a later commit
	times  render.Since // nil: nothing to compare with
}

// mostCommitted is how many times of documents under settings are kept.
const mostCommitted = 256

func newCommitted(s *server) *committed {
	return &committed{s: s, known: map[committedKey]committedTimes{}, busy: map[committedKey]bool{}}
}

func committedKeyOf(p page) committedKey {
	return committedKey{p.file.Path, fmt.Sprint(p.settings.Machine, p.settings.Changes, p.settings.Key())}
}

// of returns what is known of a page's document. What it is compared with is not the
// answer to a question about other settings.
func (c *committed) of(p page) render.Since {
	if p.varied || p.report == nil || p.report.Cut {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known[committedKeyOf(p)].times
}

// want has the times of a page's document found out where they are not known, and shown.
func (c *committed) want(p page) {
	if c.s.opts.Commit == nil || !filepath.IsAbs(p.file.Path) || p.report == nil || p.report.Cut {
		return
	}
	key := committedKeyOf(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.known[key]; ok && !known.old || c.busy[key] {
		return
	}
	c.busy[key] = true
	c.s.mu.Lock()
	untilEdit := c.s.untilEdit
	c.s.mu.Unlock()
	go c.find(untilEdit, key, p)
}

// find reads the last commit and predicts the document in it.
func (c *committed) find(ctx context.Context, key committedKey, p page) {
	defer c.s.survive("comparing with the last commit")
	times, err := c.read(ctx, key, p)
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.busy, key)
	if err != nil {
		return // an edit came: the next lens asks again
	}
	if len(c.known) >= mostCommitted {
		clear(c.known)
	}
	changed := !maps.Equal(c.known[key].times, times.times)
	c.known[key] = times
	if changed {
		c.s.refresher.mu.Lock()
		defer c.s.refresher.mu.Unlock()
		c.s.refresher.plan(0)
	}
}

// read waits until the texts have rested. Its error is that of ctx.
func (c *committed) read(ctx context.Context, key committedKey, p page) (committedTimes, error) {
	select {
	case <-ctx.Done():
		return committedTimes{}, ctx.Err()
	case <-time.After(refreshDelay):
	}
	files, commit, err := c.s.opts.Commit(filepath.Dir(p.file.Path))
	if err != nil {
		c.s.log.Info("no commit to compare with", zap.String("file", p.file.Path), zap.Error(err))
		return committedTimes{}, nil
	}
	c.mu.Lock()
	known, ok := c.known[key]
	c.mu.Unlock()
	if ok && known.commit == commit {
		known.old = false
		return known, nil
	}
	out := committedTimes{commit: commit}
	snap := workspace.New(committedSources{files, c.s.opts.FS}).Configure(c.s.sourcesReading())
	file, err := snap.File(p.file.Path)
	if err != nil {
		return out, nil // it is new
	}
	r, err := c.s.opts.Predictor.Report(ctx, snap, p.file.Path, reported(file.Text, report.AllLines), p.settings)
	if err == nil {
		out.times = render.SinceOf(r)
	}
	return out, ctx.Err()
}

// outdated has the times looked at again: there may be a later commit, or what they
// depend on has changed.
func (c *committed) outdated(changed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, x := range c.known {
		x.old = true
		if changed {
			x.commit = ""
		}
		c.known[key] = x
	}
}

// committedSources are the sources of a commit; what describes machines and settings is
// what there is now, since the program is compared.
type committedSources struct {
	workspace.Lister
	now workspace.FS
}

func (f committedSources) ReadFile(path string) ([]byte, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".toml", ".pam", ".csv", ".json":
		return f.now.ReadFile(path)
	}
	return f.Lister.ReadFile(path)
}
