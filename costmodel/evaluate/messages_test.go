package evaluate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
	"golang.org/x/tools/txtar"
)

// passing reads a program of testdata/mpi or testdata/coarray.
func passing(t testing.TB, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../testdata", folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// passingPrograms returns all of them, by name.
func passingPrograms(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, folder := range []string{"mpi", "coarray"} {
		paths, _ := filepath.Glob(filepath.Join("../../testdata", folder, "*.f*"))
		for _, path := range paths {
			out[filepath.Base(path)] = passing(t, folder, filepath.Base(path))
		}
	}
	return out
}

// Messages, bytes and executions are those that were counted by hand.
func TestMessagePassing(t *testing.T) {
	for _, folder := range []string{"mpi", "coarray"} {
		expected, err := txtar.ParseFile(filepath.Join("../../testdata", folder, "expected.txtar"))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, f := range expected.Files {
			name, procs, _ := strings.Cut(f.Name, " procs=")
			seen[name] = true
			p, err := strconv.Atoi(procs)
			if err != nil {
				t.Fatal(f.Name, err)
			}
			t.Run(folder+"/"+f.Name, func(t *testing.T) {
				r := reportOf(t, "/"+name, passing(t, folder, name), settings.Settings{Procs: p})
				if got, want := passedBy(r, string(f.Data)), string(f.Data); got != want {
					t.Errorf("got\n%swant\n%s", got, want)
				}
			})
		}
		programs, _ := filepath.Glob(filepath.Join("../../testdata", folder, "*.f*"))
		for _, path := range programs {
			if !seen[filepath.Base(path)] {
				t.Errorf("%s: nothing is expected of it", path)
			}
		}
	}
}

// passedBy lists the communications of a report, and the executions of the lines
// that are asked for.
func passedBy(r *report.Report, asked string) string {
	u := r.Units[0]
	for _, x := range r.Units {
		if x.Kind == "program" {
			u = x
		}
	}
	out := fmt.Sprintf("processor %d\n", u.ReferenceProcessor[0])
	for _, l := range u.Lines {
		if strings.Contains(asked, fmt.Sprintf("\n%d executions", l.Line)) {
			out += fmt.Sprintf("%d executions %.0f\n", l.Line, l.Executions)
		}
		for _, c := range l.Comms {
			name := c.Array
			if name == "" {
				name = "-"
			}
			out += fmt.Sprintf("%d %s %s %.0f %.0f %.0f %.0f\n", l.Line, c.Kind, name, c.Messages, c.Bytes, c.TotalMessages, c.TotalBytes)
		}
	}
	return out
}

// Laplace's equation moves the same, whether a compiler inserts the messages or
// the program passes them.
func TestLaplaceMovesTheSame(t *testing.T) {
	for _, procs := range []int{2, 4, 8, 16} {
		t.Run(fmt.Sprint(procs), func(t *testing.T) {
			moved := func(text string) (out []float64) {
				u := reportOf(t, "/laplace.f90", text, settings.Settings{Procs: procs}).Units[0]
				for _, kind := range []string{"shift", "reduction"} {
					messages, bytes := 0.0, 0.0
					for _, l := range u.Lines {
						for _, c := range l.Comms {
							if c.Kind == kind {
								messages, bytes = messages+c.TotalMessages, bytes+c.TotalBytes
							}
						}
					}
					out = append(out, messages, bytes)
				}
				return out
			}
			hpf, mpi := moved(example(t, "laplace_columns.f90")), moved(passing(t, "mpi", "laplace.f90"))
			if !slices.Equal(hpf, mpi) || hpf[0] != float64(200*(procs-1)) {
				t.Errorf("%d processors: by directives %v, by messages %v", procs, hpf, mpi)
			}
		})
	}
}

// A processor that waits for the one below before it works is behind it by one
// message and one strip: for M rows of S seconds and messages of m the last one
// ends after (P-1)*(S+m) + M*S.
func TestPipelineFills(t *testing.T) {
	text := passing(t, "mpi", "pipeline.f")
	ends := func(procs int) (*report.Unit, float64) {
		u := reportOf(t, "/p.f", text, settings.Settings{Procs: procs}).Units[0]
		return u, u.Charge.Total()
	}
	u, total := ends(4)
	strip := 0.0
	for _, l := range u.Lines {
		if l.Line >= 13 && l.Line != 15 {
			strip += l.Charge.Total()
		}
	}
	message := 65e-6 + 10e-6 + 4*0.425e-6
	want := strip + 3*(strip/50+message)
	if total < want*0.97 || total > want*1.03 {
		t.Errorf("T is %g s, want about %g s", total, want)
	}
}

// A procedure gets numbers of processors and bounds of parts from its caller: with
// half as many processors it works on twice as many rows, and one alone has no
// neighbours.
func TestProcedureKnowsItsPart(t *testing.T) {
	text := passing(t, "mpi", "blocks.f90")
	lines := func(procs int) (edges, smooth *report.Line) {
		u := reportOf(t, "/b.f90", text, settings.Settings{Procs: procs}).Units[0]
		return lineAt(t, u, 22), lineAt(t, u, 23)
	}
	edges4, smooth4 := lines(4)
	_, smooth2 := lines(2)
	edges1, _ := lines(1)
	near := func(what string, x, y float64) {
		if x < y*0.97 || x > y*1.03 { // shorter columns end within more lines
			t.Errorf("%s: %g, want %g", what, x, y)
		}
	}
	near("rows", smooth2.Charge.Computation, 2*smooth4.Charge.Computation)
	near("messages of a processor alone", edges1.Charge.Communication, 0)
	world := reportOf(t, "/w.f90", passing(t, "mpi", "world.f90"), settings.Settings{Procs: 4})
	near("a message in a module's procedure", lineAt(t, world.Units[len(world.Units)-1], 35).Charge.Communication, 65e-6+10e-6+4*0.425e-6)
	one := 147e-6 + 30.5e-6 + 120*4*0.39e-6 // 120 elements to a neighbour
	near("messages of 4 processors", edges4.Charge.Communication, 5*2*one)
}

// What cannot be understood of a call is said where it stands.
func TestBrokenMessages(t *testing.T) {
	const before = "program x\nuse mpi\ninteger :: rank, ierr, status(MPI_STATUS_SIZE), counts(10), odd\nreal :: a(100)\ncall MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)\n"
	for _, c := range []struct{ call, code, text string }{
		{"call MPI_Send(a, 10)", "message-arguments", "MPI_SEND has no argument for DATATYPE, DEST, TAG, COMM"},
		{"call MPI_Send", "message-arguments", "BUF, COUNT"},
		{"call MPI_Barrier()", "message-arguments", "COMM"},
		{"call MPI_Send(a, 10, odd, 1, 0, MPI_COMM_WORLD, ierr)", "message-size", "datatype"},
		{"call MPI_Send(a, a(3), MPI_REAL, 1, 0, MPI_COMM_WORLD, ierr)", "message-size", "its count is no integer"},
		{"call MPI_Recv(a, 1.5, MPI_REAL, 1, 0, MPI_COMM_WORLD, status, ierr)", "message-size", "count"},
		{"call MPI_Bcast(a, 10, 3, 0, MPI_COMM_WORLD, ierr)", "message-size", "datatype"},
	} {
		t.Run(c.call, func(t *testing.T) {
			r := reportOf(t, "/x.f90", before+c.call+"\na(1) = 1.0\nend program\n", settings.Settings{Procs: 4})
			found := false
			for _, d := range r.Diagnostics {
				if d.Code == c.code && strings.Contains(d.Message, c.text) {
					text := before + c.call
					found = d.Span.Start == strings.Index(text, c.call)
				}
			}
			if !found || r.Units[0].Charge.Total() == 0 {
				t.Errorf("%s: %v", c.call, r.Diagnostics)
			}
		})
	}
}

// The graphs have units of all thirteen classes of table 1.
func TestAllClasses(t *testing.T) {
	files := texts.FS{
		"/mpi.f90": passing(t, "mpi", "matvec.f90"), "/pipeline.f": passing(t, "mpi", "pipeline.f"), "/heat.f90": passing(t, "coarray", "heat.f90"),
		"/hpf.f90":   example(t, "laplace_columns.f90"),
		"/other.f90": "program other\nreal :: x\nx = 1.0\ndo while (x < 2.0)\nx = x * 1.1\nend do\nif (x > 3.0) x = 0.0\nend program\n",
	}
	seen := map[string]bool{}
	for path := range files {
		graphs, err := graphsPath(context.Background(), workspace.New(files).Snapshot(), path, "", settings.Settings{Procs: 4})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range graphs[0].Nodes {
			seen[n.Kind] = true
		}
	}
	for _, kind := range []string{"Start", "End", "Seq", "Spawn", "IterD", "IterSync", "IterND", "CondtD", "CondtSync", "Comm", "Sync", "SyncSeq", "Call"} {
		t.Run(kind, func(t *testing.T) {
			if !seen[kind] {
				t.Errorf("no unit of class %s", kind)
			}
		})
	}
}

// Images begin with the program, processes of MPI where it is initialised.
func TestSpawn(t *testing.T) {
	for path, line := range map[string]int{"coarray/heat.f90": 3, "mpi/pi.f90": 10} {
		t.Run(path, func(t *testing.T) {
			folder, name := filepath.Split(path)
			graphs, err := graphsPath(context.Background(), workspace.New(texts.FS{"/" + name: passing(t, folder, name)}).Snapshot(), "/"+name, "", settings.Settings{Procs: 4})
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for _, n := range graphs[0].Nodes {
				if n.Kind == "Spawn" && n.Line == line {
					found++
				}
			}
			if found != 1 {
				t.Errorf("%s: %d units begin processes on line %d", path, found, line)
			}
		})
	}
}

// What is received has an edge from what is sent.
func TestMessageEdges(t *testing.T) {
	graphs, err := graphsPath(context.Background(), workspace.New(texts.FS{"/p.f": passing(t, "mpi", "pipeline.f")}).Snapshot(), "/p.f", "", settings.Settings{Procs: 4})
	if err != nil {
		t.Fatal(err)
	}
	g := graphs[0]
	for _, e := range g.Edges {
		if e.Kind == "communication" && strings.HasPrefix(g.Nodes[e.From].Label, "send") && strings.HasPrefix(g.Nodes[e.To].Label, "shift") {
			return
		}
	}
	t.Errorf("no edge from the send to the receive: %v", g.Edges)
}

// A message that travels while its receiver computes is there when it is awaited;
// sending takes its call only. Without work in between the wait is its time.
func TestMessageTravelsMeanwhile(t *testing.T) {
	text := passing(t, "mpi", "nbody.f90")
	busy := reportOf(t, "/n.f90", text, settings.Settings{Procs: 4}).Units[0]
	if c := lineAt(t, busy, 30).Charge; c.Communication != 0 || c.Wait != 0 {
		t.Errorf("awaited after work: %+v", c)
	}
	if c := lineAt(t, busy, 24).Charge; c.Communication != 0 || c.Wait != 0 || c.Overhead == 0 {
		t.Errorf("sent: %+v", c)
	}
	idle := strings.Replace(text, "do j = 1, m\n", "do j = 1, 0\n", 1)
	one := 147e-6 + 30.5e-6 + 256*4*0.39e-6
	if c := lineAt(t, reportOf(t, "/n.f90", idle, settings.Settings{Procs: 4}).Units[0], 30).Charge; c.Communication < 4*one*0.7 || c.Communication > 4*one {
		t.Errorf("awaited at once: %+v, want nearly %g s", c, 4*one)
	}
}

// Who waits for a message from one that works first waits as long as that works,
// though each executes a branch of its own.
func TestWaitForAnotherBranch(t *testing.T) {
	const text = `program two
  use mpi
  integer :: rank, ierr, i, status(MPI_STATUS_SIZE)
  real :: x
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 1) then
    do i = 1, 100000
      x = x * 0.5
    end do
    call MPI_Send(x, 1, MPI_REAL, 0, 0, MPI_COMM_WORLD, ierr)
  else if (rank == 0) then
    call MPI_Recv(x, 1, MPI_REAL, 1, 0, MPI_COMM_WORLD, status, ierr)
  end if
end program
`
	u := reportOf(t, "/two.f90", text, settings.Settings{Procs: 2}).Units[0]
	work := lineAt(t, u, 7).Busy + lineAt(t, u, 8).Busy
	c := lineAt(t, u, 12).Charge
	if u.ReferenceProcessor[0] != 0 || c.Wait < work*0.999 || c.Wait > work*1.001 {
		t.Errorf("processor %v waits %g s, want %g", u.ReferenceProcessor, c.Wait, work)
	}
	if message := 65e-6 + 10e-6 + 4*0.425e-6; c.Communication < message*0.999 || c.Communication > message*1.001 {
		t.Errorf("the message takes %g s, want %g", c.Communication, message)
	}
}
