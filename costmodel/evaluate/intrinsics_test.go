package evaluate

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

const intrinsicsHead = `program x
real :: s, v(100), big(100)
double precision :: d, e, w(100)
complex :: c
double complex :: z, y
integer :: i, k, n(100)
character(20) :: text
logical :: l
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE big(BLOCK) ONTO p
`

func intrinsicsUnit(t *testing.T, statement string) (computation, overhead float64, missing string) {
	t.Helper()
	u := unitOf(t, "x.f90", intrinsicsHead+statement+"\nend program\n", settings.Settings{Machine: "cluster"})
	for _, line := range u.Lines {
		missing += line.NoEstimate
	}
	return u.Charge.Computation, u.Charge.Overhead, missing
}

// Intrinsic functions cost the operation of their class; specific names cost what
// the generic ones do, and parts of DOUBLE COMPLEX numbers are of double precision.
func TestIntrinsicFunctions(t *testing.T) {
	m, err := machines.Load("cluster", nil)
	if err != nil {
		t.Fatal(err)
	}
	number := func(name string) float64 {
		x, _ := m.Number("processing." + name + "_s")
		return x.Value
	}
	for _, c := range []struct {
		statement string
		classes   map[string]float64
	}{
		{"d = dmax1(d, e, 1d0)", map[string]float64{"minmax": 2}},
		{"k = max0(i, 2)", map[string]float64{"minmax": 1}},
		{"d = dsqrt(e)", map[string]float64{"sqrt": 1}},
		{"s = alog10(s)", map[string]float64{"log": 1}},
		{"d = datan2(d, e)", map[string]float64{"trig": 1}},
		{"d = dfloat(k)", map[string]float64{"convert": 1}},
		{"k = idnint(d)", map[string]float64{"convert": 1}},
		{"d = dmod(d, e)", map[string]float64{"double_divide": 1}},
		{"k = mod(i, 7)", map[string]float64{"integer_divide": 1}},
		{"d = dprod(s, s)", map[string]float64{"double_multiply": 1}},
		{"z = dcmplx(d, e)", nil},
		{"z = dcmplx(i, k)", map[string]float64{"convert": 1}},
		{"z = dconjg(y)", nil},
		{"d = dimag(z)", nil},
		{"s = aimag(c)", nil},
		{"z = z * y", map[string]float64{"double_multiply": 4, "double_add": 2}},
		{"c = c * c", map[string]float64{"real_multiply": 4, "real_add": 2}},
		{"z = z + dconjg(y)", map[string]float64{"double_add": 2}},
		{"d = cdabs(z)", map[string]float64{"sqrt": 1, "double_multiply": 2, "double_add": 1}},
		{"d = d + dble(z)", map[string]float64{"double_add": 1}},
		{"d = real(z) + d", map[string]float64{"double_add": 1}},
		{"z = cdexp(z)", map[string]float64{"exp": 1, "trig": 2, "double_multiply": 2}},
		{"d = real(k, 8) * d", map[string]float64{"double_multiply": 1, "convert": 1}},
		{"k = iand(ishft(i, 3), ibits(k, 0, 4))", map[string]float64{"logical": 3}},
		{"k = popcnt(i) + leadz(i)", map[string]float64{"logical": 2, "integer_add": 1}},
		{"k = len(text) + kind(d)", map[string]float64{"integer_add": 1}},
		{"k = index(text, 'a')", map[string]float64{"convert": 1}},
		{"k = len_trim(text)", map[string]float64{"convert": 1}},
		{"s = erf(s) + gamma(s)", map[string]float64{"exp": 2, "real_add": 1}},
		{"d = hypot(d, e)", map[string]float64{"sqrt": 1}},
		{"l = lge(text, 'b')", map[string]float64{"compare": 1}},
		{"d = dtime()", map[string]float64{"call": 1}},
		{"d = omp_get_wtime()", map[string]float64{"call": 1}},
	} {
		t.Run(c.statement, func(t *testing.T) {
			want := 0.0
			for class, n := range c.classes {
				want += n * number(class)
			}
			if got, _, missing := intrinsicsUnit(t, c.statement); math.Abs(got-want) > 1e-15 || missing != "" {
				t.Errorf("%g s, %q, want %g", got, missing, want)
			}
		})
	}
}

