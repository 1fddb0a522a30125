package symbolic

import "strings"

// Markdown prints e as LaTeX between dollar signs, as Markdown viewers show it.
func (a *Arena) Markdown(e Expr) string {
	p := latexPrinter{}
	p.print(a.newViewer(false, e).of(e), precCond)
	return "$" + p.out.String() + "$"
}

type latexPrinter struct{ out strings.Builder }

func (p *latexPrinter) put(ss ...string) {
	for _, s := range ss {
		p.out.WriteString(s)
	}
}

func (p *latexPrinter) print(v *view, want int) {
	if p.out.Len() > MaxText {
		return
	}
	framed := v.kind == viewDiv || v.kind == viewProduct && len(v.below) > 0
	if v.prec() < want && !framed && v.kind != viewCond {
		p.put(`\left(`)
		defer p.put(`\right)`)
	}
	switch v.kind {
	case viewAtom:
		p.put(latexName(v.text))
	case viewSum:
		p.sum(v)
	case viewNegated:
		p.put("-")
		p.print(v.parts[0], precMul)
	case viewProduct:
		p.product(v)
	case viewPower:
		p.print(v.parts[0], precAtom)
		p.put("^{")
		p.print(v.parts[1], precCond)
		p.put("}")
	case viewCall:
		p.call(v)
	case viewDiv:
		p.framed(`\left\lfloor`, `\right\rfloor`, v.parts)
	case viewCeilQuo:
		p.framed(`\left\lceil`, `\right\rceil`, v.parts)
	case viewMod:
		p.list(v.parts, ` \bmod `, precPow)
	case viewTest:
		p.list(v.parts, " "+map[string]string{"=": "=", "/=": `\neq`, ">=": `\geq`, "<=": `\leq`, ">": ">", "<": "<"}[v.text]+" ", precSum)
	case viewAnd:
		p.list(v.parts, ` \land `, precTest)
	case viewOr:
		p.list(v.parts, ` \lor `, precAnd)
	case viewCond:
		p.put(`\begin{cases}`)
		p.print(v.parts[1], precCond)
		p.put(` & `)
		p.print(v.parts[0], precCond)
		p.put(` \\ `)
		p.print(v.parts[2], precCond)
		p.put(` & \text{else}\end{cases}`)
	case viewLoop:
		p.loop(v)
	}
}

func (p *latexPrinter) loop(v *view) {
	p.put(map[string]string{"sum": `\sum`, "max": `\max`}[v.text], "_{", v.parts[3].text, "=")
	p.print(v.parts[0], precCond)
	if v.text == "sum" {
		p.put("}^{")
	} else {
		p.put(`,\ldots,`)
	}
	p.print(v.parts[1], precCond)
	p.put("} ")
	p.print(v.parts[2], precMul)
}

func (p *latexPrinter) list(vs []*view, sep string, want int) {
	for i, v := range vs {
		if i > 0 {
			p.put(sep)
		}
		p.print(v, want)
	}
}

func (p *latexPrinter) framed(left, right string, parts []*view) {
	p.put(left, `\frac{`)
	p.print(parts[0], precCond)
	p.put("}{")
	p.print(parts[1], precCond)
	p.put("}", right)
}

// call prints max, min and functions; floor and ceil as brackets.
func (p *latexPrinter) call(v *view) {
	left, right := `\left(`, `\right)`
	switch v.text {
	case "max", "min":
		p.put(`\`, v.text)
	case "floor":
		left, right = `\left\lfloor `, ` \right\rfloor`
	case "ceil":
		left, right = `\left\lceil `, ` \right\rceil`
	case "log2":
		p.put(`\log_2`)
	case "ceil_log2":
		left, right = `\left\lceil\log_2 `, ` \right\rceil`
	default:
		p.put(latexName(v.text))
	}
	p.put(left)
	p.list(v.parts, ", ", precCond)
	p.put(right)
}

func (p *latexPrinter) sum(v *view) {
	v.signed(func(sign string) { p.put(sign) }, func(part *view) { p.print(part, precMul) })
}

func (p *latexPrinter) product(v *view) {
	if len(v.below) > 0 {
		p.put(`\frac{`)
		p.list(v.parts, `\,`, precMul)
		p.put("}{")
		p.list(v.below, `\,`, precMul)
		p.put("}")
		return
	}
	p.list(v.parts, `\,`, precMul)
}

// latexName writes t_c as t_{c} and longer names upright.
func latexName(s string) string {
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return s
	}
	name, sub, _ := strings.Cut(s, "_")
	name, sub = latexEscape(name), latexEscape(sub)
	if len(name) > 1 {
		name = `\mathit{` + name + `}`
	}
	if sub != "" {
		name += `_{\mathit{` + sub + `}}`
	}
	return name
}

var latexSpecial = strings.NewReplacer("_", `\_`, "%", `\%`, "#", `\#`, "&", `\&`, "$", `\$`, "{", `\{`, "}", `\}`)

func latexEscape(s string) string { return latexSpecial.Replace(s) }
