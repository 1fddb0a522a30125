package plan

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
)

// Blank returns the program's files with comments of the same length in the place of the
// directives that map data, so that edits of one text fit the other, and the edits that
// take these directives out. It is false where there are none, or where some map anew on
// the way, take mappings from callers, or are of a language that asks for every
// communication, and where a directive that stays says what is resident or names a template
// or an arrangement that goes.
func (p *Program) Blank() (files []*workspace.File, cuts []Change, ok bool) {
	if p.explicit {
		return nil, nil, false
	}
	var gone []string         // templates and arrangements
	left := map[string]bool{} // words of the directives that stay
	for _, x := range p.files {
		var blanks, out []source.Edit
		for _, u := range x.parsed.Units {
			plain := true
			fortran.EachNode(u.Body, func(n *fortran.Node) {
				if n.Kind != fortran.Directive {
					return
				}
				maps, again := mapsOnce(n)
				if !maps || n.Origin != nil && !p.reads(n.Origin.File) {
					for _, t := range hpf.Tokens(n.Text, n.Form) {
						left[t.Text] = true
					}
				}
				if n.Origin != nil {
					return
				}
				if plain = plain && !again; maps {
					gone = append(gone, declared(n)...)
					at := n.At.Shift(u.Start)
					first, last := x.Text.LineOf(at.Start), x.Text.LineOf(at.End)
					blanks = append(blanks, source.Edit{Span: at, New: blank(x.Text.Slice(at))})
					out = append(out, source.Edit{Span: source.Span{Start: x.Text.LineStart(first), End: x.Text.LineSpan(last).End + len(newline(x))}})
				}
			})
			if !plain {
				return nil, nil, false
			}
		}
		if len(out) == 0 {
			continue
		}
		text, err := x.Text.Apply(blanks...)
		if err != nil {
			return nil, nil, false
		}
		files, cuts = append(files, x.File.WithText(text)), append(cuts, Change{x.Path, out})
	}
	if left["resident"] || slices.ContainsFunc(gone, func(name string) bool { return left[name] }) {
		return nil, nil, false
	}
	return files, cuts, len(cuts) > 0
}

// reads tells whether an included text is one of the program's files.
func (p *Program) reads(path string) bool {
	f, err := p.snap.File(path)
	return err == nil && slices.ContainsFunc(p.files, func(x *file) bool { return x.Path == f.Path })
}

// declared are the templates and arrangements that a directive declares.
func declared(n *fortran.Node) (out []string) {
	for _, d := range hpf.Read(n.Text, n.Form).Directives {
		switch d := d.(type) {
		case *hpf.Processors:
			out = append(out, d.Name.String())
		case *hpf.Template:
			out = append(out, d.Name.String())
		}
	}
	return out
}

// mapsOnce tells whether a directive maps data, and whether it does more than map once.
func mapsOnce(n *fortran.Node) (maps, again bool) {
	for _, d := range hpf.Read(n.Text, n.Form).Directives {
		switch d := d.(type) {
		case *hpf.Processors, *hpf.Template:
			maps = true
		case *hpf.Distribute:
			maps, again = true, again || d.Again || d.Star || d.Foreign
		case *hpf.Align:
			maps, again = true, again || d.Again
		case *hpf.Attribute:
			again = true
		}
	}
	return maps, again
}

// blank is a comment as long as a directive.
func blank(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		rest := strings.TrimLeft(l, " \t")
		if end := strings.TrimRight(rest, "\r"); end != "" {
			lines[i] = l[:len(l)-len(rest)] + end[:1] + strings.Repeat(" ", len(end)-1) + rest[len(end):]
		}
	}
	return strings.Join(lines, "\n")
}
