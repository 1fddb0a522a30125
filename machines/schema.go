package machines

import (
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/internal/tomltree"
)

// The keys of a machine file, what each means and may be. A compute unit must
// have every required key of its components; the other units may have any of
// them. The reader, the tables of docs/machines.md and what an editor offers
// and shows come from here.

type domain uint8

const (
	amount domain = iota // 0 or more
	share                // 0..1
	count                // a whole number, 1 or more
)

type key struct {
	tomltree.Key
	domain domain
}

// required makes a key that a compute unit must have.
func required(name string, d domain, meaning string) key {
	return key{tomltree.Key{Name: name, Unit: tomltree.UnitOf(name), Meaning: meaning, Required: true}, d}
}

func optional(name string, d domain, meaning string) key {
	k := required(name, d, meaning)
	k.Required = false
	return k
}

var componentKinds = []string{"processing", "memory", "communication", "io", "library"}

// componentKeys lists the numbers of each component (paper 003, table 2).
var componentKeys = map[string][]key{
	"processing": {
		required("integer_add_s", amount, "addition or subtraction of two integers"),
		required("integer_multiply_s", amount, "multiplication of two integers"),
		required("integer_divide_s", amount, "division of two integers"),
		required("real_add_s", amount, "addition or subtraction, single precision"),
		required("real_multiply_s", amount, "multiplication, single precision"),
		required("real_divide_s", amount, "division, single precision"),
		required("real_power_s", amount, "exponentiation, single precision"),
		required("double_add_s", amount, "addition or subtraction, double precision"),
		required("double_multiply_s", amount, "multiplication, double precision"),
		required("double_divide_s", amount, "division, double precision"),
		required("double_power_s", amount, "exponentiation, double precision"),
		required("compare_s", amount, "comparison of two numbers"),
		required("logical_s", amount, "logical operation"),
		required("convert_s", amount, "conversion between number types"),
		required("abs_s", amount, "library function of one element: absolute value"),
		required("minmax_s", amount, "library function of one element: minimum or maximum"),
		required("sqrt_s", amount, "library function of one element: square root"),
		required("exp_s", amount, "library function of one element: exponential"),
		required("log_s", amount, "library function of one element: logarithm"),
		required("trig_s", amount, "library function of one element: sine or its like"),
		required("loop_setup_s", amount, "starting a loop"),
		required("loop_iteration_s", amount, "control of one iteration: increment, test, branch"),
		required("condition_s", amount, "testing a condition of a branch"),
		required("branch_s", amount, "taking a branch"),
		required("call_s", amount, "calling a subroutine and returning, without arguments"),
		required("index_s", amount, "translating the index of one element that is packed into or out of a message"),
		optional("real_sqrt_s", amount, "`sqrt_s` in single precision, and the three that follow; the same when left out; with `composition` other than `added`"),
		optional("real_exp_s", amount, "`exp_s` in single precision"),
		optional("real_log_s", amount, "`log_s` in single precision"),
		optional("real_trig_s", amount, "`trig_s` in single precision"),
		optional("indexed_update_s", amount, "any statement that loads and stores an element by way of an index array: whether one before has stored it is known late"),
		optional("clock_hz", amount, "clock rate; enters no prediction"),
		optional("issue_s", amount, "any instruction: what the core begins at most; with `composition` other than `added`"),
		optional("arithmetic_s", amount, "any operation on real numbers, whatever its kind: what all units together do at most"),
		optional("add_latency_s", amount, "from the operands of an addition of reals to its result, where the next operation waits for it; with the two that follow"),
		optional("multiply_latency_s", amount, "likewise of a multiplication"),
		optional("divide_latency_s", amount, "likewise of a division"),
		optional("sqrt_latency_s", amount, "likewise of a square root; as a division when left out"),
		optional("minmax_latency_s", amount, "likewise of a minimum, a maximum or a comparison; as an addition when left out"),
		optional("store_forward_s", amount, "loading an element that was just stored, beyond the latencies of the operations on it"),
		optional("window", count, "instructions that wait for operands at a time, while others are begun; without it operations of one iteration never wait for each other"),
		optional("learned_conditions", count, "outcomes of conditions that come again in the same order and are guessed right; none when left out"),
		optional("learned_wrong", share, "share of them that is guessed wrong all the same"),
		optional("misprediction_s", amount, "a branch that goes the way that the processor has not guessed"),
		optional("vector_bytes", count, "what an instruction of a vectorised loop works on; with `vectorizes`"),
		optional("vector_divide_s", amount, "division of one element in a vectorised loop, double precision; as `double_divide_s` when left out"),
		optional("vector_exp_s", amount, "`exp_s` of one element in a vectorised loop; when left out, a loop with it is not vectorised; so for the three that follow"),
		optional("vector_log_s", amount, "likewise of `log_s`"),
		optional("vector_trig_s", amount, "likewise of `trig_s`"),
		optional("vector_power_s", amount, "likewise of `double_power_s`"),
		optional("vector_real_exp_s", amount, "likewise of `real_exp_s`, and the two that follow"),
		optional("vector_real_log_s", amount, "likewise of `real_log_s`"),
		optional("vector_real_trig_s", amount, "likewise of `real_trig_s`"),
		optional("vector_real_sqrt_s", amount, "likewise of `real_sqrt_s`, which it is when left out"),
		optional("jams", count, "iterations of the loop around that the compiler does together in an innermost loop whose elements they share; one when left out"),
		optional("vector_sqrt_s", amount, "square root of one element in a vectorised loop, double precision; as `sqrt_s` when left out"),
	},
	"memory": {
		required("cache_bytes", count, "size of the cache"),
		required("line_bytes", count, "size of a line of the cache"),
		required("associativity", count, "lines in a set of the cache"),
		required("fetch_hit_s", amount, "loading one element that the cache holds"),
		required("fetch_miss_s", amount, "loading, in addition, for each line that the cache does not hold"),
		required("store_hit_s", amount, "storing one element that the cache holds"),
		required("store_miss_s", amount, "storing, in addition, for each line that the cache does not hold"),
		required("memory_bytes", count, "main memory of a processor"),
		optional("page_bytes", count, "size of a page; with `tlb_entries` and `tlb_miss_s`"),
		optional("tlb_entries", count, "pages whose places the TLB holds, whichever they are"),
		optional("tlb_miss_s", amount, "loading or storing, in addition, for each page that the TLB does not hold"),
		optional("instruction_cache_bytes", count, "size of the instruction cache; with the three that follow"),
		optional("instruction_line_bytes", count, "size of a line of the instruction cache"),
		optional("instruction_miss_s", amount, "each line of instructions that the instruction cache does not hold"),
		optional("instruction_bytes", count, "instructions of one operation: an arithmetic one, a load, a store, the control of a loop"),
		optional("scattered_miss_s", amount, "loading, in addition, for each line of the memory whose place nothing foretells (an index array); as `fetch_miss_s` when left out"),
		optional("revisited_line_s", amount, "loading, in addition, for each line that a cache holds, where another stream of the same loop comes from memory; with `composition` other than `added`"),
		optional("node_processes", count, "processes that share the memory of a node; with `node_line_s`"),
		optional("node_line_s", amount, "seconds between two lines of the memory when all processes of the node ask for lines"),
	},
	"communication": {
		required("send_overhead_s", amount, "processor time of sending a message that is not in its start-up already: 0 where the start-up was measured from end to end. The message leaves after it"),
		required("receive_overhead_s", amount, "processor time of receiving a message, likewise; after the wait for it"),
		required("synchronization_s", amount, "one step of a barrier; P processors take log2(P) of them, rounded up"),
		required("concurrent_share", share, "share of every further simultaneous message of a processor that is hidden behind the longest one; 0: they follow one another"),
		required("overlap_share", share, "share of a communication that is hidden behind computation"),
		optional("buffer_bytes", count, "with `sends = \"asynchronous\"`: room for the messages that a processor has not asked for yet, all that come to it at one point together; what finds none is sent like `blocking`. Without it there is room for all"),
		optional("static_buffer_bytes", count, "with `buffer_bytes`: room that is set aside for one message of every other processor; a message up to this size always finds it"),
		optional("send_setup_s", amount, "T1 of a message, for phase models: the processor hands it to the communication unit; with `send_copy_s`, `transmission_s`, `receive_setup_s` and `receive_copy_s`. Without the five their sum is what the segments say"),
		optional("send_copy_s", amount, "T2: starting the copy into a buffer, where messages are buffered"),
		optional("send_copy_per_byte_s", amount, "T2: each byte of it; 0 when left out"),
		optional("transmission_s", amount, "T3: starting the transmission"),
		optional("transmission_per_byte_s", amount, "T3: each byte of it; 0 when left out"),
		optional("receive_setup_s", amount, "T4: the receiving processor is told where the message is"),
		optional("receive_copy_s", amount, "T5: starting the copy out of a buffer, where messages are buffered"),
		optional("receive_copy_per_byte_s", amount, "T5: each byte of it; 0 when left out"),
		optional("item_s", amount, "of an array of processors that pass data item by item: sending or receiving one item. Execution models need it"),
		optional("arity", count, "of a `fat-tree`: branches of every switch, nodes or other switches; without it every two nodes are 1 hop apart"),
		optional("router_nodes", count, "of a `dragonfly`: nodes at a router; without it and `group_routers` every two nodes are 1 hop apart"),
		optional("group_routers", count, "of a `dragonfly`: routers of a group; every two in a group, and every two groups, have a link"),
	},
	"io": {
		optional("startup_s", amount, "starting a transfer; without `io`, a call and a copy into a buffer (`call_s`, `index_s`) stand for it"),
		optional("per_byte_s", amount, "each byte of a transfer"),
	},
	"library": routineKeys(),
}

