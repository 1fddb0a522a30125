package settings

import "fmt"

// OverlapShare is the name of the number among the values of Settings. A unit
// without a variable of that name may call it overlap.
const OverlapShare = "communication.overlap_share"

// CheckShare says what is wrong with a share of a communication, "" for nothing.
func CheckShare(v float64) string {
	if v >= 0 && v <= 1 {
		return ""
	}
	return fmt.Sprintf("the overlap is %v; a share lies between 0 and 1", v)
}
