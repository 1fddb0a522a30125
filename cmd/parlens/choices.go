package main

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/disk"
	"github.com/parlens/parlens/machines"
)

// choices are the flags of predict and of explain.
type choices struct {
	formats []string // that there are

	machine string
	procs   int
	grid    string
	set     []string
	overlap string
	tuned   string
	counted []string // tables of counted executions
	format  string
	color   string
	strict  bool // of predict
	readingChoices
}

var colors = []string{"auto", "always", "never"}

func (c *choices) flags(cmd *cobra.Command, formats ...string) {
	f := cmd.Flags()
	c.formats = formats
	f.StringVarP(&c.machine, "machine", "m", "", "machine: "+strings.Join(machines.Shipped(), ", ")+", or the path of a machine file")
	f.IntVarP(&c.procs, "procs", "p", 0, "number of processors: they stand as the program declares them, if that is as many, else evenly spread over its arrangement")
	f.StringVarP(&c.grid, "grid", "g", "", "extents of the processor arrangement, for instance 2x2")
	f.StringArrayVarP(&c.set, "set", "s", nil, "value of a problem size, `NAME=VALUE`, or of a vector, NAME=VALUE,VALUE; may be repeated")
	f.StringVar(&c.overlap, "overlap", "", "share 0..1 of a communication that is hidden behind computation")
	f.StringVar(&c.tuned, "optimize", "", "what the compiler of the nodes does: "+strings.Join(scheme.Optimizations, ", ")+", both with a comma, or none")
	f.StringVarP(&c.format, "format", "f", "text", alternatives(formats))
	f.StringVar(&c.color, "color", "auto", "auto, always or never")
	f.StringArrayVar(&c.counted, "profile", nil, "table `COUNTS.csv` of executions that a run of an instrumented copy has counted, for machines of array operations; may be repeated")
	c.readingChoices.flags(cmd)
	cmd.MarkFlagsMutuallyExclusive("procs", "grid")
	complete(cmd, "machine", machines.Shipped())
	complete(cmd, "format", formats)
	complete(cmd, "color", colors)
	complete(cmd, "procs", nil)
	complete(cmd, "grid", nil)
	completeNames(cmd, "set", &c.readingChoices, sizeNames)
	complete(cmd, "overlap", nil)
	complete(cmd, "optimize", append(scheme.Optimizations[:len(scheme.Optimizations):len(scheme.Optimizations)], "none"))
}

