package settings

import (
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
	s := text.String()
	if !strings.Contains(s, "arlens$") && !strings.Contains(s, "ARLENS$") {
		return nil, nil
	}
	out := map[string]Directed{}
	var problems []source.Diagnostic
	for line := 1; line <= text.Lines(); line++ {
		written := strings.TrimRight(text.Line(line), " \t\r\n")
		head := sentinel.FindString(written)
		if head == "" || isPhase(written[len(head):]) { // see Regions
			continue
		}
		if !assignments(strings.ToLower(written[len(head):]), line, out) {
			start := text.LineStart(line)
			problems = append(problems, source.Diagnostic{Span: source.Span{Start: start, End: start + len(written)}, Severity: source.Warning, Code: "parlens-directive",
				Message: "a PARLENS$ directive is SET and a list of values: !PARLENS$ SET n = 100, m = 8"})
		}
	}
	return out, problems
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
