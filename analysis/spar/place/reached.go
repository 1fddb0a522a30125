package place

import "slices"

// executed are the methods to which the program comes from where it starts: all, where no
// main says so.
func (u *unit) executed(calls map[*Method][]*Method) map[*Method]bool {
	out := map[*Method]bool{}
	for _, m := range u.methods {
		out[m] = u.entry == nil
	}
	if u.entry != nil {
		reach(calls, u.entry, out)
	}
	return out
}

// reach marks a method and those to which it comes by calls.
func reach(calls map[*Method][]*Method, m *Method, reached map[*Method]bool) {
	if reached[m] {
		return
	}
	reached[m] = true
	for _, to := range calls[m] {
		reach(calls, to, reached)
	}
}

// keepReached drops the methods of other files that this one does not come to.
func (u *unit) keepReached(calls map[*Method][]*Method, sites map[*Method][]site) {
	reached := map[*Method]bool{}
	for _, m := range u.methods {
		if !m.Foreign {
			reach(calls, m, reached)
		}
	}
	u.methods = slices.DeleteFunc(u.methods, func(m *Method) bool { return !reached[m] })
	for _, m := range u.methods {
		sites[m] = slices.DeleteFunc(sites[m], func(s site) bool { return !reached[s.from] })
	}
}
