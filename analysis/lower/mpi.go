package lower

import (
	"fmt"
	"strings"
)

// mpiConstants are the names that programs take from MPI. Their values mean
// nothing but that of MPI_PROC_NULL, no process, a number below all others, and the places
// in a status.
var mpiConstants = strings.Fields(`mpi_comm_world mpi_comm_self mpi_comm_null mpi_any_source mpi_any_tag mpi_success mpi_undefined
	mpi_request_null mpi_status_ignore mpi_statuses_ignore mpi_in_place mpi_bottom mpi_info_null
	mpi_thread_single mpi_thread_funneled mpi_thread_serialized mpi_thread_multiple mpi_max_processor_name mpi_max_error_string
	mpi_sum mpi_prod mpi_max mpi_min mpi_land mpi_band mpi_lor mpi_bor mpi_lxor mpi_bxor mpi_maxloc mpi_minloc mpi_replace mpi_op_null
	mpi_integer mpi_real mpi_double_precision mpi_complex mpi_double_complex mpi_logical mpi_character mpi_byte mpi_packed
	mpi_integer1 mpi_integer2 mpi_integer4 mpi_integer8 mpi_integer16 mpi_real2 mpi_real4 mpi_real8 mpi_real16
	mpi_complex8 mpi_complex16 mpi_complex32 mpi_2integer mpi_2real mpi_2double_precision
	mpi_int8_t mpi_int16_t mpi_int32_t mpi_int64_t mpi_aint mpi_offset mpi_count mpi_datatype_null`)

// MPIHeader stands for mpif.h where none is found. It reads the same in both
// source forms.
var MPIHeader = mpiHeader()

func mpiHeader() string {
	var b strings.Builder
	b.WriteString("      integer, parameter :: mpi_proc_null = -1, mpi_root = -3\n")
	b.WriteString("      integer, parameter :: mpi_status_size = 6, mpi_source = 1, mpi_tag = 2, mpi_error = 3\n")
	for i, name := range mpiConstants {
		fmt.Fprintf(&b, "      integer, parameter :: %s = %d\n", name, 1000+i)
	}
	for _, kind := range []string{"mpi_address_kind", "mpi_offset_kind", "mpi_count_kind"} {
		fmt.Fprintf(&b, "      integer, parameter :: %s = 8\n", kind)
	}
	b.WriteString("      integer, parameter :: mpi_integer_kind = 4\n")
	return b.String()
}

// mpiModules declare the same as modules. They hold more: names that are not
// here may be there.
func mpiModules() string {
	var b strings.Builder
	fmt.Fprintf(&b, "module mpi\n%send module\nmodule mpi_f08\n%s", MPIHeader, MPIHeader)
	for _, t := range []string{"comm", "datatype", "request", "status", "op", "group", "info", "win", "file", "errhandler"} {
		fmt.Fprintf(&b, "type mpi_%s\n  integer :: mpi_val\nend type\n", t)
	}
	b.WriteString("end module\n")
	return b.String()
}
