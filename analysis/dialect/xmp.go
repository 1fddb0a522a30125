package dialect

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
)

// XcalableMP 1.4: NODES is PROCESSORS, TEMPLATE, DISTRIBUTE, ALIGN and SHADOW
// are as in HPF, LOOP ... ON is INDEPENDENT, ON HOME. Communication happens
// only where REFLECT, GMOVE, BCAST, REDUCTION or a coarray asks for it.

var xmpFormats = map[string]string{"gblock": "gen_block"}

// slashed are the directives in which "(/" begins no array constructor: WIDTH(/PERIODIC/1),
// FIRSTMAX: x/i/.
var slashed = []string{"reflect", "reduce_shadow", "reduction", "loop"}

// openBlocks writes GBLOCK(*), blocks that TEMPLATE_FIX gives their sizes, as GBLOCK.
func openBlocks(tokens []fortran.Token) []fortran.Token {
	var out []fortran.Token
	for i, t := range tokens {
		if t.Text == "*" && i > 1 && tokens[i-2].Text == "gblock" {
			out = out[:len(out)-1]
			continue
		}
		if i > 2 && tokens[i-3].Text == "gblock" && tokens[i-1].Text == "*" {
			continue
		}
		out = append(out, t)
	}
	return out
}

// xmpOthers are the directives that move no data; those that also need no model
// of their own are true.
var xmpOthers = map[string]bool{
	"wait_async": true, "array": true, "coarray": true, "local_alias": true, "tasks": true, "end": true,
	"post": true, "wait": true, "lock": true, "unlock": true, "image": true, "reduce_shadow": false, "save_desc": true,
}

func (r reader) xmp() hpf.Reading {
	first, rest := r.tokens[0].Text, r.tokens[1:]
	switch first {
	case "nodes":
		tokens := append(renamed(r.tokens[:1], map[string]string{"nodes": "processors"}), rest...)
		if i := slices.IndexFunc(tokens, func(t fortran.Token) bool { return t.Text == "=" }); i > 0 {
			tokens = tokens[:i] // a name for nodes that are declared already
		}
		return r.asHPF(tokens)
	case "template_fix":
		_, rest = group(rest, 0)
		return r.asHPF(append([]fortran.Token{{Kind: fortran.Word, Text: "template", Start: r.tokens[0].Start, End: r.tokens[0].End}}, rest...))
	case "template", "align", "shadow":
		return r.asHPF(r.tokens)
	case "distribute":
		return r.asHPF(renamed(openBlocks(r.tokens), xmpFormats))
	case "loop":
		return r.xmpLoop(rest)
	case "reflect":
		return r.reflect(rest)
	case "gmove":
		return one(&Move{})
	case "task":
		return r.task(rest)
	case "bcast", "reduction", "barrier":
		return r.collective(first, rest)
	}
	if modelled, ok := xmpOthers[first]; ok {
		return one(&Other{first, modelled})
	}
	return r.problem("unknown-directive", "%q is no XcalableMP directive", first)
}

// task reads ON nodes(...) or ON template(...) as the HPF region ON (nodes(...)) BEGIN.
func (r reader) task(tokens []fortran.Token) hpf.Reading {
	if len(tokens) < 2 || tokens[0].Text != "on" {
		return r.problem("directive-syntax", "TASK needs ON and the nodes that execute it")
	}
	subscripts, _ := group(tokens, 2)
	on := append(append([]fortran.Token{tokens[0], made("(", tokens[1]), tokens[1]}, subscripts...), made(")", tokens[1]), made("begin", tokens[1]))
	out := r.asHPF(on)
	for _, d := range out.Directives {
		if region, is := d.(*hpf.Region); is {
			region.Keyword = "task"
		}
	}
	return out
}

// xmpLoop reads [(indices)] ON template(...) [REDUCTION(op:x)] ...
func (r reader) xmpLoop(tokens []fortran.Token) hpf.Reading {
	indices, tokens := group(tokens, 0)
	if len(tokens) < 2 || tokens[0].Text != "on" {
		return r.problem("directive-syntax", "LOOP needs ON and the template or nodes that its iterations belong to")
	}
	subscripts, rest := group(tokens, 2)
	home := append([]fortran.Token{tokens[1]}, anywhere(subscripts)...)
	var kept []fortran.Token
	for _, c := range clauses(rest) {
		if c.word.Text == "reduction" {
			kept = append(append(kept, c.word), withoutPlaces(c.inside)...)
		}
	}
	return r.independent(indices, home, kept)
}

// withoutPlaces leaves out the /.../ of FIRSTMAX and the like.
func withoutPlaces(tokens []fortran.Token) []fortran.Token {
	var out []fortran.Token
	inside := false
	for _, t := range tokens {
		if t.Text == "/" {
			inside = !inside
			continue
		}
		if !inside {
			out = append(out, t)
		}
	}
	return out
}

// reflect reads (arrays) [WIDTH(low:high, ...)] ...; the widths are those of all
// arrays.
func (r reader) reflect(tokens []fortran.Token) hpf.Reading {
	arrays, rest := group(tokens, 0)
	out := r.shadowed(list(arrays))
	if len(out.Arrays) == 0 {
		return r.problem("directive-syntax", "REFLECT needs the names of arrays in parentheses")
	}
	for _, c := range clauses(rest) {
		for i := range out.Arrays {
			switch c.word.Text {
			case "width":
				out.Arrays[i].Widths = args(withoutPlaces(c.inside), r.end)
				out.Arrays[i].Rings = rings(list(c.inside))
			case "orthogonal":
				out.Arrays[i].Faces = true
			}
		}
	}
	return one(out)
}

// rings are the dimensions (from 0) of a WIDTH that are /PERIODIC/.
func rings(widths [][]fortran.Token) []int {
	var out []int
	for d, tokens := range widths {
		if slices.ContainsFunc(tokens, func(t fortran.Token) bool { return t.Text == "periodic" }) {
			out = append(out, d)
		}
	}
	return out
}

// collective reads (op: variables) or (variables), and leaves who takes part to
// all.
func (r reader) collective(keyword string, tokens []fortran.Token) hpf.Reading {
	inside, _ := group(tokens, 0)
	out := &Collective{Keyword: keyword}
	if i := slices.IndexFunc(inside, func(t fortran.Token) bool { return t.Text == ":" }); i > 0 && keyword == "reduction" {
		out.Op = inside[i-1].Text
		inside = inside[i:]
	}
	out.Names = names(list(withoutPlaces(inside)), r.end)
	if len(out.Names) == 0 && keyword != "barrier" {
		return r.problem("directive-syntax", "%s needs the names of variables in parentheses", keyword)
	}
	return one(out)
}
