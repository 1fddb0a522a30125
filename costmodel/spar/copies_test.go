package spar

import (
	"context"
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Along a dimension of the processors in which all have an element, each receives it, and who has a
// copy reads that. Processors 2 x 2, arrays of 8 elements in each dimension, blocks of 4 along the
// first dimension, dealt out in turn along the second; both schemes. Counts by hand.
func TestCopiesAlongOneDimension(t *testing.T) {
	const head = `globalpragmas <$ Processors = ((Node q[2,2])), ProcessorType = ((Node "timber.pam")), boundscheck = false $>;
class a { static double d[*,*] <$ on = (lambda (i j) q[(block i),(cyclic j)]) $> = new double[8,8];
  static double e[*,*] <$ on = (lambda (i j) q[(block i),(cyclic j)]) $> = new double[8,8];
  static double row[*] <$ on = (lambda (j) q[_all,(cyclic j)]) $> = new double[8];
  static double col[*] <$ on = (lambda (i) q[(block i),_all]) $> = new double[8];
  static double all[*] <$ on = (lambda (i) q[_all,_all]) $> = new double[8];
  static void main() { <$ independent $> foreach( i :- :8 ) `
	for _, c := range []struct {
		body            string
		messages, moved float64 // blocks, and their elements
		oneByOne        float64 // elements that each go alone
	}{
		{`row[i] = d[3,i];`, 2, 8, 8},   // the lower half receives its columns
		{`col[i] = d[i,5];`, 2, 8, 8},   // each left processor those of its right neighbour
		{`row[i] = d[i,3];`, 6, 12, 12}, // (0,1) and (1,1) have 4 each, for both processors of 2 columns
		{`all[i] = e[2,i];`, 6, 24, 24}, // two have 4 each, for three others
		{`e[3,i] = row[i];`, 0, 0, 0},   // the upper half has it
		{`e[5,i] = row[i];`, 0, 0, 0},   // and so has the lower one
		{`e[i,0] = col[i];`, 0, 0, 0},
		{`e[i,0] = all[i];`, 0, 0, 0},
		{`col[i] = row[i];`, 4, 8, 8},   // of each row the one whose turn it is not
		{`row[i] = col[i];`, 4, 8, 8},   // of each column the one whose block it is not
		{`e[i,i] = row[7-i];`, 4, 8, 8}, // 7-i is the other one's turn
		{`e[i,1] = d[i,1] * row[1] + col[i];`, 0, 0, 0},
		{`e[i,1] = d[i,1] * row[0] + col[i];`, 2, 2, 8}, // each right one once, or in every iteration
	} {
		for aggregated, want := range [][2]float64{{c.oneByOne, c.oneByOne}, {c.messages, c.moved}} {
			t.Run(fmt.Sprint(c.body, aggregated), func(t *testing.T) {
				snap := workspace.New(texts.FS{"a.spar": head + c.body + " } }"}).Snapshot()
				r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{Values: map[string]float64{"aggregated_messages": float64(aggregated)}})
				if err != nil {
					t.Fatal(err)
				}
				if m, n := exchanged(r.Units[0]); m != want[0] || n != want[1] {
					t.Errorf("%v messages of %v elements, want %v", m, n, want)
				}
			})
		}
	}
}
