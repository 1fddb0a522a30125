package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/costmodel/phases"
)

const phasesFitHelp = `Takes the rates of a phase model, and what a message costs, from timings of its
phases: a CSV file with the columns phase and time_s (seconds of all steps), variant,
and the model's parameters. Errors are those of the fit for its own timings.

--method maximum is the paper's choice for one rate; two rates are medians then.`

func newPhasesFit(env environment) *cobra.Command {
	var method, write, format string
	cmd := &cobra.Command{
		Use: "fit MODEL.toml RUNS.csv", Short: "Take rates and message costs from timings of the phases", Long: phasesFitHelp,
		Example: "  parlens phases fit mine.toml runs.csv --write fitted.toml",
		Args:    cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains(phases.Methods, method) {
				return fmt.Errorf("--method %s: it is %s", method, alternatives(phases.Methods))
			}
			if format != "text" && format != "json" {
				return fmt.Errorf("--format %s: it is text or json", format)
			}
			return fitPhases(env, args[0], args[1], phases.Method(method), write, format)
		},
	}
	f := cmd.Flags()
	f.StringVar(&method, "method", string(phases.Maximum), alternatives(phases.Methods))
	f.StringVar(&write, "write", "", "write the model with the new rates to a `FILE`")
	f.StringVarP(&format, "format", "f", "text", "text or json")
	complete(cmd, "method", phases.Methods)
	complete(cmd, "format", []string{"text", "json"})
	return cmd
}

func fitPhases(env environment, model, runs string, method phases.Method, write, format string) error {
	m, diags, err := phases.Load(model, os.ReadFile)
	if err != nil {
		return &failed{err}
	}
	newNotices(env.err).about(model, diags)
	data, err := os.ReadFile(runs)
	if err != nil {
		return &failed{err}
	}
	all, err := m.ReadRuns(data)
	if err != nil {
		return &failed{fmt.Errorf("%s: %w", runs, err)}
	}
	fits, err := m.Fit(all, method)
	if err != nil {
		return &failed{fmt.Errorf("%s: %w", runs, err)}
	}
	if write != "" {
		text, shipped := phases.ShippedText(model)
		if !shipped {
			data, err := os.ReadFile(model)
			if err != nil {
				return &failed{err}
			}
			text = string(data)
		}
		if err := os.WriteFile(write, []byte(m.WithRates(text, fits)), 0o666); err != nil {
			return &failed{err}
		}
	}
	if format == "json" {
		return encode(env.out, jsonFits(m, method, fits))
	}
	return writeFits(env, fits)
}

func writeFits(env environment, fits []phases.Fitted) error {
	w := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "phase\truns\tfitted\tmedian error\tworst error\t")
	for _, f := range fits {
		name, value := "messages", fmt.Sprintf("%.4g s + %.4g s a byte", f.Startup, f.PerByte)
		if f.Phase != nil {
			name, value = f.Phase.Name, fmt.Sprintf("%.5g a second", f.Rate.A)
			if len(f.Phase.Variants) > 0 {
				name += " (" + strings.Join(f.Phase.Variants, ", ") + ")"
			}
		}
		if f.Rate.Two {
			value = fmt.Sprintf("%.5g and %.5g a second", f.Rate.A, f.Rate.B)
		}
		if f.Problem != "" {
			fmt.Fprintf(w, "%s\t%d\t%s\t\t\t\n", name, f.Runs, f.Problem)
			continue
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%.2f%%\t%.2f%%\t\n", name, f.Runs, value, f.Errors.Median, f.Errors.Worst)
	}
	return w.Flush()
}

// The JSON of `phases fit --format json`, documented in docs/json.md.
type jsonPhasesFit struct {
	Format formatVersion `json:"format"` // version of this output
	Model  string        `json:"model"`  // its name
	Method string        `json:"method"` // `maximum`, `median` or `least-squares`
	Fits   []jsonFit     `json:"fits"`   // one for each phase that was timed, the messages last
}

type jsonFit struct {
	Phase       string   `json:"phase"`             // its name; empty for the messages
	Variants    []string `json:"variants"`          // the variants that it is a phase of
	Runs        int      `json:"runs"`              // how many timings there are
	Rate        []number `json:"rate_per_s"`        // one or two numbers, operations a second
	Startup     number   `json:"startup_s"`         // seconds: of the messages
	PerByte     number   `json:"per_byte_s"`        // seconds a byte: of the messages
	MedianError number   `json:"median_error"`      // of the fit for its own timings, a part of 1
	WorstError  number   `json:"worst_error"`       // likewise
	Problem     string   `json:"problem,omitempty"` // why there is no value; absent when there is one
}

func jsonFits(m *phases.Model, method phases.Method, fits []phases.Fitted) jsonPhasesFit {
	j := jsonPhasesFit{Model: m.Name, Method: string(method), Fits: []jsonFit{}}
	for _, f := range fits {
		one := jsonFit{Variants: []string{}, Runs: f.Runs, Rate: []number{}, Startup: unknown, PerByte: unknown,
			MedianError: number(f.Errors.Median / 100), WorstError: number(f.Errors.Worst / 100), Problem: f.Problem}
		switch {
		case f.Problem != "":
			one.MedianError, one.WorstError = unknown, unknown
		case f.Phase == nil:
			one.Startup, one.PerByte = number(f.Startup), number(f.PerByte)
		case f.Rate.Two:
			one.Rate = []number{number(f.Rate.A), number(f.Rate.B)}
		default:
			one.Rate = []number{number(f.Rate.A)}
		}
		if f.Phase != nil {
			one.Phase, one.Variants = f.Phase.Name, append(one.Variants, f.Phase.Variants...)
		}
		j.Fits = append(j.Fits, one)
	}
	return j
}
