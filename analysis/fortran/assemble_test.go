package fortran_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

func spanText(s source.Span) string { return fmt.Sprintf("%d-%d", s.Start, s.End) }

// logicalText prints a logical line: kind letter, label, text.
func logicalText(l fortran.Logical) string {
	out := string("CDPIF"[l.Kind]) + " "
	if l.Label != "" {
		out += l.Label + " "
	}
	return out + l.Text
}

func TestAssemble(t *testing.T) {
	free, fixed := fortran.Options{}, fortran.Options{Form: fortran.Fixed}
	cases := []struct {
		name    string
		options fortran.Options
		text    string
		want    string // joined by " | "
	}{
		{"plain", free, "a=1\nb=2", "C a=1 | C b=2"},
		{"comments", free, "a=1 ! x\n! y\n\nb='!'", "C a=1 | C b='!'"},
		{"semicolons", free, "a=1; b=2 ;; c=';'", "C a=1 | C b=2 | C c=';'"},
		{"label", free, "10 continue\n20", "C 10 continue | C 20"},
		{"continued", free, "a = b + & ! sum\n  ! between\n  c", "C a = b +  c"},
		{"continued word", free, "a = lon&\n  &ger", "C a = longer"},
		{"continued constant", free, "a = 'x &\n  & y'", "C a = 'x  y'"},
		{"exclamation in continued constant", free, "a = 'x!&\n  &!y'", "C a = 'x!!y'"},
		{"ampersand at end of file", free, "a = b &", "C a = b "},
		{"CRLF", free, "a = &\r\n  b\r\nc=1\r\n", "C a =  b | C c=1"},
		{"directive", free, "  !HPF$ ALIGN a WITH b ! x\n!hpf$ x", "D ALIGN a WITH b | D x"},
		{"continued directive", free, "!HPF$ ALIGN a &\n!HPF$ & WITH &\n!HPF$ b", "D ALIGN a  WITH  b"},
		{"directive ends at statement", free, "!HPF$ ALIGN a &\nx=1", "D ALIGN a  | C x=1"},
		{"directive inside statement", free, "x = &\n!HPF$ INDEPENDENT\n 1", "C x =  1 | D INDEPENDENT"},
		{"disabled", free, "!!HPF$ a\n! HPF$ b\n!!!HPF$ c", ""},
		{"others", free, "!$OMP PARALLEL\n!DIR$ IVDEP\n!$ACC loop\n!$XMP loop", "F !$OMP PARALLEL | F !DIR$ IVDEP | F !$ACC loop | D loop"},
		{"preprocessor", free, "#ifdef X\na=1\n#endif", "P #ifdef X | C a=1 | P #endif"},
		{"include", free, "include 'x.h'\nINCLUDE\"y\"\ninclude=3", "I include 'x.h' | I INCLUDE\"y\" | C include=3"},
		{"non-ASCII", free, "a = 'd\xc3\xa9j\xc3\xa0' ! \xe2\x82\xac", "C a = 'd\xc3\xa9j\xc3\xa0'"},
		{"tabs", free, "\ta=1\n\t! x\n\t10 b=2", "C a=1 | C 10 b=2"},
		{"process", free, "@PROCESS FIXED\nC x\n      A=1", "F @PROCESS FIXED | C A=1"},

		{"columns", fixed, "C x\n* y\n! z\nd=1\n 10   A=1", "C 10 A=1"},
		{"continuation", fixed, "      A=B\n     &+C\n     1+D\n     0E=1", "C A=B +C +D | C E=1"},
		{"comment between", fixed, "      A=B\nC x\n\n     &+C", "C A=B +C"},
		{"margin", fixed, "      A = 1" + strings.Repeat(" ", 61) + "SEQ00010\n      B = 2", "C A = 1 | C B = 2"},
		{"directive over the margin", fixed, strings.Repeat(" ", 68) + "!HPF$ TEMPLATE t(4)\n      B = 2", "C B = 2"},
		{"word over the margin", fixed, "      A = " + strings.Repeat("X", 62) + "\n     &Y", "C A = " + strings.Repeat("X", 62) + "Y"},
		{"wide", fortran.Options{Form: fortran.Fixed, Width: 132}, "      A = 1" + strings.Repeat(" ", 61) + "+ 2", "C A = 1" + strings.Repeat(" ", 61) + "+ 2"},
		{"trailing comment", fixed, "      A=1 ! x\n      B='!' ! y", "C A=1 | C B='!'"},
		{"mark in column 6", fixed, "      A=1\n     !+2", "C A=1 +2"},
		{"tab", fixed, "\tA=1\n\t1+2\n10\tB=3", "C A=1 +2 | C 10 B=3"},
		{"trailing ampersand", fixed, "      A=1 &\n     &+2", "C A=1 +2"},
		{"sentinels", fixed, "CHPF$ ALIGN A\n*HPF$ B\nchpf$ C\n!HPF$ D\n      !HPF$ E", "D ALIGN A | D B | D C | D D | D E"},
		{"continued directive", fixed, "!HPF$ ALIGN A\n!HPF$+WITH B\nCHPF$& C", "D ALIGN A WITH B C"},
		{"order", fixed, "      DO I=1,N\n!HPF$ INDEPENDENT\n      DO J=1,N", "C DO I=1,N | D INDEPENDENT | C DO J=1,N"},
		{"disabled", fixed, "C!HPF$ A\n!!HPF$ B\nc hpf$ C", ""},
		{"others", fixed, "C$OMP DO\nCMF$ LAYOUT A(:NEWS)\nCDIR$ X", "F C$OMP DO | D LAYOUT A(:NEWS) | F CDIR$ X"},
		{"semicolon", fixed, "      A=1;B=2", "C A=1 | C B=2"},
		{"split label", fixed, "1 0   A=1", "C 10 A=1"},
		{"continuation without a beginning", fixed, "     &+C", "C +C"},
		{"mid-line unit", fortran.Options{Form: fortran.Fixed, Column: 12}, "A=1\n     &+2", "C A=1 +2"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, l := range fortran.Assemble(c.text, c.options) {
				got = append(got, logicalText(l))
			}
			if text := strings.Join(got, " | "); text != c.want {
				t.Errorf("%s:\n got %q\nwant %q", c.name, text, c.want)
			}
		})
	}
}

