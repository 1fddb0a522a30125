package parlens_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestCasesAreSubtests checks that every loop over a table of cases gives each case a
// subtest, so that one failing case hides no other and can be run for itself.
func TestCasesAreSubtests(t *testing.T) {
	for file := range goFiles(t) {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		at := token.NewFileSet()
		tree, err := parser.ParseFile(at, filepath.FromSlash(file), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			test, ok := d.(*ast.FuncDecl)
			if !ok || !strings.HasPrefix(test.Name.Name, "Test") {
				continue
			}
			for _, loop := range loopsOverCases(test) {
				if judges, runs := calls(loop.Body); judges && !runs {
					t.Errorf("%s: the cases of %s are no subtests", at.Position(loop.Pos()), test.Name.Name)
				}
			}
		}
	}
}

// loopsOverCases finds the loops over literal tables, and over variables that hold one.
func loopsOverCases(test *ast.FuncDecl) []*ast.RangeStmt {
	tables := map[string]bool{}
	var loops []*ast.RangeStmt
	ast.Inspect(test, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if name, ok := n.Lhs[0].(*ast.Ident); ok && len(n.Rhs) == 1 && isTable(n.Rhs[0]) {
				tables[name.Name] = true
			}
		case *ast.RangeStmt:
			name, _ := n.X.(*ast.Ident)
			if isTable(n.X) || name != nil && tables[name.Name] {
				loops = append(loops, n)
			}
		}
		return true
	})
	return loops
}

// isTable recognises a list or map of several literal structs.
func isTable(e ast.Expr) bool {
	c, ok := e.(*ast.CompositeLit)
	if !ok || len(c.Elts) < 2 {
		return false
	}
	var of ast.Expr
	switch t := c.Type.(type) {
	case *ast.ArrayType:
		of = t.Elt
	case *ast.MapType:
		of = t.Value
	}
	_, ok = of.(*ast.StructType)
	return ok
}

// calls tells whether a body calls what fails a test, and whether it runs subtests.
func calls(body ast.Node) (judges, runs bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if of, ok := s.X.(*ast.Ident); ok && of.Name == "t" {
			runs = runs || s.Sel.Name == "Run"
			judges = judges || strings.HasPrefix(s.Sel.Name, "Error") || strings.HasPrefix(s.Sel.Name, "Fatal")
		}
		return true
	})
	return judges, runs
}
