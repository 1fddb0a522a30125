package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The tests are those of a user who has no configuration, whoever runs them.
func TestMain(m *testing.M) {
	home, err := os.MkdirTemp("", "parlens-home")
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} {
		os.Setenv(name, home)
	}
	status := m.Run()
	os.RemoveAll(home)
	os.Exit(status)
}

// The machine is that of the command line, else of the nearest parlens.toml, else the
// user's own, else cluster; the server says the same.
func TestOwnMachine(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} {
		t.Setenv(name, home)
	}
	program := filepath.Join(t.TempDir(), "pi.f90")
	text, err := os.ReadFile("../../testdata/hpf/pi.f90")
	if err != nil {
		t.Fatal(err)
	}
	write(t, program, string(text))
	names := func(t *testing.T, want string) {
		t.Helper()
		if got := decoded(t, program).Machine; got != want {
			t.Errorf("predict is for %s, not for %s", got, want)
		}
		var said struct{ Machine struct{ Name string } }
		if edit(t, program, "{}").about("parlens/whatif", "", &said); said.Machine.Name != want {
			t.Errorf("the server is for %s, not for %s", said.Machine.Name, want)
		}
	}
	names(t, "cluster")
	if got := command("machines", "use"); got.out != "cluster\n" {
		t.Errorf("machines use: %q", got.out)
	}
	if got := command("machines", "use", "abacus"); got.status != misused || !strings.Contains(got.err, `no machine is called "abacus"`) {
		t.Errorf("%d %s", got.status, got.err)
	}
	own := filepath.Join(t.TempDir(), "own.toml")
	if got := command("machines", "new", own, "--from", "paragon"); got.status != predicted {
		t.Fatal(got.err)
	}
	if got := command("machines", "use", own); got.status != predicted || !strings.Contains(got.out, "own (Intel Paragon") {
		t.Fatalf("%s%s", got.out, got.err)
	}
	names(t, "own")
	if got := decoded(t, program, "-m", "warp").Machine; got != "warp" {
		t.Errorf("the command line names warp, the prediction is for %s", got)
	}
	if got := decoded(t, "../../testdata/spar/matmul.spar").Machine; got != "das.pam" && got != "das" {
		t.Errorf("a Spar program names das, the prediction is for %s", got)
	}
	write(t, filepath.Join(filepath.Dir(program), "parlens.toml"), "machine = \"ipsc860\"\n")
	names(t, "ipsc860")

	config := filepath.Join(home, "parlens", "parlens.toml")
	write(t, config, "threshold = 0.5 # mine\nmachine = \"warp\" # to be replaced\n")
	if got := command("machines", "use", "paragon"); got.status != predicted {
		t.Fatal(got.err)
	}
	if kept, err := os.ReadFile(config); err != nil || string(kept) != "threshold = 0.5 # mine\nmachine = \"paragon\"\n" {
		t.Errorf("%v %q", err, kept)
	}
}
