package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// result is what a command line came to.
type result struct {
	status   int
	out, err string
}

func command(args ...string) result {
	var out, err strings.Builder
	env := environment{in: strings.NewReader(""), out: &out, err: &err, getenv: fixed("", "")}
	status := run(context.Background(), args, env)
	return result{status, out.String(), err.String()}
}

func TestWrongUse(t *testing.T) {
	for _, c := range []struct{ args, says string }{
		{"predict", "requires at least 1 arg"},
		{"predict x.f90 --nonsense", "unknown flag: --nonsense"},
		{"explain", "accepts 1 arg"},
		{"explain x.f90 y.f90", "accepts 1 arg"},
		{"explain x.f90 --format csv", "--format csv: it is text or json"},
		{"explain x.f90 --procs 0", "--procs 0"},
		{"explain ../../testdata/hpf/pi.f90:1000", "pi.f90 has no line 1000, only"},
		{"predict x.f90 --format yaml", "--format yaml: it is text, json or csv"},
		{"predict x.f90 --color pink", "--color pink: it is auto, always or never"},
		{"predict x.f90 --procs four", "invalid argument"},
		{"predict x.f90 --procs -4", "--procs -4"},
		{"predict x.f90 --procs 0", "--procs 0"},
		{"predict x.f90 --grid 2x", "--grid 2x: the extents"},
		{"predict x.f90 --grid 2x2 --procs 4", "none of the others can be"},
		{"predict x.f90 --set n", "--set n: a value is set like n=1024"},
		{"predict x.f90 --set n=many", "--set n=many"},
		{"predict x.f90 --set =4", "--set =4"},
		{"predict x.f90 --set n=inf", "--set n=inf"},
		{"predict x.f90 --overlap 2", "--overlap 2: it is a share between 0 and 1"},
		{"predict x.f90 --overlap all", "--overlap all: it is a share between 0 and 1"},
		{"predict x.f90 --set communication.overlap_share=-1", "the overlap is -1; a share lies between 0 and 1"},
		{"predict x.f90 --optimize unroll", `--optimize unroll: "unroll" is no optimization; there are reorder, inline, and none`},
		{"predict x.f90 --machine pdp11", `no machine is called "pdp11"; there are cluster, cm5-cmf, cm5-cmf-cmax, ipsc860, paragon, warp, ymp-c90-cf77, ymp-c90-f90`},
		{"predict x.f90 --machine ./nowhere.toml", "nowhere.toml"},
		{"nonsense", "unknown command"},
		{"serve --log-level loud", "loud"},
		{"serve now", "unknown command"},
		{"machines show pdp11", `no machine is called "pdp11"`},
		{"version 2", "unknown command"},
		{"machines shwo ipsc860", "unknown command"},
	} {
		t.Run(c.args, func(t *testing.T) {
			got := command(strings.Fields(c.args)...)
			if got.status != misused || got.out != "" || !strings.Contains(got.err, c.says) || !strings.HasPrefix(got.err, "parlens: ") {
				t.Errorf("parlens %s: status %d, out %q, err %q; want it to say %q", c.args, got.status, got.out, got.err, c.says)
			}
		})
	}
}

func TestWrongMachineFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "own.toml")
	write(t, file, strings.Replace(command("machines", "show", "ipsc860").out, "65.0e-6", "-65.0e-6", 1))
	got := command("predict", "x.f90", "--machine", file)
	if got.status != misused || !strings.Contains(got.err, ":15: startup_s is -6.5e-05; it must not be negative") {
		t.Errorf("%+v", got)
	}
}

func TestUnreadableFile(t *testing.T) {
	got := command("predict", filepath.Join(t.TempDir(), "absent.f90"))
	if got.status != nothing || !strings.Contains(got.err, "absent.f90") || got.out != "" {
		t.Errorf("%+v", got)
	}
}

func TestHelp(t *testing.T) {
	got := command("predict", "--help")
	for _, word := range []string{"--machine", "--procs", "--grid", "--set", "--format", "--color", "cluster, cm5-cmf, cm5-cmf-cmax, ipsc860, paragon, warp, ymp-c90-cf77, ymp-c90-f90"} {
		t.Run(word, func(t *testing.T) {
			if !strings.Contains(got.out, word) {
				t.Errorf("the help lacks %s:\n%s", word, got.out)
			}
		})
	}
	if got.status != predicted {
		t.Errorf("status %d", got.status)
	}
}

