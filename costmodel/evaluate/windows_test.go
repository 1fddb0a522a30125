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

// A window over a third dimension that nothing distributes is one overlap area, too: on 2 by 3
// processors a corner of 12 by 12 columns lacks 11 of its surroundings, which come in 3 messages, what
// lies between two corners 18 in 5, each with 12 elements of 8 bytes.
func TestWindowsInThreeDimensions(t *testing.T) {
	const text = "program p\nreal(8) :: u(12,12,12), v(12,12,12)\ninteger :: i, j, k, a, b, c\n!hpf$ processors q(2,3)\n!hpf$ distribute (block,block,*) onto q :: u, v\n" +
		"do k = 2, 11\ndo j = 2, 11\ndo i = 2, 11\nv(i,j,k) = 0\ndo c = -1, 1\ndo b = -1, 1\ndo a = -1, 1\nv(i,j,k) = v(i,j,k) + u(i+a,j+b,k+c)\nend do\nend do\nend do\nend do\nend do\nend do\nend program\n"
	l := lineIn(reportOf(t, "p.f90", text, settings.Settings{Procs: 6}), 13)
	if len(l.Comms) != 1 || l.Comms[0].Bound || l.Comms[0].TotalMessages != 22 || l.Comms[0].TotalBytes != 2*(11+18+11)*12*8 {
		t.Errorf("%+v, want 22 messages with %d bytes", l.Comms, 2*(11+18+11)*12*8)
	}
}
