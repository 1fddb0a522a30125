package outline

import (
	"iter"
	"sort"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
)

// region is the text from one heading to the next. Its logical lines are
// assembled when somebody asks for them: there are many, and they are needed
// around one place only, most of the time.
type region struct {
	at      int // offset of its first byte
	first   int // number of its first line, from 1
	text    string
	options fortran.Options
	*survey
}

// survey is what all of a file is asked for: its directives and what folds
// besides constructs. Places count from the beginning of the region.
type survey struct {
	directives []fortran.Logical
	runs       []Fold // lines from 0
}

type surveyKey struct {
	text    string
	options fortran.Options
}

// regionsOf cuts a file where a heading begins a line: no statement goes on
// there. With macros, what is read of a line depends on all lines before it.
func regionsOf(parsed *fortran.File, known *memo.Table) []region {
	var out []region
	options, at := parsed.Options, 0
	add := func(end int) {
		if end > at {
			out = append(out, newRegion(parsed.Text, source.Span{Start: at, End: end}, options, known))
		}
	}
	for _, u := range parsed.Units {
		if options.Defines != "" || u.Heading == nil || u.Start != parsed.Text.LineStart(parsed.Text.LineOf(u.Start)) {
			continue
		}
		add(u.Start)
		at, options.Form, options.Defines = u.Start, u.Form, u.Defines
	}
	add(parsed.Text.Len())
	return out
}

func newRegion(text *source.Text, at source.Span, options fortran.Options, known *memo.Table) region {
	r := region{at: at.Start, first: text.LineOf(at.Start), text: text.Slice(at), options: options}
	r.survey = memo.Get(known, surveyKey{r.text, options}, surveyKey.survey)
	return r
}

func (k surveyKey) survey() *survey {
	s, lines, t := &survey{}, fortran.Assemble(k.text, k.options), source.NewText(k.text)
	for _, l := range lines {
		if l.Kind == fortran.Directive {
			l.Text = strings.Clone(l.Text) // do not keep the file alive
			s.directives = append(s.directives, l)
		}
	}
	s.runs = append(runs(comments(t, lines), true), runs(covered(t, s.directives), false)...)
	return s
}

// linesOf assembles the logical lines of a region.
func (f *File) linesOf(r *region) []line {
	return f.placed(r, fortran.Assemble(r.text, r.options))
}

// placed puts logical lines of a region into the file.
func (f *File) placed(r *region, logical []fortran.Logical) []line {
	out := make([]line, 0, len(logical))
	for _, l := range logical {
		l = l.Shift(r.at)
		out = append(out, line{Logical: l, unit: f.UnitAt(l.At.Start)})
	}
	return out
}

// around returns the logical lines of the region that holds offset.
func (f *File) around(offset int) []line {
	i := sort.Search(len(f.regions), func(i int) bool { return f.regions[i].at > offset }) - 1
	if i < 0 {
		return nil
	}
	return f.linesOf(&f.regions[i])
}

// naming visits the logical lines of the regions that may hold one of the
// names.
func (f *File) naming(names ...string) iter.Seq[*line] {
	return func(yield func(*line) bool) {
		for i := range f.regions {
			if r := &f.regions[i]; !r.mayName(names) {
				continue
			}
			lines := f.linesOf(&f.regions[i])
			for i := range lines {
				if !yield(&lines[i]) {
					return
				}
			}
		}
	}
}

// mayName is a quick test that spares most regions the assembling. A name may
// go on in the next line.
func (r *region) mayName(names []string) bool {
	if r.options.Form == fortran.Fixed || strings.Contains(r.text, "&") {
		return true
	}
	text := strings.ToLower(r.text)
	for _, name := range names {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// directives visits the directives that touch the span.
func (f *File) directives(span source.Span) iter.Seq[*line] {
	return func(yield func(*line) bool) {
		for i := range f.regions {
			r := &f.regions[i]
			if len(r.survey.directives) == 0 || r.at > span.End || r.at+len(r.text) < span.Start {
				continue
			}
			lines := f.placed(r, r.survey.directives)
			for i := range lines {
				if l := &lines[i]; l.At.End >= span.Start && l.At.Start <= span.End && !yield(l) {
					return
				}
			}
		}
	}
}
