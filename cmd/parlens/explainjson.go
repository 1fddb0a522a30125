package main

import (
	"encoding/json"
	"io"

	"github.com/parlens/parlens/analysis/explain"
)

// The JSON of `explain --format json`: one object. Its fields are documented in
// docs/json.md; they may be added to, never changed.

type jsonExplanation struct {
	File        string              `json:"file"`
	Line        int                 `json:"line,omitempty"`
	Machine     string              `json:"machine"`
	Units       []jsonExplainedUnit `json:"units"`
	Diagnostics []jsonDiagnostic    `json:"diagnostics"`
}

type jsonExplainedUnit struct {
	Name           string           `json:"name"`
	Kind           string           `json:"kind"`
	Span           jsonSpan         `json:"span"`
	Processors     []int            `json:"processors"`
	Values         []jsonAssumption `json:"values"`
	Arrays         []jsonArray      `json:"arrays"`
	Loops          []jsonPartition  `json:"loops"`
	Statements     []jsonExecutor   `json:"statements"`
	Communications []jsonTransfer   `json:"communications"`
	Reused         []jsonReused     `json:"reused"`
	Unknown        []jsonNote       `json:"not_explained"`
}

type jsonReused struct {
	Line int    `json:"line"`
	By   int    `json:"by"`
	Text string `json:"text"`
}

type jsonNote struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

type jsonArray struct {
	Name     string      `json:"array"`
	Line     int         `json:"line"`
	Declared string      `json:"declaration"`
	Chain    []jsonNote  `json:"mapped_by"`
	Remaps   []jsonNote  `json:"remapped"`
	Owners   []jsonOwner `json:"owners"`
	Copies   int         `json:"copies"`
	Overlap  []jsonWidth `json:"overlap"`
	Locals   []jsonLocal `json:"parts"`
	Unlisted string      `json:"not_listed,omitempty"`
}

type jsonOwner struct {
	Dim     int    `json:"dimension"`
	Formula string `json:"formula"`
	Block   string `json:"block,omitempty"`
}

type jsonWidth struct {
	Dim      int    `json:"dimension"`
	Low      int64  `json:"below"`
	High     int64  `json:"above"`
	Declared string `json:"shadow,omitempty"`
}

type jsonClass struct {
	Processors int   `json:"processors"`
	First      []int `json:"first"`
}

type jsonLocal struct {
	jsonClass
	Part     string  `json:"part"`
	Extents  []int64 `json:"extents"`
	Elements int64   `json:"elements"`
	Memory   int64   `json:"bytes"`
}

type jsonPartition struct {
	Line   int        `json:"line"`
	End    int        `json:"end_line"`
	Header string     `json:"header"`
	Why    string     `json:"reason"`
	Rules  []jsonRule `json:"rules"`
}

type jsonRule struct {
	Loop    string      `json:"loop"`
	Dim     int         `json:"dimension"`
	Formula string      `json:"formula"`
	Block   string      `json:"block,omitempty"`
	Shares  []jsonShare `json:"shares"`
}

type jsonShare struct {
	Coordinate  int    `json:"coordinate"`
	Coordinates int    `json:"coordinates"`
	Indices     string `json:"indices"`
	Count       int    `json:"count"`
}

type jsonExecutor struct {
	Line       int              `json:"line"`
	End        int              `json:"end_line"`
	What       string           `json:"what"`
	Home       string           `json:"home"`
	Bound      bool             `json:"bound"`
	Rules      []jsonRule       `json:"rules"`
	Guards     []string         `json:"guards"`
	Executions []jsonExecutions `json:"executions"`
}

type jsonExecutions struct {
	jsonClass
	Count number `json:"count"`
}

type jsonTransfer struct {
	Line       int            `json:"line"`
	Kind       string         `json:"kind"`
	Array      string         `json:"array"`
	Text       string         `json:"text"`
	PlaceLine  int            `json:"place_line"`
	Place      string         `json:"place"`
	Level      int            `json:"level"`
	Depth      int            `json:"depth"`
	Reason     string         `json:"reason"`
	Bound      bool           `json:"bound"`
	Executions number         `json:"executions"`
	Elements   string         `json:"elements_formula"`
	Messages   string         `json:"messages_formula"`
	Received   []jsonReceived `json:"received"`
	Total      jsonVolume     `json:"total"`
	Iteration  []jsonIndex    `json:"iteration"`
	Number     int            `json:"number"`
	Pairs      []jsonPair     `json:"pairs"`
	Groups     []jsonGroup    `json:"groups"`
	Unlisted   string         `json:"not_listed,omitempty"`
	Combining  []int          `json:"combining,omitempty"`
	Stages     number         `json:"stages"`
}

type jsonVolume struct {
	Messages number `json:"messages"`
	Elements number `json:"elements"`
	Bytes    number `json:"bytes"`
}

