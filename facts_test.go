package parlens_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// wording are the fields and methods whose strings are for a person: words may
// change, so nothing branches on them. What code must know stands beside them as
// data (Diagnostic.Data, Assumption.Provenance, Unit.Empty, ...).
var wording = []string{"Message", "NoEstimate", "Reason", "Why", "Source", "OffPath", "Error"}

// readers are the functions that find something in a string.
var readers = []string{
	"strings.Contains", "strings.ContainsAny", "strings.HasPrefix", "strings.HasSuffix", "strings.Cut", "strings.CutPrefix", "strings.CutSuffix",
	"strings.Index", "strings.EqualFold", "strings.Split", "strings.SplitN", "strings.Fields", "strings.Count",
	"strconv.ParseFloat", "strconv.ParseInt", "strconv.Atoi", "fmt.Sscan", "fmt.Sscanf",
}

// Nothing branches on the words of a message, or reads a fact back out of them.
func TestNothingBranchesOnWords(t *testing.T) {
	for file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, at := range branchesOnWords(t, file, nil) {
			t.Error(at)
		}
	}
}

// What the test looks for, it finds.
func TestBranchesOnWordsAreFound(t *testing.T) {
	for code, found := range map[string]bool{
		`strings.Contains(d.Message, "not known")`:            true,
		`strings.HasPrefix(strings.ToLower(a.Source), "set")`: true,
		`strings.Cut(err.Error(), ": ")`:                      true,
		`u.NoEstimate == "no executable statements"`:          true,
		`u.NoEstimate != ""`:                                  false,
		`"x" + d.Message`:                                     false,
		`strings.Contains(d.Code, "x")`:                       false,
	} {
		t.Run(code, func(t *testing.T) {
			text := "package p\nvar x = " + code + "\n"
			if code[0] == 's' && strings.HasPrefix(code, "strings.Cut") {
				text = "package p\nvar x, y, z = " + code + "\n"
			}
			if got := len(branchesOnWords(t, "x.go", text)) > 0; got != found {
				t.Errorf("found: %v, want %v", got, found)
			}
		})
	}
}

// branchesOnWords returns the places of a file, or of a text, that read words.
func branchesOnWords(t *testing.T, file string, text any) []string {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	report := func(n ast.Node) {
		out = append(out, set.Position(n.Pos()).String()+" branches on the words of a message, which has its facts as data")
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if name, ok := qualified(n.Fun); ok && slices.Contains(readers, name) && len(n.Args) > 0 && isWording(n.Args[0]) {
				report(n)
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				if isWording(n.X) && isText(n.Y) || isWording(n.Y) && isText(n.X) {
					report(n)
				}
			}
		case *ast.SwitchStmt:
			if n.Tag != nil && isWording(n.Tag) {
				report(n)
			}
		}
		return true
	})
	return out
}

func qualified(e ast.Expr) (string, bool) {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	x, ok := s.X.(*ast.Ident)
	return x.String() + "." + s.Sel.Name, ok
}

// isWording reports whether an expression is made from one of the strings for a
// person.
func isWording(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return slices.Contains(wording, e.Sel.Name)
	case *ast.CallExpr:
		name, ok := qualified(e.Fun)
		if ok && strings.HasPrefix(name, "strings.") && len(e.Args) > 0 {
			return isWording(e.Args[0])
		}
		s, ok := e.Fun.(*ast.SelectorExpr)
		return ok && s.Sel.Name == "Error" && len(e.Args) == 0
	}
	return false
}

// isText reports whether an expression is a string constant with words in it.
func isText(e ast.Expr) bool {
	l, ok := e.(*ast.BasicLit)
	return ok && l.Kind == token.STRING && len(l.Value) > 2
}
