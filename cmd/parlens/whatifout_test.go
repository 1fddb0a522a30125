package main

import (
	"bytes"
	"encoding/csv"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/jszwec/csvutil"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/whatif"
)

// Rows are written without reflection: what it would write must stand in them, also
// where a number is not there, is there again, or repeats that of the row before.
func TestRowsHoldTheFieldsOfAPoint(t *testing.T) {
	first := whatif.Point{Unit: "main", Processors: 4, Charge: report.Charge{Computation: 1, Communication: 2, Overhead: 4, Wait: 8}, Serial: 45, Speedup: 3, Efficient: 0.75}
	other := first
	other.Charge.Wait, other.Between = 9, report.Between{Low: 14.5, High: 16}
	nothing := whatif.Point{Unit: "main", NoEstimate: "there is, so to say, none"}
	unknown := first
	unknown.Serial, unknown.Speedup = math.NaN(), math.NaN()
	points := []whatif.Point{first, first, other, nothing, unknown, first}

	var got, want bytes.Buffer
	rows, err := newSweepCSV(&got, whatif.Sweep{})
	if err != nil {
		t.Fatal(err)
	}
	out := csv.NewWriter(&want)
	reflected := csvutil.NewEncoder(out)
	reflected.Tag = "json"
	for _, p := range points {
		if err := rows.write(p); err != nil {
			t.Fatal(err)
		}
		if err := reflected.Encode(pointOf(p)); err != nil {
			t.Fatal(err)
		}
	}
	out.Flush()
	if err := rows.end(); err != nil {
		t.Fatal(err)
	}
	written := strings.ReplaceAll(strings.TrimPrefix(got.String(), "point,"), "\n0,", "\n")
	if written != want.String() {
		t.Errorf("%s\nwant\n%s", written, want.String())
	}
	numbers := 0
	for _, f := range reflect.VisibleFields(reflect.TypeFor[csvPoint]()) {
		if f.Type == reflect.TypeFor[number]() {
			numbers++
		}
	}
	if numbers != pointNumbers {
		t.Errorf("%d numbers in a point, %d of them written", numbers, pointNumbers)
	}
}