type jsonReceived struct {
	jsonClass
	jsonVolume
}

type jsonIndex struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type jsonPair struct {
	From     []int    `json:"from"`
	To       []int    `json:"to"`
	Sections []string `json:"sections"`
	Elements int64    `json:"elements"`
}

type jsonGroup struct {
	Offset   []int    `json:"offset"`
	Number   int      `json:"number"`
	Elements int64    `json:"elements"`
	Example  jsonPair `json:"example"`
}

func writeExplanation(w io.Writer, x explanation) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(jsonExplanation{
		File: x.File, Line: x.line, Machine: x.Machine.Name,
		Units: each(x.Units, jsonExplainedOf), Diagnostics: diagnosticsOf(x.file.Text, x.Diagnostics),
	})
}

func jsonExplainedOf(u *explain.Unit) jsonExplainedUnit {
	return jsonExplainedUnit{
		Name: u.Name, Kind: u.Kind, Span: jsonSpan{u.Start, u.End}, Processors: list(u.Processors),
		Values: each(u.Values, func(v explain.Value) jsonAssumption { return jsonAssumption(v) }),
		Arrays: each(u.Arrays, jsonArrayOf),
		Loops: each(u.Loops, func(l explain.Loop) jsonPartition {
			return jsonPartition{l.Line, l.End, l.Header, l.Why, each(l.Rules, jsonRuleOf)}
		}),
		Statements:     each(u.Statements, jsonExecutorOf),
		Communications: each(u.Communications, jsonTransferOf),
		Reused:         each(u.Reused, func(r explain.Reused) jsonReused { return jsonReused(r) }),
		Unknown:        each(u.Unknown, jsonNoteOf),
	}
}

func jsonNoteOf(n explain.Note) jsonNote { return jsonNote(n) }

func jsonClassOf(c explain.Class) jsonClass { return jsonClass{c.Processors, list(c.First)} }

func jsonArrayOf(a explain.Array) jsonArray {
	return jsonArray{
		Name: a.Name, Line: a.Line, Declared: a.Declared, Chain: each(a.Chain, jsonNoteOf), Remaps: each(a.Remaps, jsonNoteOf), Copies: a.Copies, Unlisted: a.Unlisted,
		Owners:  each(a.Owners, func(o explain.Owner) jsonOwner { return jsonOwner(o) }),
		Overlap: each(a.Overlap, func(w explain.Width) jsonWidth { return jsonWidth(w) }),
		Locals: each(a.Locals, func(l explain.Local) jsonLocal {
			return jsonLocal{jsonClassOf(l.Class), l.Part, append([]int64{}, l.Extents...), l.Elements, l.Memory}
		}),
	}
}

func jsonRuleOf(r explain.Rule) jsonRule {
	return jsonRule{r.Loop, r.Dim, r.Formula, r.Block, each(r.Shares, func(s explain.Share) jsonShare { return jsonShare(s) })}
}

func jsonExecutorOf(s explain.Statement) jsonExecutor {
	return jsonExecutor{
		Line: s.Line, End: s.End, What: s.What, Home: s.Home, Bound: s.Bound,
		Rules: each(s.Rules, jsonRuleOf), Guards: append([]string{}, s.Guards...),
		Executions: each(s.Iterations, func(i explain.Iteration) jsonExecutions {
			return jsonExecutions{jsonClassOf(i.Class), number(i.Count)}
		}),
	}
}

func jsonVolumeOf(v explain.Volume) jsonVolume {
	return jsonVolume{number(v.Messages), number(v.Elements), number(v.Bytes)}
}

func jsonTransferOf(c explain.Communication) jsonTransfer {
	return jsonTransfer{
		Line: c.Line, Kind: c.Kind, Array: c.Array, Text: c.Text, PlaceLine: c.PlaceLine, Place: c.Place(),
		Level: c.Level, Depth: c.Depth, Reason: c.Reason, Bound: c.Bound, Executions: number(c.Executions),
		Elements: c.Elements, Messages: c.Messages, Total: jsonVolumeOf(c.Total),
		Received: each(c.Received, func(r explain.Received) jsonReceived {
			return jsonReceived{jsonClassOf(r.Class), jsonVolumeOf(r.Volume)}
		}),
		Iteration: each(c.At, func(v explain.Value) jsonIndex { return jsonIndex{v.Name, v.Value} }),
		Number:    c.Number, Pairs: each(c.Pairs, jsonPairOf), Unlisted: c.Unlisted, Combining: c.Combining, Stages: number(c.Stages),
		Groups: each(c.Groups, func(g explain.Group) jsonGroup {
			return jsonGroup{list(g.Offset), g.Pairs, g.Elements, jsonPairOf(g.Example)}
		}),
	}
}

func jsonPairOf(p explain.Pair) jsonPair {
	return jsonPair{list(p.From), list(p.To), append([]string{}, p.Sections...), p.Elements}
}
