package program

import "strings"

// MessageOp is what a call of the message-passing library does.
type MessageOp uint8

// The operations of MPI (version 4.0, chapters 3, 6 and 11) and of coarrays
// (Fortran 2018) that are distinguished.
const (
	NoMessage          MessageOp = iota
	Free                         // neither time nor messages: MPI_FINALIZE and what describes types and groups
	DescribesType                // of elements in rows
	Spawns                       // the processes begin
	TellsRank                    // the number of this process, from 0
	TellsSize                    // the number of processes
	DealsProcesses               // out over the dimensions of a grid
	MakesGrid                    // a communicator whose processes stand in a grid
	CopiesCommunicator           // all wait for all
	PartsCommunicator            // each process gets one of some of them; all wait for all
	TellsGrid                    // its extents, where it is periodic, the coordinates of this process
	TellsCoordinates             // of a process
	TellsGridRank                // the number of the process with coordinates
	TellsNeighbours              // the numbers of those so far along a dimension
	Sends                        // to one process
	Receives                     // from one
	Exchanges                    // both at once
	Awaits                       // the end of what was begun without blocking
	PreparesSend                 // a persistent request: a send that is described once
	PreparesReceive              // likewise a receive
	Starts                       // what was prepared, without blocking
	Broadcasts                   // from the root to all
	Reduces                      // of all, to the root
	AllReduces                   // of all, to all
	Scans                        // of those before, to each
	Gathers                      // from all to the root, in a row
	Scatters                     // from the root to all, a part each
	AllGathers                   // from all to all, in a row
	AllToAlls                    // from all to all, another part each
	Barriers                     // all wait for all
	NeighbourSync                // images wait for images
	Orders                       // of memory, or one after the other: waits that are not modelled
)

// messageProcedure is a library procedure: the dummies of its Fortran binding, in
// order; those that it changes begin with ">". Those from one that begins with
// "?" on are optional, and so is IERROR, as in mpi_f08.
type messageProcedure struct {
	op      MessageOp
	dummies string
}

