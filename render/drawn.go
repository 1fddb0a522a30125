package render

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Drawn returns markdown with its tables drawn in columns, as code where that is fenced,
// for clients that would show the bars of a table.
func Drawn(markdown string, fenced bool) string {
	lines := strings.Split(markdown, "\n")
	var out []string
	for i := 0; i < len(lines); {
		end := i
		for end < len(lines) && strings.HasPrefix(lines[end], "|") {
			end++
		}
		if end < i+2 || !rule.MatchString(lines[i+1]) {
			out = append(out, lines[i])
			i++
			continue
		}
		table := drawn(lines[i:end])
		if fenced {
			table = "```text\n" + table + "\n```"
		}
		out = append(out, table)
		i = end
	}
	return strings.Join(out, "\n")
}

// rule is the second row of a table, which says where its columns are aligned.
var rule = regexp.MustCompile(`^\|[-:| ]+\|$`)

// drawn are the rows of a table, each column as wide as its widest cell, a line below
// the head.
func drawn(rows []string) string {
	right := []bool{}
	for _, cell := range cells(rows[1]) {
		right = append(right, strings.HasSuffix(cell, ":"))
	}
	all := [][]string{cells(rows[0])}
	for _, row := range rows[2:] {
		all = append(all, cells(row))
	}
	width := make([]int, len(right))
	for _, row := range all {
		for c, cell := range row[:min(len(row), len(right))] {
			width[c] = max(width[c], utf8.RuneCountInString(cell))
		}
	}
	total := 2 * (len(width) - 1)
	for _, w := range width {
		total += w
	}
	var out []string
	for r, row := range all {
		line := ""
		for c, cell := range row[:min(len(row), len(right))] {
			pad := strings.Repeat(" ", width[c]-utf8.RuneCountInString(cell))
			if right[c] {
				cell = pad + cell
			} else {
				cell += pad
			}
			line += cell + "  "
		}
		out = append(out, strings.TrimRight(line, " "))
		if r == 0 {
			out = append(out, strings.Repeat("─", total))
		}
	}
	return strings.Join(out, "\n")
}

// marks are those of markdown that a cell may have.
var marks = strings.NewReplacer(`\|`, "|", "**", "", "`", "", `\*`, "*", `\_`, "_", `\<`, "<", `\>`, ">")

// cells are those of a row, without their marks.
func cells(row string) []string {
	row = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	var out []string
	from := 0
	for i := 0; i <= len(row); i++ {
		if i == len(row) || row[i] == '|' && (i == 0 || row[i-1] != '\\') {
			out = append(out, marks.Replace(strings.TrimSpace(row[from:i])))
			from = i + 1
		}
	}
	return out
}
