package microbench

import (
	"fmt"
	"math"
	"slices"
)

// core explains the kernels in the first cache: throughputs from those that one group
// of units binds, latencies from chains.
func (f *fit) core() {
	add := f.at("adds").Seconds / 8
	multiply := f.at("multiplies").Seconds / 8
	scaled := f.at("copy-scaled").Seconds
	issue := f.issue()
	beyond := func(kernel string) float64 { return max(issue, f.at(kernel).Seconds-scaled) }

	f.derived("integer_add_s", issue, "one instruction")
	f.number("integer_multiply_s", f.at("integer-multiplies").Seconds/2, "integer-multiplies", "x = ((x*m)*x)*m, two of them beside what is known")
	f.number("integer_divide_s", f.at("integer-divides").Seconds, "integer-divides", "x = (m + i)/(k + 1)")
	f.number("real_add_s", add, "adds", "8 additions, double precision")
	f.number("real_multiply_s", multiply, "multiplies", "8 multiplications, double precision")
	f.number("real_divide_s", f.at("real-divides").Seconds, "real-divides", "x = s/y")
	f.number("real_power_s", beyond("real-powers"), "real-powers", "x = y**s, less a copy")
	f.number("double_add_s", add, "adds", "8 additions")
	f.number("double_multiply_s", multiply, "multiplies", "8 multiplications")
	f.number("double_divide_s", f.at("divides").Seconds, "divides", "x = s/y")
	f.number("double_power_s", beyond("powers"), "powers", "x = y**s, less a copy")
	f.derived("compare_s", add, "as an addition")
	f.derived("logical_s", issue, "one instruction")
	f.number("convert_s", f.at("converts").Seconds, "converts", "x = k")
	f.derived("abs_s", issue, "one instruction")
	f.derived("minmax_s", add, "as an addition")
	f.number("sqrt_s", f.at("sqrts").Seconds, "sqrts", "x = sqrt(y)")
	f.number("exp_s", beyond("exps"), "exps", "x = exp(y), less a copy")
	f.number("log_s", beyond("logs"), "logs", "x = log(y), less a copy")
	f.number("trig_s", beyond("sines"), "sines", "x = sin(y), less a copy")
	for _, x := range [][3]string{{"real_sqrt_s", "single-sqrts", "x = sqrt(y), single precision"}, {"real_exp_s", "single-exps", "x = exp(y), single precision, less a copy"},
		{"real_log_s", "single-logs", "x = log(y), single precision, less a copy"}, {"real_trig_s", "single-sines", "x = sin(y), single precision, less a copy"}} {
		v := f.at(x[1]).Seconds
		if x[0] != "real_sqrt_s" {
			v = beyond(x[1])
		}
		f.number(x[0], v, x[1], x[2])
	}
	f.number("indexed_update_s", f.at("indexed-updates").Seconds, "indexed-updates", "k = idx(i) mod 64; x(k) = x(k) + s")
	f.node.Processing = append(f.node.Processing, f.setup(issue))
	f.number("loop_iteration_s", f.shortest(), "copy-scaled", "four shortest loops, geometric mean: one fits into a cycle, or ends it")
	f.derived("condition_s", 2*issue, "two instructions")
	f.derived("branch_s", issue, "one instruction")
	f.number("call_s", f.at("calls").Seconds, "calls", "a call of an external subroutine")
	f.number("index_s", f.at("packs").Seconds, "packs", "every 16th element into a buffer")
	f.number("issue_s", issue, "wide", "six short loops by their number of instructions, the least")
	f.number("arithmetic_s", min(f.at("mixed").Seconds/8, f.at("balanced").Seconds/10), "balanced", "5 additions and 5 multiplications, few of which wait for each other")
	f.number("window", f.window(), "deep", "12 additions and 12 multiplications, each waiting for the one before: their latency and number, by the time")
	f.number("add_latency_s", f.at("chain-add").Seconds, "chain-add", "t = t + y(i)")
	f.number("multiply_latency_s", f.at("chain-multiply").Seconds, "chain-multiply", "t = t*y(i)")
	f.number("divide_latency_s", f.at("chain-divide").Seconds, "chain-divide", "t = y(i)/t")
	f.number("sqrt_latency_s", f.at("chain-sqrt").Seconds, "chain-sqrt", "t = sqrt(t)")
	f.number("minmax_latency_s", f.at("chain-max").Seconds, "chain-max", "t = max(t, y(i))")
	f.number("store_forward_s", max(0, 2*f.at("chain-stored").Seconds-f.at("chain-add").Seconds), "chain-stored", "x(i) = x(i-2) + y(i), two iterations less an addition")
	random, sorted := f.s.Of("mask-random@masks"), f.s.Of("mask-sorted@masks")
	if n := f.learned(); n > 0 {
		f.number("learned_wrong", f.learnedWrong(), "chain-add", "random conditions, 8192, tested again and again")
		f.number("learned_conditions", n, "chain-add", "random conditions, 8192 to 65536, tested again and again")
	}
	f.node.Processing = append(f.node.Processing, Number{Key: "misprediction_s", Value: max(0, 2*(random.Seconds-sorted.Seconds)), Spread: random.Spread, Source: "a condition that holds by chance, half the time, less one that holds from the middle on"})
}

// setup is what the start of a loop takes: of the same loops at two lengths what the shorter
// ones take more for an iteration. At least the four instructions around a loop.
func (f *fit) setup(issue float64) Number {
	few, many := float64(shortCounts[0]), float64(shortCounts[1])
	of := func(n int) Value { return f.s.Of(fmt.Sprintf("%s@%d", short.Name, n)) }
	at := of(shortCounts[0])
	seconds := (at.Seconds - of(shortCounts[1]).Seconds) / (1/few - 1/many)
	return Number{Key: "loop_setup_s", Value: max(4*issue, seconds), Spread: at.Spread, Source: "loops of 4 iterations, less as many of loops of 12"}
}

