package predict

import (
	"fmt"
	"math"
)

// Seconds writes a time with three digits and the unit that suits it.
func Seconds(t float64) string {
	for _, u := range []struct {
		scale float64
		name  string
	}{{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}} {
		if math.Abs(t) >= u.scale*0.9995 {
			return fmt.Sprintf("%.3g %s", t/u.scale, u.name)
		}
	}
	if t == 0 {
		return "0 s"
	}
	return fmt.Sprintf("%.3g ns", t/1e-9)
}
