package pamela

// scope finds the equations by name.
type scope map[string]*Equation

// check reports what is wrong with the equations as such: names defined twice,
// parameters with the same name, built-in names.
func check(t *Tree, r *reports) scope {
	s := scope{}
	for _, e := range t.Equations {
		switch old, known := s[e.Name]; {
		case builtins[e.Name] != 0:
			r.add(e.File, e.NameSpan, "name", "%s is a function of the language and cannot be defined", e.Name)
		case known:
			r.add(e.File, e.NameSpan, "defined-twice", "%s is defined twice; the first one is a %s equation of %s", e.Name, old.Kind, old.File)
		default:
			s[e.Name] = e
		}
		seen := map[string]bool{}
		for _, p := range e.Params {
			if seen[p] {
				r.add(e.File, e.NameSpan, "name", "%s has two parameters called %s", e.Name, p)
			}
			seen[p] = true
		}
		if e.Body == nil && !e.Parameter {
			r.add(e.File, e.NameSpan, "no-body", "%s has no right-hand side and is not declared a parameter", e.Name)
		}
		if e.Parameter && e.Kind == Process {
			r.add(e.File, e.NameSpan, "parameter", "a process cannot be a parameter")
		}
	}
	return s
}

// builtins are the functions of the language with their least number of
// arguments, plus one.
var builtins = map[string]int{
	"max": 2, "min": 2, "unitvec": 2, "delay": 2, "use": 3,
	"log": 2, "log2": 2, "ceil_log2": 2, "floor": 2, "ceil": 2, "sqrt": 2, "pow": 3, "and": 3, "or": 3,
}

// anyNumber are the built-ins that take any number of arguments from the least
// one on.
var anyNumber = map[string]bool{"max": true, "min": true, "and": true, "or": true}