// together lists keys of which a component has all or none.
var together = append([][]string{
	{"page_bytes", "tlb_entries", "tlb_miss_s"},
	{"send_setup_s", "send_copy_s", "transmission_s", "receive_setup_s", "receive_copy_s"},
	{"add_latency_s", "multiply_latency_s", "divide_latency_s"},
	{"node_processes", "node_line_s"},
	{"instruction_cache_bytes", "instruction_line_bytes", "instruction_miss_s", "instruction_bytes"},
}, routinePairs()...)

// segmentKeys are the numbers of a message segment; up_to_bytes is read apart.
var segmentKeys = []key{
	required("startup_s", amount, "starting a message"),
	required("per_byte_s", amount, "each byte of a message"),
	required("per_hop_s", amount, "each hop of a message; neighbours are 1 hop apart"),
}

// timeKey is the number of a measured collective operation.
var timeKey = required("time_s", amount, "seconds until all processors have finished")

// collectives lists the algorithms that each operation may name.
var collectives = map[string][]string{
	"broadcast": {"binomial", "linear", "scatter-allgather"},
	"reduction": {"recursive-doubling", "binomial", "linear", "rabenseifner", "ring"},
	"gather":    {"binomial", "linear"},
	"scatter":   {"binomial", "linear"},
	"allgather": {"recursive-doubling", "ring", "linear"},
	"alltoall":  {"pairwise", "bruck", "linear"},
	"barrier":   {"dissemination", "linear"},
}

