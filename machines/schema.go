package machines

// The keys of a machine file. A compute unit must have every required key; the
// other units may have any of them.

type domain uint8

const (
	amount domain = iota // 0 or more
	share                // 0..1
	count                // a whole number, 1 or more
)

type key struct {
	name     string
	domain   domain
	optional bool
}

func times(names ...string) []key {
	keys := make([]key, len(names))
	for i, n := range names {
		keys[i] = key{name: n}
	}
	return keys
}

var componentKinds = []string{"processing", "memory", "communication", "io"}

// componentKeys lists the numbers of each component (paper's Table 2).
var componentKeys = map[string][]key{
	"processing": append(times(
		"integer_add_s", "integer_multiply_s", "integer_divide_s",
		"real_add_s", "real_multiply_s", "real_divide_s", "real_power_s",
		"double_add_s", "double_multiply_s", "double_divide_s", "double_power_s",
		"compare_s", "logical_s", "convert_s",
		"abs_s", "minmax_s", "sqrt_s", "exp_s", "log_s", "trig_s",
		"loop_setup_s", "loop_iteration_s", "condition_s", "branch_s", "call_s", "index_s"),
		key{name: "clock_hz", optional: true}),
	"memory": append(times("fetch_hit_s", "fetch_miss_s", "store_hit_s", "store_miss_s"),
		key{name: "cache_bytes", domain: count}, key{name: "line_bytes", domain: count},
		key{name: "associativity", domain: count}, key{name: "memory_bytes", domain: count}),
	"communication": append(times("send_overhead_s", "receive_overhead_s", "synchronization_s"),
		key{name: "concurrent_share", domain: share}, key{name: "overlap_share", domain: share}),
	"io": {{name: "startup_s", optional: true}, {name: "per_byte_s", optional: true}},
}

var segmentKeys = times("startup_s", "per_byte_s", "per_hop_s")

// collectives lists the algorithms that each operation may name.
var collectives = map[string][]string{
	"broadcast": {"binomial", "linear", "scatter-allgather"},
	"reduction": {"recursive-doubling", "binomial", "linear", "rabenseifner", "ring"},
	"gather":    {"binomial", "linear"},
	"scatter":   {"binomial", "linear"},
	"allgather": {"recursive-doubling", "ring", "linear"},
	"alltoall":  {"pairwise", "linear"},
	"barrier":   {"dissemination", "linear"},
}

var readings = []string{"clock", "barrier"}

var topologies = []string{"hypercube", "fat-tree", "dragonfly", "mesh", "torus", "flat"}
