package source

// Difference returns the length of the common beginning of two texts, and of
// the common end of what is behind it. Chunks that they share cost nothing.
func Difference(old, new *Text) (prefix, suffix int) {
	limit := min(old.size, new.size)
	for prefix < limit {
		a, b := old.from(prefix), new.from(prefix)
		n := min(len(a), len(b))
		if a[:n] != b[:n] {
			prefix += commonPrefix(a, b)
			break
		}
		prefix += n
	}
	for limit -= prefix; suffix < limit; {
		a, b := old.upTo(old.size-suffix), new.upTo(new.size-suffix)
		n := min(len(a), len(b), limit-suffix)
		if a[len(a)-n:] != b[len(b)-n:] {
			suffix += commonSuffix(a[len(a)-n:], b[len(b)-n:])
			break
		}
		suffix += n
	}
	return prefix, suffix
}

// from returns the rest of the chunk that holds offset.
func (t *Text) from(offset int) string {
	c := &t.chunks[t.chunkAt(offset)]
	return c.content[offset-c.at:]
}

// upTo returns what the chunk of the byte before offset holds up to there.
func (t *Text) upTo(offset int) string {
	c := &t.chunks[t.chunkAt(offset-1)]
	return c.content[:offset-c.at]
}

func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

func commonSuffix(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for i < n && a[len(a)-1-i] == b[len(b)-1-i] {
		i++
	}
	return i
}
