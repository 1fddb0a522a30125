package outline

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// close marks what stands between the first line of a construct and its END.
func (u *Unit) close(n *fortran.Node) {
	end := u.End
	if n.End != nil {
		end = u.Start + n.End.At.Start
	}
	u.closed = append(u.closed, source.Span{Start: u.Start + n.At.End, End: end})
}

// interfaces declares the generic name and the procedures of an interface.
func (u *Unit) interfaces(n *fortran.Node) {
	var generic *Symbol
	if words := wordsOf(n.Text); len(words) == 2 && words[0].Text == "interface" {
		generic = u.symbol(n.Statement, words[1].Text, spanOf(words[1]))
		generic.Kind = Interface
		generic.spans(n.At.Shift(u.Start))
	}
	for _, inner := range n.Blocks[0].Body {
		h, ok := inner.Stmt.(*fortran.ProcedureHeading)
		if !ok {
			continue
		}
		sym := u.symbol(inner.Statement, h.UnitName(), h.Name.Span())
		sym.Kind = External
		if generic != nil {
			generic.Children = append(generic.Children, sym)
		}
	}
}

func spanOf(t fortran.Token) source.Span { return source.Span{Start: t.Start, End: t.End} }

// wordsOf returns the words outside parentheses.
func wordsOf(text string) []fortran.Token {
	depth := 0
	return slices.DeleteFunc(fortran.Tokens(text), func(t fortran.Token) bool {
		switch t.Text {
		case "(":
			depth++
		case ")":
			depth--
		}
		return depth > 0 || t.Kind != fortran.Word
	})
}

// derivedType declares a type; its components are its children.
func (u *Unit) derivedType(n *fortran.Node) {
	words := wordsOf(n.Text)
	if len(words) < 2 {
		return
	}
	name := words[len(words)-1]
	sym := u.symbol(n.Statement, name.Text, spanOf(name))
	sym.Kind = Type
	whole := n.At.Shift(u.Start)
	if n.End != nil {
		whole.End = u.Start + n.End.At.End
	}
	sym.spans(whole)
	inner := &Unit{Unit: u.Unit, names: map[string]int{}}
	for _, c := range n.Blocks[0].Body {
		if decl, ok := c.Stmt.(*fortran.TypeDecl); ok {
			inner.typeDecl(decl, c.Statement)
		}
	}
	for _, c := range inner.Symbols {
		c.Kind = Field
	}
	sym.Children = inner.Symbols
}