var messageProcedures = map[string]messageProcedure{
	"mpi_init": {Spawns, ">ierror"}, "mpi_init_thread": {Spawns, "required >provided >ierror"}, "mpi_finalize": {Free, ">ierror"},
	"mpi_abort":     {Free, "comm errorcode >ierror"},
	"mpi_comm_rank": {TellsRank, "comm >rank >ierror"}, "mpi_comm_size": {TellsSize, "comm >size >ierror"},
	"mpi_dims_create": {DealsProcesses, "nnodes ndims >dims >ierror"}, "mpi_cart_create": {MakesGrid, "comm_old ndims dims periods reorder >comm_cart >ierror"},
	"mpi_cart_get": {TellsGrid, "comm maxdims >dims >periods >coords >ierror"}, "mpi_cart_coords": {TellsCoordinates, "comm rank maxdims >coords >ierror"},
	"mpi_cart_rank": {TellsGridRank, "comm coords >rank >ierror"}, "mpi_cart_shift": {TellsNeighbours, "comm direction disp >rank_source >rank_dest >ierror"},
	"mpi_send": {Sends, "buf count datatype dest tag comm >ierror"}, "mpi_ssend": {Sends, "buf count datatype dest tag comm >ierror"},
	"mpi_bsend": {Sends, "buf count datatype dest tag comm >ierror"}, "mpi_rsend": {Sends, "buf count datatype dest tag comm >ierror"},
	"mpi_isend": {Sends, "buf count datatype dest tag comm >request >ierror"}, "mpi_issend": {Sends, "buf count datatype dest tag comm >request >ierror"},
	"mpi_ibsend": {Sends, "buf count datatype dest tag comm >request >ierror"}, "mpi_irsend": {Sends, "buf count datatype dest tag comm >request >ierror"},
	"mpi_send_init": {PreparesSend, "buf count datatype dest tag comm >request >ierror"}, "mpi_ssend_init": {PreparesSend, "buf count datatype dest tag comm >request >ierror"},
	"mpi_bsend_init": {PreparesSend, "buf count datatype dest tag comm >request >ierror"}, "mpi_rsend_init": {PreparesSend, "buf count datatype dest tag comm >request >ierror"},
	"mpi_recv_init": {PreparesReceive, ">buf count datatype source tag comm >request >ierror"},
	"mpi_start":     {Starts, ">request >ierror"}, "mpi_startall": {Starts, "count >array_of_requests >ierror"},
	"mpi_recv":  {Receives, ">buf count datatype source tag comm >status >ierror"},
	"mpi_irecv": {Receives, ">buf count datatype source tag comm >request >ierror"},
	"mpi_sendrecv": {Exchanges,
		"sendbuf sendcount sendtype dest sendtag >recvbuf recvcount recvtype source recvtag comm >status >ierror"},
	"mpi_sendrecv_replace": {Exchanges, ">buf count datatype dest sendtag source recvtag comm >status >ierror"},
	"mpi_wait":             {Awaits, ">request >status >ierror"}, "mpi_waitall": {Awaits, "count >array_of_requests >array_of_statuses >ierror"},
	"mpi_bcast":                     {Broadcasts, ">buffer count datatype root comm >ierror"},
	"mpi_reduce":                    {Reduces, "sendbuf >recvbuf count datatype op root comm >ierror"},
	"mpi_allreduce":                 {AllReduces, "sendbuf >recvbuf count datatype op comm >ierror"},
	"mpi_scan":                      {Scans, "sendbuf >recvbuf count datatype op comm >ierror"},
	"mpi_exscan":                    {Scans, "sendbuf >recvbuf count datatype op comm >ierror"},
	"mpi_gather":                    {Gathers, "sendbuf sendcount sendtype >recvbuf recvcount recvtype root comm >ierror"},
	"mpi_gatherv":                   {Gathers, "sendbuf sendcount sendtype >recvbuf recvcounts displs recvtype root comm >ierror"},
	"mpi_scatter":                   {Scatters, "sendbuf sendcount sendtype >recvbuf recvcount recvtype root comm >ierror"},
	"mpi_scatterv":                  {Scatters, "sendbuf sendcounts displs sendtype >recvbuf recvcount recvtype root comm >ierror"},
	"mpi_allgather":                 {AllGathers, "sendbuf sendcount sendtype >recvbuf recvcount recvtype comm >ierror"},
	"mpi_allgatherv":                {AllGathers, "sendbuf sendcount sendtype >recvbuf recvcounts displs recvtype comm >ierror"},
	"mpi_alltoall":                  {AllToAlls, "sendbuf sendcount sendtype >recvbuf recvcount recvtype comm >ierror"},
	"mpi_alltoallv":                 {AllToAlls, "sendbuf sendcounts sdispls sendtype >recvbuf recvcounts rdispls recvtype comm >ierror"},
	"mpi_comm_dup":                  {CopiesCommunicator, "comm >newcomm >ierror"},
	"mpi_comm_split":                {PartsCommunicator, "comm color key >newcomm >ierror"},
	"mpi_comm_split_type":           {PartsCommunicator, "comm split_type key info >newcomm >ierror"},
	"mpi_comm_create":               {PartsCommunicator, "comm group >newcomm >ierror"},
	"mpi_cart_sub":                  {PartsCommunicator, "comm remain_dims >newcomm >ierror"},
	"mpi_barrier":                   {Barriers, "comm >ierror"},
	"mpi_ibcast":                    {Broadcasts, ">buffer count datatype root comm >request >ierror"},
	"mpi_ireduce":                   {Reduces, "sendbuf >recvbuf count datatype op root comm >request >ierror"},
	"mpi_iallreduce":                {AllReduces, "sendbuf >recvbuf count datatype op comm >request >ierror"},
	"mpi_iallgather":                {AllGathers, "sendbuf sendcount sendtype >recvbuf recvcount recvtype comm >request >ierror"},
	"mpi_ialltoall":                 {AllToAlls, "sendbuf sendcount sendtype >recvbuf recvcount recvtype comm >request >ierror"},
	"mpi_ibarrier":                  {Barriers, "comm >request >ierror"},
	"mpi_type_contiguous":           {DescribesType, "count oldtype >newtype >ierror"},
	"mpi_type_vector":               {DescribesType, "count blocklength stride oldtype >newtype >ierror"},
	"mpi_type_create_hvector":       {DescribesType, "count blocklength stride oldtype >newtype >ierror"},
	"mpi_type_create_indexed_block": {DescribesType, "count blocklength array_of_displacements oldtype >newtype >ierror"},
	"mpi_type_create_subarray":      {DescribesType, "ndims array_of_sizes array_of_subsizes array_of_starts order oldtype >newtype >ierror"},
	"mpi_type_create_resized":       {DescribesType, "oldtype lb extent >newtype >ierror"},
	"mpi_type_indexed":              {Free, "count array_of_blocklengths array_of_displacements oldtype >newtype >ierror"},
	"mpi_type_create_struct":        {Free, "count array_of_blocklengths array_of_displacements array_of_types >newtype >ierror"},
	"mpi_type_size":                 {Free, "datatype >size >ierror"},
	"mpi_type_get_extent":           {Free, "datatype >lb >extent >ierror"},
	"mpi_get_address":               {Free, "location >address >ierror"},
	"mpi_type_commit":               {Free, "datatype >ierror"},
	"mpi_type_free":                 {Free, ">datatype >ierror"},
	"mpi_buffer_attach":             {Free, "buffer size >ierror"},
	"mpi_buffer_detach":             {Free, ">buffer >size >ierror"},
	"mpi_get_count":                 {Free, "status datatype >count >ierror"},
	"mpi_request_free":              {Free, ">request >ierror"},
	"mpi_comm_free":                 {Free, ">comm >ierror"},
	"mpi_comm_set_errhandler":       {Free, "comm errhandler >ierror"},
	"mpi_comm_group":                {Free, "comm >group >ierror"},
	"mpi_group_incl":                {Free, "group n ranks >newgroup >ierror"},
	"mpi_group_excl":                {Free, "group n ranks >newgroup >ierror"},
	"mpi_group_size":                {Free, "group >size >ierror"},
	"mpi_group_rank":                {Free, "group >rank >ierror"},
	"mpi_group_free":                {Free, ">group >ierror"},
	"mpi_op_create":                 {Free, "user_fn commute >op >ierror"},
	"mpi_op_free":                   {Free, ">op >ierror"},
	"mpi_cartdim_get":               {Free, "comm >ndims >ierror"},
	"mpi_initialized":               {Free, ">flag >ierror"},
	"mpi_finalized":                 {Free, ">flag >ierror"},
	"mpi_query_thread":              {Free, ">provided >ierror"},
	"mpi_get_processor_name":        {Free, ">name >resultlen >ierror"},
	"mpi_get_version":               {Free, ">version >subversion >ierror"},
	"mpi_get_library_version":       {Free, ">version >resultlen >ierror"},
	"mpi_error_string":              {Free, "errorcode >string >resultlen >ierror"},
	"mpi_info_create":               {Free, ">info >ierror"},
	"mpi_info_set":                  {Free, "info key value >ierror"},
	"mpi_info_free":                 {Free, ">info >ierror"},
	"co_sum":                        {AllReduces, ">a ?result_image >stat >errmsg"},
	"co_max":                        {AllReduces, ">a ?result_image >stat >errmsg"},
	"co_min":                        {AllReduces, ">a ?result_image >stat >errmsg"},
	"co_reduce":                     {AllReduces, ">a operation ?result_image >stat >errmsg"},
	"co_broadcast":                  {Broadcasts, ">a source_image ?>stat >errmsg"},
	"sync all":                      {Barriers, "?>stat >errmsg"},
	"sync team":                     {Orders, "team ?>stat >errmsg"},
	"sync images":                   {NeighbourSync, "images ?>stat >errmsg"},
	"sync memory":                   {Orders, "?>stat >errmsg"},
	"critical":                      {Orders, "?>stat >errmsg"},
	"lock":                          {Orders, ">lock ?>acquired_lock >stat >errmsg"},
	"unlock":                        {Orders, ">lock ?>stat >errmsg"},
	"event post":                    {Orders, ">event ?>stat >errmsg"},
	"event wait":                    {Orders, ">event ?until_count >stat >errmsg"},
}

