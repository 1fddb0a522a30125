package lower

import (
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// Beside the intrinsic modules stand those of MPI, which every program that
// uses it sees and nobody has the source of.

// intrinsicSource declares the constants of the intrinsic modules. Kind
// numbers are widths in bytes.
const intrinsicSource = `
module iso_fortran_env
  integer, parameter :: int8 = 1, int16 = 2, int32 = 4, int64 = 8, real32 = 4, real64 = 8, real128 = 16
  integer, parameter :: logical8 = 1, logical16 = 2, logical32 = 4, logical64 = 8
  integer, parameter :: character_storage_size = 8, file_storage_size = 8, numeric_storage_size = 32
  integer, parameter :: input_unit = 5, output_unit = 6, error_unit = 0, iostat_end = -1, iostat_eor = -2, iostat_inquire_internal_unit = 5018
  integer, parameter :: atomic_int_kind = 4, atomic_logical_kind = 4, stat_locked = 1, stat_unlocked = 2, stat_locked_other_image = 3
  integer, parameter :: stat_stopped_image = 6000, stat_failed_image = 6001, stat_unlocked_failed_image = 6002, current_team = 0, initial_team = 1, parent_team = 2
  integer, parameter :: character_kinds(1) = [1], integer_kinds(4) = [1, 2, 4, 8], logical_kinds(4) = [1, 2, 4, 8], real_kinds(3) = [4, 8, 16]
  type event_type
  end type
  type lock_type
  end type
  type notify_type
  end type
  type team_type
  end type
contains
  function compiler_version()
  end function
  function compiler_options()
  end function
end module
module iso_c_binding
  integer, parameter :: c_int = 4, c_short = 2, c_long = 8, c_long_long = 8, c_signed_char = 1, c_size_t = 8, c_intmax_t = 8, c_intptr_t = 8, c_ptrdiff_t = 8
  integer, parameter :: c_int8_t = 1, c_int16_t = 2, c_int32_t = 4, c_int64_t = 8, c_float = 4, c_double = 8, c_long_double = 16
  integer, parameter :: c_int_least8_t = 1, c_int_least16_t = 2, c_int_least32_t = 4, c_int_least64_t = 8
  integer, parameter :: c_int_fast8_t = 1, c_int_fast16_t = 8, c_int_fast32_t = 8, c_int_fast64_t = 8
  integer, parameter :: c_float_complex = 4, c_double_complex = 8, c_long_double_complex = 16, c_bool = 1, c_char = 1
  character, parameter :: c_null_char = ' ', c_alert = ' ', c_backspace = ' ', c_form_feed = ' ', c_new_line = ' ', c_carriage_return = ' ', c_horizontal_tab = ' ', c_vertical_tab = ' '
  type c_ptr
  end type
  type c_funptr
  end type
  type(c_ptr), parameter :: c_null_ptr
  type(c_funptr), parameter :: c_null_funptr
contains
  subroutine c_f_pointer(cptr, fptr, shape)
  end subroutine
  subroutine c_f_procpointer(cptr, fptr)
  end subroutine
  logical function c_associated(c_ptr_1, c_ptr_2)
  end function
  function c_loc(x)
  end function
  function c_funloc(x)
  end function
  integer function c_sizeof(x)
  end function
end module
`

var intrinsicModules func() map[string]*Interface

func init() { intrinsicModules = sync.OnceValue(readIntrinsicModules) }

func readIntrinsicModules() map[string]*Interface {
	f := fortran.Parse(source.NewText(intrinsicSource+mpiModules()), fortran.Free)
	out := map[string]*Interface{}
	for _, u := range f.Units {
		if u.IsModule() {
			out[u.Name] = Environment{}.Interface(u, Procedures(f, u))
			out[u.Name].incomplete = strings.HasPrefix(u.Name, "mpi")
		}
	}
	return out
}

func intrinsicModule(name string) *Interface {
	switch name {
	case "iso_fortran_env", "iso_c_binding", "mpi", "mpi_f08":
		return intrinsicModules()[name]
	}
	return nil
}
