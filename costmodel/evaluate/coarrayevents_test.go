package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// ofImages is a program of 4 images.
func ofImages(body string) string {
	return "program p\nuse, intrinsic :: iso_fortran_env\nimplicit none\ntype(event_type) :: e[*], f(2)[*]\ntype(team_type) :: t\ninteger(atomic_int_kind) :: k[*]\ninteger :: me, np, it, old\nreal :: a(10)[*], s\nme = this_image()\nnp = num_images()\n" + body + "end program\n"
}

// Messages of all images, in 10 iterations where there is a loop.
func TestEventsAndAtomics(t *testing.T) {
	const ten = "do it = 1, 10\n"
	cases := []struct {
		name, body string
		messages   map[string]int // of the first line with a text
		says       string         // of the last of them
	}{
		{"to the next", ten + "if (me < np) event post (e[me+1])\nif (me > 1) event wait (e)\nend do\n", map[string]int{"event post": 30, "event wait": 30}, "awaited from the processor below"},
		{"round", ten + "event post (e[mod(me, np) + 1])\nevent wait (e)\nend do\n", map[string]int{"event post": 40, "event wait": 40}, "awaited from the processor below, round a ring"},
		{"two of an array", ten + "if (me > 1) event post (f(2)[me-1])\nif (me < np) event post (f(1)[me+1])\nif (me > 1) event wait (f(1))\nif (me < np) event wait (f(2))\nend do\n", map[string]int{"wait (f(1))": 30, "wait (f(2))": 30}, "awaited from the processor"},
		{"awaited before it is posted", ten + "if (me < np .and. it > 1) event wait (e)\nif (me > 1) event post (e[me-1])\nend do\n", map[string]int{"event wait": 27}, "awaited from the processor above"},
		{"by all to one", "event post (e[1])\nif (me == 1) event wait (e, until_count=np)\n", map[string]int{"event post": 3, "event wait": 4}, "taken to be all"},
		{"by nobody here", ten + "event wait (e)\nend do\n", map[string]int{"event wait": 40}, "taken to be all"},
		{"an event of its own", ten + "event post (e)\nend do\n", map[string]int{"event post": 0}, ""},
		// Image 1 accesses its own.
		{"an atom is set", ten + "call atomic_define(k[1], me)\nend do\n", map[string]int{"call atomic": 30}, ""},
		{"an atom is brought", ten + "call atomic_ref(old, k[mod(me, np) + 1])\nend do\n", map[string]int{"call atomic": 40}, ""},
		{"an atom is brought and changed", ten + "call atomic_fetch_add(k[1], 1, old)\nend do\n", map[string]int{"call atomic": 60}, ""},
		{"an atom of its own", ten + "call atomic_add(k, 1)\nend do\n", map[string]int{"call atomic": 0}, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := ofImages(c.body)
			r := reportOf(t, "p.f90", text, settings.Settings{Procs: 4})
			said := ""
			for at, want := range c.messages {
				l := lineIn(r, lineWith(text, at))
				n := 0.0
				for _, m := range l.Comms {
					n += m.TotalMessages
				}
				if said += reasons(l); int(n) != want || l.NoEstimate != "" {
					t.Errorf("%g messages at %s, want %d %s", n, at, want, l.NoEstimate)
				}
			}
			if !strings.Contains(said, c.says) {
				t.Errorf("it says %s", said)
			}
		})
	}
}

// An event that several statements post is awaited from the image that posts it to this one: of 4
// images each waits for the one before, and the first for the last, 4 messages one behind the other.
func TestEventsPostedAtSeveralPlaces(t *testing.T) {
	time := func(body string) float64 {
		return reportOf(t, "p.f90", ofImages(body), settings.Settings{Machine: "cluster", Procs: 4}).Units[0].Charge.Total()
	}
	one := time("if (me == 1) event post (e[2])\nif (me == 2) event wait (e)\n")
	for _, c := range []struct {
		name, body string
		messages   float64
	}{
		{"by the first and by the others", "if (me == 1) then\nevent post (e[2])\nevent wait (e)\nelse\nevent wait (e)\nevent post (e[mod(me, np) + 1])\nend if\n", 4},
		{"by the first, between, and by the last", "if (me == 1) then\nevent post (e[2])\nevent wait (e)\nelse\nevent wait (e)\nif (me < np) then\nevent post (e[me+1])\nelse\nevent post (e[1])\nend if\nend if\n", 4},
		{"upwards by the first half, downwards by the last", "if (me == 1) event post (e[2])\nif (me == np) event post (e[np-1])\nif (me > 1 .and. me < np) event wait (e)\n", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := time(c.body) / one; math.Abs(got-c.messages) > 0.03*c.messages {
				t.Errorf("%.3g messages one after the other, want %g", got, c.messages)
			}
		})
	}
	for _, c := range []struct {
		name, body string
		unknown    bool
	}{
		{"two images post it", "if (me > 1) event post (e[me-1])\nif (me < np) event post (e[me+1])\nif (me > 1) event wait (e)\n", true},
		{"nobody posts it to the first image", "if (me < np) event post (e[me+1])\nevent wait (e)\n", true},
		{"an image posts it that fewer do not have", "if (me > 4) event post (e[me-4])\nif (me == 1) event wait (e)\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := ofImages(c.body)
			said := reasons(lineIn(reportOf(t, "p.f90", text, settings.Settings{Procs: 8}), lineWith(text, "event wait")))
			if strings.Contains(said, "taken to be all") != c.unknown {
				t.Errorf("it says %q", said)
			}
		})
	}
}

