package generate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// sharing is how the procedures of a project share variables.
type sharing int

const (
	byModule sharing = iota
	byCommon
	byHost // they stand in the main program
)

// File is a file of a project.
type File struct{ Name, Text string }

// Files returns the source files, the main program's first.
func (p *Project) Files() []File {
	main, rest := p.text(p.units[0]), ""
	for _, u := range p.units[1:] {
		rest += p.text(u)
	}
	if p.sharing == byHost {
		return []File{{"main.f90", strings.Replace(main, "end program main\n", "contains\n"+rest+"end program main\n", 1)}}
	}
	if p.inside {
		rest = "module workers\ncontains\n" + rest + "end module workers\n"
		main = strings.Replace(main, "program main\n", "program main\n  use workers\n", 1)
	}
	out := []File{{"main.f90", main}, {"workers.f90", rest}}
	if !p.further {
		out = []File{{"main.f90", main + rest}}
	}
	if p.sharing == byModule {
		return append(out, File{"fields.f90", "module fields\n  implicit none\n" + sharedScalars + p.arrays() + "end module fields\n"})
	}
	return append(out,
		File{"bounds.inc", sharedScalars + boundsCommon},
		File{"fields.inc", p.common() + p.arrays()})
}

// sharedScalars are what the procedures share besides arrays: bounds of loops, and
// the size of the arrays as a variable.
const (
	sharedScalars = "  integer :: lo, hi, m, nn, edge(2)\n"
	boundsCommon  = "  common /bounds/ lo, hi, m, nn, edge\n"
)

// sharedNames are those that a unit may have other names for.
var sharedNames = []string{"a", "b", "c", "d", "e", "lo", "hi", "m", "nn", "edge"}

// otherNames gives some of the shared variables other names.
func (g *generator) otherNames() map[string]string {
	out := map[string]string{}
	for _, name := range sharedNames {
		if g.chance(2) {
			out[name] = "my" + name
		}
	}
	return out
}

// arrays are the declarations of the shared arrays.
func (p *Project) arrays() string { return strings.Join(p.data, "\n") + "\n" }

// common puts the arrays that are declared into a COMMON block.
func (p *Project) common() string {
	return "  common /arrays/ " + strings.Join(p.names(), ", ") + "\n"
}

// names returns the names of the shared arrays that are declared.
func (p *Project) names() []string {
	var names []string
	for _, l := range p.data {
		if found := declaration.FindStringSubmatch(l); found != nil {
			names = append(names, found[1])
		}
	}
	return names
}

var (
	declaration = regexp.MustCompile(`^  real(?:\(8\))? :: (\w)\(`)
	word        = regexp.MustCompile(`\b[a-z]\w*\b`)
)

// text writes a unit, with what it declares of the shared variables.
func (p *Project) text(u *unit) string {
	kind := "subroutine"
	if u.name == "main" {
		kind = "program"
	}
	var body strings.Builder
	write(&body, u.body, "  ")
	executed := u.renamed(body.String())
	used, declared := p.sight(u, body.String())
	return fmt.Sprintf("%s %s%s\n", kind, u.name, u.arguments) + used + "  implicit none\n" + declared +
		strings.Join(u.local, "\n") + "\n" + p.lookedUp(executed) + executed + fmt.Sprintf("end %s %s\n", kind, u.name)
}

// lookedUp declares the index arrays of a body.
func (p *Project) lookedUp(body string) string {
	out := ""
	for _, name := range []string{"ix", "jx"} {
		if strings.Contains(body, name+"(") {
			out += p.lookups[name] + "\n"
		}
	}
	return out
}

// sight returns the USE statement of a unit, and what it declares besides its own
// variables.
func (p *Project) sight(u *unit, body string) (used, declared string) {
	switch {
	case u.sees == nothing || p.sharing == byHost && u.name != "main":
		return "", ""
	case p.sharing == byHost:
		return "", sharedScalars + p.arrays()
	case p.sharing == byModule:
		return p.use(u, body), ""
	case u.calls != nil:
		declared = u.renamed(sharedScalars + boundsCommon)
		if u.sees == all {
			declared += u.renamed(p.common() + p.arrays())
		}
		return "", declared
	case u.sees == all:
		return "", "  include 'bounds.inc'\n  include 'fields.inc'\n"
	}
	return "", "  include 'bounds.inc'\n"
}

// use is a USE statement with the names of a unit.
func (p *Project) use(u *unit, body string) string {
	shared := append(p.names(), "lo", "hi", "m", "nn", "edge")
	words := word.FindAllString(body, -1)
	var list []string
	for _, name := range shared {
		own, renamed := u.calls[name]
		switch {
		case u.only && !slices.Contains(words, name) && own != "n":
		case renamed:
			list = append(list, own+" => "+name)
		case u.only:
			list = append(list, name)
		}
	}
	switch {
	case u.only:
		if u.calls["nn"] != "n" {
			list = append(list, "n")
		}
		return "  use fields, only: " + strings.Join(list, ", ") + "\n"
	case len(list) == 0:
		return "  use fields\n"
	}
	return "  use fields, " + strings.Join(list, ", ") + "\n"
}

// renamed writes a text with the unit's own names for the shared variables.
func (u *unit) renamed(text string) string {
	if len(u.calls) == 0 {
		return text
	}
	return word.ReplaceAllStringFunc(text, func(name string) string {
		if own, ok := u.calls[name]; ok {
			return own
		}
		return name
	})
}
