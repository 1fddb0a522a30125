package advise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
)

// A large program is searched by a sample of it: a text in which most loop nests and array
// statements are blank, so that edits of one text fit the other. What is left stands for
// the rest: nests that are written alike, but for which arrays of a group they name, are of
// one class, and each class keeps members in proportion to the time of all of them, as it
// is now or with the last dimensions distributed. The fastest mappings of the sample are
// predicted for the whole program, like all mappings that are proposed.

const (
	sampled  = 60  // statements of nests that a sample keeps
	finals   = 5   // mappings of a sample that are predicted for the whole program
	manySize = 200 // statements from which a program is sampled
)

// nest is a loop nest or an array statement that may be left out.
type nest struct {
	file        *workspace.File
	first, last int // lines
	size        int // statements
	class       string
	share       float64 // of the program's time
}

// sampler finds the nests of a program.
type sampler struct {
	*goal
	program *plan.Program
	group   map[string]string // of an array: names that stand for each other
	nests   []*nest
	size    int // statements of all units
}

func newSampler(g *goal, p *plan.Program) *sampler {
	s := &sampler{goal: g, program: p, group: map[string]string{}}
	for i, x := range p.Groups {
		for _, a := range append(x.Arrays(), x.Roots...) {
			s.group[strings.ToLower(a)] = fmt.Sprint("#", i)
		}
	}
	for _, path := range p.Paths() {
		f, err := g.snap.File(path)
		if err != nil {
			continue
		}
		for _, bare := range g.snap.Program(f).Units {
			u := bare.Fork()
			s.size += statementsIn(u.Body)
			if u.Kind == program.Main || u.Kind == program.Subroutine {
				s.block(f, u, u.Body)
			}
		}
	}
	return s
}

func statementsIn(body []program.Stmt) int {
	n := 0
	program.Statements(body, func(program.Stmt) bool { n++; return true })
	return n
}

// block collects the nests of a block and of the loops in it whose index is no subscript.
func (s *sampler) block(f *workspace.File, u *lower.Unit, body []program.Stmt) {
	for _, x := range body {
		do, loop := x.(*program.Do)
		_, branch := x.(*program.If)
		if branch || loop && !walksArrays(do) {
			for b := range program.Blocks(x) {
				s.block(f, u, b)
			}
			continue
		}
		if n := s.nest(f, u, x); n != nil {
			s.nests = append(s.nests, n)
		}
	}
}

// nest returns a statement as a nest where nothing that follows depends on it but the
// elements of arrays, and where it has its lines for itself.
func (s *sampler) nest(f *workspace.File, u *lower.Unit, x program.Stmt) *nest {
	assigns, plain := false, true
	program.Statements([]program.Stmt{x}, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Assign:
			assigns = assigns || x.LHS.Sym.Rank() > 0
			plain = plain && x.LHS.Sym.Type != program.Integer
		case *program.Do:
			plain = plain && !x.Jumps
		case *program.Forall, *program.Where, *program.If:
		default:
			plain = false
		}
		return plain
	})
	n := &nest{file: f, first: f.Text.LineOf(u.Start + x.Span().Start), last: f.Text.LineOf(u.Start + lastByte(x)), size: statementsIn([]program.Stmt{x})}
	text := f.Text.Slice(source.Span{Start: f.Text.LineStart(n.first), End: f.Text.LineSpan(n.last).End})
	start := u.Start + x.Span().Start - f.Text.LineStart(n.first)
	if !assigns || !plain || strings.TrimSpace(text[:start]) != "" || strings.Contains(text, ";") || !plainStart(text[start:]) {
		return nil
	}
	n.class = s.classOf(u, x)
	return n
}

// plainStart tells whether a text is the statement itself, and no INCLUDE line that it
// comes from, or a label.
func plainStart(text string) bool {
	text = strings.ToLower(text)
	return text != "" && text[0] >= 'a' && text[0] <= 'z' && !strings.HasPrefix(text, "include")
}

