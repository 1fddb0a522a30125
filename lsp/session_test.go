package lsp

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the expected answers in testdata")

// TestSessions replays the sessions in testdata. An archive holds the files of
// a disk, and a file "session" with one step per line:
//
//	call METHOD PARAMS    a request; its answer follows
//	note METHOD PARAMS    a notification
//	open FILE             didOpen with the content of the file in the archive
//	reply METHOD RESULT   what the client answers when the server asks
//	expect METHOD         waits for a message of the server, which follows
//	write FILE TEXT       changes the disk; TEXT is a JSON string
//	cost model            as the first step: costs are computed, and not the toy's
//
// What follows a step is indented, and rewritten by -update.
func TestSessions(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no sessions", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := replay(t, archive)
			want := archived(archive, "session")
			if string(want.Data) == got {
				return
			}
			if !*update {
				t.Fatalf("got\n%s\nwant\n%s", got, want.Data)
			}
			want.Data = []byte(got)
			if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func archived(a *txtar.Archive, name string) *txtar.File {
	for i := range a.Files {
		if a.Files[i].Name == name {
			return &a.Files[i]
		}
	}
	return &txtar.File{}
}

// replay runs the session of an archive and returns it with what the server
// said.
func replay(t *testing.T, archive *txtar.Archive) string {
	disk := &testFS{files: map[string]string{}}
	for _, f := range archive.Files {
		disk.write(f.Name, string(f.Data))
	}
	session := string(archived(archive, "session").Data)
	options := Options{FS: disk, Predictor: toy{}, Version: "test"}
	if strings.HasPrefix(session, "cost model\n") {
		options.Predictor = nil
	}
	c := dial(t, options)
	var out strings.Builder
	for _, step := range strings.Split(strings.TrimRight(session, "\n"), "\n") {
		if strings.HasPrefix(step, " ") {
			continue
		}
		out.WriteString(step + "\n")
		verb, rest, _ := strings.Cut(step, " ")
		name, argument, _ := strings.Cut(rest, " ")
		switch verb {
		case "call":
			a := c.call(name, argument)
			if a.err != nil {
				fmt.Fprintf(&out, "  error %d: %s\n", a.err.Code, a.err.Message)
			} else {
				out.WriteString(indented(a.result))
			}
		case "note":
			c.note(name, argument)
		case "open":
			text, _ := disk.ReadFile(name)
			c.open("file://"+name, 1, string(text))
		case "reply":
			c.mu.Lock()
			c.replies[name] = json.RawMessage(argument)
			c.mu.Unlock()
		case "expect":
			if params := c.expect(name).Params; params != nil {
				out.WriteString(indented(params))
			}
		case "write":
			var text string
			if err := json.Unmarshal([]byte(argument), &text); err != nil {
				t.Fatal(err)
			}
			disk.write(name, text)
		case "", "#", "cost":
		default:
			t.Fatalf("unknown step %q", step)
		}
	}
	return out.String()
}

// indented returns JSON text in lines that begin with two blanks. Text of more
// than one line is shown as such, because that is how people see it.
func indented(raw json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "  ", "  "); err != nil {
		return fmt.Sprintf("  %s\n", raw)
	}
	return "  " + strings.ReplaceAll(b.String(), `\n`, "\n  | ") + "\n"
}
