package evaluate

import "github.com/parlens/parlens/costmodel/report"

// reordered notes which loops the compiler has interchanged.
func (n *numbers) reordered() {
	for _, r := range n.m.reordered {
		n.addNote(report.Assumption{Name: "loop over " + r.Innermost.Name, Value: "innermost", Source: "the compiler reorders", Line: n.m.text.LineOf(r.At.Start)})
	}
}
