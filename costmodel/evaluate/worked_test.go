package evaluate

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// TestWorkedExample compares the tables of docs/worked-example.md, which were
// made by hand, with the prediction of the program in it.
func TestWorkedExample(t *testing.T) {
	data, err := os.ReadFile("../../docs/worked-example.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "```fortran\n")
	program, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("no program in the text")
	}
	n := numbersOf(t, modelsOf("shift.f90", program, shipped(t, "ipsc860"))[0], settings.Settings{})
	var want []string
	for p := range 4 {
		want = append(want, countsRow(n, p), clocksRow(n, p))
	}
	want = append(want, chargesRows(n)...)
	lines := strings.Split(string(data), "\n")
	for _, row := range want {
		if !slices.Contains(lines, row) {
			t.Errorf("the text has no row %s", row)
		}
	}
	rows := 0
	for _, l := range lines {
		if strings.HasPrefix(l, "| ") && !strings.Contains(l, "processor") && !strings.Contains(l, "line") {
			rows++
		}
	}
	if rows != len(want) {
		t.Errorf("the text has %d rows, the prediction %d", rows, len(want))
	}
	if l := n.out.Lines[0]; ns(l.Busy) != 650 || l.BusyProcessor[0] != 0 {
		t.Errorf("line 7: busy %g s on %v", l.Busy, l.BusyProcessor)
	}
	if c := n.out.Lines[2].Comms[0]; c.TotalMessages != 3 || c.TotalBytes != 12 || c.Messages != 1 || c.Bytes != 4 {
		t.Errorf("%+v", c)
	}
}

func ns(seconds float64) int { return int(math.Round(seconds * 1e9)) }

// countsRow is what processor p owns, executes and receives.
func countsRow(n *numbers, p int) string {
	env := n.at([]int{p})
	executed := map[int]float64{}
	for _, u := range n.m.graph.Units {
		if u.Kind == aag.Seq {
			executed[n.m.text.LineOf(u.At.Start)] = n.m.counts.units[u.Tag].local.eval(env)
		}
	}
	c := n.m.counts.comms[0]
	return fmt.Sprintf("| %d | %d-%d | %g | %g | %g | %g |", p, 3*p+1, min(10, 3*p+3), executed[7], executed[9], c.messages.eval(env), c.elements.eval(env))
}

// clocksRow is what processor p spends, in the order of the program.
func clocksRow(n *numbers, p int) string {
	at := func(line int, kinds ...process.Kind) int {
		total := 0.0
		for i, c := range n.result.Charges {
			if n.m.text.LineOf(n.m.graph.Units[c.Tag].At.Start) == line && slices.Contains(kinds, c.Kind) {
				total += n.result.On(i, p)
			}
		}
		return ns(total)
	}
	own := []process.Kind{process.Computation, process.Overhead}
	return fmt.Sprintf("| %d | %d | %d | %d | %d | %d | %d |", p, at(7, own...), at(9, process.Wait), at(9, process.Communication), at(8, own...), at(9, own...), ns(n.result.Clocks[p]))
}

// chargesRows is what the lines and the unit show.
func chargesRows(n *numbers) []string {
	row := func(name string, c report.Charge) string {
		return fmt.Sprintf("| %s | %d | %d | %d | %d | %d |", name, ns(c.Computation), ns(c.Communication), ns(c.Overhead), ns(c.Wait), ns(c.Total()))
	}
	var rows []string
	for _, l := range n.out.Lines {
		rows = append(rows, row(fmt.Sprint(l.Line), l.Charge))
	}
	return append(rows, row("sum", n.out.Charge))
}
