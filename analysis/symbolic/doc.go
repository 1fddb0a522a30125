// Package symbolic is the expression layer under every prediction: hash-consed
// expressions in problem sizes, processor counts and machine parameters, with
// exact index arithmetic, closed forms for sums and maxima, and compiled
// evaluation.
//
// An expression is a node of an Arena. Nodes are canonical when they are built:
// linear combinations with rational coefficients over products of integer
// powers, operands ordered by a structural hash that is the same in every
// arena. So two expressions that were built in another order are one node.
//
// Minimum, ceiling and the comparisons have no nodes of their own: min(x, y) is
// -max(-x, -y), ceil(x/y) is -((-x) div y), and a comparison is the sign of a
// difference. Every rule is therefore written once; the printers turn these
// forms back into what a reader expects.
package symbolic
