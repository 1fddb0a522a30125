package microbench

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Network is what was measured of messages.
type Network struct {
	Messages    []Message
	Exchanges   []Exchange
	Beside      []Beside
	Collectives []Collective
}

// Message is the one-way time of a message.
type Message struct {
	Bytes, Seconds float64
	Spread         float64 // between runs, as a share
}

// Collective is the time of a collective operation.
type Collective struct {
	Operation  string
	Processors int
	Bytes      float64
	Seconds    float64
	Spread     float64 // between runs, as a share
}

// ParseNetwork reads the output of Messages.
func ParseNetwork(out string) (*Network, error) {
	n := &Network{}
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		bad := fmt.Errorf("the message suite wrote %q", strings.TrimSpace(line))
		var v []float64
		for _, s := range f[min(1, len(f)):] {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return nil, bad
			}
			v = append(v, x)
		}
		switch {
		case len(f) == 0:
		case f[0] == "message" && len(v) == 2:
			n.Messages = append(n.Messages, Message{Bytes: v[0], Seconds: v[1]})
		case f[0] == "exchange" && len(v) == 3:
			n.Exchanges = append(n.Exchanges, Exchange{v[0], v[1], v[2]})
		case f[0] == "beside" && len(v) == 3:
			n.Beside = append(n.Beside, Beside{v[0], v[1], v[2]})
		case len(v) == 3:
			n.Collectives = append(n.Collectives, Collective{Operation: f[0], Processors: int(v[0]), Bytes: v[1], Seconds: v[2]})
		default:
			return nil, bad
		}
	}
	if len(n.Messages) < 4 {
		return nil, fmt.Errorf("the message suite wrote %d sizes of messages", len(n.Messages))
	}
	return n, nil
}

// spread is the largest one of the messages.
func (n *Network) spread() float64 {
	most := 0.0
	for _, m := range n.Messages {
		most = max(most, m.Spread)
	}
	return most
}

// Segment is a line through the times of messages up to a size.
type Segment struct {
	UpTo             float64 // +Inf for the last
	Startup, PerByte float64
	Worst            float64 // largest error of the messages in it, as a share
}

// Segments fits two lines to the messages, by the least sum of squares of relative
// errors over all places where one may end and the other begin.
func (n *Network) Segments() []Segment {
	var best []Segment
	least := math.Inf(1)
	for cut := 3; cut+2 <= len(n.Messages); cut++ {
		short, e1 := line(n.Messages[:cut])
		long, e2 := line(n.Messages[cut:])
		if e1+e2 < least {
			short.UpTo, long.UpTo = n.Messages[cut-1].Bytes, math.Inf(1)
			best, least = []Segment{short, long}, e1+e2
		}
	}
	return best
}

// line fits startup + bytes*perByte with weights 1/seconds; neither is negative.
func line(m []Message) (Segment, float64) {
	var s, sx, sy, sxx, sxy float64
	for _, x := range m {
		w := 1 / (x.Seconds * x.Seconds)
		s, sx, sy = s+w, sx+w*x.Bytes, sy+w*x.Seconds
		sxx, sxy = sxx+w*x.Bytes*x.Bytes, sxy+w*x.Bytes*x.Seconds
	}
	out := Segment{}
	if d := s*sxx - sx*sx; d > 0 {
		out.PerByte = max(0, (s*sxy-sx*sy)/d)
	}
	out.Startup = (sy - out.PerByte*sx) / s
	if out.Startup < 0 {
		out.Startup, out.PerByte = 0, sxy/sxx
	}
	sum := 0.0
	for _, x := range m {
		e := (out.Startup + out.PerByte*x.Bytes - x.Seconds) / x.Seconds
		sum += e * e
		out.Worst = max(out.Worst, math.Abs(e))
	}
	return out, sum
}
