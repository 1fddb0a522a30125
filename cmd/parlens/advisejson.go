package main

import (
	"math"

	"github.com/parlens/parlens/advise"
)

// The JSON of `advise --format json`, documented in docs/json.md.
type jsonAdvice struct {
	Format    formatVersion  `json:"format"`    // version of this output
	File      string         `json:"file"`      // path as it was given
	Unit      string         `json:"unit"`      // whose time it is: the main program, or the costliest unit
	Kind      string         `json:"kind"`      // `program`, `subroutine`, ...
	Before    jsonMapped     `json:"before"`    // the program as it stands
	Proposals []jsonProposal `json:"proposals"` // other mappings, the fastest first; slower ones than the present at the end
	Loops     []jsonProposal `json:"loops"`     // loops in another order or marked INDEPENDENT, and arrays aligned with a stride as a loop walks along them, with the present mapping otherwise, as far as that is a gain
	Tried     int            `json:"tried"`     // mappings that were predicted
	Exhausted bool           `json:"exhausted"` // the search ended before nothing was left to improve
	Gap       number         `json:"gap"`       // 0..1: by how much the choice between mappings of phases may miss the best, 0 where it is exact
	Left      number         `json:"left"`      // 0..1: what would be saved if each line took the least that it takes with any mapping predicted, relatively to the fastest
	Sample    jsonSample     `json:"sample"`    // of a large program: what mappings were tried on first
	Scaling   []jsonScale    `json:"scaling"`   // the fastest mapping on other numbers of processors
	Worth     int            `json:"worth"`     // the smallest number of processors whose time is within 5% of the least; 0 where the time still falls
	Ranges    []jsonRange    `json:"ranges"`    // of `--over`: where which mapping is the best
	Hints     []string       `json:"hints"`     // why the present mapping is slow, by line of the file
	Untried   []string       `json:"untried"`   // what was not looked at, or not as far as it would have been, since the budget ended
	Rests     []string       `json:"rests"`     // what the order of the mappings rests on: assumed values that would change it
}

type jsonMapped struct {
	Time        number `json:"time_s"`          // seconds
	Low         number `json:"time_low_s"`      // seconds: what the time is not below, where it is estimated; else `time_s`
	High        number `json:"time_high_s"`     // seconds: what it is not above; null where `at_least` is true
	AtLeast     bool   `json:"at_least"`        // some line has no time: `time_s` is without it
	Computation number `json:"computation_s"`   // seconds: operations of the program and its memory accesses
	Comm        number `json:"communication_s"` // seconds: sending, receiving and synchronising
	Overhead    number `json:"overhead_s"`      // seconds: what only the parallel or looping form needs
	Wait        number `json:"wait_s"`          // seconds: waiting for other processors
	Processors  int    `json:"processors"`      // that it has
	Grid        []int  `json:"grid"`            // extents of its arrangement
	Memory      number `json:"memory_bytes"`    // of the arrays, with those of procedures that run, on the processor with the largest parts
}

type jsonProposal struct {
	Label string `json:"label"` // what changes
	Why   string `json:"why"`   // what gets cheaper by that, and what dearer, in a sentence; empty where nothing is known of it
	jsonMapped
	Gain    number          `json:"gain"`    // by what factor the program becomes faster
	Tie     bool            `json:"tie"`     // the difference is below what the prediction resolves
	Changes []jsonFileEdits `json:"changes"` // of the texts
	Diff    string          `json:"diff"`    // the same as a unified diff
}

type jsonFileEdits struct {
	File  string     `json:"file"`  // path
	Edits []jsonEdit `json:"edits"` // by their place
}

type jsonEdit struct {
	Line   int    `json:"line"`   // from 1
	Column int    `json:"column"` // from 1, in bytes
	Length int    `json:"length"` // bytes that are replaced
	Text   string `json:"text"`   // what stands there instead
}

type jsonSample struct {
	Statements int `json:"statements"` // that stand for all; 0 where the whole program was searched
	Of         int `json:"of"`         // statements of the program
	Tried      int `json:"tried"`      // mappings of the sample
}

type jsonScale struct {
	Processors int    `json:"processors"` // how many
	Time       number `json:"time_s"`     // seconds
	AtLeast    bool   `json:"at_least"`   // some line has no time: `time_s` is without it
}

type jsonRange struct {
	Name     string `json:"name"`     // what is varied
	From     number `json:"from"`     // its first value
	To       number `json:"to"`       // its last one
	Label    string `json:"label"`    // of the best mapping there; empty for the present one
	Proposal int    `json:"proposal"` // its place among the proposals, from 0; -1 for the present one
	Gain     number `json:"gain"`     // by what factor it is faster than the present one, at most
}

func mappedJSON(r advise.Result) jsonMapped {
	low, high := r.Time, r.Time
	if r.Between.Some() {
		low, high = r.Between.Low, r.Between.High
	}
	if r.AtLeast {
		high = math.NaN()
	}
	grid := r.Grid
	if grid == nil {
		grid = []int{}
	}
	return jsonMapped{number(r.Time), number(low), number(high), r.AtLeast, number(r.Charge.Computation), number(r.Charge.Communication), number(r.Charge.Overhead), number(r.Charge.Wait), r.Processors, grid, number(r.Memory)}
}

func (a *advised) json() jsonAdvice {
	j := jsonAdvice{File: a.path, Unit: a.Unit, Kind: a.Kind, Before: mappedJSON(a.Before), Tried: a.Tried, Exhausted: a.Exhausted, Gap: number(a.Gap), Left: number(a.Left), Sample: jsonSample{a.Sample.Statements, a.Sample.Of, a.Sample.Tried}, Worth: advise.Worthwhile(a.Scaling),
		Proposals: []jsonProposal{}, Loops: []jsonProposal{}, Scaling: []jsonScale{}, Ranges: []jsonRange{}, Untried: append([]string{}, a.Untried...), Hints: append([]string{}, a.Hints...), Rests: append([]string{}, a.Rests...)}
	for _, p := range a.Proposals {
		j.Proposals = append(j.Proposals, a.proposalJSON(p))
	}
	for _, p := range a.Loops {
		j.Loops = append(j.Loops, a.proposalJSON(p))
	}
	for _, s := range a.Scaling {
		j.Scaling = append(j.Scaling, jsonScale{s.Processors, number(s.Time), s.AtLeast})
	}
	for _, r := range a.Ranges {
		for _, x := range r.Ranges {
			j.Ranges = append(j.Ranges, jsonRange{r.Name, number(x.From), number(x.To), x.Label, x.Proposal, number(x.Gain)})
		}
	}
	return j
}

func (a *advised) proposalJSON(p advise.Proposal) jsonProposal {
	diff, _ := a.difference(p) // the files were read before
	out := jsonProposal{Label: p.Label, Why: p.Why, jsonMapped: mappedJSON(p.Result), Gain: number(p.Gain()), Tie: p.Tie, Diff: diff, Changes: []jsonFileEdits{}}
	for _, ch := range p.Changes {
		edits := a.editsJSON(ch.Path, ch.Edits)
		edits.File = a.shown(ch.Path)
		out.Changes = append(out.Changes, edits)
	}
	return out
}
