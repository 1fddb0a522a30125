package fortran

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// maxNesting bounds the depth of blocks, so that whoever walks the tree may
// recurse.
const maxNesting = 400

// builder nests the statements of a unit into constructs.
type builder struct {
	tree *Tree
	open []frame
}

// frame is a construct that is open.
type frame struct {
	node  *Node
	kind  string // the word that closes it: "do", "if", ...; "procedure" inside an interface
	label string // of the statement that ends a labelled DO
}

func (b *builder) add(s *Statement) {
	b.report(s)
	if s.Kind == Directive {
		b.directive(s)
		return
	}
	switch stmt := s.Stmt.(type) {
	case Heading:
		b.heading(s)
	case *End:
		b.end(s, stmt)
	case *ElseIf, *Else:
		b.divide(s, "if")
	case *ElseWhere:
		b.divide(s, "where")
	case *Case:
		b.divide(s, "select")
	case nil:
		b.broken(s)
	default:
		b.statement(s)
	}
	b.labelled(s)
}

// broken takes a statement that was not understood. One that was meant to
// begin or divide a construct still does, so that it costs one statement.
func (b *builder) broken(s *Statement) {
	kind := ""
	if s.Kind == Code {
		kind = headKind(s.Text)
	}
	switch kind {
	case "":
		b.leaf(s)
	case "else":
		b.divide(s, "if")
	case "case":
		b.divide(s, "select")
	default:
		label := ""
		if kind == "do" {
			label = doLabel(s.Text)
		}
		b.begin(s, kind, label)
	}
}

// report adds the problem of a statement.
func (b *builder) report(s *Statement) {
	if s.Kind == Code && s.Origin == nil {
		b.tree.Statements++
	}
	if s.Problem == nil {
		return
	}
	d := *s.Problem
	d.Span = s.Place(d.Span)
	if s.Origin != nil {
		d.Message = fmt.Sprintf("%s: %s", s.Origin, d.Message)
	} else {
		b.tree.Rejected = append(b.tree.Rejected, d)
	}
	b.tree.Diagnostics = append(b.tree.Diagnostics, d)
}

func (b *builder) problem(at source.Span, code, format string, args ...any) {
	b.tree.Diagnostics = append(b.tree.Diagnostics, source.Diagnostic{
		Span: at, Severity: source.Error, Code: code, Message: fmt.Sprintf(format, args...),
	})
}

// heading takes the unit's own heading, one inside an interface, or (below
// #else) another one for the same unit.
func (b *builder) heading(s *Statement) {
	switch {
	case b.tree.Heading == nil && len(b.tree.Body) == 0 && len(b.open) == 0:
		b.tree.Heading = s
	case b.find("interface") >= 0:
		b.begin(s, "procedure", "")
	default:
		b.leaf(s)
	}
}

// statement takes a statement that may begin a construct.
func (b *builder) statement(s *Statement) {
	switch stmt := s.Stmt.(type) {
	case *Do:
		b.begin(s, "do", trimZeros(stmt.Label))
	case *If:
		if stmt.Then {
			b.begin(s, "if", "")
			return
		}
		b.leaf(s)
	case *Where:
		b.beginUnless(s, s.Action != nil, "where")
	case *Forall:
		b.beginUnless(s, s.Action != nil, "forall")
	case *Select:
		b.begin(s, "select", "")
	case *Associate:
		b.begin(s, "associate", "")
	case *Critical:
		b.begin(s, "critical", "")
	case *ChangeTeam:
		b.begin(s, "team", "")
	case *TypeHead:
		b.begin(s, "type", "")
	case *InterfaceHead:
		b.begin(s, "interface", "")
	case *Enclosing:
		b.begin(s, stmt.Keyword, "")
	default:
		b.leaf(s)
	}
}

func (b *builder) beginUnless(s *Statement, plain bool, kind string) {
	if plain {
		b.leaf(s)
	} else {
		b.begin(s, kind, "")
	}
}