// Message is a call that passes messages, by the names of the library's dummies.
type Message struct {
	Op   MessageOp
	Call *CallStmt

	dummies  []string
	changed  map[string]bool
	required int
}

// MessageOf reads a call of the message-passing library, or a statement of
// coarrays (which front ends lower to calls of that name); nil for others.
func MessageOf(s *CallStmt) *Message {
	p, ok := messageProcedures[s.Name]
	if !ok {
		return nil
	}
	m := &Message{Op: p.op, Call: s, changed: map[string]bool{}, required: -1}
	for _, d := range strings.Fields(p.dummies) {
		if rest, optional := strings.CutPrefix(d, "?"); optional {
			m.required, d = len(m.dummies), rest
		}
		name, changed := strings.CutPrefix(d, ">")
		m.dummies = append(m.dummies, name)
		m.changed[name] = changed
	}
	if m.required < 0 {
		m.required = len(m.dummies)
		if strings.HasPrefix(s.Name, "mpi_") {
			m.required--
		}
	}
	return m
}

// Argument returns the actual argument for the first of the dummies that has
// one; nil without any.
func (m *Message) Argument(dummies ...string) Expr {
	for i, d := range m.dummies {
		for _, name := range dummies {
			if name == d {
				if e := m.Call.Argument(d, i); e != nil {
					return e
				}
			}
		}
	}
	return nil
}

