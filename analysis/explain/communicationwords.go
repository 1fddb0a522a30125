package explain

import (
	"fmt"
	"strings"
)

func (u *Unit) communicationWords(c Communication) []string {
	text := fmt.Sprintf("%s, %s", c.Text, c.Place())
	if c.Reason != "" {
		text += ": " + c.Reason
	}
	out := []string{text}
	if c.Kind == "reduction" {
		return append(out, fmt.Sprintf("  %s, %s of %s each", number(c.Executions, "execution"), number(c.Stages, "stage"), number(c.Values*float64(c.Bytes), "byte")))
	}
	if c.Kind == "barrier" {
		return append(out, "  "+number(c.Executions, "execution"))
	}
	done := "received"
	if c.Kind == "send" {
		done = "sent"
	}
	out = append(out, "  "+number(c.Executions, "execution"))
	if len(c.Elements) <= readable {
		out[1] += "; elements " + done + " in each: " + c.Elements
	}
	for _, r := range c.Received {
		out = append(out, "  "+done+" in all by "+u.who(r.Class)+": "+r.Volume.words())
	}
	return append(out, u.pairWords(c)...)
}

// readable is the length up to which a person reads a formula.
const readable = 160

func (v Volume) words() string {
	if v.Messages == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%s, %s, %s", number(v.Messages, "message"), number(v.Elements, "element"), number(v.Bytes, "byte"))
}

// pairWords lists the messages of one execution.
func (u *Unit) pairWords(c Communication) []string {
	if c.Unlisted != "" {
		return []string{"  the messages are not listed: " + c.Unlisted}
	}
	if c.Number == 0 {
		return []string{"  no message with these sizes"}
	}
	what := "  " + number(float64(c.Number), "message")
	if len(c.At) > 0 {
		what += " where " + indexWords(c.At)
	}
	if c.Bound {
		what += ", at most"
	}
	out := []string{what + ":"}
	for _, p := range c.Pairs {
		out = append(out, "    "+c.Pair(p))
	}
	for _, g := range c.Groups {
		out = append(out, fmt.Sprintf("    %s from the processor at %s: %s each, first %s", number(float64(g.Pairs), "message"), offsetWords(g.Offset), number(float64(g.Elements), "element"), c.Pair(g.Example)))
	}
	for _, v := range c.Varying[min(1, len(c.Varying)):] {
		out = append(out, fmt.Sprintf("    where %s: %s", indexWords(v.At), strings.Join(v.Sections, ", ")))
	}
	return out
}

func indexWords(indices []Value) string {
	at := make([]string, len(indices))
	for i, v := range indices {
		at[i] = v.Name + " = " + v.Value
	}
	return strings.Join(at, ", ")
}

func offsetWords(offset []int) string {
	parts := make([]string, len(offset))
	for g, d := range offset {
		parts[g] = fmt.Sprintf("%+d", d)
	}
	return "(" + strings.Join(parts, ",") + ")"
}

// Pair writes a message: "(0,0) -> (1,0): A(128,2:128), 127 elements, 508
// bytes".
func (c Communication) Pair(p Pair) string {
	sections := make([]string, len(p.Sections))
	for i, s := range p.Sections {
		sections[i] = c.Array + "(" + s + ")"
	}
	if len(sections) == 0 { // passed by the program: it says a number only
		sections = []string{c.Array}
	}
	return fmt.Sprintf("%s -> %s: %s, %s, %s", Coordinates(p.From), Coordinates(p.To), strings.Join(sections, " and "), number(float64(p.Elements), "element"), number(float64(p.Elements)*float64(c.Bytes), "byte"))
}