// window is how many instructions are in flight: of a loop whose operations wait for each
// other so many that their latency explains its time.
func (f *fit) window() float64 {
	latency := 12 * (f.at("chain-add").Seconds + f.at("chain-multiply").Seconds)
	return max(1, math.Round(latency*(12+12+1+1+2)/f.at("deep").Seconds))
}

// shortest is what the shortest loops take. A taken branch ends a cycle, and where the loop
// begins decides whether that makes one or two.
func (f *fit) shortest() float64 {
	sum := 0.0
	all := []string{"copy-scaled", "short-add", "short-update", "short-two"}
	for _, k := range all {
		sum += math.Log(f.at(k).Seconds)
	}
	return math.Exp(sum / float64(len(all)))
}

// wrong is the share of so many random conditions, tested again and again, that is guessed
// wrong, of those that are where there are too many.
func (f *fit) wrong(n int) float64 {
	sorted, many := f.s.Of("mask-sorted@masks").Seconds, f.s.Of("mask-random@masks").Seconds
	if many < 1.2*sorted {
		return 0
	}
	return min(1, max(0, (f.s.Of(fmt.Sprintf("mask-random@%d", n)).Seconds-sorted)/(many-sorted)))
}

func (f *fit) learnedWrong() float64 { return min(0.5, f.wrong(masksLearned[0])) }

// learned is how many conditions that come again are guessed right: the share that is not,
// by the times, grows with their number from there on.
func (f *fit) learned() float64 {
	var each []float64
	for _, n := range masksLearned {
		if w := f.wrong(n); w > f.learnedWrong()+0.1 && w < 1 {
			each = append(each, float64(n)*(1-w))
		}
	}
	if len(each) == 0 {
		return 0
	}
	slices.Sort(each)
	return math.Round(each[len(each)/2])
}

// issue is what an instruction takes: the least of the loops of which nothing but their
// number of instructions is known to bind them. Where they begin in a line of code changes
// the times of such loops by up to two, which is what shortest is for.
func (f *fit) issue() float64 {
	least := math.Inf(1)
	for _, k := range kernels {
		if !k.Short {
			continue
		}
		arithmetic := k.Adds + k.Multiplies
		count := arithmetic + k.Stores + max(1, k.Loads-arithmetic) + 2
		least = min(least, f.at(k.Name).Seconds/count)
	}
	return least
}

// faster is the least ratio of times from which on a loop counts as vectorised.
const faster = 1.3

// jammed is the least ratio of times from which on iterations of the loop around count as
// done together.
const jammed = 1.04

// vector finds what the compiler vectorises, and with how many elements at a time.
func (f *fit) vector() {
	ratio := func(scalar, vector string) float64 { return f.at(scalar).Seconds / f.at(vector).Seconds }
	loops, whole := ratio("adds", "vector-adds"), ratio("adds", "vector-whole")
	f.node.Sums = ratio("chain-add", "vector-sum") > 1.5
	best := 1.0
	switch {
	case loops > faster && ratio("masked", "vector-masked") > faster:
		f.node.Vectorizes, best = "masked-loops", loops
	case loops > faster:
		f.node.Vectorizes, best = "loops", loops
	case whole > faster:
		f.node.Vectorizes, best = "whole-counts", whole
	default:
		f.node.Vectorizes = "nothing"
		return
	}
	lanes := math.Exp2(max(1, math.Round(math.Log2(best))))
	f.number("vector_bytes", 8*lanes, "vector-adds", fmt.Sprintf("a loop that may be vectorised is %.2f times as fast as the same that may not", best))
	for _, x := range [][3]string{{"vector_exp_s", "exps", "x = exp(y)"}, {"vector_log_s", "logs", "x = log(y)"}, {"vector_trig_s", "sines", "x = sin(y)"}, {"vector_power_s", "powers", "x = y**s"},
		{"vector_real_exp_s", "single-exps", "x = exp(y), single precision"}, {"vector_real_log_s", "single-logs", "x = log(y), single precision"}, {"vector_real_trig_s", "single-sines", "x = sin(y), single precision"}} {
		if v := f.at("vector-" + x[1]).Seconds; f.at(x[1]).Seconds > faster*v {
			f.number(x[0], max(f.issue(), v-f.at("copy-scaled").Seconds/lanes), "vector-"+x[1], x[2]+", vectorised, less a copy")
		}
	}
	f.number("vector_real_sqrt_s", f.at("vector-single-sqrts").Seconds, "vector-single-sqrts", "x = sqrt(y), single precision, vectorised")
	if f.at("vector-apart").Seconds > jammed*f.at("vector-nested").Seconds {
		f.derived("jams", 2, "a loop over columns that shares its row is faster than where something stands between them")
	}
	if f.node.Vectorizes == "whole-counts" { // the suite has such loops of additions only
		f.derived("vector_divide_s", f.at("divides").Seconds/lanes, "as many at a time as of the additions")
		f.derived("vector_sqrt_s", f.at("sqrts").Seconds/lanes, "as many at a time as of the additions")
	} else {
		f.number("vector_divide_s", f.at("vector-divides").Seconds, "vector-divides", "x = s/y, vectorised")
		f.number("vector_sqrt_s", f.at("vector-sqrts").Seconds, "vector-sqrts", "x = sqrt(y), vectorised")
	}
}
