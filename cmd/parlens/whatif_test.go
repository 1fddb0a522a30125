package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sweptProgram = "../../testdata/hpf/pi.f90"

// Shards of a sweep, joined in any order, are what one run writes.
func TestShardsJoinToTheWhole(t *testing.T) {
	for _, format := range []string{"csv", "json"} {
		t.Run(format, func(t *testing.T) {
			sweep := []string{"whatif", sweptProgram, "--over", "latency=1x,2x", "--over", "P=1..11", "--format", format}
			whole := command(sweep...)
			if whole.status != predicted || strings.Count(whole.out, "\n") < 22 {
				t.Fatalf("%+v", whole)
			}
			dir := t.TempDir()
			merge := []string{"merge"}
			for i := 4; i >= 1; i-- {
				part := filepath.Join(dir, fmt.Sprint(i))
				got := command(append(sweep, "--shard", fmt.Sprintf("%d/4", i))...)
				if err := os.WriteFile(part, []byte(got.out), 0o600); err != nil {
					t.Fatal(err)
				}
				merge = append(merge, part)
			}
			if got := command(merge...); got.out != whole.out || got.status != predicted {
				t.Errorf("joined:\n%s%s\nnot\n%s", got.out, got.err, whole.out)
			}
			if got := command(merge[:4]...); got.status != nothing || !strings.Contains(got.err, "missing") {
				t.Errorf("three of four parts: %+v", got)
			}
			if got := command(append(merge, merge[1])...); got.status != nothing || !strings.Contains(got.err, "twice") {
				t.Errorf("a part twice: %+v", got)
			}
		})
	}
}

// What is no shard of the same sweep, or was cut, is said, and nothing is written.
func TestFilesThatDoNotJoin(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	const header, first = "point,P,unit,time_s\n", "0,1,pi,0.5\n"
	putFiles(t, dir, map[string]string{
		"first.csv": header + first, "second.csv": header + "1,2,pi,0.25\n", "cut.csv": header + "1,2,p", "header.csv": header, "other.csv": "point,n,unit,time_s\n1,2,pi,0.25\n",
		"second.json": "{\"point\":1}\n", "cut.json": "{\"poi", "first.json": "{\"point\":0}\n", "empty": "", "text": "program types\n",
	})
	for _, c := range []struct{ files, says, out string }{
		{"first.csv second.csv", "", header + first + "1,2,pi,0.25\n"},
		{"empty second.json first.json", "", "{\"point\":0}\n{\"point\":1}\n"},
		{"first.csv header.csv empty", "", header + first},
		{"first.csv second.json", "second.json: its columns are not those", ""},
		{"first.json second.csv", "second.csv: its columns are not those", ""},
		{"first.csv other.csv", "other.csv: its columns are not those", ""},
		{"first.csv cut.csv", "cut.csv: line 2 is no point", ""},
		{"first.json cut.json", "cut.json: line 1 is no point", ""},
		{"text", "text: line 1 is no point of a sweep\n", ""},
		{"empty", "there is no point of a sweep", ""},
		{"header.csv", "there is no point of a sweep", ""},
	} {
		t.Run(c.files, func(t *testing.T) {
			got := command(append([]string{"merge"}, strings.Fields(c.files)...)...)
			if got.out != c.out || !strings.Contains(got.err, c.says) || (got.status == predicted) != (c.says == "") {
				t.Errorf("%+v", got)
			}
		})
	}
}

