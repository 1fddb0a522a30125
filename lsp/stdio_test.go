package lsp

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

// TestRealServer talks to the real command over real pipes. A real program is
// edited 500 times at random, with characters of all lengths, and every other
// edit takes one back, so that there is something to predict most of the time.
// No answer is ever an error; half way, and at the end with the program as it
// was, the hints are those of a fresh server that has only seen that text.
func TestRealServer(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	binary := filepath.Join(t.TempDir(), "parlens")
	if out, err := exec.Command("go", "build", "-o", binary, "../cmd/parlens").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile("../testdata/hpf/laplace.f90")
	if err != nil {
		t.Fatal(err)
	}
	for _, enc := range []encoding{utf16Units, utf8Units} {
		t.Run(string(enc.kind()), func(t *testing.T) {
			t.Parallel()
			editReal(t, binary, enc, source.NewText(string(program)))
		})
	}
}

func editReal(t *testing.T, binary string, enc encoding, text *source.Text) {
	c := startReal(t, binary, enc)
	c.open(realURI, 0, text.String())
	if hints := c.hints(realURI, text.Lines()); len(hints) == 0 {
		t.Error("no hints for the program as it is")
	}
	random := rand.New(rand.NewPCG(7, uint64(enc)))
	var before []*source.Text
	for i := 1; i <= 500; i++ {
		var change object
		if back := len(before) - 1; back >= 500-i || back >= 0 && random.IntN(2) == 0 {
			change = difference(enc, text, before[back])
			text, before = before[back], before[:back]
		} else {
			before = append(before, text)
			text, change = randomEdit(random, enc, text)
		}
		c.change(realURI, i, change)
		c.hints(realURI, text.Lines())
		if i == 250 || i == 500 {
			compareFresh(t, c, binary, enc, text)
		}
	}
	if len(before) > 1 {
		t.Errorf("%d edits were not taken back", len(before))
	}
	quit(t, c)
}

const realURI = "file:///nowhere/laplace.f90"

// difference returns the change that turns one text into another.
func difference(enc encoding, from, to *source.Text) object {
	a, b := from.String(), to.String()
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	start = boundary(from, start)
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	for end > 0 && boundary(from, len(a)-end) != len(a)-end {
		end--
	}
	return object{"range": enc.rangeOf(from, source.Span{Start: start, End: len(a) - end}), "text": b[start : len(b)-end]}
}

func compareFresh(t *testing.T, c *client, binary string, enc encoding, text *source.Text) {
	t.Helper()
	fresh := startReal(t, binary, enc)
	fresh.open(realURI, 0, text.String())
	got, want := fmt.Sprint(c.hints(realURI, text.Lines())), fmt.Sprint(fresh.hints(realURI, text.Lines()))
	if got != want {
		t.Errorf("hints\n%s\nwant\n%s\nof\n%s", got, want, text)
	}
	quit(t, fresh)
}

func quit(t *testing.T, c *client) {
	t.Helper()
	c.call("shutdown", `null`)
	c.note("exit", `null`)
	if err := <-c.served; err != nil {
		t.Error(err)
	}
}

// startReal starts the command and opens a session with it.
func startReal(t *testing.T, binary string, enc encoding) *client {
	cmd := exec.Command(binary, "serve", "--stdio", "--log", filepath.Join(t.TempDir(), "log"))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := newClient(t, out, in)
	go func() {
		<-c.ended // Wait closes the pipe that is read
		c.served <- cmd.Wait()
	}()
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	c.initialize(fmt.Sprintf(`{"general":{"positionEncodings":[%q]},"textDocument":{"diagnostic":{}}}`, enc.kind()))
	return c
}