// Subroutines of the language and of libraries cost a call; RANDOM_NUMBER costs one
// for each element that a processor owns.
func TestRuntimeSubroutines(t *testing.T) {
	m, err := machines.Load("cluster", nil)
	if err != nil {
		t.Fatal(err)
	}
	call, _ := m.Number("processing.call_s")
	for _, statement := range []string{
		"call exit(1)", "call random_seed()", "call system_clock(i, k)", "call cpu_time(s)", "call flush(6)", "call getarg(1, text)",
		"call get_command_argument(1, text)", "call date_and_time(text)", "call omp_set_num_threads(4)",
	} {
		t.Run(statement, func(t *testing.T) {
			if _, got, missing := intrinsicsUnit(t, statement); math.Abs(got-call.Value) > 1e-15 || missing != "" {
				t.Errorf("%g s, %q, want a call", got, missing)
			}
		})
	}
	one, _, missing := intrinsicsUnit(t, "call random_number(s)")
	own, _, _ := intrinsicsUnit(t, "call random_number(big)")
	loop, _ := m.Number("processing.loop_iteration_s") // what binds the loop around the calls
	if math.Abs(one-call.Value) > 1e-15 || math.Abs(own-25*(call.Value+loop.Value)) > 1e-12 || missing != "" {
		t.Errorf("a scalar %g s, 25 elements %g s, %q; want calls of %g s", one, own, missing, call.Value)
	}
}

// A procedure of the program comes before a library's of the same name, and a value
// that a library's subroutine does not give stays known.
func TestOwnProcedureOfALibrarysName(t *testing.T) {
	text := "program x\ninteger :: n, i, k\nreal :: a(1000)\nn = 40\ncall second(s)\ncall system_clock(k)\ndo i = 1, n\na(i) = rand(i)\nend do\nend program\n" +
		"real function rand(i)\ninteger :: i\nrand = sqrt(1.0*i) + sqrt(2.0*i)\nend function\nsubroutine second(s)\nreal :: s\ns = sqrt(s)\nend subroutine\n"
	r := reportOf(t, "x.f90", text, settings.Settings{Machine: "cluster"})
	m, _ := machines.Load("cluster", nil)
	sqrt, _ := m.Number("processing.sqrt_s")
	l := lineAt(t, r.Units[0], 8)
	if at := slices.IndexFunc(l.Operations, func(o report.Operation) bool { return o.Name == "sqrt" }); at < 0 || l.Operations[at].Count != 80 {
		t.Errorf("%+v, want 80 square roots", l)
	}
	if l := lineAt(t, r.Units[0], 5); l.Charge.Computation < sqrt.Value {
		t.Errorf("%+v, want a square root", l)
	}
}

// All names of ISO_FORTRAN_ENV are public (Fortran 2018, section 16.10.2).
func TestNamesOfTheEnvironment(t *testing.T) {
	for _, name := range strings.Fields("atomic_int_kind atomic_logical_kind character_kinds character_storage_size compiler_options compiler_version current_team error_unit event_type file_storage_size initial_team " +
		"input_unit int8 int16 int32 int64 integer_kinds iostat_end iostat_eor iostat_inquire_internal_unit lock_type logical_kinds numeric_storage_size output_unit parent_team real_kinds real32 real64 real128 " +
		"stat_failed_image stat_locked stat_locked_other_image stat_stopped_image stat_unlocked stat_unlocked_failed_image team_type") {
		t.Run(name, func(t *testing.T) {
			r := reportOf(t, "p.f90", "program p\nuse, intrinsic :: iso_fortran_env, only: "+name+"\nreal :: x\nx = 1\nend program\n", settings.Settings{})
			for _, d := range r.Diagnostics {
				t.Errorf("%s: %s", d.Code, d.Message)
			}
		})
	}
}
