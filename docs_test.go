package parlens_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// docs/diagnostics.md has a section for every code that a diagnostic has.
func TestEveryCodeIsDocumented(t *testing.T) {
	doc, err := os.ReadFile("docs/diagnostics.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for code, at := range codesIn(t, file) {
			found++
			if !strings.Contains(string(doc), "\n### "+code+"\n") {
				t.Errorf("%s: docs/diagnostics.md has no section %q", at, code)
			}
		}
	}
	if found < 40 {
		t.Errorf("only %d codes were found", found)
	}
}

var (
	codeShape = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	reporters = map[string]bool{"report": true, "complain": true, "unknown": true, "problem": true, "diagnostic": true, "errorf": true, "warnf": true}
)

// codesIn finds the codes in a file: values of a field Code, and words among
// the arguments of the functions that make diagnostics.
func codesIn(t *testing.T, file string) map[string]token.Position {
	t.Helper()
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]token.Position{}
	take := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if code, _ := strconv.Unquote(lit.Value); codeShape.MatchString(code) {
				codes[code] = set.Position(lit.Pos())
			}
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Code" {
				take(n.Value)
			}
		case *ast.CallExpr:
			if reporters[calledName(n.Fun)] {
				for i, arg := range n.Args {
					if i+1 < len(n.Args) { // the last one is a message
						take(arg)
					}
				}
			}
		}
		return true
	})
	return codes
}

func calledName(f ast.Expr) string {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}