func TestCompletion(t *testing.T) {
	for _, c := range []struct{ args, offers string }{
		{"predict --machine ", "cluster cm5-cmf cm5-cmf-cmax ipsc860 paragon warp ymp-c90-cf77 ymp-c90-f90 :4"},
		{"predict --machine=i", "cluster cm5-cmf cm5-cmf-cmax ipsc860 paragon warp ymp-c90-cf77 ymp-c90-f90 :4"},
		{"predict --format ", "text json csv :4"},
		{"predict ", "f90 f95 f03 f08 f for ftn f77 hpf spar :8"},
		{"explain ", "f90 f95 f03 f08 f for ftn f77 hpf :8"},
		{"explain x.f90 --format ", "text json :4"},
		{"predict ../../testdata/hpf/pi.f90 --unit ", "quadrature :6"},
		{"predict ../../testdata/hpf/pi.f90:2-3 --set ", "n= :6"},
		{"predict - --set ", ":6"},
		{"predict absent.f90 --set ", ":6"},
		{"machines show ", "cluster cm5-cmf cm5-cmf-cmax ipsc860 paragon warp ymp-c90-cf77 ymp-c90-f90 :4"},
		{"serve --log-level ", "debug info warn error :4"},
	} {
		t.Run(c.args, func(t *testing.T) {
			got := command(append([]string{"__complete"}, strings.Split(c.args, " ")...)...)
			if offers := strings.Join(strings.Fields(got.out), " "); offers != c.offers {
				t.Errorf("completion of %q: %q, want %q", c.args, offers, c.offers)
			}
		})
	}
	if got := command("completion", "bash"); got.status != predicted || !strings.Contains(got.out, "parlens") {
		t.Errorf("completion bash: %d", got.status)
	}
}

func TestVersionLine(t *testing.T) {
	info := func(settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{GoVersion: "go1.26", Settings: settings}
	}
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef"}
	for want, in := range map[string]*debug.BuildInfo{
		"parlens " + version:                                      nil,
		"parlens " + version + " go1.26":                          info(),
		"parlens " + version + " (0123456789ab) go1.26":           info(commit),
		"parlens " + version + " (0123456789ab, modified) go1.26": info(commit, debug.BuildSetting{Key: "vcs.modified", Value: "true"}),
	} {
		t.Run(want, func(t *testing.T) {
			if got := versionLine(in); got != want {
				t.Errorf("versionLine = %q, want %q", got, want)
			}
		})
	}
	if got := command("version"); got.status != predicted || !strings.HasPrefix(got.out, "parlens "+version) {
		t.Errorf("%+v", got)
	}
}

func TestMachines(t *testing.T) {
	got := command("machines", "list")
	for _, word := range []string{"ipsc860", "cluster", "recalled", "Intel iPSC/860 hypercube, 8 nodes"} {
		t.Run(word, func(t *testing.T) {
			if !strings.Contains(got.out, word) {
				t.Errorf("machines list lacks %s:\n%s", word, got.out)
			}
		})
	}
	shown := command("machines", "show", "cluster")
	file, err := os.ReadFile("../../machines/cluster.toml")
	if err != nil || shown.out != string(file) {
		t.Errorf("machines show cluster is not the file (%v)", err)
	}
}

// A new file is valid and predicts as the machine it was copied from, and says that it
// is a copy still; it is never written over, and every problem of a broken one has its place.
func TestMachineFiles(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, "ours.toml")
	if got := command("machines", "new", own, "--from", "ipsc860"); got.status != predicted {
		t.Fatalf("%+v", got)
	}
	if got := command("machines", "new", own); got.status != nothing || !strings.Contains(got.err, "there already") {
		t.Errorf("second time: %+v", got)
	}
	if got := command("machines", "validate", own); got.status != predicted || !strings.Contains(got.out, "machine ours, 8 nodes, 53 numbers, with warnings") || !strings.Contains(got.err, "its title is that of ipsc860") || !strings.Contains(got.err, "of its 53 numbers are still those of ipsc860") {
		t.Errorf("%+v", got)
	}
	laplace := "../../testdata/hpf/laplace.f90"
	a, b := command("predict", laplace, "--machine", own, "--format", "csv"), command("predict", laplace, "--machine", "ipsc860", "--format", "csv")
	if strings.ReplaceAll(a.out, ",ours,", ",ipsc860,") != b.out {
		t.Errorf("a copy predicts otherwise: %+v", a)
	}
	broken := filepath.Join(dir, "broken.toml")
	text, _ := os.ReadFile(own)
	write(t, broken, strings.NewReplacer("nodes   = 8", "nodes = 0.5", "[part.cube.memory]", "[part.cube.memry]").Replace(string(text)))
	got := command("machines", "validate", broken, own, filepath.Join(dir, "absent.toml"))
	for _, says := range []string{"broken.toml:11:", "broken.toml:", "memry", "absent.toml"} {
		t.Run(says, func(t *testing.T) {
			if got.status != nothing || !strings.Contains(got.err, says) {
				t.Errorf("it does not say %q: %+v", says, got)
			}
		})
	}
	if !strings.Contains(got.out, "machine ours") {
		t.Errorf("a file after a broken one is not checked: %+v", got)
	}
}

// The server ends well when the editor goes away, and logs where it is told.
func TestServe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "log")
	got := command("serve", "--stdio", "--log", file, "--log-level", "info")
	if got.status != predicted || got.out != "" || got.err != "" {
		t.Errorf("%+v", got)
	}
	if log, err := os.ReadFile(file); err != nil || len(log) == 0 {
		t.Errorf("log %q, %v", log, err)
	}
	if got := command("serve"); got.status != predicted || !strings.Contains(got.err, "connection ended") {
		t.Errorf("%+v", got)
	}
	if got := command("serve", "--log", t.TempDir()); got.status != misused {
		t.Errorf("a folder as a log: %+v", got)
	}
}
