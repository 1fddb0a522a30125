package advise

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/disk"
)

var proposed = regexp.MustCompile(`(?m)^    [\d.]+ times faster  .*$`)

// The examples of docs/adviser.md have the times before and after that the section says.
func TestDocumentedExamples(t *testing.T) {
	doc, err := os.ReadFile("../docs/adviser.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(doc), "## Load balance and the shape of the grid\n")
	section, _, _ = strings.Cut(section, "\n## ")
	lines := proposed.FindAllString(section, -1)
	for _, c := range []struct{ program, machine, before string }{
		{"triangular", "ipsc860", "the 680 ms of"},
		{"halo", "ipsc860", "The 3.84 s that"},
		{"halo", "cluster", "2.81 ms become"},
	} {
		t.Run(c.program+" "+c.machine, func(t *testing.T) {
			a, err := Advise(context.Background(), workspace.New(disk.Disk{}).Snapshot(), "../testdata/advise/"+c.program+".f90", settings.Settings{Machine: c.machine}, DefaultEffort)
			if err != nil {
				t.Fatal(err)
			}
			if time := report.Seconds(a.Before.Time); !strings.Contains(c.before, time) || !strings.Contains(section, c.before) {
				t.Errorf("it takes %s before, the section says %q", time, c.before)
			}
			for i, p := range a.Faster() {
				line := fmt.Sprintf("    %.3g times faster  %s  %s", p.Gain(), report.Seconds(p.Time), p.Label)
				k := slices.Index(lines, line)
				if i == 0 && k < 0 {
					t.Errorf("the section has no line %q", line)
				}
				if k >= 0 {
					lines = slices.Delete(lines, k, k+1)
				}
			}
		})
	}
	if len(lines) > 0 {
		t.Errorf("nothing has the times of %q", lines)
	}
}
