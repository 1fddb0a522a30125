package evaluate

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/pages"
)

const kernels = "../../testdata/kernels/"

// caches are the columns of misses.csv after the name of the kernel.
var caches = []string{"L1", "L2", "L3"}

// missing is a kernel with its misses of one cache in a repetition.
type missing struct {
	kernel, cache        string
	predicted, simulated float64
}

// misses reports whether the kernel misses at all: fewer misses are those of the
// program around it.
func misses(n float64) bool { return n >= 100 }

func (m missing) off() float64 { return math.Abs(m.predicted/m.simulated - 1) }

// TestMissesOfEachCache keeps the table of docs/validity.md what the model predicts
// now, beside what cachegrind has simulated.
func TestMissesOfEachCache(t *testing.T) {
	if testing.Short() {
		t.Skip("some 800 predictions")
	}
	rows := missesOfKernels(t)
	pages.Tables(t, "../../docs/validity.md", func(doc string) string {
		doc = pages.Between(t, doc, "misses", missesTable(rows))
		return pages.Between(t, doc, "missed", worstMisses(rows))
	})
}

// missesOfKernels predicts what misses.csv holds as it was simulated: a repetition
// is the difference between four and two of them, all that the first one loads apart.
func missesOfKernels(t *testing.T) []missing {
	t.Helper()
	table, err := csv.NewReader(strings.NewReader(kernelFile(t, "misses.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	free := kernelFile(t, "misses.toml")
	var out []missing
	for _, row := range table[1:] {
		program := kernelFile(t, row[0]+".f90")
		for k, cache := range caches {
			simulated, err := strconv.ParseFloat(row[1+k], 64)
			if err != nil {
				t.Fatal(err)
			}
			machine := strings.ReplaceAll(free, "0 # "+cache, "1")
			predicted := (repeated(t, machine, program, 4) - repeated(t, machine, program, 2)) / 2
			out = append(out, missing{row[0], cache, predicted, simulated})
		}
	}
	return out
}

func kernelFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(kernels + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var repetitions = regexp.MustCompile(`do it = 1, \d+`)

// repeated is the time of a program that repeats its kernel n times.
func repeated(t *testing.T, machine, program string, n int) float64 {
	t.Helper()
	at := repetitions.FindStringIndex(program)
	program = program[:at[0]] + fmt.Sprintf("do it = 1, %d", n) + program[at[1]:]
	sum := 0.0
	for _, s := range timesOf(t, machine, "x.f90", program, settings.Settings{Procs: 1}) {
		sum += s
	}
	return sum
}

// missesTable has a row for each cache, once for the programs that were seen while
// misses were modelled and once for those that were written later.
func missesTable(rows []missing) string {
	var b strings.Builder
	b.WriteString("| programs | cache | kernels that miss | median error | nine of ten | within 5% | kernels that do not | of these predicted so |\n|---|---|--:|--:|--:|--:|--:|--:|\n")
	for _, sets := range [][]string{{"known", "held"}, {"former", "recent", "fresh"}} {
		for _, cache := range caches {
			var errors []float64
			none, right, close := 0, 0, 0
			for _, m := range rows {
				set, _, _ := strings.Cut(m.kernel, "/")
				switch {
				case m.cache != cache || !slices.Contains(sets, set):
				case misses(m.simulated):
					errors = append(errors, m.off())
					if m.off() <= 0.05 {
						close++
					}
				default:
					none++
					if !misses(m.predicted) {
						right++
					}
				}
			}
			slices.Sort(errors)
			n := len(errors)
			fmt.Fprintf(&b, "| %s | %s | %d | %.1f%% | %.0f%% | %d | %d | %d |\n", strings.Join(sets, ", "), cache, n,
				100*(errors[(n-1)/2]+errors[n/2])/2, 100*errors[(n-1)*9/10], close, none, right)
		}
	}
	return b.String()
}

// worstMisses lists every kernel that is more than a tenth off, or predicted to miss
// where it does not.
func worstMisses(rows []missing) string {
	var b strings.Builder
	b.WriteString("| kernel | cache | misses, model | cachegrind |\n|---|---|--:|--:|\n")
	for _, m := range rows {
		if misses(m.simulated) && m.off() > 0.1 || !misses(m.simulated) && misses(m.predicted) {
			fmt.Fprintf(&b, "| %s | %s | %.0f | %.0f |\n", m.kernel, m.cache, m.predicted, m.simulated)
		}
	}
	return b.String()
}