var readings = []string{"clock", "barrier"}

var sends = []string{"matched", "asynchronous", "blocking"}

var links = []string{"free", "port"}

var misses = []string{"lines", "counters"}

var compositions = []string{"added", "transfers-added", "overlapped"}

var reassociations = []string{"nothing", "sums"}

var vectorizes = []string{"nothing", "whole-counts", "loops", "masked-loops"}

// levelKeys are the numbers of a cache that stands before the last one.
var levelKeys = []key{
	required("bytes", count, "size of the cache"),
	required("associativity", count, "lines in a set of the cache"),
	required("fetch_miss_s", amount, "loading, in addition, for each line that this cache does not hold and the next one does"),
	required("store_miss_s", amount, "storing, in addition, for each line that this cache does not hold and the next one does: fetching it and putting it back"),
	optional("scattered_miss_s", amount, "as `fetch_miss_s`, of a line whose place nothing foretells; the same when left out"),
}

var topologies = []string{"hypercube", "fat-tree", "dragonfly", "mesh", "torus", "flat"}

var schemes = []string{"collective", "element-wise"}

var provenances = []string{string(Published), string(Measured), string(Fitted), string(Derived), string(Recalled)}

var provenanceMeanings = map[Provenance]string{
	Published: "printed in a source that was read",
	Measured:  "timed for this description",
	Fitted:    "by least squares to a published or measured curve",
	Derived:   "computed from other numbers, or estimated; the source shows the arithmetic and what it assumes",
	Recalled:  "from the literature, from memory, unconfirmed",
}

// Meaning says in words what a provenance means; "" for none of them.
func (p Provenance) Meaning() string { return provenanceMeanings[p] }

