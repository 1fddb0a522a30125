package elements

import "github.com/parlens/parlens/analysis/program"

// IndexArrays returns the PARAMETERs of a unit that are lists of whole numbers, from 1.
func IndexArrays(u *program.Unit) map[string][]int64 {
	out := map[string][]int64{}
	for _, s := range u.Symbols {
		list, is := s.Value.(*program.Opaque)
		if !is || s.Class != program.Parameter || s.Type != program.Integer {
			continue
		}
		for _, x := range list.Values {
			out[s.Name] = append(out[s.Name], x.(*program.Const).Int)
		}
	}
	return out
}
