// Package pages keeps pages of docs/ what parlens says, for tests: their tables are
// made again and compared, or written with -update.
package pages

import (
	"flag"
	"os"
	"strings"
	"testing"
)

// Update reports whether pages are to be written anew.
var Update = flag.Bool("update", false, "write the tables of docs/ anew")

// Check compares the page at path with what it should be. None is out of date.
func Check(t *testing.T, path, want string) {
	t.Helper()
	got, _ := os.ReadFile(path)
	switch {
	case string(got) == want:
	case !*Update:
		t.Errorf("%s is out of date: go test -run %s -update, in the folder of the test", path, t.Name())
	default:
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Tables checks a page whose tables are made by a function of its present text.
func Tables(t *testing.T, path string, tables func(page string) string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	Check(t, path, tables(string(data)))
}

// Between replaces what stands between "<!-- name -->" and "<!-- end -->".
func Between(t *testing.T, page, name, text string) string {
	t.Helper()
	from := strings.Index(page, "<!-- "+name+" -->\n")
	if from < 0 {
		t.Fatalf("no place for %s", name)
	}
	from += len("<!-- " + name + " -->\n")
	to := strings.Index(page[from:], "<!-- end -->")
	if to < 0 {
		t.Fatalf("no end of %s", name)
	}
	return page[:from] + text + page[from+to:]
}
