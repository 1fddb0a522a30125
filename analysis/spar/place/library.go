package place

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// free are library functions without work: what is known of an array, and
// output.
var free = map[string]bool{"getSize": true, "getRoom": true, "print": true, "println": true}

// library calls what no file declares.
func (m *worker) library(e *spar.Call, at Owner) {
	name := functionName(e)
	if free[name] {
		return
	}
	if f, ok := spar.Unmarked(e.Fun).(*spar.Select); ok {
		m.undeclared(m.classNamed(f.X), e.At())
	} else if name != "super" && name != "this" && m.b.complete(m.scope.class) {
		m.b.report(e.At(), source.Warning, "spar-undeclared", "no method of the program is called "+name+" and takes what it is handed: the call counts as a function of a library")
	}
	m.add(&Op{Span: m.span(e), Name: "function " + name, Class: m.b.callClass(e, m.scope), At: at})
}

// functionName is the name of a function without that of its class.
func functionName(e *spar.Call) string {
	if s, ok := spar.Unmarked(e.Fun).(*spar.Select); ok {
		return s.Name
	}
	return spar.Text(e.Fun)
}

// classNamed is the name of the class of what stands before a dot: a variable, an element, or the
// class itself; "" for anything else.
func (m *worker) classNamed(x spar.Expr) string {
	x = spar.Unmarked(x)
	if i, ok := x.(*spar.Index); ok {
		x = i.X
	}
	if v := m.scope.variable(x); v != nil && v.Type != nil {
		return v.Type.Base
	}
	if n, ok := x.(*spar.Name); ok && n.Name != "super" && n.Name != "this" {
		return n.Name
	}
	return ""
}

// undeclared says, once in a method, that no file declares a class that is none of a library.
func (m *worker) undeclared(class string, at source.Span) {
	if class == "" || m.b.quiet > 0 || m.b.className(class) != nil || baseClass(class) != Reference || m.b.ofLibrary(class) || m.scope.class.parameter(class) || slices.Contains(m.missing, class) {
		return
	}
	m.missing = append(m.missing, class)
	m.b.report(at, source.Warning, "spar-undeclared", "no file that is found declares "+class+": what its methods do is not known, and a call of them counts as a function of a library")
}

// ofLibrary tells whether a class is one of Java's or of Spar's, or may be one by the imports.
func (u *unit) ofLibrary(class string) bool {
	return libraries[class] || slices.ContainsFunc(u.file.Imports, func(name string) bool {
		return strings.HasPrefix(name, "java") && (strings.HasSuffix(name, "."+class) || strings.HasSuffix(name, ".*"))
	})
}

// complete tells whether files declare all that a class inherits, and those around it do.
func (u *unit) complete(c *class) bool {
	for ; c != nil; c = c.outer {
		for _, d := range c.lineage {
			if slices.ContainsFunc(d.tree.Supers, func(t *spar.TypeRef) bool { return u.className(t.Base) == nil }) {
				return false
			}
		}
	}
	return true
}

// parameter tells whether a name is a parameter of a generic class, or of one around it.
func (c *class) parameter(name string) bool {
	for ; c != nil; c = c.outer {
		if slices.ContainsFunc(c.tree.Params, func(x *spar.Param) bool { return x.Name == name }) {
			return true
		}
	}
	return false
}

// libraries are the classes that no program imports: those of java.lang (Java 1.2), and Complex.
var libraries = map[string]bool{
	"__string": true, "Boolean": true, "Byte": true, "Character": true, "Class": true, "ClassLoader": true, "Comparable": true, "Compiler": true, "Complex": true, "Double": true,
	"Error": true, "Exception": true, "Float": true, "Integer": true, "Long": true, "Math": true, "Number": true, "Object": true, "Process": true, "Runnable": true,
	"Runtime": true, "RuntimeException": true, "SecurityManager": true, "Short": true, "StrictMath": true, "String": true, "StringBuffer": true, "System": true,
	"Thread": true, "ThreadGroup": true, "Throwable": true, "Void": true,
}
