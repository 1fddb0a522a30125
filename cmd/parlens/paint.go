package main

import (
	"strings"
)

// style is a way to set off a piece of text, as a terminal's number for it.
type style string

const (
	plain         style = ""
	strong        style = "1"
	faint         style = "2"
	red           style = "31"
	computing     style = "36" // cyan
	communicating style = "33" // yellow
	overheading   style = "35" // magenta
	waiting       style = "90" // grey
)

// painter colours text, or leaves it as it is.
type painter struct{ on bool }

func (p painter) paint(s style, text string) string {
	if !p.on || s == plain || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// newPainter decides about colours: a flag wins over NO_COLOR, which wins over
// what the output is.
func newPainter(env environment, color string) painter {
	switch color {
	case "always":
		return painter{on: true}
	case "never":
		return painter{}
	}
	return painter{on: env.terminal && env.getenv("NO_COLOR") == "" && env.getenv("TERM") != "dumb"}
}

// glyphs are the marks of the text report that are not ASCII, and what stands
// for them where the locale has only ASCII.
type glyphs struct {
	bar               [4]string // computation, communication, overhead, wait
	arrow, cut, elide string
}

func newGlyphs(getenv func(string) string) glyphs {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale := strings.ToLower(getenv(name))
		if locale == "" {
			continue
		}
		if strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8") {
			break
		}
		return glyphs{bar: [4]string{"#", "=", "-", "."}, arrow: "->", cut: "...", elide: "..."}
	}
	return glyphs{bar: [4]string{"█", "▒", "░", "·"}, arrow: "↳", cut: "…", elide: "⋮"}
}
