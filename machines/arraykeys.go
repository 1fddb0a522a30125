package machines

import (
	"slices"

	"github.com/parlens/parlens/internal/tomltree"
)

// Optimizations are the tests of compilers (paper 000, appendix E.2), by the keys
// of `array.optimizations`.
var Optimizations = []struct{ Name, Meaning string }{
	{"collapse_2", "two nested loops become one array operation"},
	{"collapse_3", "three nested loops become one"},
	{"collapse_4", "four nested loops become one"},
	{"common_subexpressions", "expressions that occur twice in loops are evaluated once"},
	{"common_subexpressions_array", "the same in array statements"},
	{"dead_scalar_code", "scalar code without effect is left out"},
	{"dead_array_code", "array code without effect is left out"},
	{"substitute_0_near", "a variable that was assigned 0 in the same block is replaced by it"},
	{"substitute_1_near", "a variable that was assigned 1 in the same block"},
	{"substitute_0_far", "a variable that was assigned 0 before the block"},
	{"substitute_1_far", "a variable that was assigned 1 before the block"},
	{"substitute_symbolic_near", "a variable that was assigned an expression in the same block"},
	{"substitute_symbolic_far", "a variable that was assigned an expression before the block"},
	{"semantic_0", "a version of the loop for the value 0 of an offset"},
	{"semantic_1", "a version of the loop for the value 1 of an offset"},
	{"induction_1d", "a counter that indexes an array in a loop becomes a function of the loop's index"},
	{"induction_2d_loop", "the same in two nested loops"},
	{"induction_2d_loop_reset", "the same where the outer loop sets it anew"},
	{"induction_2d_array", "a counter that indexes an array of two dimensions"},
	{"inline_real_1", "a real function is put in the place of its call"},
	{"inline_real_2", "a real function that calls another one"},
	{"inline_integer_1", "an integer function is put in the place of its call"},
	{"inline_integer_2", "an integer function that calls another one"},
	{"code_motion_1", "what does not change moves out of one loop"},
	{"code_motion_2", "what does not change moves out of two loops"},
	{"recurrence", "recurrences are solved"},
	{"reduction_sum", "a loop that adds up an array becomes SUM"},
	{"reduction_product", "a loop that multiplies an array becomes PRODUCT"},
	{"scalar_expansion_1", "a scalar temporary of a loop becomes an array"},
	{"scalar_expansion_2", "a scalar temporary of two nested loops becomes an array"},
	{"privatize_same_loop", "an array temporary of a loop is private to the iterations"},
	{"privatize_other_loop", "the same for one that is set in the loop beside"},
	{"independent_separate", "no dependence: what is read and stored lies in separate regions"},
	{"independent_interleaved", "no dependence: what is read and stored alternates"},
	{"independent_linear_1d", "no dependence: subscripts are linear functions of the index"},
	{"independent_linear_2d", "no dependence: the same in two nested loops"},
	{"temporary_arrays", "stores to temporary arrays are left out"},
	{"function_of_index", "an array gets an arithmetic function of the loop's index"},
	{"intrinsic_of_index", "the same with an intrinsic function"},
	{"leaf_function_of_index", "the same with a function of the program"},
	{"gather", "a loop that reads by an index array"},
	{"scatter", "a loop that stores by an index array"},
	{"permutation", "a loop with two index arrays that are permutations"},
	{"bin_sum", "a loop that counts how many elements fall into bins"},
	{"running_sum", "a loop whose element is the sum of those before"},
	{"where", "a loop that stores under a condition"},
}

func optimizationKeys() []tomltree.Key {
	out := make([]tomltree.Key, len(Optimizations))
	for i, o := range Optimizations {
		out[i] = tomltree.Key{Name: o.Name, Meaning: o.Meaning, Table: true}
	}
	return out
}

// arrayKeysBelow returns the keys of `array` or of a table in it.
func arrayKeysBelow(path []string) []tomltree.Key {
	switch {
	case len(path) == 0:
		return slices.Concat(arrayChoices, arrayOthers, originKeys)
	case path[0] == "parameters" && len(path) == 1:
		return []tomltree.Key{{Name: "NAME", Meaning: "a parameter: type and operation, or an overhead", Table: true, Any: true}}
	case path[0] == "parameters" && len(path) == 2:
		return slices.Concat(curveKeys, originKeys)
	case path[0] == "optimizations" && len(path) == 1:
		return optimizationKeys()
	case path[0] == "optimizations" && len(path) == 2:
		return slices.Concat(verdictKeys, originKeys)
	}
	return nil
}
