package render

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// Timeline is a table for each exchange, of the processors that it takes time, and below
// a row of characters for each processor. How more exchanges can be had, the caller says.
func Timeline(path string, l *report.Timeline, more string) string {
	var b strings.Builder
	if l.NoEstimate == "" {
		fmt.Fprintf(&b, "%s: %s on %s, %s reading\n", path, report.Titled(l.Kind, l.Unit, l.Call), report.Plural(float64(len(l.Processors)), "processor"), l.Reading)
	}
	for _, phase := range l.Phases {
		fmt.Fprintf(&b, "%s, which stands here\n", phase)
	}
	for _, x := range l.Exchanges {
		fmt.Fprintf(&b, "\nline %d, %s\n", x.Line, x.What)
		fmt.Fprintf(&b, "  %9s %11s %11s %11s %11s %11s\n", "processor", "arrives", "sends", "waits", "transmits", "goes on")
		for p, v := range x.Visits {
			if !v.TakesTime() {
				continue
			}
			fmt.Fprintf(&b, "  %9s %11s %11s %11s %11s %11s\n", coordinatesOf(l.Processors[p]),
				Seconds(v.Arrives), Seconds(v.Calls), Seconds(v.Wait), Seconds(v.Transmission), Seconds(v.Leaves))
		}
	}
	if end := until(l); end > 0 {
		b.WriteString(chart(l, end, more))
	}
	return b.String()
}

// until is the time that a chart ends with: that of the unit, or of its last
// exchange that is listed.
func until(l *report.Timeline) float64 {
	end := 0.0
	if !l.More {
		for _, at := range l.Ends {
			end = max(end, at)
		}
		return end
	}
	for _, v := range l.Exchanges[len(l.Exchanges)-1].Visits {
		end = max(end, v.Leaves)
	}
	return end
}

const chartWidth = 60

// chart draws what the processors do, a character for each sixtieth of the time:
// what it is in the middle of that.
func chart(l *report.Timeline, end float64, more string) string {
	var b strings.Builder
	last := Seconds(end)
	fmt.Fprintf(&b, "\n  %9s 0%*s\n", "", chartWidth-1, last)
	for p, at := range l.Processors {
		row := []byte(strings.Repeat(" ", chartWidth))
		for i := range row {
			row[i] = doing(l, p, (float64(i)+0.5)*end/chartWidth)
		}
		fmt.Fprintf(&b, "  %9s %s\n", coordinatesOf(at), strings.TrimRight(string(row), " "))
	}
	fmt.Fprintf(&b, "  %9s # works  . waits  = transmits\n", "")
	if l.More {
		fmt.Fprintf(&b, "  %9s the first %d exchanges%s\n", "", len(l.Exchanges), more)
	}
	return b.String()
}

// doing is what processor p does at a time.
func doing(l *report.Timeline, p int, at float64) byte {
	for _, x := range l.Exchanges {
		switch v := x.Visits[p]; {
		case at < v.Calls:
			return '#'
		case at < v.Calls+v.Wait:
			return '.'
		case at < v.Leaves:
			return '='
		}
	}
	if l.More || at >= l.Ends[p] {
		return ' '
	}
	return '#'
}

func coordinatesOf(processor []int) string {
	words := make([]string, len(processor))
	for i, c := range processor {
		words[i] = fmt.Sprint(c)
	}
	return "(" + strings.Join(words, ",") + ")"
}
