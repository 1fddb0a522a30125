package fortran

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Piece is the text range of one program unit.
type Piece struct {
	Kind       program.UnitKind
	Name       string
	Host       int // index of the piece that it stands inside, or -1
	Start, End int // with everything inside
	OwnEnd     int // end of the own text: behind CONTAINS, where there is one
	Column     int // of Start in its line
	Form       Form
	Defines    string // of Options, where the piece begins
	word       string // behind its END, "" without a heading
	heading    source.Span
}

// Headed reports whether the piece begins with a heading, as a fragment and a
// main program without PROGRAM do not.
func (p *Piece) Headed() bool { return p.word != "" }

// Split finds the program units of a file, in source order, and reports those
// that are never closed. Comments before a unit belong to no unit.
func (p Parser) Split(text string) ([]Piece, []source.Diagnostic) {
	s := splitter{parser: p, conditions: conditionsOf(p.Defines)}
	s.window(text, 0, nil)
	return s.pieces, s.problems
}

// window takes the logical lines of a text that begins at offset base of the
// file, until done says that the rest is known.
func (s *splitter) window(text string, base int, done func() bool) {
	s.text, s.base = text, base
	stopped := false
	assemble(text, s.parser.Options, func(l Logical) bool {
		l.At = l.At.Shift(base)
		s.logical(l)
		stopped = done != nil && done()
		return !stopped
	})
	if !stopped {
		s.closeDown(0, nil)
	}
	slices.SortStableFunc(s.problems, byPlace)
}

// splitter follows the headings and ENDs of units, interfaces and derived
// types.
type splitter struct {
	parser     Parser
	text       string // from offset base of the file on
	base       int
	conditions *conditions
	pieces     []Piece
	open       []scope
	problems   []source.Diagnostic
}

// maxHosts bounds how deep units stand inside units: the language allows a
// module, a procedure of it, and one inside that.
const maxHosts = 4

// scope is something that is open and closed by an END of its own.
type scope struct {
	piece    int    // index of a unit, -1 for an interface, its bodies, a derived type
	word     string // the word after END: "program", "interface", ...; "" without a heading
	contains bool   // CONTAINS has been seen
	fresh    bool   // nothing but the heading has been seen
	other    bool   // #else: another heading for the same unit may come
	heading  source.Span
}

func (s *splitter) logical(l Logical) {
	switch l.Kind {
	case Foreign:
		return
	case Inactive:
		if s.conditions.decided {
			s.inactive(l)
		}
		if strings.HasPrefix(l.Text, "#") && !s.conditions.decided {
			s.conditions.line(l.Text)
		}
		return
	case Preprocessor:
		if word, rest := directiveOf(l.Text); !s.conditions.decided {
			s.conditions.line(l.Text)
		} else if word == "define" || word == "undef" {
			s.conditions.define(word, rest)
		}
		if len(s.open) > 0 && strings.HasPrefix(l.Text, "#el") && s.top().fresh {
			s.top().other = true
		}
		return
	case Code:
		if mayBound(l.Text) {
			if s.bound(l, s.parser.statement(l.Text, l.Form).Stmt) {
				return
			}
		}
	}
	s.ordinary(l)
}

// inactive marks what the preprocessor leaves out: a run of lines once.
func (s *splitter) inactive(l Logical) {
	if last := len(s.problems) - 1; last >= 0 {
		d := &s.problems[last]
		if d.Code == "inactive-code" && d.Span.End >= s.base && strings.TrimSpace(s.text[d.Span.End-s.base:l.At.Start-s.base]) == "" {
			d.Span.End = l.At.End
			return
		}
	}
	s.problems = append(s.problems, source.Diagnostic{
		Span: l.At, Severity: source.Hint, Code: "inactive-code", Message: "the preprocessor leaves this out, given the macros that are set",
	})
}

// ordinary takes a statement that neither opens nor closes anything. Outside
// all units it begins one without a heading.
func (s *splitter) ordinary(l Logical) {
	if len(s.open) == 0 {
		s.begin(l, program.Fragment, "", "")
	}
	if o := s.top(); o.contains && o.piece >= 0 && l.Kind == Directive {
		s.problems = append(s.problems, source.Diagnostic{Span: l.At, Severity: source.Warning, Code: "misplaced-directive",
			Message: "behind CONTAINS a directive belongs into a procedure: here it is about nothing"})
	}
	s.top().fresh = false
	s.extend(l.At.End)
}

// extend makes the innermost unit reach to end.
func (s *splitter) extend(end int) {
	for i := len(s.open) - 1; i >= 0; i-- {
		if o := &s.open[i]; o.piece >= 0 {
			p := &s.pieces[o.piece]
			p.End = max(p.End, end)
			if !o.contains {
				p.OwnEnd = p.End
			}
			return
		}
	}
}

