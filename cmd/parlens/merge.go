package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

const mergeHelp = `Joins what the shards of one sweep wrote ("parlens whatif --shard I/N --format csv"
or json) into what one run would have written. A point that is missing or there twice
is an error.`

func newMerge(env environment) *cobra.Command {
	return &cobra.Command{
		Use: "merge FILE...", Short: "Join the shards of a sweep", Long: mergeHelp, Example: "  parlens merge part-*.csv > all.csv",
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			m := merged{points: map[int]string{}}
			for _, file := range args {
				if err := m.read(file); err != nil {
					return &failed{fmt.Errorf("%s: %w", file, err)}
				}
			}
			if err := m.write(env); err != nil {
				return &failed{err}
			}
			return nil
		},
	}
}

// merged are the lines of all shards, by their point.
type merged struct {
	header string // of CSV; "" of JSON
	points map[int]string
}

// maxPointLine bounds a line of a shard, in bytes.
const maxPointLine = 1 << 20

func (m *merged) read(file string) error {
	f, err := os.Open(file)
	var at *fs.PathError
	switch {
	case errors.As(err, &at): // the caller names the file
		return at.Err
	case err != nil:
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxPointLine)
	for n := 1; lines.Scan(); n++ {
		line, header := lines.Text(), ""
		if n == 1 {
			if strings.HasPrefix(line, "point,") {
				header = line
			}
			if m.header != header && (m.header != "" || len(m.points) > 0) {
				return errors.New("its columns are not those of the files before")
			}
			if m.header = header; header != "" {
				continue
			}
		}
		point, ok := m.pointIn(line)
		if !ok {
			return fmt.Errorf("line %d is no point of a sweep", n)
		}
		if _, twice := m.points[point]; twice {
			return fmt.Errorf("line %d: point %d is there twice", n, point)
		}
		m.points[point] = line
	}
	return lines.Err()
}

// pointIn is the place of a line of JSON or CSV among all points; not ok for what is none, or
// was cut.
func (m *merged) pointIn(line string) (point int, ok bool) {
	if m.header == "" {
		p := struct{ Point *int }{}
		if err := json.Unmarshal([]byte(line), &p); err != nil || p.Point == nil {
			return 0, false
		}
		return *p.Point, true
	}
	fields, err := csv.NewReader(strings.NewReader(line)).Read()
	if err != nil || len(fields) != 1+strings.Count(m.header, ",") {
		return 0, false
	}
	point, err = strconv.Atoi(fields[0])
	return point, err == nil
}

func (m *merged) write(env environment) error {
	if len(m.points) == 0 {
		return errors.New("there is no point of a sweep in the files")
	}
	out := bufio.NewWriter(env.out)
	if m.header != "" {
		fmt.Fprintln(out, m.header)
	}
	for i := range len(m.points) {
		line, found := m.points[i]
		if !found {
			return fmt.Errorf("point %d is missing: %d points are there, up to %d", i, len(m.points), slices.Max(slices.Collect(maps.Keys(m.points))))
		}
		fmt.Fprintln(out, line)
	}
	return out.Flush()
}