// alternatives lists words to choose from: "text, json or csv".
func alternatives(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// complete makes a shell offer the words for a flag. A name that is none of
// the command's flags is a fault of the program.
func complete(cmd *cobra.Command, flag string, words []string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
}

// check finds what is wrong with the flags themselves.
func (c choices) check(cmd *cobra.Command) error {
	if cmd.Flags().Changed("procs") && c.procs < 1 {
		return fmt.Errorf("--procs %d: there must be at least one processor", c.procs)
	}
	if !slices.Contains(c.formats, c.format) {
		return fmt.Errorf("--format %s: it is %s", c.format, alternatives(c.formats))
	}
	if !slices.Contains(colors, c.color) {
		return fmt.Errorf("--color %s: it is auto, always or never", c.color)
	}
	if _, err := parseGrid(c.grid); err != nil {
		return err
	}
	if _, err := settings.ParseOptimize(c.tuned); err != nil {
		return fmt.Errorf("--optimize %s: %w", c.tuned, err)
	}
	_, err := c.values()
	return err
}

// values are what --set and --overlap give.
func (c choices) values() (map[string]float64, error) {
	values, err := parseValues(c.set)
	if err != nil || c.overlap == "" {
		return values, err
	}
	v, err := strconv.ParseFloat(c.overlap, 64)
	if err != nil || settings.CheckShare(v) != "" {
		return nil, fmt.Errorf("--overlap %s: it is a share between 0 and 1", c.overlap)
	}
	values[settings.OverlapShare] = v
	return values, nil
}

// settings puts the flags over the nearest configuration of the program, and
// tells what is wrong with that file and with the machine's.
func (c choices) settings(tell *notices, program string) (settings.Settings, error) {
	absolute, err := filepath.Abs(program)
	if err != nil {
		return settings.Settings{}, err
	}
	config, file, diags := settings.FindConfig(absolute, os.ReadFile)
	tell.about(file, diags)
	s, err := config.Settings()
	if err != nil {
		return s, err
	}
	switch language := predict.LanguageOf(&workspace.File{Path: program}); {
	case c.machine != "":
		s.Machine = c.machine
	case s.Machine == "" && !language.OwnMachine:
		s.Machine = settings.OwnMachine(disk.UserFolder(), os.ReadFile)
	}
	if c.procs > 0 || c.grid != "" {
		s.Procs = c.procs
		s.Grid, err = parseGrid(c.grid)
	}
	if c.tuned != "" {
		s.Optimize, _ = settings.ParseOptimize(c.tuned)
	}
	values, _ := c.values()
	maps.Copy(s.Values, values)
	if err == nil {
		s.Counts, err = c.counts(config, program)
	}
	if err != nil {
		return s, err
	}
	return s, checkMachine(tell, s.Machine)
}

// counts are those that the flags name, which must have the program, or else those of
// the configuration.
func (c choices) counts(config settings.Config, program string) (*settings.Counts, error) {
	if len(c.counted) == 0 {
		counts, err := config.Counted(program, os.ReadFile)
		if err != nil {
			err = fmt.Errorf("%s: counts: %w", settings.ConfigName, err)
		}
		return counts, err
	}
	counts, err := settings.ReadCounts(c.counted, os.ReadFile)
	if err == nil && !counts.Covers(program) {
		err = fmt.Errorf("%s has no counts of %s", counts.Source, filepath.Base(program))
	}
	return counts, err
}

// checkMachine finds out whether there is such a machine. The faults of a
// machine file that can be used all the same are told.
func checkMachine(tell *notices, name string) error {
	if name == "" || machines.IsModel(name) {
		return checkModel(name)
	}
	if _, err := machines.Load(name, os.ReadFile); err != nil || !machines.IsPath(name) {
		return err
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	_, diags := machines.Parse(name, data)
	tell.about(name, diags)
	return nil
}

// checkModel finds out whether there is such a PAMELA model of a machine.
func checkModel(name string) error {
	if _, shipped := machines.Model(name); shipped || name == "" {
		return nil
	}
	_, err := os.ReadFile(name)
	return err
}

func parseGrid(text string) ([]int, error) {
	procs, grid, err := settings.ParseProcessors(text)
	if err != nil {
		return nil, fmt.Errorf("--grid %s: the extents of the arrangement are written like 2x2", text)
	}
	if procs > 0 {
		grid = []int{procs}
	}
	return grid, nil
}

func parseValues(set []string) (map[string]float64, error) {
	values := map[string]float64{}
	for _, s := range set {
		name, text, found := strings.Cut(s, "=")
		list, err := numbersIn(text)
		name = strings.ToLower(strings.TrimSpace(name))
		if !found || name == "" || err != nil {
			return nil, fmt.Errorf("--set %s: a value is set like n=1024, a vector like sizes=30,50,20", s)
		}
		if wrong := settings.CheckShare(list[0]); name == settings.OverlapShare && wrong != "" {
			return nil, fmt.Errorf("--set %s: %s", s, wrong)
		}
		settings.SetList(values, name, list)
	}
	return values, nil
}

// numbersIn reads a list of finite numbers.
func numbersIn(text string) ([]float64, error) {
	var out []float64
	for _, item := range strings.Split(text, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(item), 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%q is no number", item)
		}
		out = append(out, v)
	}
	return out, nil
}

// writer returns what writes a report in the chosen format.
func (c choices) writer(env environment) func(prediction) error {
	switch c.format {
	case "json":
		return func(p prediction) error { return encode(env.out, jsonOf(p)) }
	case "csv":
		return csvWriter(env.out)
	}
	return newText(env, c.color).write
}
