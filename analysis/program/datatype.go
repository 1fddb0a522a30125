package program

// DatatypeBytes returns the bytes of an element of one of MPI's own types, by the
// name of its constant in lower case; 0 for others. The default INTEGER, REAL and
// LOGICAL are taken to have 4.
func DatatypeBytes(name string) int64 { return datatypes[name] }

var datatypes = map[string]int64{
	"mpi_integer": 4, "mpi_real": 4, "mpi_double_precision": 8, "mpi_complex": 8, "mpi_double_complex": 16, "mpi_logical": 4,
	"mpi_character": 1, "mpi_byte": 1, "mpi_packed": 1,
	"mpi_integer1": 1, "mpi_integer2": 2, "mpi_integer4": 4, "mpi_integer8": 8, "mpi_integer16": 16,
	"mpi_real2": 2, "mpi_real4": 4, "mpi_real8": 8, "mpi_real16": 16, "mpi_complex8": 8, "mpi_complex16": 16, "mpi_complex32": 32,
	"mpi_2integer": 8, "mpi_2real": 8, "mpi_2double_precision": 16,
	"mpi_int8_t": 1, "mpi_int16_t": 2, "mpi_int32_t": 4, "mpi_int64_t": 8, "mpi_aint": 8, "mpi_offset": 8, "mpi_count": 8,
}
