package main

import (
	"io"

	"github.com/parlens/parlens/analysis/explain"
)

// The JSON of `explain --format json`: one object. Its fields are documented in
// docs/json.md; they may be added to, never changed.

type jsonExplanation struct {
	Format      formatVersion       `json:"format"`         // version of this output
	File        string              `json:"file"`           // path as it was given
	Line        int                 `json:"line,omitempty"` // the line that was asked for; absent without one
	Machine     string              `json:"machine"`        // the machine; it names the compiler whose scheme is explained
	Units       []jsonExplainedUnit `json:"units"`          // the program units; with a line, those that it lies in
	Diagnostics []jsonDiagnostic    `json:"diagnostics"`    // what is wrong in the file, in the order of the file
}

type jsonExplainedUnit struct {
	Name           string           `json:"name"`           // name of the unit
	Kind           string           `json:"kind"`           // `program`, `subroutine`, ...
	Span           jsonSpan         `json:"span"`           // its lines
	Processors     []int            `json:"processors"`     // extents of the arrangement; empty when nothing is mapped
	Values         []jsonAssumption `json:"values"`         // the values that it rests on
	Arrays         []jsonArray      `json:"arrays"`         // the mapped arrays
	Loops          []jsonPartition  `json:"loops"`          // how iterations are partitioned
	Statements     []jsonExecutor   `json:"statements"`     // who executes what
	Communications []jsonTransfer   `json:"communications"` // the messages that the compiler makes
	Reused         []jsonReused     `json:"reused"`         // communications that do not happen since another has brought the same elements, and nothing has stored any of them
	Unknown        []jsonNote       `json:"not_explained"`  // what is left out, and why
}

type jsonReused struct {
	Line int    `json:"line"` // the line that would need the communication
	By   int    `json:"by"`   // the line of the communication that has brought the elements
	Text string `json:"text"` // what moves, in words
}

type jsonNote struct {
	Line int    `json:"line"` // line, from 1
	Text string `json:"text"` // in words
}

type jsonArray struct {
	Name     string      `json:"array"`                // its name
	Line     int         `json:"line"`                 // line of its declaration
	Declared string      `json:"declaration"`          // shape of its declaration
	Chain    []jsonNote  `json:"mapped_by"`            // its alignments, from the array on, then the distribution
	Remaps   []jsonNote  `json:"remapped"`             // what later directives and calls make of it; the rest of the entry is for the first mapping
	Owners   []jsonOwner `json:"owners"`               // who has an element, per dimension of the arrangement
	Copies   int         `json:"copies"`               // processors that have an element; 0 where the parts are not listed
	Overlap  []jsonWidth `json:"overlap"`              // overlap areas that the program's shifts fill
	Locals   []jsonLocal `json:"parts"`                // the parts of the processors
	Unlisted string      `json:"not_listed,omitempty"` // why there are no parts; absent when there are
}

type jsonOwner struct {
	Dim     int    `json:"dimension"`       // dimension of the arrangement, from 1; 0 for a further arrangement
	Formula string `json:"formula"`         // the coordinate that has an element, in its indices i, j, ...; `any` where there are copies
	Block   string `json:"block,omitempty"` // what a block size in it stands for
}

type jsonWidth struct {
	Dim      int    `json:"dimension"`        // dimension of the array, from 1
	Low      int64  `json:"below"`            // elements below the part
	High     int64  `json:"above"`            // elements above it
	Declared string `json:"shadow,omitempty"` // the declared SHADOW
}

type jsonClass struct {
	Processors int   `json:"processors"` // how many processors are alike; the rest of the entry is about the first of them
	First      []int `json:"first"`      // its coordinates, from 0
}

type jsonLocal struct {
	jsonClass
	Part     string  `json:"part"`     // the section that it has
	Extents  []int64 `json:"extents"`  // of the part, with overlap areas
	Elements int64   `json:"elements"` // of the part, with overlap areas
	Memory   int64   `json:"bytes"`    // bytes of the part, with overlap areas
}

type jsonPartition struct {
	Line   int        `json:"line"`     // first line, from 1
	End    int        `json:"end_line"` // last line
	Header string     `json:"header"`   // the bounds
	Why    string     `json:"reason"`   // why the iterations are partitioned in this way
	Rules  []jsonRule `json:"rules"`    // who makes which iterations; without rules every processor makes all
}

type jsonRule struct {
	Loop    string      `json:"loop"`            // the loop, with its bounds
	Dim     int         `json:"dimension"`       // dimension of the arrangement, from 1; 0 for a further arrangement
	Formula string      `json:"formula"`         // the iterations of coordinate c, c1, c2, ...
	Block   string      `json:"block,omitempty"` // what a block size in it stands for
	Shares  []jsonShare `json:"shares"`          // the iterations of each coordinate
}

