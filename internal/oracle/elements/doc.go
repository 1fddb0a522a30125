// Package elements is the oracle of the tests: it executes a program one
// element at a time, in source order and with real values, and counts what
// each processor of a distributed machine would do for it. It looks nothing up
// in a formula. Owners are found by dealing template indices out one by one,
// iterations by running the loops, messages by collecting the elements that a
// processor reads and does not hold. So it is slow, and easy to believe.
//
// # Who executes
//
// Owner computes. An assignment to an element is executed by every processor
// that holds a copy of the element; scalars and unmapped arrays are held by
// all. In an INDEPENDENT loop (and DO CONCURRENT) the iteration belongs to the
// owners of its home: the ON HOME reference; else the left side of the first
// assignment to a mapped array in the body; else, with a REDUCTION clause, the
// first mapped reference on the right of the reduction statement; else all.
// Where a subscript of the home uses the index of an inner loop, or is a
// section, a statement outside that loop falls back, in that grid dimension
// only, on the owner of its own left side. Everything assigned in the iteration
// is computed by its executors; an element that they do not hold is sent to its
// owners afterwards. NEW variables are never sent. Where the loop's own index says
// who executes an iteration, these have all that it stores until it ends: they fetch
// none of it (made.go), and send it behind the loop.
//
// The statement s = s + e (also -, *, MIN, MAX) of a plain DO loop is a
// reduction when s occurs nowhere else in the loop and the loop's index stands
// in a subscript of a mapped reference of e: the first such reference is the
// home. The parts are combined after the outermost loop of which that is true.
// The reduction intrinsics split likewise by the first mapped section of their
// arguments, and everybody computes the whole where there is none; except
// inside parallel constructs, where the executor computes the whole.
//
// A DO loop without a directive is executed like an INDEPENDENT one, its private
// scalars NEW and what it accumulates in a REDUCTION clause, when the dependence
// test finds that no iteration depends on another one, the subscripts of its
// home mention its index, and it has private scalars that nothing needs after
// it, conditions on mapped arrays, or reductions of sections that lie on one
// processor each, and no others (see adopt.go).
//
// Conditions are evaluated by the executors of the iteration, outside
// INDEPENDENT loops by all. Masks are evaluated by the executors of the first
// assignment that they guard.
//
// # Intrinsics with array results
//
// Outside parallel constructs they are library routines. CSHIFT, EOSHIFT,
// TRANSPOSE, SPREAD, RESHAPE, PACK, UNPACK and MATMUL, alone on the right side
// of an assignment, put their result straight into the left side: its owners
// read the elements of the arguments that it needs and store it, which is a
// load and a store for each element moved. Anywhere else the result goes into a
// temporary first, computed and stored by those who hold it, and the statement
// reads that like an array. The temporary of a shift is mapped like the array
// argument; that of the others lies with the left side, element by element,
// where it has its shape, and else as the arguments say: a transpose moves
// nothing, a spread has its new dimension on one processor, a product has its
// rows with those of the first matrix and its columns with those of the second,
// the rest is replicated. An argument that is neither an array nor a section is
// computed into a temporary mapped like its first mapped operand.
//
// Reductions with DIM, MAXLOC and MINLOC split like the reductions to a scalar;
// all who combined a part hold the result, so that it has copies along the grid
// dimensions that distributed what is gone. PACK and UNPACK first count their
// mask, as COUNT does.
//
// What a routine reads, and what is read of a temporary, is fetched at every
// execution: such fetches are hoisted out of no loop, and each reference is a
// group of its own. In FORALL and INDEPENDENT loops there are no routines: the
// executor reads what its elements need.
//
// # Remaps and calls
//
// In a remap every processor that does not hold an element before and does so
// afterwards gets it from the nearest holder: one message per array and pair.
// Where any element changes its holders, every processor copies, with a load
// and a store, all that it then holds. REALIGN and REDISTRIBUTE are executed by
// [Parse]d inputs, see directives.go, and with [Input.Remaps]. A loop whose body
// leaves arrays mapped otherwise than it found them is peeled: what its first
// iteration fetches out of it comes in messages of its own (peel.go).
//
// CALL executes a subroutine of the same file. Scalars are passed by reference,
// expressions by value after everybody has computed them. An array dummy
// without a mapping of its own (none, INHERIT, "*") has that of the actual
// argument, a section's being its parent's composed with its subscripts. A
// dummy with one, prescriptive or descriptive, is remapped on the line of the
// CALL: to it unless it is INTENT(OUT), back unless INTENT(IN). What the body
// does counts on its own lines, and no fetch is hoisted out of the procedure.
// A function of scalars in an expression is evaluated by whoever evaluates that;
// what its body does counts nowhere (function.go).
//
// # What is counted
//
// Every operator of an executed expression counts once on every executor, by
// class (see [Class]), without constant folding. Each array element read is a
// load, each array element assigned a store; scalars, PARAMETERs and loop
// indices are free. Arithmetic in subscripts, section bounds and loop bounds is
// address computation and free; the array elements that it reads are loads.
//
// # Communication
//
// An executor fetches the elements that it reads and does not hold from the
// nearest owner: the one that agrees with it in most grid coordinates, of
// several the one with the smallest number. What a reference group fetches
// during one execution of its nest is one message per pair of processors, with
// every distinct element once. The nest of a reference is its statement and
// every enclosing loop outwards up to the first DO loop that carries a true
// dependence onto it, or around both where a store comes before it in the same
// iteration, as [depend] finds them; or that remaps the array; or that changes
// what the subscripts depend on, unless no iteration depends on another one.
// That much is the compiler's decision. Whether it was right is seen here: the
// fetch of an element that was stored since its nest began is an error. A group
// is the references of a statement to one array in one direction (see
// direction.go); the mask of a FORALL or WHERE goes with the first assignment
// that it guards.
package elements
