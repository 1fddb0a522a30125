package dialect

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
)

// Fortran DVM: DISTRIBUTE, ALIGN, TEMPLATE, SHADOW, DYNAMIC, REDISTRIBUTE and
// REALIGN are as in HPF; PARALLEL ... ON is INDEPENDENT, ON HOME. Shadows are
// brought up to date by SHADOW_RENEW, what lies further away is read under
// REMOTE_ACCESS.

var dvmFormats = map[string]string{"mult_block": "block", "wgt_block": "block"}

// dvmOthers are the directives that move no data; those that also need no model
// of their own are true.
var dvmOthers = map[string]bool{
	"interval": true, "end": true, "debug": true, "enddebug": true, "own": true, "host_section": true, "endhost_section": true, "get_actual": true, "actual": true,
	"region": true, "reduction_group": true, "reduction_start": true, "reduction_wait": true, "shadow_wait": true,
	"remote_group": true, "prefetch": false, "reset": true, "indirect_access": false, "consistent": false, "task": false, "map": false, "task_region": false, "on": false,
	"asynchronous": false, "asyncwait": false, "f90": false, "pointer": true, "heap": true, "var_decl": true, "check": true, "end_region": true, "cp_create": true,
}

func (r reader) dvm() hpf.Reading {
	first := r.tokens[0].Text
	switch first {
	case "processors", "template", "align", "realign", "dynamic", "inherit", "shadow":
		if first == "align" && len(r.tokens) > 1 && r.tokens[1].Text == "::" { // REALIGN will say with what
			return one(&Other{first, true})
		}
		return r.asHPF(r.tokens)
	case "distribute", "redistribute":
		return r.asHPF(plainBlocks(r.tokens))
	case "parallel":
		return r.parallel(r.tokens[1:])
	case "shadow_renew":
		inside, _ := group(r.tokens, 1)
		return one(r.renewed(inside))
	case "shadow_group":
		inside, _ := group(r.tokens, min(2, len(r.tokens)))
		return one(&ShadowGroup{nameIn(r.tokens[1:]), *r.renewed(inside)})
	case "shadow_start":
		return one(&Exchange{Group: nameIn(r.tokens[1:])})
	case "remote_access":
		inside, _ := group(r.tokens, 1)
		return one(&Remote{texts(list(inside))})
	case "barrier":
		return one(&Collective{Keyword: first})
	}
	if modelled, ok := dvmOthers[first]; ok {
		return one(&Other{first, modelled})
	}
	return r.problem("unknown-directive", "%q is no DVM directive", first)
}

// plainBlocks writes MULT_BLOCK(m) and WGT_BLOCK(w,n) as BLOCK.
func plainBlocks(tokens []fortran.Token) []fortran.Token {
	var out []fortran.Token
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		word, weighted := dvmFormats[t.Text]
		if !weighted || t.Kind != fortran.Word {
			out = append(out, t)
			continue
		}
		t.Text = word
		out = append(out, t)
		if inside, _ := group(tokens, i+1); inside != nil {
			i += len(inside)
		}
	}
	return out
}

// parallel reads (indices) [ON array(...)] with its clauses. Without ON every processor
// makes all iterations, on threads or an accelerator of its own.
func (r reader) parallel(tokens []fortran.Token) hpf.Reading {
	indices, rest := group(tokens, 0)
	var home []fortran.Token
	if len(rest) > 1 && rest[0].Text == "on" {
		on := rest[1]
		subscripts, behind := group(rest, 2)
		home, rest = append([]fortran.Token{on}, anywhere(subscripts)...), behind
	}
	if home == nil && (indices == nil || len(rest) > 0 && rest[0].Text == "on") {
		return r.problem("directive-syntax", "PARALLEL needs the indices of its loops, or ON and the array that its iterations belong to")
	}
	var kept []fortran.Token
	var before []hpf.Directive
	var across Across
	for _, c := range clauses(rest) {
		switch c.word.Text {
		case "new", "private":
			kept = append(append(kept, renamed([]fortran.Token{c.word}, map[string]string{"private": "new"})...), c.inside...)
		case "reduction":
			kept = append(append(kept, c.word), reduced(c.inside)...)
		case "shadow_renew":
			before = append(before, r.renewed(c.inside))
		case "shadow_start":
			before = append(before, &Exchange{Group: nameIn(c.inside)})
		case "remote_access":
			before = append(before, &Remote{texts(list(c.inside))})
		case "shadow_compute":
			before = append(before, &Other{c.word.Text, true})
		case "across":
			across.Arrays = append(across.Arrays, r.renewed(c.inside).Arrays...)
		case "stage":
			if stages := args(c.inside, r.end); len(stages) == 1 {
				across.Stages, _ = stages[0].(fortran.Expr)
			}
		}
	}
	if across.Arrays != nil {
		before = append(before, &across)
	}
	out := r.independent(indices, home, kept)
	out.Directives = append(before, out.Directives...)
	return out
}

// nameIn is the first word of some tokens: of "sg" or "(sg)"; "" without one.
func nameIn(tokens []fortran.Token) string {
	for _, t := range tokens {
		if t.Kind == fortran.Word {
			return t.Text
		}
	}
	return ""
}

// reduced writes (SUM(s), MAXLOC(x, i, 3)), or (group : SUM(s), ...), as (s, x).
func reduced(inside []fortran.Token) []fortran.Token {
	var out []fortran.Token
	for i, item := range list(inside) {
		if i == 0 && len(item) > 2 && item[1].Text == ":" {
			item = item[2:]
		}
		arguments, _ := group(item, 1)
		if all := list(arguments); len(all) > 0 && len(all[0]) > 0 {
			out = append(append(out, made(",", item[0])), all[0][0])
		}
	}
	if len(out) == 0 {
		return inside
	}
	out[0] = inside[0]
	return append(out, inside[len(inside)-1])
}

// renewed reads (a, b(1:1,0:0), c(CORNER)): an exchange of the faces of a and b, and of all
// that lies around a processor's part of c.
func (r reader) renewed(inside []fortran.Token) *Exchange {
	corner := func(t fortran.Token) bool { return t.Text == "corner" }
	out := &Exchange{}
	for _, item := range list(inside) {
		faces := !slices.ContainsFunc(item[min(1, len(item)):], corner)
		if !faces {
			if at := slices.IndexFunc(item, corner); at < 3 {
				item = item[:1] // a(CORNER)
			} else {
				item = item[:at-1] // a(1:1,0:0)(CORNER)
			}
		}
		for _, x := range r.shadowed([][]fortran.Token{item}).Arrays {
			x.Faces = faces
			out.Arrays = append(out.Arrays, x)
		}
	}
	return out
}

func texts(items [][]fortran.Token) []string {
	var out []string
	for _, item := range items {
		if len(item) > 0 && item[0].Kind == fortran.Word {
			out = append(out, item[0].Text)
		}
	}
	return out
}