// bound takes a statement that opens or closes something; false if it is none.
func (s *splitter) bound(l Logical, stmt Stmt) bool {
	switch stmt := stmt.(type) {
	case Heading:
		s.heading(l, stmt)
	case *ModuleProcedure:
		if len(s.open) == 0 || !s.top().contains || s.top().piece < 0 {
			return false
		}
		s.begin(l, program.Subroutine, stmt.Names[0].String(), "procedure")
	case *InterfaceHead:
		s.ordinary(l)
		s.open = append(s.open, scope{piece: -1, word: "interface"})
	case *TypeHead:
		s.ordinary(l)
		s.open = append(s.open, scope{piece: -1, word: "type"})
	case *Contains:
		s.ordinary(l)
		s.top().contains = true
	case *End:
		return s.end(l, stmt)
	default:
		return false
	}
	return true
}

func (s *splitter) top() *scope { return &s.open[len(s.open)-1] }

// heading opens a unit, or a procedure inside an interface. A unit without
// CONTAINS cannot hold another: its END is missing.
func (s *splitter) heading(l Logical, h Heading) {
	kind, word := kindOfHeading(h)
	if len(s.open) > 0 && s.top().fresh && s.top().other {
		s.extend(l.At.End)
		return
	}
	for len(s.open) > 0 {
		top := s.top()
		if top.word == "interface" {
			s.extend(l.At.End)
			s.open = append(s.open, scope{piece: -1, word: word})
			return
		}
		if _, procedure := h.(*ProcedureHeading); procedure && top.contains && top.piece >= 0 && len(s.open) < maxHosts {
			break
		}
		s.closeDown(len(s.open)-1, h)
	}
	s.begin(l, kind, h.UnitName(), word)
}

func kindOfHeading(h Heading) (program.UnitKind, string) {
	switch h := h.(type) {
	case *ProcedureHeading:
		if h.Keyword == "function" {
			return program.Function, "function"
		}
		return program.Subroutine, "subroutine"
	case *ModuleHeading:
		if h.Parent != nil {
			return program.Module, "submodule"
		}
		return program.Module, "module"
	case *BlockDataHeading:
		return program.BlockData, "blockdata"
	}
	return program.Main, "program"
}

// begin opens a unit with its first statement.
func (s *splitter) begin(l Logical, kind program.UnitKind, name, word string) {
	piece := Piece{Kind: kind, Name: name, Host: -1, Start: l.At.Start, End: l.At.End, OwnEnd: l.At.End, Form: l.Form, Defines: s.conditions.String(), word: word, heading: l.At}
	before := s.text[:l.At.Start-s.base]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	if strings.TrimLeft(before, " \t") == "" {
		piece.Start -= len(before)
	} else {
		piece.Column = len(before)
	}
	if len(s.open) > 0 {
		piece.Host = s.top().piece
	}
	s.pieces = append(s.pieces, piece)
	s.open = append(s.open, scope{piece: len(s.pieces) - 1, word: word, heading: l.At, fresh: word != ""})
}

// end closes what END names: the innermost thing, or an outer one if only that
// has the right name. Constructs inside units do not matter here.
func (s *splitter) end(l Logical, e *End) bool {
	if e.What != "" && !isUnitWord(e.What) {
		return false
	}
	at := len(s.open) - 1
	for i := at; i >= 0 && e.What != ""; i-- {
		if s.open[i].word == e.What || s.open[i].word == "" {
			at = i
			break
		}
	}
	if at < 0 {
		s.problems = append(s.problems, source.Diagnostic{Span: l.At, Severity: source.Error, Code: "syntax", Message: "END without a program unit"})
		return true
	}
	s.closeDown(at+1, e)
	s.extend(l.At.End)
	if o := s.top(); o.word == "" && o.piece >= 0 {
		s.pieces[o.piece].Kind = program.Main
	}
	s.pop()
	return true
}

func isUnitWord(word string) bool {
	switch word {
	case "program", "subroutine", "function", "module", "submodule", "blockdata", "procedure", "interface", "type":
		return true
	}
	return false
}

// pop takes the innermost scope off; its host reaches at least as far.
func (s *splitter) pop() {
	o := *s.top()
	s.open = s.open[:len(s.open)-1]
	if o.piece >= 0 {
		s.extend(s.pieces[o.piece].End)
	}
}

// closeDown takes scopes off until depth are left and reports units whose END
// is missing because of what comes instead (nil at the end of the file).
func (s *splitter) closeDown(depth int, instead Stmt) {
	for len(s.open) > depth {
		if o := s.top(); o.piece >= 0 && (o.word != "" || instead != nil && s.pieces[o.piece].Kind != program.Fragment) {
			s.problems = append(s.problems, source.Diagnostic{
				Span: o.heading, Severity: source.Error, Code: "missing-end",
				Message: fmt.Sprintf("the %s %s has no END", s.pieces[o.piece].Kind, s.pieces[o.piece].Name),
			})
		}
		s.pop()
	}
}
