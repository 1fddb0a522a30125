package advise

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/place"
)

// localArrays finds, on the line, the declaration of a replicated array of
// arrays that a loop fills from an array mapped by the same subscript. What the
// loop reads is then sent to all processors, each element on its own. The
// change lets every processor fill a part of its own and sends that afterwards
// (what turned PSRS into PSRS1 in paper 004, section 4.5).
func localArrays(tree *spar.File, p *place.Program, text *source.Text, line int) []change {
	for _, t := range tree.Types {
		for _, m := range t.Members {
			if m.Kind != spar.Field || len(m.Names) != 1 || !touches(text, source.Span{Start: m.Start, End: m.End}, line) {
				continue
			}
			if v := variable(p, m.Names[0].Name); v != nil && v.Layout != nil && v.Layout.Grid != nil && v.Layout.Everywhere() && len(v.Type.Dims) == 2 {
				return fillers(t, m, v, p, text)
			}
		}
	}
	return nil
}

func variable(p *place.Program, name string) *place.Variable {
	for _, v := range p.Variables {
		if v.Name == name {
			return v
		}
	}
	return nil
}

// fillers finds the loops that fill the array.
func fillers(t *spar.Type, field spar.Placed, v *place.Variable, p *place.Program, text *source.Text) []change {
	var out []change
	for _, m := range t.Members {
		if m.Body == nil {
			continue
		}
		for _, s := range m.Body.Body {
			if l, ok := s.(*spar.Loop); ok && len(l.Cards) == 1 && l.Notes().Get("on") == nil && fills(l, v, p) {
				if edits := localEdits(t, field, v, m.Start, l, text); edits != nil {
					out = append(out, change{fmt.Sprintf("let every processor fill a part of %s of its own (in %s), then send it", v.Name, m.Name), edits, false})
				}
			}
		}
	}
	return out
}

// fills tells whether a loop over p stores v[p][...] and reads x[p][...] of an
// array whose parts lie on processor p.
func fills(l *spar.Loop, v *place.Variable, p *place.Program) bool {
	stores, reads := false, false
	spar.Walk(l.Body, func(x spar.Expr) {
		switch x := x.(type) {
		case *spar.Assign:
			stores = stores || partOf(x.X, v.Name, l.Cards[0].Name)
		case *spar.Unary:
			stores = stores || (x.Op == "++" || x.Op == "--") && partOf(x.X, v.Name, l.Cards[0].Name)
		case *spar.Index:
			name := baseName(x)
			if o := variable(p, name); o != nil && o.Layout != nil && !o.Layout.Everywhere() && len(o.Type.Dims) == 2 && partOf(x, name, l.Cards[0].Name) {
				reads = true
			}
		}
	})
	return stores && reads
}

// partOf tells whether an expression is name[index][...].
func partOf(x spar.Expr, name, index string) bool {
	outer, ok := x.(*spar.Index)
	if !ok {
		return false
	}
	inner, ok := outer.X.(*spar.Index)
	if !ok || len(inner.Subs) != 1 || baseName(inner) != name {
		return false
	}
	n, ok := inner.Subs[0].(*spar.Name)
	return ok && n.Name == index
}

func baseName(x spar.Expr) string {
	for {
		switch e := x.(type) {
		case *spar.Index:
			x = e.X
		case *spar.Name:
			return e.Name
		default:
			return ""
		}
	}
}

// localEdits declares the local array, runs the loop where its parts are, and
// adds the loop that sends them.
func localEdits(t *spar.Type, field spar.Placed, v *place.Variable, start int, l *spar.Loop, text *source.Text) []source.Edit {
	extent := innerExtent(t, v.Name, text)
	name := v.Name + "Local"
	if extent == "" || strings.Contains(text.String(), name) {
		return nil
	}
	p, grid := l.Cards[0].Name, v.Layout.Grid.Name
	declaration := text.Slice(source.Span{Start: field.Start, End: field.End})
	at := field.Names[0].NameSpan
	declaration = declaration[:at.Start] + name + declaration[at.End:]
	declaration = strings.Replace(declaration, "_all", "(local "+v.Layout.Params[0]+")", 1)
	edits := []source.Edit{{Span: source.Span{Start: field.End, End: field.End}, New: "\n" + indentOf(text, field.Start) + declaration}}
	proper := l.Proper().Shift(start)
	if !l.Notes().Parallel() {
		edits = append(edits, source.Edit{Span: source.Span{Start: proper.Start, End: proper.Start}, New: "<$ Pamela = parallel $> "})
	}
	body := l.Body.At().Shift(start)
	indent := indentOf(text, proper.Start)
	base := strings.TrimPrefix(spar.TypeText(&spar.TypeRef{Base: v.Type.Base}), " ")
	open := fmt.Sprintf("<$ on = %s[@%s] $> {\n%s    %s[%s] = new %s[%s];\n%s    ", grid, p, indent, name, p, base, extent, indent)
	edits = append(edits, source.Edit{Span: source.Span{Start: body.Start, End: body.Start}, New: open})
	spar.Walk(l.Body, func(x spar.Expr) {
		if n, ok := x.(*spar.Name); ok && n.Name == v.Name {
			edits = append(edits, source.Edit{Span: n.At().Shift(start), New: name})
		}
	})
	bounds := text.Slice(source.Span{Start: l.Cards[0].NameSpan.End, End: l.Cards[0].Span.End}.Shift(start))
	send := fmt.Sprintf("\n%s}\n%sfor( %s%s )\n%s    for( part :- 0 : %s )\n%s        %s[%s][part] = %s[%s][part];", indent, indent, p, bounds, indent, extent, indent, v.Name, p, name, p)
	return append(edits, source.Edit{Span: source.Span{Start: body.End, End: body.End}, New: send})
}

// innerExtent is the size that the program gives to the inner arrays: n of
// name[p] = new T[n].
func innerExtent(t *spar.Type, name string, text *source.Text) string {
	found := ""
	for _, m := range t.Members {
		if m.Body == nil {
			continue
		}
		spar.Walk(m.Body, func(x spar.Expr) {
			a, ok := x.(*spar.Assign)
			if !ok || baseName(a.X) != name {
				return
			}
			if n, ok := a.Y.(*spar.NewArray); ok && len(n.Sizes) == 1 && len(n.Sizes[0].Subs) == 1 {
				found = text.Slice(n.Sizes[0].Subs[0].At().Shift(m.Start))
			}
		})
	}
	return found
}

// indentOf is the blank space before a place on its line.
func indentOf(text *source.Text, at int) string {
	line := text.Line(text.LineOf(at))
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
