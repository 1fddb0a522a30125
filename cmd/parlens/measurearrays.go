package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/parlens/parlens/costmodel/microbench"
	"github.com/parlens/parlens/machines"
)

func (m *measuring) arraysFile() string { return strings.TrimSuffix(m.out, ".toml") + "-arrays.toml" }

// writeArrays measures the array operations of one processor, and writes their machine.
func (m *measuring) writeArrays(ctx context.Context, env environment) error {
	dir, err := os.MkdirTemp("", "parlens-measure")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	suite := microbench.NewArraySuite(microbench.ArraySizes())
	if err := m.compile(ctx, dir, m.fc, "arrays", map[string]string{"statements.f90": suite.Statements(), "driver.f90": suite.Driver(processorClock())}, "statements.f90", "driver.f90"); err != nil {
		return err
	}
	out, err := m.observed(ctx, env, filepath.Join(dir, "arrays"))
	if err != nil {
		return err
	}
	samples, err := suite.Parse(out)
	if err != nil {
		return err
	}
	d := m.description(ctx, microbench.Samples{})
	d.Name += "-arrays"
	text := suite.TOML(d, samples)
	if machine, diags := machines.Parse(m.arraysFile(), []byte(text)); machine == nil {
		return fmt.Errorf("what was measured makes no machine: %s", diags[0].Message)
	}
	return createFile(m.arraysFile(), text)
}

// arrayRounds is how often each statement is timed: some more than the 35 from which on the
// distribution of their mean may be taken as normal (paper 000, appendix A), as some may be rejected.
const arrayRounds = 40

// observed runs the suite, with a bar, and returns what it wrote.
func (m *measuring) observed(ctx context.Context, env environment, program string) (string, error) {
	milliseconds := "0.2"
	if m.quick {
		milliseconds = "0.05"
	}
	seen := counted{bar: newProgress(env, "rounds of array operations", arrayRounds)}
	err := m.suite(ctx, &seen, program, milliseconds, fmt.Sprint(arrayRounds))
	seen.bar.end()
	if err != nil {
		return "", err
	}
	return seen.String(), nil
}

// counted moves a bar with each round that is written.
type counted struct {
	bytes.Buffer
	bar *progress
}

func (c *counted) Write(text []byte) (int, error) {
	for range bytes.Count(text, []byte("control")) {
		c.bar.step()
	}
	return c.Buffer.Write(text)
}
