package parlens_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func architecture(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var quoted = regexp.MustCompile("`([^`]+)`")

// namesIn returns what stands in backquotes.
func namesIn(text string) []string {
	var out []string
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// TestArchitectureHasTheFloors: the table of ARCHITECTURE.md is the list that imports are
// checked against, and what only tests import is named below it.
func TestArchitectureHasTheFloors(t *testing.T) {
	text := architecture(t)
	rows := regexp.MustCompile(`(?m)^\| \d \|([^|]*)\|`).FindAllStringSubmatch(text, -1)
	if len(rows) != len(floors) {
		t.Fatalf("the table has %d floors, not %d", len(rows), len(floors))
	}
	for i, row := range rows {
		if got := namesIn(row[1]); !slices.Equal(got, floors[i]) {
			t.Errorf("floor %d has %v, not %v", i, got, floors[i])
		}
	}
	for room := range testSupport {
		if !strings.Contains(text, "`"+room+"`") {
			t.Errorf("%s is not named", room)
		}
	}
}

// TestWayOfAStatement: the way is drawn through rooms that there are, and through none
// twice but the workspace.
func TestWayOfAStatement(t *testing.T) {
	known := map[string]bool{}
	for _, floor := range floors {
		for _, room := range floor {
			known[room[strings.LastIndex(room, "/")+1:]] = true
		}
	}
	_, text, _ := strings.Cut(architecture(t), "\n    predict -> ")
	way, _, _ := strings.Cut(text, "\n\n")
	passed := map[string]bool{}
	for _, room := range strings.Fields(strings.ReplaceAll(way, "->", "")) {
		if !known[room] {
			t.Errorf("there is no room %s", room)
		}
		if passed[room] && room != "workspace" {
			t.Errorf("%s is passed twice", room)
		}
		passed[room] = true
	}
	if len(passed) < 10 {
		t.Errorf("only %d rooms are passed", len(passed))
	}
}

var (
	bracket  = regexp.MustCompile(`\([^()]*\.go[^()]*\)`)
	goFile   = regexp.MustCompile(`[a-z0-9_]+\.go\b`)
	roomName = regexp.MustCompile(`^[a-z]+$`)
	symbol   = regexp.MustCompile(`^[a-z]+(\.[A-Z]\w*)+$`)
)

// TestArchitectureNamesWhatIsThere (mutation: evaluate, arrayops.go said to be in predict): a file that stands in brackets stands in a room that
// is named there, and what a room is said to have it has.
func TestArchitectureNamesWhatIsThere(t *testing.T) {
	files, words := map[string][]string{}, map[string]string{} // rooms by file, texts by room
	for file := range goFiles(t) {
		dir := filepath.ToSlash(filepath.Dir(file))
		room := dir[strings.LastIndex(dir, "/")+1:]
		files[filepath.Base(file)] = append(files[filepath.Base(file)], room)
		if text, err := os.ReadFile(file); err == nil && !strings.HasSuffix(file, "_test.go") {
			words[room] += string(text)
		}
	}
	text, found := architecture(t), 0
	for _, in := range bracket.FindAllString(text, -1) {
		rooms := slices.DeleteFunc(namesIn(in), func(name string) bool { return !roomName.MatchString(name) })
		for _, file := range goFile.FindAllString(in, -1) {
			found++
			there := slices.ContainsFunc(files[file], func(room string) bool { return len(rooms) == 0 || slices.Contains(rooms, room) })
			if !there {
				t.Errorf("%s: there is no file %s", in, file)
			}
		}
	}
	for _, name := range namesIn(text) {
		if !symbol.MatchString(name) {
			continue
		}
		found++
		parts := strings.Split(name, ".")
		for _, part := range parts[1:] {
			if !regexp.MustCompile(`(?m)^\s*(func|type|func \(.*\))? ?` + part + `\b`).MatchString(words[parts[0]]) {
				t.Errorf("%s has no %s", parts[0], part)
			}
		}
	}
	if found < 60 {
		t.Errorf("only %d files and names are found", found)
	}
}
