package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Short loops over the surroundings of a place bring what the references bring that they
// are, written one by one.
func TestWindows(t *testing.T) {
	for _, formats := range []string{"*,block", "block,*", "block,block"} {
		for _, c := range []struct{ name, loops, loop, each string }{
			{"3 by 3", "do jj = -1, 1\ndo ii = -1, 1\n", "a(i+ii,j+jj)", "a(i-1,j-1) + a(i,j-1) + a(i+1,j-1) + a(i-1,j) + a(i,j) + a(i+1,j) + a(i-1,j+1) + a(i,j+1) + a(i+1,j+1)"},
			{"steps", "do jj = -2, 2, 2\ndo ii = 1, 0, -1\n", "a(i+ii,j+jj)", "a(i+1,j-2) + a(i,j-2) + a(i+1,j) + a(i,j) + a(i+1,j+2) + a(i,j+2)"},
			{"an offset and a sign", "do jj = 1, 2\ndo ii = 1, 1\n", "a(i,j+3-2*jj)", "a(i,j+1) + a(i,j-1)"},
			{"two loops in one subscript", "do jj = -1, 1\ndo ii = 0, 1\n", "a(i,j+jj-ii)", "a(i,j-2) + a(i,j-1) + a(i,j) + a(i,j+1)"},
			{"between PARAMETERs", "do jj = -r, r\ndo ii = 1, 1\n", "a(i,j+jj)", "a(i,j-2) + a(i,j-1) + a(i,j) + a(i,j+1) + a(i,j+2)"},
			{"elements of PARAMETERs", "do jj = 1, 3\ndo ii = 1, 1\n", "a(i-cx(jj),j+cy(jj))", "a(i-1,j) + a(i,j-1) + a(i+1,j+2)"},
			{"a diagonal", "do jj = -1, 1\ndo ii = 1, 1\n", "a(i+jj,j-jj)", "a(i-1,j+1) + a(i,j) + a(i+1,j-1)"},
		} {
			t.Run(formats+" "+c.name, func(t *testing.T) {
				program := func(body string) string {
					return "program p\ninteger, parameter :: n = 64, r = 2, cx(3) = [1, 0, -1], cy(3) = [0, -1, 2]\nreal :: a(-1:n+2,-1:n+2), b(-1:n+2,-1:n+2), s\ninteger :: i, j, ii, jj\n!hpf$ distribute a(" + formats + ")\n!hpf$ align b(i,j) with a(i,j)\n" +
						"!hpf$ independent, new(i,s,ii,jj)\ndo j = 1, n\n!hpf$ independent, new(s,ii,jj)\ndo i = 1, n\n" + body + "end do\nend do\nend program\n"
				}
				moved := func(text string) string {
					messages, bytes := 0.0, 0.0
					for _, l := range reportOf(t, "p.f90", text, settings.Settings{Machine: "cluster", Procs: 4}).Units[0].Lines {
						for _, x := range l.Comms {
							messages, bytes = messages+x.TotalMessages, bytes+x.TotalBytes
						}
					}
					return fmt.Sprintf("%g messages, %g bytes", messages, bytes)
				}
				got := moved(program("s = 0\n" + c.loops + "s = s + " + c.loop + "\nend do\nend do\nb(i,j) = s\n"))
				want := moved(program("b(i,j) = " + c.each + "\n"))
				if got != want || strings.HasPrefix(want, "0 ") && formats != "block,*" {
					t.Errorf("%s, %s where they are written", got, want)
				}
			})
		}
	}
}