// classOf writes a nest with the groups of arrays in the place of their names.
func (s *sampler) classOf(u *lower.Unit, x program.Stmt) string {
	var b strings.Builder
	program.Statements([]program.Stmt{x}, func(x program.Stmt) bool {
		fmt.Fprintf(&b, "%T:", x)
		if a, is := x.(*program.Assign); is {
			fmt.Fprint(&b, s.renamed(a.LHS), "=")
		}
		for e := range program.Exprs(x) {
			fmt.Fprint(&b, s.renamed(e), ",")
		}
		return true
	})
	return b.String()
}

// renamed is the text of an expression with groups for arrays.
func (s *sampler) renamed(e program.Expr) string {
	text := program.Text(e)
	var out strings.Builder
	for i := 0; i < len(text); {
		k := i
		for k < len(text) && letter(text[k]) {
			k++
		}
		if k == i {
			out.WriteByte(text[i])
			i++
			continue
		}
		word := strings.ToLower(text[i:k])
		if g := s.group[word]; g != "" {
			word = g
		}
		out.WriteString(word)
		i = k
	}
	return out.String()
}

func letter(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// kept are the nests that stand for all: seats by the times of the classes (D'Hondt), and
// in each class the members with the most time first.
func (s *sampler) kept() []*nest {
	classes := map[string][]*nest{}
	sums, seats := map[string]float64{}, map[string]int{}
	var order []string
	for _, n := range s.nests {
		if classes[n.class] == nil {
			order = append(order, n.class)
		}
		classes[n.class] = append(classes[n.class], n)
		sums[n.class] += n.share
	}
	for _, members := range classes {
		slices.SortStableFunc(members, func(a, b *nest) int { return sign(b.share - a.share) })
	}
	var out []*nest
	for size := 0; size < sampled; {
		best, most := "", 0.0
		for _, c := range order {
			if x := sums[c] / float64(seats[c]+1); seats[c] < len(classes[c]) && x > most {
				best, most = c, x
			}
		}
		if best == "" {
			break
		}
		n := classes[best][seats[best]]
		seats[best]++
		size += n.size
		out = append(out, n)
	}
	return out
}

// pays tells whether a sample has half of the program's statements at most: else the same work
// says more about the whole.
func (s *sampler) pays() bool {
	left := s.size + sampled
	for _, n := range s.nests {
		left -= n.size
	}
	return left <= s.size/2
}

// sample is the goal with the nests left out that are not kept, and the number of its
// statements.
func (s *sampler) sample() (*goal, int) {
	kept, size := s.kept(), s.size
	texts := map[string][]byte{}
	files := map[string]*workspace.File{}
	for _, n := range s.nests {
		if slices.Contains(kept, n) {
			continue
		}
		size -= n.size
		path := n.file.Path
		if texts[path] == nil {
			texts[path], files[path] = []byte(n.file.Text.String()), n.file
		}
		first := n.first
		for first > 1 && attachedTo(n.file.Text.Line(first-1)) {
			first--
		}
		text := texts[path]
		for i := n.file.Text.LineStart(first); i < n.file.Text.LineSpan(n.last).End; i++ {
			if text[i] != '\n' && text[i] != '\r' {
				text[i] = ' '
			}
		}
	}
	var changed []*workspace.File
	for _, path := range s.program.Paths() {
		if text := texts[path]; text != nil {
			changed = append(changed, files[path].WithText(source.NewText(string(text))))
		}
	}
	small := *s.goal
	small.snap = s.snap.With(changed...)
	return &small, size
}

// attachedTo tells whether a line is a directive about the loop behind it.
func attachedTo(line string) bool {
	line = strings.ToLower(strings.TrimSpace(line))
	return len(line) > 4 && line[1:5] == "hpf$" && strings.Contains(line, "independent")
}