// Every byte of a joined text, except the blanks between lines, is the byte of
// the file that its map names.
func TestMap(t *testing.T) {
	text := "a = b + & ! x\n  &c1&\n  &d; e = 'x&\n &y'\n!HPF$ ALIGN a & ! y\n!HPF$ WITH b\n"
	for _, l := range fortran.Assemble(text, fortran.Options{}) {
		for i := range l.Text {
			if at := l.Map.Offset(i); l.Text[i] != ' ' && text[at] != l.Text[i] {
				t.Errorf("%q: byte %d is %q, the file has %q at %d", l.Text, i, l.Text[i], text[at], at)
			}
		}
	}
}

func TestWidthOf(t *testing.T) {
	pad := func(text, tail string) string { return text + strings.Repeat(" ", 72-len(text)) + tail + "\n" }
	cases := []struct {
		name, text string
		want       int
	}{
		{"short", "      A = 1\n", 72},
		{"numbers", pad("      A = 1", "00010") + pad("      B = 2", "ABC00020"), 72},
		{"statements", pad("      A = 1", "+ 2") + pad("      CALL F(", "X)"), 132},
		{"word over the margin", "      A = " + strings.Repeat("B", 70) + "\n", 132},
		{"mostly numbers", pad("      A = 1", "00010") + pad("      A = 1", "00020") + pad("      A = 1", "+ 2"), 72},
		{"comments", pad("C     A = 1", "+ 2") + pad("      A = 1 !", "+ 2"), 72},
		{"marks", pad("      A = 1", "&"), 72},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := fortran.WidthOf(c.text); got != c.want {
				t.Errorf("%s: width %d, want %d", c.name, got, c.want)
			}
		})
	}
}

func TestFormOf(t *testing.T) {
	for path, want := range map[string]fortran.Form{
		"a.f90": fortran.Free, "a.F90": fortran.Free, "x/a.f": fortran.Fixed, "a.FOR": fortran.Fixed, "a.hpf": fortran.Fixed, "a.f08": fortran.Free, "a": fortran.Free,
	} {
		t.Run(path, func(t *testing.T) {
			if got := fortran.FormOf(path); got != want {
				t.Errorf("FormOf(%s) = %v, want %v", path, got, want)
			}
		})
	}
}

// fypp's lines are told from statements and comments, in both forms.
func TestTemplateLines(t *testing.T) {
	text := "#:if X\n  #:for k in range(3)\n      x = 1\n  $:expression\n@:assert(a)\n#! comment\n  #!more\n#:endif\n"
	for _, form := range []fortran.Form{fortran.Free, fortran.Fixed} {
		t.Run(fmt.Sprint(form), func(t *testing.T) {
			kinds := ""
			for _, l := range fortran.Assemble(text, fortran.Options{Form: form}) {
				kinds += string("CDPIF"[l.Kind])
			}
			if kinds != "PPCPPPPP" {
				t.Errorf("form %d: %s", form, kinds)
			}
		})
	}
}
