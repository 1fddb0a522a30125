package main

import (
	"math"

	"github.com/parlens/parlens/costmodel/phases"
)

// The JSON of `phases --format json`. Its fields are documented in docs/json.md;
// they may be added to, never changed.

type jsonPhases struct {
	Model    string              `json:"model"`
	Machine  string              `json:"machine"`
	Detail   string              `json:"detail"`
	Note     string              `json:"note,omitempty"`
	Results  []jsonPhasesResult  `json:"results"`
	Best     []jsonPhasesChoice  `json:"best"`
	Choices  []jsonPhasesChoice  `json:"choices"`
	Verdicts []jsonPhasesVerdict `json:"verdicts"`
}

type jsonPhasesResult struct {
	Variant    string            `json:"variant"`
	Mesh       []int             `json:"mesh"`
	Processors int               `json:"processors"`
	Values     map[string]number `json:"values"`
	Steps      number            `json:"steps"`
	Time       number            `json:"time_s"`
	Operations number            `json:"operations"`
	Sequential number            `json:"sequential_s"`
	Speedup    number            `json:"speedup"`
	Efficiency number            `json:"efficiency"`
	Phases     []jsonPhase       `json:"phases"`
}

type jsonPhase struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Part     string `json:"part"`
	Kind     string `json:"kind"`
	Time     number `json:"time_s"`
	Step     number `json:"step_s"`
	Share    number `json:"share"`
	Work     number `json:"work"`
	Messages number `json:"messages"`
	Bytes    number `json:"bytes"`
}

type jsonPhasesChoice struct {
	Variant    string `json:"variant"`
	Mesh       []int  `json:"mesh"`
	Processors int    `json:"processors"`
	Time       number `json:"time_s"`
	Operations number `json:"operations"`
	Speedup    number `json:"speedup"`
	Efficiency number `json:"efficiency"`
	Loss       number `json:"loss"`
	Problem    string `json:"problem,omitempty"`
}

type jsonPhasesVerdict struct {
	Picked       jsonPhasesChoice `json:"picked"`
	Took         number           `json:"took_s"`
	BestMeasured jsonPhasesChoice `json:"best_measured"`
	BestTook     number           `json:"best_took_s"`
	Loss         number           `json:"loss"`
	Error        number           `json:"error"`
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
