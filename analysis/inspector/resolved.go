package inspector

import "github.com/parlens/parlens/analysis/mapping"

// resolve finds what says, iteration by iteration, who executes a partition whose owner only the
// run time knows: the values of the subscripts.
func (x *executed) resolve() error {
	x.homes = make([]func() (int, error), len(x.p.Home))
	for g, home := range x.p.Home {
		if home == nil {
			continue
		}
		axis := home.Layout.Axes[g]
		sub := home.Subs[axis.Dim]
		if axis.Kind != mapping.Aligned || !sub.Irregular || sub.Offset != 0 {
			continue
		}
		if !x.isSearched(home, axis.Dim) || calls(home.Ref.Subs[axis.Dim].Lo) {
			return errUnknown
		}
		owner, err := x.n.along(home.Layout, g, x.values)
		if err != nil {
			return err
		}
		at := x.searched(home, axis.Dim)
		x.homes[g] = func() (int, error) {
			i, err := at()
			if err != nil {
				return 0, err
			}
			return owner(i)
		}
	}
	return nil
}
