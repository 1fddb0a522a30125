package outline

import (
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Place is a range of a file.
type Place struct {
	File *File
	Span source.Span
}

// References returns the places in the files that stand for what has been
// found, its declaration included or not, by file and place. Names are only
// looked for in other files when these can see them.
func References(target *Found, files []*File, elsewhere Elsewhere, declaration bool) []Place {
	var out []Place
	for _, f := range files {
		if f.Path == target.File.Path {
			f = target.File
		} else if !target.global() {
			continue
		}
		out = append(out, f.references(target, elsewhere, declaration)...)
	}
	return out
}

// global reports whether other files may use the name: a unit, or what a module
// declares.
func (f *Found) global() bool {
	if f.Symbol.IsUnit() && f.Unit.Host == nil {
		return true
	}
	u := f.Unit
	if f.Symbol.IsUnit() {
		u = u.Host
	}
	return u.Kind == program.Module
}

func (f *File) references(target *Found, elsewhere Elsewhere, declaration bool) []Place {
	var out []Place
	d := f.finder(elsewhere)
	for l := range f.naming(append(f.renamed(), target.Symbol.Name)...) {
		if !l.mayName(target.Symbol.Name) && len(l.unitUses()) == 0 {
			continue
		}
		for _, w := range l.words() {
			if w.name != target.Symbol.Name && !l.renames(w.name) {
				continue
			}
			isDeclaration := f.Path == target.File.Path && w.at == target.Symbol.At
			if isDeclaration && declaration || !isDeclaration && target.Is(d.word(l, w)) {
				out = append(out, Place{f, w.at})
			}
		}
	}
	return out
}

// renamed returns the local names that the file's USE statements give.
func (f *File) renamed() []string {
	var out []string
	for _, u := range f.Units {
		for _, use := range u.uses {
			for local, there := range use.Renamed {
				if local != there {
					out = append(out, local)
				}
			}
		}
	}
	return out
}

// mayName is a quick test that spares most lines the splitting into tokens.
func (l *line) mayName(name string) bool {
	if len(l.Text) < len(name) {
		return false
	}
	text := strings.ToLower(l.Text)
	if strings.Contains(text, name) {
		return true
	}
	return l.Form == fortran.Fixed && strings.Contains(fortran.Unspaced(text), name)
}

func (l *line) unitUses() []*names.Use {
	var all []*names.Use
	for u := l.unit; u != nil; u = u.Host {
		all = append(all, u.uses...)
	}
	return all
}

// renames reports whether a USE statement gives something the local name.
func (l *line) renames(name string) bool {
	for _, use := range l.unitUses() {
		if there, ok := use.Renamed[name]; ok && there != name {
			return true
		}
	}
	return false
}