type jsonShare struct {
	Coordinate  int    `json:"coordinate"`  // the first of the coordinates
	Coordinates int    `json:"coordinates"` // how many take as many iterations
	Indices     string `json:"indices"`     // its iterations
	Count       int    `json:"count"`       // how many they are
}

type jsonExecutor struct {
	Line       int              `json:"line"`       // first line, from 1
	End        int              `json:"end_line"`   // last line
	What       string           `json:"what"`       // what the statement is
	Home       string           `json:"home"`       // who executes it
	Bound      bool             `json:"bound"`      // true when `executions` are upper bounds
	Rules      []jsonRule       `json:"rules"`      // which iterations it is executed in
	Guards     []string         `json:"guards"`     // conditions on the processor
	Executions []jsonExecutions `json:"executions"` // how often, in one call of the unit
}

type jsonExecutions struct {
	jsonClass
	Count number `json:"count"` // executions by each of them
}

type jsonTransfer struct {
	Line       int            `json:"line"`                 // the statement that needs it
	Kind       string         `json:"kind"`                 // its class
	Array      string         `json:"array"`                // the array
	Text       string         `json:"text"`                 // what moves, in words
	PlaceLine  int            `json:"place_line"`           // the line of that loop or statement
	Place      string         `json:"place"`                // before or after which loop or statement it stands
	Level      int            `json:"level"`                // DO loops around it
	Depth      int            `json:"depth"`                // DO loops around the statement
	Reason     string         `json:"reason"`               // the dependence or other cause that holds it there
	Bound      bool           `json:"bound"`                // true when volumes are upper bounds
	Executions number         `json:"executions"`           // in one call of the unit
	Elements   string         `json:"elements_formula"`     // the elements that processor c1, c2, ... receives in one execution
	Messages   string         `json:"messages_formula"`     // the messages that it receives in one execution
	Received   []jsonReceived `json:"received"`             // what each processor receives in one call of the unit
	Total      jsonVolume     `json:"total"`                // the same of all processors together
	Iteration  []jsonIndex    `json:"iteration"`            // the loop indices for which the messages are listed
	Varying    []jsonVarying  `json:"varying,omitempty"`    // what is sent in the first iterations in which the scalars that the sections name differ
	Number     int            `json:"number"`               // messages of that execution
	Pairs      []jsonPair     `json:"pairs"`                // the messages
	Groups     []jsonGroup    `json:"groups"`               // of many messages, those of equal offset and elements
	Unlisted   string         `json:"not_listed,omitempty"` // why there are no messages; absent when there are
	Combining  []int          `json:"combining,omitempty"`  // of a reduction: processors that combine, per dimension of the arrangement; absent for others
	Stages     number         `json:"stages"`               // of a broadcast or reduction; else 0
}

type jsonVolume struct {
	Messages number `json:"messages"` // messages
	Elements number `json:"elements"` // elements
	Bytes    number `json:"bytes"`    // bytes
}

type jsonReceived struct {
	jsonClass
	jsonVolume
}

type jsonIndex struct {
	Name  string `json:"name"`  // the index
	Value string `json:"value"` // its value
}

type jsonVarying struct {
	Iteration []jsonIndex `json:"iteration"` // the loop indices
	Sections  []string    `json:"sections"`  // with the array: "A(50,2)"
}

type jsonPair struct {
	From     []int    `json:"from"`     // coordinates of the sender
	To       []int    `json:"to"`       // coordinates of the receiver
	Sections []string `json:"sections"` // what it carries
	Elements int64    `json:"elements"` // how many elements that are
}

type jsonGroup struct {
	Offset   []int    `json:"offset"`   // from the sender to the receiver
	Number   int      `json:"number"`   // how many such messages there are
	Elements int64    `json:"elements"` // of each
	Example  jsonPair `json:"example"`  // one of them
}

func writeExplanation(w io.Writer, x explanation) error {
	return encode(w, jsonExplanation{
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
		Iteration: each(c.At, jsonIndexOf),
		Varying: each(c.Varying, func(v explain.Varying) jsonVarying {
			return jsonVarying{each(v.At, jsonIndexOf), append([]string{}, v.Sections...)}
		}),
		Number: c.Number, Pairs: each(c.Pairs, jsonPairOf), Unlisted: c.Unlisted, Combining: c.Combining, Stages: number(c.Stages),
		Groups: each(c.Groups, func(g explain.Group) jsonGroup {
			return jsonGroup{list(g.Offset), g.Pairs, g.Elements, jsonPairOf(g.Example)}
		}),
	}
}

func jsonIndexOf(v explain.Value) jsonIndex { return jsonIndex{v.Name, v.Value} }

func jsonPairOf(p explain.Pair) jsonPair {
	return jsonPair{list(p.From), list(p.To), append([]string{}, p.Sections...), p.Elements}
}