var (
	title = tomltree.Key{Name: "title", Meaning: "name for a reader; the short name when left out"}
	part  = tomltree.Key{Name: "part", Meaning: "the parts of the unit, each `part.NAME` with `title`, its components and its own parts", Table: true}

	machineKeys = []tomltree.Key{
		{Name: "name", Meaning: "short name; the file's name without `.toml` when left out"},
		title,
		{Name: "nodes", Meaning: "number of compute nodes, a whole number", Required: true},
		{Name: "scheme", Meaning: "how the machine's compiler communicates. `collective`: messages hoisted out of loops without a dependence, one per array and direction, overlap areas, local loop bounds. `element-wise`: every element a message in the iteration that reads it, an owner test in every iteration", Values: schemes, Required: true},
		{Name: "reading", Meaning: "how exchanges between neighbours are timed. `clock`: each waits for its neighbours only. `barrier`: all wait for all, an upper bound", Values: readings},
		{Name: "optimize", Meaning: "what the compiler of the nodes does, none when left out. `reorder`: nests DO loops for the cache where their iterations allow it. `inline`: puts procedures of up to 10 statements that are seen in the place of their calls. An array of " + tomltree.OneOf(scheme.Optimizations)},
		{Name: "compute", Meaning: "the part that runs the processes, `cube` or, for parts in parts, `cube.node`; the machine itself when it has no parts"},
		part,
		arrayKey,
	}
	componentTables = []tomltree.Key{
		{Name: "processing", Meaning: "seconds for one operation, as compiled code executes it in a loop", Table: true},
		{Name: "memory", Meaning: "one cache in front of one memory", Table: true},
		{Name: "communication", Meaning: "messages and collective operations", Table: true},
		{Name: "io", Meaning: "input and output", Table: true},
		{Name: "library", Meaning: "measured routines of the parallel intrinsic library", Table: true},
	}
	originKeys = []tomltree.Key{
		{Name: "provenance", Meaning: "how much a number can be trusted; of a table, for those of its numbers that do not say", Values: provenances},
		{Name: "source", Meaning: "where a number is from, in words; of a table, for those of its numbers that do not say"},
	}
	numberKeys = append([]tomltree.Key{{Name: "value", Meaning: "the number", Required: true}}, originKeys...)
	memoryKeys = []tomltree.Key{
		{Name: "misses", Meaning: "how the misses of the cache are counted. `lines`: the lines that each loop touches, and which of them stay until they are asked for again. `counters`: the heuristic of the paper; what a variable has accessed is there while fewer misses than the cache has lines have been detected since, in all statements", Values: misses},
	}
	processingKeys = []tomltree.Key{
		{Name: "composition", Meaning: "how the times of one iteration of an innermost loop become one. `added`: operations, loads, stores and misses follow one another. `transfers-added`: arithmetic is hidden behind the transfers between registers, caches and memory, or these behind it; the transfers follow one another. `overlapped`: the longest of all hides the others", Values: compositions},
		{Name: "vectorizes", Meaning: "what the compiler does `vector_bytes` at a time. `nothing`. `whole-counts`: loops whose iterations are a number that the compiler knows and that whole vectors divide. `loops`: all loops along memory whose iterations are independent and that have no conditions. `masked-loops`: those with conditions too", Values: vectorizes},
		{Name: "reassociates", Meaning: "`sums`: the compiler may add up in another order, so that a sum is no chain and is vectorised", Values: reassociations},
	}
	levelsKey         = tomltree.Key{Name: "levels", Meaning: "the caches before the one that `cache_bytes` describes, from the first on, one table each", Table: true, Many: true}
	levelNames        = tomltree.Key{Name: "name", Meaning: "of the cache, `L1`, `L2`; L and its number when left out"}
	communicationKeys = []tomltree.Key{
		{Name: "topology", Meaning: "gives the number of hops between two nodes", Values: topologies},
		{Name: "sends", Meaning: "when messages travel and who waits. `matched`: when both ends have called, on the time of the one who receives. `asynchronous`: from the call of the one who sends, who goes on; who receives waits for what has not come. `blocking`: when both ends have called, on the time of both", Values: sends},
		{Name: "links", Meaning: "whether the messages of a sender wait for its link. `free`: they leave at once. `port`: one after the other, in the order of the receivers, as far as `concurrent_share` does not hide them", Values: links},
		{Name: "extents", Meaning: "of a `mesh` or `torus`: nodes along each dimension, `[4, 6, 16]`; without it every two nodes are 1 hop apart"},
		{Name: "segments", Meaning: "cost of a message by its size, one table for each range of sizes", Required: true, Table: true, Many: true},
		{Name: "collectives", Meaning: "algorithm of each collective operation", Table: true},
	}
	measuredKey  = tomltree.Key{Name: "measured", Meaning: "what operations were seen to take, one table for each time", Table: true, Many: true}
	measuredKeys = []tomltree.Key{
		{Name: "operation", Meaning: "which collective operation", Values: operations, Required: true},
		{Name: "processors", Meaning: "how many took part, 2 or more", Required: true},
		{Name: "bytes", Unit: "bytes", Meaning: "of a `broadcast` or `reduction`: the value; of `gather`, `scatter` and `allgather`: the part of one processor; of `alltoall`: what one has for one other; of a `barrier`: 0", Required: true},
		timeKey.Key,
	}
	upToKey = tomltree.Key{Name: "up_to_bytes", Unit: "bytes", Meaning: "largest message of the segment; the last segment has none"}
)
