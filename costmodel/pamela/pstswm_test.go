package pamela

import (
	"math"
	"testing"
)

// The published predictions for algorithm TR (paper 001, tables 6 and 18 to
// 23): run time measured, in seconds, and the error of the prediction, in
// percent; 0 where there is none.
var pstswmTR = []struct{ px, py, t42, error42, t85, error85 float64 }{
	{8, 1, 92.1, -4.5, 482.11, -4.4},
	{4, 2, 89.34, -2.1, 474.43, -3},
	{2, 4, 88.81, -0.7, 476.67, -2.8},
	{1, 8, 80.98, -1.4, 413.16, 4.1},
	{64, 1, 44.07, 0.6, 226.36, -0.9},
	{32, 2, 22.29, 2.2, 113.91, 0.9},
	{16, 4, 11.99, 1.7, 58.1, 4.3},
	{8, 8, 12.16, 1.2, 57.81, 6.6},
	{4, 16, 13.4, -0.9, 61.26, 6.5},
	{2, 32, 16.54, -5.5, 70.23, 4.3},
	{1, 64, 0, 0, 83.85, 0.7},
	{128, 1, 46.64, -0.2, 227.18, -0.6},
	{64, 2, 22.79, 2.8, 112.51, 1.5},
	{32, 4, 12.14, 0.5, 56.64, 4.2},
	{16, 8, 6.96, -3, 29.79, 6.5},
	{8, 16, 7.44, -4.1, 31.23, 6.7},
	{4, 32, 9.11, -7.3, 36.27, 3.3},
	{2, 64, 0, 0, 46.81, -1.1},
	{256, 1, 0, 0, 240.35, -3.5},
	{128, 2, 25, 1.9, 116.63, -0.6},
	{64, 4, 12.85, 1.1, 57.38, 3},
	{32, 8, 7.2, -2.8, 29.78, 4.7},
	{16, 16, 4.53, -7, 16.95, 3},
	{8, 32, 5.6, -12.4, 19.75, -1.1},
	{4, 64, 0, 0, 25.73, -5.4},
}

// The phase model of paper 001, table 14, with one communication function fitted
// to all its predictions, gives each of them within 1%.
func TestPSTSWM(t *testing.T) {
	m := compile(t, "pstswm-tr.pam", nil)
	T := one(t, m, "T_main")
	tried, worst := 0, 0.0
	for _, row := range pstswmTR {
		for _, size := range []struct{ mm, lat, lon, measured, err float64 }{
			{42, 64, 128, row.t42, row.error42}, {85, 128, 256, row.t85, row.error85},
		} {
			if size.measured == 0 {
				continue
			}
			env := map[string]float64{"MM": size.mm, "NLAT": size.lat, "NLON": size.lon, "NVER": 16, "PX": row.px, "PY": row.py}
			got, err := m.Value(T, env)
			want := size.measured * (1 + size.err/100)
			off := math.Abs(got/want - 1)
			if tried, worst = tried+1, max(worst, off); err != nil || off > 0.01 {
				t.Errorf("%v x %v, T%v: %.2f s, published %.2f s (%v)", row.px, row.py, size.mm, got, want, err)
			}
		}
	}
	t.Logf("%d predictions, at most %.2f%% off", tried, 100*worst)
}
