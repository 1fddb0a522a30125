package settings

import (
	"iter"
	"regexp"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// A comment that begins with PARLENS$ gives values of names where the program
// has none, for the unit that it stands in:
//
//	!PARLENS$ SET n = 1000, weight1 = 0.1, sizes = 30, 50, 20
//
// What the settings say comes before it.
var (
	sentinel = regexp.MustCompile(`(?i)^(?:[c*]|[ \t]*!)parlens\$[ \t]*`)
	setting  = regexp.MustCompile(`^([a-z][a-z0-9_]*(?:\([a-z0-9_, ]*\)|\.overlap_share)?)\s*=\s*([-+]?[0-9.]+(?:[ed][-+]?[0-9]+)?)\s*(?:,\s*|$)`)
)

// element is a further element of a vector.
var element = regexp.MustCompile(`^([-+]?[0-9.]+)\s*(?:,\s*|$)`)

// Directed is a value that a directive gives.
type Directed struct {
	Value float64
	Line  int // of the unit, from 1
}

// Directives reads the SET directives of a unit; what is wrong with them is
// reported.
func Directives(text *source.Text) (map[string]Directed, []source.Diagnostic) {
	out := map[string]Directed{}
	var problems []source.Diagnostic
	for d := range written(text) {
		if !isPhase(d.list) && !assignments(strings.ToLower(d.list), d.line, out) {
			problems = append(problems, wrong(d.at, "a PARLENS$ directive is SET and a list of values: !PARLENS$ SET n = 100, m = 8"))
		}
	}
	return out, problems
}

// Outside reports the directives of a file that give values and stand in no unit; inside
// says whether a line is one of a unit.
func Outside(text *source.Text, inside func(line int) bool) []source.Diagnostic {
	var problems []source.Diagnostic
	for d := range written(text) {
		if !isPhase(d.list) && !inside(d.line) {
			problems = append(problems, wrong(d.at, "a PARLENS$ directive holds for the unit that it stands in, between its heading and its CONTAINS or END: here it is about nothing"))
		}
	}
	return problems
}

// directive is one of a text as it is written.
type directive struct {
	list string // what stands behind the sentinel
	line int    // from 1
	at   source.Span
}

// written yields the directives of a text.
func written(text *source.Text) iter.Seq[directive] {
	return func(yield func(directive) bool) {
		if !text.Contains("arlens$") && !text.Contains("ARLENS$") {
			return
		}
		for line := 1; line <= text.Lines(); line++ {
			written := strings.TrimRight(text.Line(line), " \t\r\n")
			head, start := sentinel.FindString(written), text.LineStart(line)
			if head != "" && !yield(directive{written[len(head):], line, source.Span{Start: start, End: start + len(written)}}) {
				return
			}
		}
	}
}

func wrong(at source.Span, message string) source.Diagnostic {
	return source.Diagnostic{Span: at, Severity: source.Warning, Code: "parlens-directive", Message: message}
}

// assignments reads "set n = 100, m = 8".
func assignments(text string, line int, into map[string]Directed) bool {
	list, ok := strings.CutPrefix(text, "set ")
	list = strings.TrimSpace(list)
	for ok = ok && list != ""; ok && list != ""; {
		m := setting.FindStringSubmatch(list)
		if m == nil {
			return false
		}
		v, err := strconv.ParseFloat(strings.Replace(m[2], "d", "e", 1), 64)
		if err != nil {
			return false
		}
		vector := []float64{v}
		list = list[len(m[0]):]
		for next := element.FindStringSubmatch(list); next != nil; next = element.FindStringSubmatch(list) {
			if v, err = strconv.ParseFloat(next[1], 64); err != nil {
				return false
			}
			vector, list = append(vector, v), list[len(next[0]):]
		}
		values := map[string]float64{}
		SetList(values, strings.ReplaceAll(m[1], " ", ""), vector)
		for name, v := range values {
			into[name] = Directed{v, line}
		}
	}
	return ok
}
