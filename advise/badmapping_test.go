package advise

import (
	"context"
	"errors"
	"flag"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/disk"
)

var (
	badFolder   = flag.String("folder", "../testdata/hpf/codes", "folder of mapped main programs, or one of them, that get bad mappings")
	badMappings = flag.Int("bad", 2, "bad mappings of each program: one without directives, the others with permuted formats")
	badSize     = flag.Float64("bad-size", 128, "n of programs that have one; 0 as it is written")
	badMachine  = flag.String("bad-machine", "cluster", "machine that they are mapped for")
)

const (
	foundAgain = 1.05 // times what the authors' mapping takes
	least      = 1e-6 // seconds that a program takes for which mappings are worth looking for
)

// From bad mappings of programs whose authors mapped them the adviser comes back to times
// that are within a twentieth of theirs, or better.
func TestFromBadMappings(t *testing.T) {
	found, all := 0, 0
	if testing.Short() {
		*badFolder = "../testdata/hpf/codes/adi.f90"
	}
	err := filepath.WalkDir(*badFolder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasPrefix(filepath.Ext(path), ".f") {
			a, b := backFromBad(t, path)
			found, all = found+a, all+b
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d bad mappings are mended", found, all)
	if all == 0 || found < all {
		t.Errorf("of %d bad mappings %d are mended", all, found)
	}
}

// backFromBad counts the bad mappings of one program, and those from which the adviser
// comes back.
func backFromBad(t *testing.T, path string) (found, all int) {
	s := settings.Settings{Machine: *badMachine}
	if *badSize > 0 {
		s.Values = map[string]float64{"n": *badSize}
	}
	snap := workspace.New(disk.Disk{}).Snapshot()
	f, err := snap.File(path)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(snap.Program(f).Units, func(u *lower.Unit) bool { return u.Kind == program.Main }) {
		return 0, 0
	}
	g, authors, err := goalOf(context.Background(), snap, path, s)
	if errors.Is(err, ErrNoEstimate) {
		t.Logf("%s: %v", path, err)
		return 0, 0
	}
	if err != nil {
		t.Fatal(err)
	}
	if authors.time < least {
		t.Logf("%s: %s: nothing to win", path, report.Seconds(authors.time))
		return 0, 0
	}
	p, err := plan.Read(g.snap, path, g.processors(authors))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewSource(int64(len(f.Text.String()))))
	for k := range *badMappings {
		files, how := undirected(t, snap, path), "without directives"
		if k > 0 {
			files, how = permuted(t, snap, p, r)
		}
		if len(files) == 0 {
			continue
		}
		of := s
		if n := g.processors(authors); k == 0 && n != few { // else the shape of the arrangement is for the adviser
			of.Procs = n
		}
		since := time.Now()
		a, err := Advise(context.Background(), snap.With(files...), path, of, DefaultEffort)
		if err != nil {
			t.Logf("%s: %s: %v", path, how, err)
			continue
		}
		best, label := a.Before.Time, "the bad one"
		if faster := a.Faster(); len(faster) > 0 {
			best, label = faster[0].Time, faster[0].Label
		}
		all++
		if best <= foundAgain*authors.time {
			found++
		}
		t.Logf("%s: %s: %s, found %s in %.0f s, authors' %s (%.3g): %s", path, how, report.Seconds(a.Before.Time), report.Seconds(best), time.Since(since).Seconds(), report.Seconds(authors.time), best/authors.time, label)
	}
	return found, all
}

// permuted are the files of a program with the formats of its directives in another order.
func permuted(t *testing.T, snap *workspace.Snapshot, p *plan.Program, r *rand.Rand) ([]*workspace.File, string) {
	t.Helper()
	now := p.Now()
	for range 20 {
		to := now.Clone()
		for i, g := range p.Groups {
			for d, from := range r.Perm(g.Rank) {
				if g.Now != nil {
					to.Formats[i][d] = g.Now[from]
				}
			}
		}
		if to.Key() == now.Key() {
			continue
		}
		var out []*workspace.File
		for _, c := range p.Edits(to) {
			f, err := snap.File(c.Path)
			if err != nil {
				t.Fatal(err)
			}
			text, err := f.Text.Apply(c.Edits...)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, &workspace.File{Path: f.Path, Text: text, Form: f.Form})
		}
		return out, "as " + to.Key()
	}
	return nil, ""
}

// undirected are the files of a program's folder without directives that map data; what
// is said about loops stays.
func undirected(t *testing.T, snap *workspace.Snapshot, path string) []*workspace.File {
	t.Helper()
	names := []string{path}
	if !strings.HasPrefix(*badFolder, "../testdata") {
		entries, err := os.ReadDir(filepath.Dir(path))
		if err != nil {
			t.Fatal(err)
		}
		names = nil
		for _, e := range entries {
			if ext := filepath.Ext(e.Name()); strings.HasPrefix(ext, ".f") || ext == ".h" || ext == ".inc" {
				names = append(names, filepath.Join(filepath.Dir(path), e.Name()))
			}
		}
	}
	var out []*workspace.File
	for _, name := range names {
		f, err := snap.File(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(f.Text.String(), "\n")
		about := false // the loop behind: a directive that stays, and its continuation lines
		for i, l := range lines {
			if !mapsLine.MatchString(l) {
				about = false
				continue
			}
			if !about || !strings.HasPrefix(l[5:]+" ", "&") {
				low := strings.ToLower(l)
				about = strings.Contains(low, "independent") || strings.Contains(low, "home") || strings.Contains(low, "reduction")
			}
			if !about {
				lines[i] = "!"
			}
		}
		if text := strings.Join(lines, "\n"); text != f.Text.String() {
			out = append(out, &workspace.File{Path: f.Path, Text: source.NewText(text), Form: f.Form})
		}
	}
	return out
}
