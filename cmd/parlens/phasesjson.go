package main

import (
	"math"

	"github.com/parlens/parlens/costmodel/phases"
)

// The JSON of `phases --format json`. Its fields are documented in docs/json.md;
// they may be added to, never changed.

type jsonPhases struct {
	Format   formatVersion       `json:"format"`         // version of this output
	Model    string              `json:"model"`          // its name
	Machine  string              `json:"machine"`        // its name
	Detail   string              `json:"detail"`         // how much of the model counts: `phases`, `complexity`, `sustained`, `average`
	Note     string              `json:"note,omitempty"` // what a number rests on that a reader might not expect
	Results  []jsonPhasesResult  `json:"results"`        // without `--over`: one for each variant
	Best     []jsonPhasesChoice  `json:"best"`           // the best of `choices` on each number of processors
	Choices  []jsonPhasesChoice  `json:"choices"`        // with `--over`: one for each variant and mesh
	Verdicts []jsonPhasesVerdict `json:"verdicts"`       // with `--measured`: how well the model chose, for each number of processors that has measured times
}

type jsonPhasesResult struct {
	Variant    string            `json:"variant"`      // the variant
	Mesh       []int             `json:"mesh"`         // its extents
	Processors int               `json:"processors"`   // their number
	Values     map[string]number `json:"values"`       // of the parameters
	Steps      number            `json:"steps"`        // how often the phases are repeated
	Time       number            `json:"time_s"`       // seconds of all steps
	Operations number            `json:"operations"`   // instead of a time, with `complexity`
	Sequential number            `json:"sequential_s"` // seconds: the same variant on one processor
	Speedup    number            `json:"speedup"`      // `sequential_s` over `time_s`
	Efficiency number            `json:"efficiency"`   // speedup over processors, 0..1
	Phases     []jsonPhase       `json:"phases"`       // the phases
}

type jsonPhase struct {
	Name     string `json:"name"`     // its name
	Title    string `json:"title"`    // what it does
	Part     string `json:"part"`     // the part of the model that it belongs to
	Kind     string `json:"kind"`     // `computation`, `copy`, a communication, ...
	Time     number `json:"time_s"`   // seconds of all steps
	Step     number `json:"step_s"`   // seconds of one step
	Share    number `json:"share"`    // of the whole, 0..1
	Work     number `json:"work"`     // operations or bytes, a step
	Messages number `json:"messages"` // that a processor sends, a step
	Bytes    number `json:"bytes"`    // that a processor sends, a step
}

type jsonPhasesChoice struct {
	Variant    string `json:"variant"`           // the variant
	Mesh       []int  `json:"mesh"`              // its extents
	Processors int    `json:"processors"`        // their number
	Time       number `json:"time_s"`            // seconds of all steps
	Operations number `json:"operations"`        // instead of a time, with `complexity`
	Speedup    number `json:"speedup"`           // over one processor
	Efficiency number `json:"efficiency"`        // speedup over processors, 0..1
	Loss       number `json:"loss"`              // against the best on as many processors, a part of 1
	Problem    string `json:"problem,omitempty"` // why it has no time; absent when it has one
}

type jsonPhasesVerdict struct {
	Picked       jsonPhasesChoice `json:"picked"`        // what the model chose
	Took         number           `json:"took_s"`        // seconds that this was measured to take
	BestMeasured jsonPhasesChoice `json:"best_measured"` // the fastest that was measured
	BestTook     number           `json:"best_took_s"`   // seconds that this took
	Loss         number           `json:"loss"`          // of the pick against the fastest, a part of 1
	Error        number           `json:"error"`         // of the predicted time of the pick, a part of 1
}

func (a *phasesAnswer) json() jsonPhases {
	j := jsonPhases{Model: a.model.Name, Machine: a.machine.Name, Detail: string(a.detail), Note: a.note,
		Results: []jsonPhasesResult{}, Best: []jsonPhasesChoice{}, Choices: []jsonPhasesChoice{}, Verdicts: []jsonPhasesVerdict{}}
	for _, r := range a.results {
		j.Results = append(j.Results, a.jsonResult(r))
	}
	for _, p := range a.over.Products {
		if b := a.best(p); b != nil {
			j.Best = append(j.Best, a.jsonChoice(*b))
		}
	}
	for _, c := range a.choices {
		j.Choices = append(j.Choices, a.jsonChoice(c))
	}
	for _, v := range a.verdicts {
		j.Verdicts = append(j.Verdicts, jsonPhasesVerdict{a.jsonChoice(v.Pick), orUnknown(v.Took), a.jsonChoice(v.Best), number(v.Seconds), number(v.Loss / 100), number(v.Error / 100)})
	}
	return j
}

// orUnknown is a number above 0; 0 stands for one that is not known.
func orUnknown(v float64) number {
	if v == 0 {
		return unknown
	}
	return number(v)
}

// amounts are the time and the operations: a count of operations is no time.
func (a *phasesAnswer) amounts(v float64) (seconds, operations number) {
	if a.detail == phases.Complexity {
		return unknown, number(v)
	}
	return number(v), unknown
}

func (a *phasesAnswer) jsonResult(r *phases.Result) jsonPhasesResult {
	time, operations := a.amounts(r.Time)
	j := jsonPhasesResult{Variant: r.Variant, Mesh: r.Mesh, Processors: r.Processors, Values: map[string]number{}, Steps: number(r.Steps), Time: time,
		Operations: operations, Sequential: orUnknown(r.Sequential), Speedup: orUnknown(r.Speedup), Efficiency: orUnknown(r.Efficiency), Phases: []jsonPhase{}}
	if j.Mesh == nil {
		j.Mesh = []int{}
	}
	for n, v := range r.Values {
		j.Values[n] = number(v)
	}
	for _, p := range r.Phases {
		all, _ := a.amounts(p.Seconds * r.Steps)
		step, _ := a.amounts(p.Seconds)
		j.Phases = append(j.Phases, jsonPhase{p.Name, p.Title, p.Part, string(p.Kind), all, step, number(p.Share), number(p.Work), number(p.Messages), number(p.Bytes)})
	}
	return j
}

func (a *phasesAnswer) jsonChoice(c phases.Choice) jsonPhasesChoice {
	j := jsonPhasesChoice{Variant: c.Variant, Mesh: c.Mesh, Processors: c.Product, Time: unknown, Operations: unknown, Loss: number(math.NaN()), Speedup: unknown, Efficiency: unknown, Problem: c.Problem}
	if c.Result != nil {
		j.Time, j.Operations = a.amounts(c.Time)
		j.Speedup, j.Efficiency = orUnknown(c.Speedup), orUnknown(c.Efficiency)
		j.Loss = number(phases.Error(c.Time, a.best(c.Product).Time) / 100)
	}
	return j
}
