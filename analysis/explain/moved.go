package explain

import "slices"

// Moved returns the unit with its lines counted in the file, lines further down.
func (u *Unit) Moved(by int) *Unit {
	out := *u
	down := func(line *int) {
		if *line > 0 {
			*line += by
		}
	}
	out.Start, out.End = u.Start+by, u.End+by
	out.Values, out.Unknown = slices.Clone(u.Values), notes(u.Unknown, by)
	out.Arrays, out.Loops = slices.Clone(u.Arrays), slices.Clone(u.Loops)
	out.Statements, out.Communications = slices.Clone(u.Statements), slices.Clone(u.Communications)
	for i := range out.Values {
		down(&out.Values[i].Line)
	}
	for i := range out.Arrays {
		down(&out.Arrays[i].Line)
		out.Arrays[i].Chain = notes(out.Arrays[i].Chain, by)
		out.Arrays[i].Remaps = notes(out.Arrays[i].Remaps, by)
	}
	for i := range out.Loops {
		down(&out.Loops[i].Line)
		down(&out.Loops[i].End)
	}
	for i := range out.Statements {
		down(&out.Statements[i].Line)
		down(&out.Statements[i].End)
	}
	for i := range out.Communications {
		down(&out.Communications[i].Line)
		down(&out.Communications[i].PlaceLine)
	}
	out.Reused = slices.Clone(u.Reused)
	for i := range out.Reused {
		down(&out.Reused[i].Line)
		down(&out.Reused[i].By)
	}
	return &out
}

func notes(all []Note, by int) []Note {
	out := slices.Clone(all)
	for i := range out {
		if out[i].Line > 0 {
			out[i].Line += by
		}
	}
	return out
}
