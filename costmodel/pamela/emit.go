package pamela

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Markdown lists outputs as formulas.
func (m *Model) Markdown(outputs []Output) string {
	var b strings.Builder
	for _, o := range outputs {
		name := o.Name() + paramList(o.Params)
		switch {
		case o.Equation.Parameter:
			fmt.Fprintf(&b, "- `%s`\n", m.Text(o))
		case o.IsVector():
			fmt.Fprintf(&b, "- `%s` = `%s`\n", name, m.Right(o))
		default:
			parts, o := m.shortened(o)
			for _, p := range parts {
				fmt.Fprintf(&b, "- `%s` = %s\n", p.Name, m.arena.Markdown(p.Expr))
			}
			fmt.Fprintf(&b, "- `%s` = %s\n", name, m.arena.Markdown(m.eval.divisors.back(o.Expr)))
		}
	}
	return b.String()
}

// Go is a Go file with one function per output that is a number; what the
// paper's pam2c did for C. Vectors have no function. The package is called
// model.
func (m *Model) Go(outputs []Output) string {
	body := m.program(outputs, m.arena.GoFunc)
	if strings.Contains(body, "math.") {
		body = "import \"math\"\n\n" + body
	}
	return "package model\n\n" + body
}

// C is a C file with one function per output that is a number.
func (m *Model) C(outputs []Output) string {
	return "#include <math.h>\n\n" + m.program(outputs, m.arena.CFunc)
}

// program joins generated functions. Each comes with the helpers that it calls
// in front; they are kept once.
func (m *Model) program(outputs []Output, function func(string, symbolic.Expr) (string, error)) string {
	var b strings.Builder
	helpers := ""
	for _, o := range outputs {
		if o.Equation.Parameter || o.IsVector() {
			continue
		}
		text, err := function(o.Name(), m.eval.divisors.back(o.Expr))
		if err != nil {
			fmt.Fprintf(&b, "// %s: %v\n\n", o.Name(), err)
			continue
		}
		name := symbolic.FuncName(o.Name())
		before, own := splitFunction(text, name)
		if helpers == "" {
			helpers = before
			b.WriteString(before)
		}
		fmt.Fprintf(&b, "// %s is the value of the PAMELA equation %s.\n%s\n", name, o.Name(), own)
	}
	return b.String()
}

// splitFunction cuts generated source before the line that opens the function.
func splitFunction(text, name string) (before, own string) {
	at := strings.LastIndex(text, " "+name+"(")
	if at < 0 {
		return "", text
	}
	start := strings.LastIndex(text[:at], "\n") + 1
	return text[:start], text[start:]
}
