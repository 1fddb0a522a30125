package fields

import "github.com/parlens/parlens/costmodel/process"

// Visit is what a processor does at an exchange.
type Visit struct {
	Arrives      Number `json:"arrives_s"`      // seconds since the start of the unit: the processor reaches the exchange
	Sends        Number `json:"sends_s"`        // seconds: its messages are sent; later by what the calls take
	Wait         Number `json:"wait_s"`         // seconds: it waits for others, for a link, or for room at the receiver
	Transmission Number `json:"transmission_s"` // seconds: messages that it receives, or sends and has to wait for
	Leaves       Number `json:"leaves_s"`       // seconds: it goes on; `sends_s`, `wait_s` and `transmission_s` together
}

// VisitOf writes a visit.
func VisitOf(v process.Visit) Visit {
	return Visit{Number(v.Arrives), Number(v.Calls), Number(v.Wait), Number(v.Transmission), Number(v.Leaves)}
}
