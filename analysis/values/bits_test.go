package values

import "testing"

// What 32 bits hold is known; what leaves them, or depends on their number, is not.
func TestBits(t *testing.T) {
	none := value{}
	i := intValue
	cases := []struct {
		name string
		args []value
		want value
	}{
		{"iand", []value{i(12), i(10)}, i(8)},
		{"ior", []value{i(12), i(10)}, i(14)},
		{"ieor", []value{i(12), i(10)}, i(6)},
		{"not", []value{i(5)}, i(-6)},
		{"ishft", []value{i(3), i(4)}, i(48)},
		{"ishft", []value{i(48), i(-4)}, i(3)},
		{"ishft", []value{i(48), i(-40)}, i(0)},
		{"ishft", []value{i(1), i(31)}, none},
		{"ishft", []value{i(-8), i(-1)}, none},
		{"ishft", []value{i(1), i(1 << 40)}, none},
		{"shiftl", []value{i(5), i(1)}, i(10)},
		{"shiftr", []value{i(5), i(1)}, i(2)},
		{"shifta", []value{i(-5), i(1)}, i(-3)},
		{"ibset", []value{i(1), i(3)}, i(9)},
		{"ibclr", []value{i(9), i(3)}, i(1)},
		{"ibset", []value{i(1), i(31)}, none},
		{"ibits", []value{i(0b110100), i(2), i(3)}, i(5)},
		{"popcnt", []value{i(0b1011)}, i(3)},
		{"popcnt", []value{i(-1)}, none},
		{"trailz", []value{i(8)}, i(3)},
		{"btest", []value{i(5), i(2)}, boolValue(true)},
		{"btest", []value{i(5), i(1)}, boolValue(false)},
		{"btest", []value{i(5), i(40)}, none},
		{"iand", []value{i(5), none}, none},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := bitwise[c.name](c.args); got != c.want {
				t.Errorf("%v: %v, want %v", c.args, got, c.want)
			}
		})
	}
}