// Missing returns the dummies that must have an argument and have none.
func (m *Message) Missing() []string {
	var out []string
	for _, d := range m.dummies[:m.required] {
		if m.Argument(d) == nil {
			out = append(out, d)
		}
	}
	return out
}

// Changed returns the variables that the call gives values. A scalar that is
// broadcast keeps that of the root, which runs the same text.
func (m *Message) Changed() []*Symbol {
	var out []*Symbol
	for i, d := range m.dummies {
		if i == 0 && m.Op == Broadcasts && m.scalar() != nil {
			continue
		}
		if r, ok := m.Argument(d).(*Ref); ok && m.changed[d] && r.Sym.Class != Parameter {
			out = append(out, r.Sym)
		}
	}
	return out
}

// Broadcast returns the scalar variable that the call broadcasts, or nil.
func (m *Message) Broadcast() *Symbol {
	if m.Op != Broadcasts {
		return nil
	}
	return m.scalar()
}

func (m *Message) scalar() *Symbol {
	if r, ok := m.Argument(m.dummies[0]).(*Ref); ok && r.Sym.Rank() == 0 {
		return r.Sym
	}
	return nil
}

// Synchronous reports whether a send ends only when it is being received.
func (m *Message) Synchronous() bool { return m.Call.Name == "mpi_ssend" }

// Title is the name of the call as reports write it.
func (m *Message) Title() string { return strings.ToUpper(m.Call.Name) }

// Argument returns the actual argument with the keyword, or the one at the
// (0-based) position when it has no keyword; nil if there is none.
func (s *CallStmt) Argument(keyword string, position int) Expr {
	for i, a := range s.Args {
		if a.Keyword == keyword || a.Keyword == "" && i == position {
			return a.Value
		}
	}
	return nil
}

// PassesMessages reports whether a statement of the block calls the library, or is
// one of coarrays.
func PassesMessages(body []Stmt) bool {
	found := false
	Statements(body, func(s Stmt) bool {
		if c, ok := s.(*CallStmt); ok {
			found = found || MessageOf(c) != nil
		}
		return !found
	})
	return found
}
