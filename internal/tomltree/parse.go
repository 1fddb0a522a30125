package tomltree

import (
	"errors"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Parse returns the root table of a document. A document that is not TOML
// gives a nil root and one diagnostic with the code "toml".
func Parse(data []byte) (*Node, []source.Diagnostic) {
	var whole map[string]any
	if err := toml.Unmarshal(data, &whole); err != nil {
		return nil, []source.Diagnostic{diagnose(data, err)}
	}
	b := &builder{root: &Node{Kind: Table}}
	b.parser.Reset(data)
	for b.parser.NextExpression() {
		b.expression(b.parser.Expression())
	}
	if err := b.parser.Error(); err != nil {
		return nil, []source.Diagnostic{diagnose(data, err)}
	}
	return b.root, nil
}

func diagnose(data []byte, err error) source.Diagnostic {
	d := source.Diagnostic{Severity: source.Error, Code: "toml", Message: strings.TrimPrefix(err.Error(), "toml: ")}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		text := source.NewText(string(data))
		line, column := decode.Position()
		start := min(text.LineStart(line)+max(0, column-1), len(data))
		d.Span = source.Span{Start: start, End: min(start+1, len(data))}
	}
	return d
}

// builder turns the parser's flat expressions into one tree. The document is
// already known to be valid, so a key is never defined twice.
type builder struct {
	parser  unstable.Parser
	root    *Node
	current *Node // the table under the last header
}

func (b *builder) expression(e *unstable.Node) {
	switch e.Kind {
	case unstable.KeyValue:
		table := b.current
		if table == nil {
			table = b.root
		}
		b.keyValue(table, e)
	case unstable.Table:
		b.current = descend(b.root, b.keys(e.Key())).last()
	case unstable.ArrayTable:
		b.current = b.appendTable(b.keys(e.Key()))
	}
}

func (b *builder) keys(it unstable.Iterator) []*Field {
	var keys []*Field
	for it.Next() {
		keys = append(keys, &Field{Key: string(it.Node().Data), Span: b.span(it.Node())})
	}
	return keys
}

func (b *builder) keyValue(table *Node, e *unstable.Node) {
	keys := b.keys(e.Key())
	last := keys[len(keys)-1]
	table = descend(table, keys[:len(keys)-1]).last()
	last.Value = b.value(e.Value(), last.Span)
	table.Fields = append(table.Fields, last)
}

// appendTable adds a table to the array of tables that the keys name.
func (b *builder) appendTable(keys []*Field) *Node {
	last := keys[len(keys)-1]
	parent := descend(b.root, keys[:len(keys)-1]).last()
	f := parent.Get(last.Key)
	if f == nil {
		f = last
		f.Value = &Node{Kind: Array, Span: last.Span}
		parent.Fields = append(parent.Fields, f)
	}
	item := &Node{Kind: Table, Span: last.Span}
	f.Value.Items = append(f.Value.Items, item)
	return item
}

// descend walks from table along the keys, making the tables that are missing.
// An array of tables on the way stands for its newest table.
func descend(table *Node, keys []*Field) *Node {
	for _, k := range keys {
		f := table.last().Get(k.Key)
		if f == nil {
			f = k
			f.Value = &Node{Kind: Table, Span: k.Span}
			t := table.last()
			t.Fields = append(t.Fields, f)
		}
		table = f.Value
	}
	return table
}

// last returns the newest table of an array of tables, else the node itself.
func (n *Node) last() *Node {
	if n.Kind == Array && len(n.Items) > 0 {
		return n.Items[len(n.Items)-1]
	}
	return n
}

func kindOf(k unstable.Kind) Kind {
	switch k {
	case unstable.InlineTable:
		return Table
	case unstable.Array:
		return Array
	case unstable.String:
		return String
	case unstable.Integer:
		return Integer
	case unstable.Float:
		return Float
	case unstable.Bool:
		return Bool
	}
	return Other
}

// value converts a value; key is the span of its key, for values whose own
// span the parser does not give.
func (b *builder) value(v *unstable.Node, key source.Span) *Node {
	kind := kindOf(v.Kind)
	n := &Node{Kind: kind, Span: b.span(v)}
	if n.Span.Empty() {
		n.Span = key
	}
	if kind != Array && kind != Table {
		n.Text = string(v.Data)
		return n
	}
	for it := v.Children(); it.Next(); {
		switch child := it.Node(); {
		case child.Kind == unstable.Comment:
		case kind == Table:
			b.keyValue(n, child)
		default:
			n.Items = append(n.Items, b.value(child, n.Span))
		}
	}
	return n
}

func (b *builder) span(n *unstable.Node) source.Span {
	return source.Span{Start: int(n.Raw.Offset), End: int(n.Raw.Offset) + int(n.Raw.Length)}
}
