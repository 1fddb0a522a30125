package settings

import (
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// CountsHeader are the columns of a table of counted executions, which a run of an
// instrumented program writes.
var CountsHeader = []string{"file", "line", "executions", "mask_fraction", "elements"}

// Count is what was counted at a line. A line may have several, for masks of
// different fractions.
type Count struct {
	File       string
	Line       int
	Executions float64
	Masked     bool
	Mask       float64 // fraction 0..1 of a mask, or of the tests of a condition, that was true
	Elements   float64 // of an array statement; 0 for any other
}

// Counts is a table of counted executions. It is immutable.
type Counts struct {
	Source string // the name of the file
	rows   map[string]map[int][]Count
	digest [sha256.Size]byte
}

// ParseCounts reads a table of counted executions. The error tells the line of the
// table that is wrong.
func ParseCounts(name string, data []byte) (*Counts, error) {
	c := &Counts{Source: filepath.Base(name), rows: map[string]map[int][]Count{}, digest: sha256.Sum256(data)}
	r := csv.NewReader(strings.NewReader(string(data)))
	r.TrimLeadingSpace = true
	for n := 1; ; n++ {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if n == 1 {
			if strings.Join(record, ",") != strings.Join(CountsHeader, ",") {
				return nil, fmt.Errorf("%s:1: the columns must be %s", name, strings.Join(CountsHeader, ","))
			}
			continue
		}
		row, err := countOf(record)
		if err != nil {
			line, _ := r.FieldPos(0)
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		file := filepath.Base(row.File)
		if c.rows[file] == nil {
			c.rows[file] = map[int][]Count{}
		}
		c.rows[file][row.Line] = append(c.rows[file][row.Line], row)
	}
	if len(c.rows) == 0 {
		return nil, fmt.Errorf("%s: it has no rows", name)
	}
	return c, nil
}

func countOf(record []string) (Count, error) {
	out := Count{File: record[0]}
	var err error
	if out.Line, err = strconv.Atoi(record[1]); err != nil || out.Line < 1 {
		return out, fmt.Errorf("line is %q; it must be a number from 1", record[1])
	}
	number := func(text, name string, most float64) float64 {
		v, wrong := strconv.ParseFloat(text, 64)
		if wrong != nil || !(v >= 0) || v > most {
			err = errors.Join(err, fmt.Errorf("%s is %q; it must be a number from 0 to %g", name, text, most))
		}
		return v
	}
	out.Executions = number(record[2], "executions", math.MaxFloat64)
	if out.Masked = record[3] != ""; out.Masked {
		out.Mask = number(record[3], "mask_fraction", 1)
	}
	if record[4] != "" {
		out.Elements = number(record[4], "elements", math.MaxFloat64)
	}
	return out, err
}

// ReadCounts reads tables of counted executions and joins them; nil without any.
func ReadCounts(paths []string, read func(path string) ([]byte, error)) (*Counts, error) {
	var all *Counts
	for _, path := range paths {
		data, err := read(path)
		if err != nil {
			return nil, err
		}
		one, err := ParseCounts(path, data)
		if err != nil {
			return nil, err
		}
		all = all.Join(one)
	}
	return all, nil
}

// Join adds the rows of another table: those of a program of several files.
func (c *Counts) Join(other *Counts) *Counts {
	if c == nil {
		return other
	}
	out := &Counts{Source: c.Source + ", " + other.Source, rows: map[string]map[int][]Count{}}
	out.digest = sha256.Sum256(append(c.digest[:], other.digest[:]...))
	for _, from := range []*Counts{c, other} {
		for file, lines := range from.rows {
			if out.rows[file] == nil {
				out.rows[file] = map[int][]Count{}
			}
			for line, rows := range lines {
				out.rows[file][line] = slices.Concat(out.rows[file][line], rows)
			}
		}
	}
	return out
}

// At returns what was counted at a line of a file, which is known by its name in
// whatever folder.
func (c *Counts) At(file string, line int) []Count { return c.rows[filepath.Base(file)][line] }

// Covers reports whether anything was counted in a file.
func (c *Counts) Covers(file string) bool { return c.rows[filepath.Base(file)] != nil }