// An event is a message without elements.
func TestEventsTakeWhatMessagesTake(t *testing.T) {
	const work = "do i = 1, 1000*me\na(1) = a(1) + 1\nend do\n"
	events := strings.Replace(ofImages("do it = 1, 10\n"+work+"event post (e[mod(me, np) + 1])\nevent wait (e)\nend do\n"), "it, old", "it, old, i", 1)
	mpi := "program p\nuse mpi\nimplicit none\ninteger :: me, np, it, i, ierr, next, before\nreal :: a(10)\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\nnext = mod(me+1, np)\nbefore = mod(me-1+np, np)\nme = me + 1\ndo it = 1, 10\n" + work +
		"call mpi_send(a, 0, MPI_REAL, next, 0, MPI_COMM_WORLD, ierr)\ncall mpi_recv(a, 0, MPI_REAL, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)\nend do\nend program\n"
	with := settings.Settings{Procs: 8}
	x, y := unitOf(t, "p.f90", events, with).Charge, unitOf(t, "p.f90", mpi, with).Charge
	if x.Communication == 0 || x.Communication != y.Communication || x.Wait != y.Wait {
		t.Errorf("%+v, messages %+v", x, y)
	}
}

// SYNC IMAGES knows when those come whom it names that come to the same statement; where they come
// to another one, it says so.
func TestImagesThatSynchronizeElsewhere(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		says bool
	}{
		"pairs":                     {"sync images (me - 1 + 2*mod(me, 2))\n", false},
		"both neighbours":           {"sync images ([max(1, me-1), min(np, me+1)])\n", false},
		"two of all":                {"if (me < 3) sync images (3 - me)\n", false},
		"two branches":              {"if (me == 1) then\ns = 1\nsync images (2)\nelse if (me == 2) then\nsync images (1)\nend if\n", true},
		"first below, then above":   {"if (me > 1) sync images (me-1)\nif (me < np) sync images (me+1)\n", true},
		"one that comes to nothing": {"if (me == 1) sync images (2)\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			text := ofImages(c.body)
			said := reasons(lineIn(reportOf(t, "p.f90", text, settings.Settings{Procs: 4}), lineWith(text, "sync images")))
			if got := strings.Contains(said, "in another statement"); got != c.says || said == "" {
				t.Errorf("%q", said)
			}
		})
	}
}

// In a team images have other numbers: what they do there is counted for all, and says so.
func TestTeams(t *testing.T) {
	text := ofImages("form team (merge(1, 2, me < 3), t)\nchange team (t)\ncall co_sum(s)\nif (this_image() > num_images()/2) s = 1\na(1) = a(2)[me-1]\nsync all\nsync images (me-1)\nend team\ncall co_max(s)\nif (me == 1) a(3) = a(4)[me+1]\n")
	r := reportOf(t, "p.f90", text, settings.Settings{Procs: 4})
	const team, partner = "its team has some of the images", "its partner is not known"
	for what, says := range map[string]string{"form team": "", "change team": team, "co_sum": team, "a(2)[me-1]": partner, "sync all": team, "sync images": team, "end team": team, "co_max": "", "a(4)[me+1]": ""} {
		t.Run(what, func(t *testing.T) {
			l := lineIn(r, lineWith(text, what))
			said := reasons(l)
			if !strings.Contains(said, says) || says == "" && (strings.Contains(said, team) || strings.Contains(said, partner)) || l.NoEstimate != "" || said == "" {
				t.Errorf("%q %s", said, l.NoEstimate)
			}
		})
	}
	if !assumes(r, "how often this_image(t)>(num_images(t)/2) holds") {
		t.Errorf("%+v", r.Units[0].Assumptions)
	}
}
