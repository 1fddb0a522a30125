package source

import (
	"sort"
	"strings"
)

// chunk is a run of whole lines; only the last one of a text may end without a
// newline.
type chunk struct {
	content string
	starts  []int32 // of the lines that begin in it; counted from its first byte
	at      int     // of its first byte in the text
	line    int     // number of lines before it
}

// chunkSize is about how many bytes a chunk has: an edit copies that much, and
// one entry of the table per chunk.
const chunkSize = 1 << 14

// cut divides content into chunks without places.
func cut(content string) []chunk {
	out := make([]chunk, 0, len(content)/chunkSize+1)
	for len(content) > 2*chunkSize {
		end := strings.IndexByte(content[chunkSize:], '\n')
		if end < 0 {
			break
		}
		end += chunkSize + 1
		out = append(out, newChunk(content[:end]))
		content = content[end:]
	}
	if content != "" {
		out = append(out, newChunk(content))
	}
	return out
}

// endLines writes "\n" for every "\r" that ends a line alone, as the Language Server
// Protocol counts lines: no other room knows of it, and no offset changes.
func endLines(content string) string {
	at := strings.IndexByte(content, '\r')
	if at < 0 {
		return content
	}
	out := []byte(content)
	for ; at < len(out); at++ {
		if out[at] == '\r' && (at+1 == len(out) || out[at+1] != '\n') {
			out[at] = '\n'
		}
	}
	return string(out)
}

func newChunk(content string) chunk {
	starts := make([]int32, 1, 1+strings.Count(content, "\n"))
	for at := 0; ; {
		end := strings.IndexByte(content[at:], '\n')
		if at += end + 1; end < 0 || at == len(content) {
			return chunk{content: content, starts: starts}
		}
		starts = append(starts, int32(at))
	}
}

// add puts chunks at the end of a text that is being made.
func (t *Text) add(chunks []chunk) {
	line := 0
	if n := len(t.chunks); n > 0 {
		line = t.chunks[n-1].line + len(t.chunks[n-1].starts)
	}
	for _, c := range chunks {
		c.at, c.line = t.size, line
		t.size, line = t.size+len(c.content), line+len(c.starts)
		t.chunks = append(t.chunks, c)
	}
}

// end gives a text whose last line is empty a chunk for that line.
func (t *Text) end() {
	if n := len(t.chunks); n > 0 {
		content := t.chunks[n-1].content
		if content == "" || content[len(content)-1] != '\n' {
			return
		}
	}
	t.add([]chunk{{starts: make([]int32, 1)}})
}

// chunkAt returns the index of the chunk that holds offset; behind the text the
// last one.
func (t *Text) chunkAt(offset int) int {
	return max(0, sort.Search(len(t.chunks), func(i int) bool { return t.chunks[i].at > offset })-1)
}

// chunkOfLine returns the chunk that holds line (from 1), which exists.
func (t *Text) chunkOfLine(line int) *chunk {
	return &t.chunks[sort.Search(len(t.chunks), func(i int) bool { return t.chunks[i].line >= line })-1]
}
