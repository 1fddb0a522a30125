package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const (
	hourUnits = 250
	hourLines = 40   // of a unit
	hourKeys  = 6000 // of an hour of programming, at about two a second
)

// BenchmarkHour is the memory of the server's process while somebody programs for an hour:
// keys typed one by one into the middle of statements all over a file of 10,000 lines with
// calls, the hints of the screen after each. What it has after a twelfth of the keys has to
// be what it has in the end.
func BenchmarkHour(b *testing.B) {
	binary := filepath.Join(b.TempDir(), "parlens")
	if out, err := exec.Command("go", "build", "-o", binary, "../cmd/parlens").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for b.Loop() {
		server := exec.Command(binary, "serve")
		out, _ := server.StdoutPipe()
		in, _ := server.StdinPipe()
		if err := server.Start(); err != nil {
			b.Fatal(err)
		}
		c := newClient(b, out, in)
		c.initialize(`{"textDocument":{"diagnostic":{}}}`)
		c.open(largeURI, 0, hourProgram())
		for key := range hourKeys {
			line, column, text := hourKey(key)
			end := column
			if text == "" {
				end++
			}
			c.change(largeURI, key+1, object{"range": span(line, column, line, end), "text": text})
			c.ask("parlens/hints", object{"textDocument": object{"uri": largeURI}, "range": span(max(0, line-screen/2), 0, line+screen/2, 0)}, new(json.RawMessage))
			if (key+1)%(hourKeys/12) == 0 {
				b.ReportMetric(resident(b, server.Process.Pid), fmt.Sprintf("MB-%d", key+1))
			}
		}
		in.Close()
		server.Wait() // it ends when its input does
	}
}

// hourPhrase is what is typed into one statement, another number each time.
func hourPhrase(visit int) string { return fmt.Sprintf(" + 0.%05d*t(i)", 7*visit+1) }

// hourKey is the place of a key and what it types; nothing when it deletes what stands
// there. Each phrase is typed, and deleted by the same number of keys.
func hourKey(key int) (line, column int, text string) {
	const length = len(" + 0.00000*t(i)")
	visit, at := key/(2*length), key%(2*length)
	line = visit*37%hourUnits*hourLines + 12
	column = len(hourStatement)
	if at < length {
		return line, column + at, hourPhrase(visit)[at : at+1]
	}
	return line, column + 2*length - 1 - at, ""
}

const hourStatement = "      t(i) = 0.5 * (t(i-1) + t(i+1))"

// hourProgram is a file of procedures each of which calls the next, four in a row.
func hourProgram() string {
	var b strings.Builder
	for k := range hourUnits {
		call := fmt.Sprintf("  call work%d(a, b, m)", (k+1)%hourUnits)
		if k%5 == 4 {
			call = "  b = b + 1.0"
		}
		unit := []string{
			fmt.Sprintf("subroutine work%d(a, b, m)", k), "  integer, intent(in) :: m", "  real, intent(inout) :: a(m), b(m)",
			"  integer, parameter :: n = 512", "  integer :: i, j, sweep", "  real :: s, t(n), u(n, n)",
			"!HPF$ PROCESSORS p(4)", "!HPF$ DISTRIBUTE t(BLOCK) ONTO p", "!HPF$ DISTRIBUTE u(BLOCK, *) ONTO p", "!HPF$ ALIGN WITH t :: a, b",
			"  do sweep = 1, 20", "    do i = 2, n - 1", hourStatement, "    end do",
			"    do j = 2, n - 1", "      do i = 2, n - 1",
			fmt.Sprintf("        u(i,j) = 0.25 * (u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1)) + %d.0", k), "      end do", "    end do",
			"    s = sum(t)", "    a(1:n) = t + s", "    b(2:n-1) = a(3:n) - a(1:n-2)", "  end do", call,
			"  where (t > 0.0)", "    t = sqrt(t)", "  end where", "  s = maxval(abs(t))", "  b(1:n) = cshift(t, 1)", "  print *, s",
			fmt.Sprintf("end subroutine work%d", k),
		}
		b.WriteString(strings.Join(unit, "\n") + strings.Repeat("\n", hourLines+1-len(unit)))
	}
	return b.String()
}

// resident is the memory of a process, in MB.
func resident(b *testing.B, pid int) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	var kilobytes float64
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
		b.Fatal(err)
	}
	return kilobytes / 1e3
}