func (b *builder) begin(s *Statement, kind, label string) {
	n := b.leaf(s)
	n.Word, n.Blocks = kind, []Block{{Head: s}}
	if len(b.open) >= maxNesting {
		b.problem(s.At, "syntax", "blocks are nested more than %d deep", maxNesting)
		return
	}
	b.open = append(b.open, frame{n, kind, label})
}

// leaf adds a statement to the innermost block.
func (b *builder) leaf(s *Statement) *Node {
	n := &Node{Statement: s}
	if len(b.open) == 0 {
		b.tree.Body = append(b.tree.Body, n)
		return n
	}
	blocks := b.open[len(b.open)-1].node.Blocks
	last := &blocks[len(blocks)-1]
	last.Body = append(last.Body, n)
	return n
}

// find returns the index of the innermost open construct of the kind, or -1.
// It does not look outside a procedure of an interface.
func (b *builder) find(kind string) int {
	for i := len(b.open) - 1; i >= 0; i-- {
		switch b.open[i].kind {
		case kind:
			return i
		case "procedure":
			return -1
		}
	}
	return -1
}

// divide begins the next block of a construct: ELSE, ELSEWHERE, CASE.
func (b *builder) divide(s *Statement, kind string) {
	i := b.find(kind)
	if i < 0 {
		b.problem(s.At, "syntax", "%s without %s", firstWord(s.Text), strings.ToUpper(kind))
		b.leaf(s)
		return
	}
	b.abandon(i + 1)
	n := b.open[i].node
	n.Blocks = append(n.Blocks, Block{Head: s})
}

func firstWord(text string) string {
	end := 0
	for end < len(text) && isNameByte(text[end]) {
		end++
	}
	return strings.ToUpper(text[:end])
}

// end closes a construct, or (in an interface) a procedure; the END of the
// unit itself closes everything.
func (b *builder) end(s *Statement, e *End) {
	kind := e.What
	switch kind {
	case "", "subroutine", "function", "procedure", "program", "module", "submodule", "blockdata":
		if i := b.find("procedure"); i >= 0 {
			b.abandon(i + 1)
			b.close(s)
			return
		}
		b.abandon(0)
		return
	}
	i := b.find(kind)
	if i < 0 {
		b.problem(s.At, "syntax", "END %s without %s", strings.ToUpper(kind), strings.ToUpper(kind))
		return
	}
	b.abandon(i + 1)
	b.close(s)
}

// close closes the innermost construct.
func (b *builder) close(s *Statement) {
	last := len(b.open) - 1
	b.open[last].node.End = s
	b.open = b.open[:last]
}

// abandon closes the constructs from index i on, whose ENDs are missing.
func (b *builder) abandon(i int) {
	for _, f := range b.open[i:] {
		if f.node.Kind == Directive {
			b.problem(f.node.At, "region-mismatch", "no END %s closes this region", strings.ToUpper(f.kind))
			continue
		}
		b.problem(f.node.At, "missing-end", "%s is not closed by END %s", firstWord(f.node.Text), strings.ToUpper(f.kind))
	}
	b.open = b.open[:i]
}

// labelled closes the DO loops that end at the label of s: several may share
// it.
func (b *builder) labelled(s *Statement) {
	if s.Label == "" {
		return
	}
	label := trimZeros(s.Label)
	for i := len(b.open) - 1; i >= 0; i-- {
		if f := b.open[i]; f.kind == "do" && f.label == label && f.node.Statement != s {
			b.abandon(i + 1)
			b.close(s)
		}
	}
}

func trimZeros(label string) string { return strings.TrimLeft(label, "0") }

// finish closes what is still open and sums up the tree.
func (b *builder) finish() {
	b.abandon(0)
	b.tree.Modules, b.tree.Renamed = modulesOf(b.tree)
	b.tree.Signature = signatureOf(b.tree)
	b.tree.Allocated = allocatedIn(b.tree)
	b.tree.Calls = callsOf(nil, b.tree.Body)
	b.tree.Shares = sharesStorage(b.tree.Body)
}
