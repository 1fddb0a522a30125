package main

import (
	"bufio"
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
	header string
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
		line := lines.Text()
		if n == 1 && strings.HasPrefix(line, "point,") {
			if m.header != "" && m.header != line {
				return fmt.Errorf("its columns are not those of the files before")
			}
			m.header = line
			continue
		}
		point, err := pointIn(line)
		if err != nil {
			return fmt.Errorf("line %d is no point of a sweep: %w", n, err)
		}
		if _, twice := m.points[point]; twice {
			return fmt.Errorf("line %d: point %d is there twice", n, point)
		}
		m.points[point] = line
	}
	return lines.Err()
}

// pointIn is the place of a line of JSON or CSV among all points.
func pointIn(line string) (int, error) {
	if !strings.HasPrefix(line, "{") {
		first, _, _ := strings.Cut(line, ",")
		return strconv.Atoi(first)
	}
	p := struct{ Point *int }{}
	if err := json.Unmarshal([]byte(line), &p); err != nil {
		return 0, err
	}
	if p.Point == nil {
		return 0, fmt.Errorf("it has no field point")
	}
	return *p.Point, nil
}

func (m *merged) write(env environment) error {
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
