// Package treetext prints syntax trees for tests: expressions with all their
// parentheses, everything else as (Name field=value ...) without empty fields
// and places.
package treetext

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Tree prints any tree of structs.
func Tree(v any) string {
	if v == nil {
		return "-"
	}
	return value(reflect.ValueOf(v))
}

func value(v reflect.Value) string {
	if e, ok := v.Interface().(fortran.Expr); ok && !isNil(v) {
		if _, place := e.(fortran.Place); !place {
			return Expr(e)
		}
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return value(v.Elem())
	case reflect.Slice:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = value(v.Index(i))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case reflect.Struct:
		return structure(v)
	}
	return fmt.Sprint(v.Interface())
}

func isNil(v reflect.Value) bool {
	return (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil()
}

var places = map[reflect.Type]bool{reflect.TypeOf(source.Span{}): true, reflect.TypeOf(fortran.Place{}): true}

func structure(v reflect.Value) string {
	out := "(" + v.Type().Name()
	for i := range v.NumField() {
		f := v.Field(i)
		if f.IsZero() || places[f.Type()] || f.Type().Name() == "Open" || f.Type().Name() == "Close" {
			continue
		}
		out += " " + strings.ToLower(v.Type().Field(i).Name) + "=" + value(f)
	}
	return out + ")"
}

// Expr prints an expression with all its parentheses.
func Expr(e fortran.Expr) string {
	switch e := e.(type) {
	case nil:
		return ""
	case fortran.Name:
		return e.String()
	case *fortran.Literal:
		return e.Text
	case *fortran.Paren:
		return Expr(e.X)
	case *fortran.Unary:
		return "(" + operator(e.Op, e.Name) + Expr(e.X) + ")"
	case *fortran.Binary:
		return "(" + Expr(e.X) + operator(e.Op, e.Name) + Expr(e.Y) + ")"
	case *fortran.Designator:
		return designator(e)
	case *fortran.List:
		return list(e)
	case *fortran.Range:
		out := Expr(e.Lo) + ":" + Expr(e.Hi)
		if e.Step != nil {
			out += ":" + Expr(e.Step)
		}
		return out
	case *fortran.Star:
		return "*" + e.Label
	case *fortran.Keyword:
		return e.Name + "=" + Expr(e.Value)
	}
	return fmt.Sprintf("%T", e)
}

func operator(op program.Op, name string) string {
	if op == program.Defined {
		return name
	}
	return op.String()
}

func designator(d *fortran.Designator) string {
	var parts []string
	for _, p := range d.Parts {
		text := p.Name
		if p.Called() {
			text += "(" + join(p.Args) + ")"
		}
		if p.Substring() != nil {
			text += "(" + join(p.Substring()) + ")"
		}
		if p.Image() != nil {
			text += "[" + join(p.Image()) + "]"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "%")
}

func join[T fortran.Expr](items []T) string {
	parts := make([]string, len(items))
	for i, x := range items {
		parts[i] = Expr(x)
	}
	return strings.Join(parts, ",")
}

func list(l *fortran.List) string {
	open, end := "{", "}"
	if l.Bracket {
		open, end = "[", "]"
	}
	out := open
	if l.Type != "" {
		out += l.Type + "::"
	}
	out += join(l.Items)
	if c := l.Control; c != nil {
		out += "," + c.Var + "=" + Expr(c.Lo) + ":" + Expr(c.Hi)
		if c.Step != nil {
			out += ":" + Expr(c.Step)
		}
	}
	return out + end
}

// Diagnostics writes diagnostics of a text line by line: "3:7 code: message".
func Diagnostics(text string, list []source.Diagnostic) string {
	var lines []string
	for _, d := range list {
		at := source.NewText(text).Position(d.Span.Start)
		lines = append(lines, fmt.Sprintf("%d:%d %s: %s", at.Line, at.Column, d.Code, d.Message))
	}
	return strings.Join(lines, "\n")
}
