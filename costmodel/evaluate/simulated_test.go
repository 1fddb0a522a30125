package evaluate

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/pages"
	"github.com/parlens/parlens/internal/oracle/texts"
)

const simulations = "../../testdata/simulated/"

// cell is a program on so many processes, with messages of so many numbers.
type cell struct {
	program, transfers   string
	predicted, simulated float64
}

// TestSimulatedMessages keeps the table of docs/validity.md what the model predicts
// now, beside what SimGrid has simulated message by message.
func TestSimulatedMessages(t *testing.T) {
	if testing.Short() {
		t.Skip("some 250 predictions")
	}
	var cells []cell
	table, err := csv.NewReader(strings.NewReader(simulatedFile(t, "simulated.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	machine := simulatedFile(t, "machine.toml")
	for _, row := range table[1:] {
		procs, _ := strconv.Atoi(row[3])
		seconds, err := strconv.ParseFloat(row[4], 64)
		if err != nil {
			t.Fatal(err)
		}
		program := strings.Replace(simulatedFile(t, row[0]+".f90"), "n = 1,", "n = "+row[1]+",", 1)
		cells = append(cells, cell{row[0], row[2], wholeTime(t, machine, program, procs), seconds})
	}
	pages.Tables(t, "../../docs/validity.md", func(doc string) string {
		return pages.Between(t, doc, "simulated", simulatedTable(cells))
	})
}

// wholeTime is the time of a main program on so many processes.
func wholeTime(t *testing.T, machine, program string, procs int) float64 {
	t.Helper()
	files := texts.FS{"x.f90": program, "tried.toml": machine}
	r, err := File(context.Background(), workspace.New(files).Snapshot(), "x.f90", settings.Settings{Machine: "tried.toml", Procs: procs})
	if err != nil {
		t.Fatal(err)
	}
	return r.Units[0].Charge.Total()
}

func simulatedFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(simulations, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// simulatedTable has a row for each program and each way in which messages travel.
func simulatedTable(cells []cell) string {
	slices.SortStableFunc(cells, func(a, b cell) int {
		return cmp.Or(strings.Compare(a.transfers, b.transfers), strings.Compare(a.program, b.program))
	})
	var b strings.Builder
	b.WriteString("| messages travel | program | cells | exact to 1e-5 | model / simulation |\n|---|---|--:|--:|---|\n")
	for len(cells) > 0 {
		n, exact, least, most := 0, 0, math.Inf(1), 0.0
		for ; n < len(cells) && cells[n].program == cells[0].program && cells[n].transfers == cells[0].transfers; n++ {
			ratio := cells[n].predicted / cells[n].simulated
			least, most = min(least, ratio), max(most, ratio)
			if math.Abs(ratio-1) <= 1e-5 {
				exact++
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %.2f to %.2f |\n", cells[0].transfers, cells[0].program, n, exact, least, most)
		cells = cells[n:]
	}
	return b.String()
}
