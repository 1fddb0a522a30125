package spar

// The words of pragmas, with what they mean.

// meaning is a word and what it says.
type meaning struct{ word, about string }

// pragmaWords are the names of pragmas.
var pragmaWords = []meaning{
	{"on", "where data live or work is done"},
	{"dist", "where the elements of an array live, in the older notation"},
	{"independent", "the iterations may run at the same time"},
	{"reduction", "every processor makes a partial result"},
	{"neutral_element", "with which a reduction begins"},
	{"taskparallel", "the iterations are dealt out whole"},
	{"resident", "what is used here is local: nothing is moved"},
	{"Pamela", "what the cost model needs to know"},
	{"boundscheck", "false: subscripts are not tested"},
	{"role", "what a statement of the compiler is for"},
	{"ProcessorType", "the types of processors with their machine models"},
	{"Processors", "the arrays of processors"},
	{"processors", "the extents of the processors, in the older notation"},
}

// globalPragmas are those of a whole file.
var globalPragmas = words("ProcessorType Processors processors Pamela boundscheck")

// distWords are the formats of dist strings.
var distWords = []meaning{
	{"block", "runs of elements"}, {"cyclic", "one element after the other"}, {"blockcyclic", "blocks dealt out in turn"},
	{"collapsed", "this dimension is not distributed"}, {"replicated", "every processor has all"}, {"local", "on the one processor of a number"},
}

// mapWords are the words of maps.
var mapWords = []meaning{
	{"block", "(block i m): m elements after each other"}, {"cyclic", "(cyclic i): one element after the other"},
	{"blockcyclic", "(blockcyclic i m): blocks of m in turn"}, {"local", "(local c): on processor c"},
	{"_all", "on all processors"}, {"_", "where the compiler likes"},
}

// modelWords are what may follow Pamela =.
var modelWords = []meaning{
	{"parallel", "the iterations of the loop run at the same time"}, {"numeric", `(numeric "N"): N is a parameter of the model`},
	{"cost", "(cost e): the time of the statement, in seconds"}, {"lower", "(lower e): the first iteration of the loop"},
	{"upper", "(upper e): the last iteration of the loop"}, {"cond", "(cond e): the probability of the condition"}, {"share", "(share e): how often the group of a switch is taken"},
	{"frequency", "(frequency e): how often the statement is executed"}, {"value", "(value e): of what is assigned or computed"}, {"size", "(size e): the elements that are allocated"},
}

func spelled(list []meaning) []string {
	var out []string
	for _, m := range list {
		out = append(out, m.word)
	}
	return out
}
