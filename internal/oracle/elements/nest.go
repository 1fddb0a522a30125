package elements

import "github.com/parlens/parlens/analysis/program"

// frame is a construct that is running. What is fetched by references whose
// nest it is collects in it and is sent when it ends.
type frame struct {
	key     any // the construct
	kind    frameKind
	indices map[*program.Symbol]bool      // that the construct runs over
	stores  map[*program.Symbol]bool      // plain loop: variables assigned in its body
	moved   map[*program.Symbol]bool      // plain loop: arrays that directives in its body move
	wanted  map[trackKey]map[Pair]section // what must move, for each group
	areas   map[trackKey]*area            // overlap areas that may be filled, see overlap.go
	late    []lacking                     // see kept.go
	took    []bool                        // processors that executed something in this iteration
	part    string                        // of a peeled loop: which one is running, see peel.go
	loopInside
}

type frameKind uint8

const (
	statementFrame frameKind = iota // an assignment, condition or mask
	parallelFrame                   // FORALL, WHERE, INDEPENDENT DO, DO CONCURRENT
	loopFrame                       // any other DO
)

// section is a set of elements, by their offsets.
type section map[int]bool

// trackKey identifies a reference group: what one reader moves of one array in
// one direction, out of one nest. Ref is set where there is no direction.
type trackKey struct {
	nest      any
	reader    any
	array     *program.Symbol
	direction string
	ref       *program.Ref
	store     bool
	part      string // of the peeled loops around
}

// track is a reference group's communication over the whole run, with the
// first statement and the first reference that take part.
type track struct {
	Transfer
	line, statement, position int
}

// before orders tracks by source position.
func (t *track) before(u *track) bool {
	switch {
	case t.line != u.line:
		return t.line < u.line
	case t.statement != u.statement:
		return t.statement < u.statement
	case t.position != u.position:
		return t.position < u.position
	case t.Array != u.Array:
		return t.Array < u.Array
	case t.Direction != u.Direction:
		return t.Direction < u.Direction
	}
	return !t.Store && u.Store
}

// within runs body inside a new frame and sends what it collected.
func (it *interpreter) within(f *frame, body func()) {
	f.wanted = map[trackKey]map[Pair]section{}
	f.areas = map[trackKey]*area{}
	f.took = make([]bool, it.procs)
	it.frames = append(it.frames, f)
	body()
	it.frames = it.frames[:len(it.frames)-1]
	it.send(f)
}

// indexOf reports whether a symbol is an index of one of the constructs.
func indexOf(frames []*frame, s *program.Symbol) bool {
	for _, f := range frames {
		if f.indices[s] {
			return true
		}
	}
	return false
}

// want notes that an element of a group must move.
func (it *interpreter) want(f *frame, r reader, key trackKey, ref *program.Ref, pair Pair, offset int) {
	if f.wanted[key] == nil {
		f.wanted[key] = map[Pair]section{}
	}
	if f.wanted[key][pair] == nil {
		f.wanted[key][pair] = section{}
	}
	f.wanted[key][pair][offset] = true
	t := it.tracks[key]
	if t == nil {
		t = &track{line: it.lineOf(r.at), statement: r.at, position: ref.Span().Start}
		t.Transfer = Transfer{Array: key.array.Name, Direction: key.direction, Store: key.store, Pairs: map[Pair]Traffic{}}
		it.tracks[key] = t
	}
	if r.at < t.statement {
		t.line, t.statement = it.lineOf(r.at), r.at
	}
	t.position = min(t.position, ref.Span().Start)
}

// send counts one message for each pair of each group, and its elements.
func (it *interpreter) send(f *frame) {
	it.fetchLacking(f)
	it.joinAreas(f)
	for key, pairs := range f.wanted {
		for pair, elements := range pairs {
			n := int64(len(elements))
			sent := Traffic{Messages: 1, Elements: n, Bytes: n * int64(key.array.Bytes)}
			if !it.opt.Scheme.Vectorize {
				sent.Messages = n
			}
			it.tracks[key].Pairs[pair] = it.tracks[key].Pairs[pair].plus(sent)
		}
	}
	f.wanted, f.areas = map[trackKey]map[Pair]section{}, map[trackKey]*area{}
}

// reader is what evaluates expressions: a statement, mask, condition or
// reduction, and its executors.
type reader struct {
	key   any // the same whenever it runs
	group any // the reader whose messages it shares: its own key, of a mask the first assignment that it guards
	at    int // offset of the statement whose line it counts for
	who   executors
}

// charge counts what one evaluation costs each of the executors, and lets them
// fetch what they read and do not hold.
func (it *interpreter) charge(r reader, members []int, t *tally) {
	line := it.lineOf(r.at)
	for _, p := range members {
		ops := it.share(line, p).Ops
		for class, n := range t.ops {
			ops[string(class)] += float64(n)
		}
		for _, f := range it.frames {
			f.took[p] = true
		}
	}
	for _, read := range t.reads {
		if !it.private(read.array) {
			it.fetch(r, members, read)
		}
	}
}

// fetch lets each of the processors that lacks the element have it from its
// nearest holder.
func (it *interpreter) fetch(r reader, members []int, read access) {
	where := it.holders(read.array, read.offset)
	holders := it.members(where)
	if len(members) == 0 {
		return
	}
	nest := it.nest(read)
	key := it.group(r, nest, read)
	it.note(nest[0], r, nest, key, read)
	for _, p := range members {
		if !it.holds(where, p) && !it.has(read, p) {
			it.checkFresh(nest, read)
			pair := Pair{Sender: it.nearest(holders, p), Receiver: p}
			switch {
			case !it.keeps(read):
				it.want(nest[0], r, key, read.ref, pair, read.offset)
				read.array.sent(read.offset, p)
			case !read.array.copies[read.offset][p]:
				nest[0].late = append(nest[0].late, lacking{r, key, read, pair})
			}
		}
	}
}

// deliver sends a computed element to the holders that did not compute it,
// after the nest of INDEPENDENT loops.
func (it *interpreter) deliver(r reader, members []int, target *program.Ref, v *variable, offset int) {
	for _, p := range it.members(it.holders(v, offset)) {
		if from := it.nearest(members, p); from != p {
			nest := it.parallelNest()
			key := it.group(r, nest, access{ref: target})
			key.store = true
			it.want(nest[0], r, key, target, Pair{Sender: from, Receiver: p}, offset)
		}
	}
}

// group returns the reference group of a reference.
func (it *interpreter) group(r reader, nest []*frame, read access) trackKey {
	key := trackKey{nest: nest[0].key, reader: r.group, array: read.ref.Sym, direction: lone, part: it.part()}
	if !read.routine && it.opt.Scheme.Coalesce {
		key.direction = it.direction(r, nest, read.ref)
	}
	if key.direction == lone {
		key.ref = read.ref
	}
	return key
}

// parallelNest returns the frames from the outermost of the INDEPENDENT loops
// around the statement that have no plain loop between it and them; plain loops
// inside of an iteration that is executed whole do not count.
func (it *interpreter) parallelNest() []*frame {
	first := len(it.frames) - 1
	if whole := it.executedWhole(); whole > 0 {
		first = it.loopFrame(whole)
	}
	for i := first - 1; i >= it.base && it.frames[i].kind != loopFrame && !(it.frames[i].do && !it.opt.Scheme.Vectorize); i-- {
		first = i
	}
	return it.frames[first:]
}
