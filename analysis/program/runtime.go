package program

import "strings"

// Procedures that no program has the source of: intrinsic subroutines (ISO/IEC
// 1539-1:2018, section 16.9), those of compilers' libraries, and those of the
// run-time systems of OpenMP, XcalableMP and DVM. A procedure of the program that
// bears such a name comes first.

// runtimeSubroutines are the subroutines, with the places (from 0) of the arguments
// that get a value.
var runtimeSubroutines = map[string][]int{
	"random_number": {0}, "random_seed": {0, 2}, "random_init": nil,
	"system_clock": {0, 1, 2}, "cpu_time": {0}, "date_and_time": {0, 1, 2, 3},
	"get_command": {0, 1, 2, 3}, "get_command_argument": {1, 2, 3, 4}, "get_environment_variable": {1, 2, 3, 5},
	"execute_command_line": {2, 3, 4}, "mvbits": {3}, "move_alloc": {0, 1},

	"exit": nil, "abort": nil, "flush": nil, "sleep": nil, "system": {1}, "srand": nil, "backtrace": nil, "tracebackqq": nil,
	"getarg": {1}, "getenv": {1}, "get_environment": {1}, "hostnm": {0, 1}, "getcwd": {0, 1}, "chdir": {1}, "unlink": {1}, "rename": {2}, "gerror": {0},
	"second": {0}, "etime": {0, 1}, "dtime": {0, 1}, "idate": {0, 1, 2}, "itime": {0}, "fdate": {0}, "time": {0}, "date": {0}, "ctime": {1}, "ltime": {1}, "gmtime": {1},
	"c_f_pointer": {1}, "c_f_procpointer": {1},
	"ieee_get_flag": {1}, "ieee_set_flag": nil, "ieee_get_halting_mode": {1}, "ieee_set_halting_mode": nil,
	"ieee_get_rounding_mode": {0}, "ieee_set_rounding_mode": nil, "ieee_get_status": {0}, "ieee_set_status": nil,

	"omp_set_num_threads": nil, "omp_set_dynamic": nil, "omp_set_nested": nil, "omp_set_schedule": nil,
	"omp_init_lock": {0}, "omp_destroy_lock": {0}, "omp_set_lock": {0}, "omp_unset_lock": {0},
	"xmp_init": nil, "xmp_finalize": nil, "xmp_init_all": nil, "xmp_finalize_all": nil, "xmp_exit": nil,
	"xmp_init_mpi": nil, "xmp_finalize_mpi": nil,
}

// runtimeFunctions are functions of such libraries that cost a call for each
// reference and change nothing of the program.
var runtimeFunctions = named(`
	etime dtime second secnds time mclock cpu_second rtc timef irtc dclock
	rand ran ranf drand irand drand48 random
	iargc nargs getpid getuid ierrno fdate ctime access stat system isatty malloc
	omp_get_wtime omp_get_wtick omp_get_thread_num omp_get_num_threads omp_get_max_threads omp_get_num_procs omp_in_parallel omp_get_thread_limit
	acc_get_device_num acc_get_num_devices
	xmp_wtime xmp_wtick xmp_node_num xmp_all_node_num xmp_num_nodes xmp_all_num_nodes xmp_desc_of xmp_test_async xmp_get_mpi_comm
	xmp_nodes_ndims xmp_nodes_index xmp_nodes_size xmp_nodes_attr xmp_nodes_equiv xmp_template_fixed xmp_template_ndims xmp_template_lbound
	xmp_template_ubound xmp_dist_format xmp_dist_blocksize xmp_dist_gblockmap xmp_dist_nodes xmp_dist_axis xmp_align_axis xmp_align_offset
	xmp_align_replicated xmp_align_template xmp_array_ndims xmp_array_lshadow xmp_array_ushadow xmp_array_lbound xmp_array_ubound
	dvm_time dvtime dvm_get_num_procs processors_size processors_rank
	c_loc c_funloc`)

func named(names string) map[string]bool {
	out := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		out[name] = true
	}
	return out
}

// OfRuntime reports whether a procedure of this name (lower case) belongs to the
// language or to a library that programs are linked with, unless the program has its
// own.
func OfRuntime(name string) bool {
	_, subroutine := runtimeSubroutines[name]
	return subroutine || runtimeFunctions[name]
}

// RuntimeChanges returns the variables that a call of a subroutine of the language
// or of a library gives values; false for other procedures.
func RuntimeChanges(s *CallStmt) ([]*Symbol, bool) {
	places, known := runtimeSubroutines[s.Name]
	if !known {
		return nil, false
	}
	var out []*Symbol
	for i, a := range s.Args {
		gets := a.Keyword != "" // which one that is does not matter
		for _, place := range places {
			gets = gets || place == i
		}
		if r, ok := a.Value.(*Ref); ok && gets {
			out = append(out, r.Sym)
		}
	}
	return out, true
}
