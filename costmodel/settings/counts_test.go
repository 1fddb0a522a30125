package settings

import (
	"strings"
	"testing"
)

func TestParseCounts(t *testing.T) {
	const head = "file,line,executions,mask_fraction,elements\n"
	for _, c := range []struct{ name, text, says string }{
		{"fine", head + "a.f90,3,10,.25,8.000\na.f90,3,5,1.000000,8\na.f90,4,7.,,\n", ""},
		{"head", "line,file\n", "the columns must be file,line,executions,mask_fraction,elements"},
		{"empty", "", "it has no rows"},
		{"no rows", head, "it has no rows"},
		{"line", head + "a.f90,0,10,,\n", "c.csv:2: line is \"0\""},
		{"executions", head + "a.f90,1,-1,,\n", "c.csv:2: executions is \"-1\""},
		{"nan", head + "a.f90,1,nan,,\n", "executions is \"nan\""},
		{"mask", head + "a.f90,1,1,1.5,\n", "mask_fraction is \"1.5\"; it must be a number from 0 to 1"},
		{"columns", head + "a.f90,1\n", "wrong number of fields"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParseCounts("dir/c.csv", []byte(c.text))
			switch {
			case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
				t.Fatalf("%v, want %s", err, c.says)
			case c.says == "" && err != nil:
				t.Fatal(err)
			case c.says == "":
				rows := got.At("elsewhere/a.f90", 3)
				if len(rows) != 2 || rows[0] != (Count{"a.f90", 3, 10, true, .25, 8}) || got.At("b.f90", 3) != nil || !got.Covers("x/a.f90") || got.Covers("b.f90") {
					t.Errorf("%+v", rows)
				}
				if rows := got.At("a.f90", 4); len(rows) != 1 || rows[0].Masked || rows[0].Executions != 7 {
					t.Errorf("%+v", rows)
				}
			}
		})
	}
}

// Tables of several files are one; their key differs from that of each.
func TestJoinCounts(t *testing.T) {
	parse := func(name, rows string) *Counts {
		c, err := ParseCounts(name, []byte("file,line,executions,mask_fraction,elements\n"+rows))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	a, b := parse("a.csv", "a.f90,1,2,,\n"), parse("b.csv", "b.f90,1,3,,\n")
	var none *Counts
	both := none.Join(a).Join(b)
	if both.At("a.f90", 1)[0].Executions != 2 || both.At("b.f90", 1)[0].Executions != 3 || both.Source != "a.csv, b.csv" {
		t.Errorf("%+v", both)
	}
	keys := map[string]bool{}
	for _, c := range []*Counts{nil, a, b, both} {
		keys[Settings{Counts: c}.Key()] = true
	}
	if len(keys) != 4 {
		t.Errorf("%d keys", len(keys))
	}
}