// A name that nothing rests on is named, beside the points; one that changes them is not.
func TestWhatifOverNothing(t *testing.T) {
	for _, c := range []struct{ over, names string }{
		{"elsewhere=1,2", "elsewhere"},
		{"elsewhere=1,2 --over P=2,4", "elsewhere"},
		{"elsewhere=1", "elsewhere"},
		{"n=64", ""},
		{"memory.fetch_mis_s=1", "memory.fetch_mis_s"},
		{"n=64,128", ""},
		{"P=1,2", ""},
	} {
		t.Run(c.over, func(t *testing.T) {
			got := command(append([]string{"whatif", sweptProgram, "--over"}, strings.Fields(c.over)...)...)
			if got.status != predicted || strings.Contains(got.err, "changes nothing") != (c.names != "") || !strings.Contains(got.err, c.names) {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestWhatifWrongUse(t *testing.T) {
	for _, c := range []struct{ flags, says string }{
		{"", "--over NAME=VALUES"},
		{"--over n", "written like"},
		{"--over P=0", "at least 1"},
		{"--over P=1 --shard 5/4", "--shard 5/4"},
		{"--over P=1 --show colour", "--show colour: it is time"},
		{"--over processor=3", "processor=2x"},
		{"--over bandwith=2x", "take a factor of: bandwidth,"},
		{"--over P=1 --svg curves.gif", "a picture is a file .svg or .png"},
		{"--over P=1,2 -m cm5-cmf --over latency=2x", "measured array operations only"},
	} {
		t.Run(c.flags, func(t *testing.T) {
			got := command(append([]string{"whatif", sweptProgram}, strings.Fields(c.flags)...)...)
			if got.status != misused || !strings.Contains(got.err, c.says) || got.out != "" {
				t.Errorf("%+v does not say %q", got, c.says)
			}
		})
	}
	if got := command("whatif", "nowhere.f90", "--over", "P=1"); got.status != nothing || !strings.Contains(got.err, "nowhere.f90") {
		t.Errorf("no file: %+v", got)
	}
	if got := command("whatif", sweptProgram, "--unit", "nobody", "--over", "P=1"); got.status != nothing || got.out != "" || !strings.Contains(got.err, "parlens: "+sweptProgram+": there is no unit nobody\n") {
		t.Errorf("no unit: %+v", got)
	}
}

// Curves are drawn for every combination of all axes but the last.
func TestSweepCurves(t *testing.T) {
	for _, ext := range []string{"svg", "png"} {
		t.Run(ext, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "curves."+ext)
			if got := command("whatif", sweptProgram, "--over", "latency=1x,2x", "--over", "P=1,2,4", "--svg", file); got.status != predicted {
				t.Fatalf("%+v", got)
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if text := string(data); ext == "svg" && (!strings.Contains(text, "latency=1x") || !strings.Contains(text, "latency=2x") || !strings.Contains(text, ">time in seconds<")) {
				t.Error("the legend or the unit is missing")
			} else if ext == "png" && !strings.HasPrefix(text, "\x89PNG") {
				t.Error("it is no PNG")
			}
		})
	}
}

// A picture may be all that is written.
func TestSweepAsPicture(t *testing.T) {
	got := command("whatif", sweptProgram, "--over", "P=1,2,4", "--format", "svg")
	if got.status != predicted || !strings.HasPrefix(got.out, "<?xml") || !strings.Contains(got.out, ">time in seconds<") || !strings.HasSuffix(got.out, "</svg>\n") || got.err != "" {
		t.Errorf("%+v", got)
	}
}

// What is interpolated is marked in every output, has no bounds, and nothing else is.
func TestInterpolatedPointsAreMarked(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "curve.svg")
	sweep := []string{"whatif", "../../testdata/suite/lfk14.f90", "--over", "P=1..300", "--svg", picture}
	for format, c := range map[string]struct{ predicted, interpolated string }{
		"text": {"\n   64  ", "interpolated between 279 and 304 processors"},
		"csv":  {",,\n64,65,", ",,between 279 and 304 processors"},
		"json": {`"interpolated":""`, `"time_low_s":null,"time_high_s":null,"serial_s":`},
	} {
		t.Run(format, func(t *testing.T) {
			got := command(append(sweep, "--format", format)...)
			if got.status != predicted || !strings.Contains(got.err, "--exact predicts each") {
				t.Fatalf("%s", got.err)
			}
			if !strings.Contains(got.out, c.predicted) || !strings.Contains(got.out, c.interpolated) {
				t.Errorf("there is no %q and %q in\n%.2000s", c.predicted, c.interpolated, got.out)
			}
			for line := range strings.Lines(got.out) {
				if strings.HasPrefix(line, "   64  ") && strings.Contains(line, "interpolated") {
					t.Error(line)
				}
			}
			drawn, err := os.ReadFile(picture)
			if err != nil || !strings.Contains(string(drawn), "predicted, others interpolated") {
				t.Errorf("%v, the legend does not say what is predicted", err)
			}
		})
	}
}

// Beside the points stands what they rest on that nothing gives, also in what the unit calls,
// sizes before weights of branches, and what is set for nothing.
func TestWhatifRestsOn(t *testing.T) {
	root := t.TempDir()
	putFiles(t, root, map[string]string{"a.f90": "program a\n  real :: x(1000)\n  integer :: n, i\n  read *, n\n  do i = 1, n\n    if (x(i) > 0) x(i) = i\n  end do\n  call s(x)\nend program\n" +
		"subroutine s(x)\n  real :: x(1000)\n  integer :: m, i\n  read *, m\n  do i = 1, m\n    x(i) = i\n  end do\nend subroutine\n"})
	file := filepath.Join(root, "a.f90")
	for _, c := range []struct{ flags, assumed, idle string }{
		{"--over P=1,2", "assumed: n = 100, s.m = 100, weight1 = 0.5;", ""},
		{"--over P=1..300", "assumed: n = 100, s.m = 100, weight1 = 0.5;", ""},
		{"--over P=1,2 --set n=10 --set s.m=20", "assumed: weight1 = 0.5;", ""},
		{"--over n=10,20 --set m=20", "assumed: weight1 = 0.5;", ""},
		{"--over P=1,2 --set nn=10", "assumed: n = 100,", "--set nn has no effect"},
	} {
		t.Run(c.flags, func(t *testing.T) {
			got := command(append([]string{"whatif", file}, strings.Fields(c.flags)...)...)
			if got.status != predicted || !strings.Contains(got.err, c.assumed) || strings.Contains(got.err, "has no effect") != (c.idle != "") || !strings.Contains(got.err, c.idle) {
				t.Errorf("%+v", got)
			}
		})
	}
	if got := command("compare", file, "--mapping", "DISTRIBUTE x(BLOCK)"); !strings.Contains(got.err, "a.f90: the times rest on what is assumed: n = 100, s.m = 100, weight1 = 0.5; --set") {
		t.Errorf("side by side: %+v", got)
	}
}

// A value that a unit has no use for, except that it hands it to what it calls.
func TestRestsOnWhatIsHandedOn(t *testing.T) {
	t.Chdir(t.TempDir())
	putFiles(t, ".", map[string]string{"b.toml": "[[budget]]\nunit = \"a\"\ntime = \"1 h\"\n", "a.f90": "program a\n  real :: x(1000)\n  integer :: k\n  read *, k\n  call r(x, k)\nend program\n" +
		"subroutine r(x, l)\n  real :: x(1000)\n  integer :: l\n  call s(x, l)\nend subroutine\nsubroutine s(x, m)\n  real :: x(1000)\n  integer :: m, i\n  do i = 1, m\n    x(i) = i\n  end do\nend subroutine\n"})
	for _, args := range []string{"whatif a.f90 --over P=1,2", "compare a.f90 --mapping DISTRIBUTE~x(BLOCK)", "advise a.f90", "trace a.f90 --unit a", "check a.f90 --budget b.toml"} {
		t.Run(args, func(t *testing.T) {
			words := strings.Fields(args)
			for i := range words {
				words[i] = strings.ReplaceAll(words[i], "~", " ")
			}
			if got := command(words...); !strings.Contains(got.out+got.err, "assumed: k = 100") {
				t.Errorf("%+v", got)
			}
		})
	}
}

// Every command that shows times says what they rest on, also in procedures, and that they are at
// least what is shown where a line has none.
func TestTimesInPart(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	const text = "program a\n  real :: x(100)\n  x = 1.0\n  call s(x)\n%send program\nsubroutine s(x)\n  real :: x(100)\n  integer :: m, i\n  read *, m\n  do i = 1, m\n    x = 2.0*x\n  end do\nend subroutine\n"
	putFiles(t, root, map[string]string{"a.f90": fmt.Sprintf(text, ""), "b.f90": fmt.Sprintf(text, "  call nobody(x)\n"), "b.toml": "[[budget]]\nunit = \"a\"\ntime = \"1 h\"\n"})
	for args, resting := range map[string]string{
		"whatif FILE --over P=1,2": "s.m = 100", "compare FILE a.f90": "s.m = 100", "advise FILE": "s.m = 100", "trace FILE --unit a -o t.json": "s.m = 100",
		"trace FILE -o t.json": "on what is assumed: m = 100", "diff FILE FILE": "on what is assumed: m = 100", "diff a.f90 FILE --format markdown": "on what is assumed: m = 100",
		"check FILE --budget b.toml": "s.m = 100", "predict FILE": "m = 100 is assumed",
	} {
		for file, least := range map[string]bool{"a.f90": false, "b.f90": true} {
			t.Run(args+" "+file, func(t *testing.T) {
				got := command(strings.Fields(strings.ReplaceAll(args, "FILE", file))...)
				if all := got.out + got.err; strings.Contains(all, "at least") != least || !strings.Contains(all, resting) {
					t.Errorf("%+v", got)
				}
			})
		}
	}
}

// A revision's files are told apart from those of now.
func TestFilesOfRevisions(t *testing.T) {
	for _, c := range []struct {
		tree sourceTree
		name string
		want string
	}{
		{sourceTree{paths: map[string]string{"": "src/a.f90"}}, "", "src/a.f90"},
		{sourceTree{paths: map[string]string{"": "src/a.f90"}, revision: "HEAD"}, "", "HEAD:a.f90"},
		{sourceTree{paths: map[string]string{"src/a.f90": "/w/src/a.f90"}, revision: "main"}, "src/a.f90", "main:src/a.f90"},
		{sourceTree{paths: map[string]string{"src/a.f90": "/w/src/a.f90"}}, "src/a.f90", "/w/src/a.f90"},
	} {
		t.Run(c.want, func(t *testing.T) {
			if got := c.tree.shown(c.name); got != c.want {
				t.Errorf("%s", got)
			}
		})
	}
}
