package program

import "strings"

// Shape says how an intrinsic's result relates to its arguments' shapes.
type Shape uint8

// The shapes of intrinsic results.
const (
	NotIntrinsic     Shape = iota
	Elemental              // the arguments' shape
	Reduction              // a scalar, or one rank less with DIM
	Inquiry                // a scalar that needs no element (SIZE, LBOUND, ...)
	Transformational       // other (CSHIFT, TRANSPOSE, ...)
)

// IntrinsicInfo describes an intrinsic function.
type IntrinsicInfo struct {
	Shape Shape
	Type  Type // of the result; Unknown means that of the first argument
	// Class is the operation that an elemental one costs for each element ("sqrt",
	// "convert", ...; a machine has its time), "" for nothing. A class that begins
	// with a dot is of arithmetic in the result's type (".divide").
	Class string
}

// Intrinsics are the intrinsic functions known, by lower-case name: those of
// Fortran 2018 (ISO/IEC 1539-1:2018, section 16.9), those of its intrinsic modules
// and of the HPF library, and what all compilers know of the names of before
// Fortran 90. Specific names that mean the same as a generic one are in generic.
var Intrinsics = withSpecifics(withLibrary(listed(intrinsics)))

// group is functions of one kind, by their names.
type group struct {
	info  IntrinsicInfo
	names string
}

var intrinsics = []group{
	{IntrinsicInfo{Elemental, Unknown, "abs"}, "abs"},
	{IntrinsicInfo{Elemental, Unknown, "sqrt"}, "sqrt hypot"},
	{IntrinsicInfo{Elemental, Unknown, "exp"}, "exp erf erfc erfc_scaled gamma"},
	{IntrinsicInfo{Elemental, Unknown, "log"}, "log log10 log_gamma"},
	{IntrinsicInfo{Elemental, Unknown, "trig"}, `sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh
		sind cosd tand asind acosd atand atan2d cotan cotand bessel_j0 bessel_j1 bessel_jn bessel_y0 bessel_y1 bessel_yn`},
	{IntrinsicInfo{Elemental, Unknown, "minmax"}, "min max sign dim"},
	{IntrinsicInfo{Elemental, Unknown, ".divide"}, "mod modulo"},
	{IntrinsicInfo{Elemental, Real, ".multiply"}, "dprod"},
	{IntrinsicInfo{Elemental, Unknown, "compare"}, "merge"},
	{IntrinsicInfo{Elemental, Real, "convert"}, "real dble amax0 amin0"},
	{IntrinsicInfo{Elemental, Integer, "convert"}, "int nint floor ceiling exponent ichar iachar max1 min1 int2 int8"},
	{IntrinsicInfo{Elemental, Unknown, "convert"}, "aint anint transfer"},
	{IntrinsicInfo{Elemental, Complex, "convert"}, "cmplx dcmplx"},
	{IntrinsicInfo{Elemental, Character, "convert"}, "char achar adjustl adjustr substring"},
	{IntrinsicInfo{Elemental, Integer, "convert"}, "index scan verify len_trim lnblnk rindex"},
	{IntrinsicInfo{Elemental, Logical, "compare"}, `lge lgt lle llt is_iostat_end is_iostat_eor isnan out_of_range ieee_is_nan ieee_is_finite
		ieee_is_negative ieee_is_normal ieee_unordered`},
	{IntrinsicInfo{Elemental, Unknown, "logical"}, `iand ior ieor not ishft ishftc ibset ibclr ibits shiftl shiftr shifta dshiftl dshiftr merge_bits
		and or xor lshift rshift fraction nearest rrspacing scale set_exponent spacing ieee_copy_sign ieee_next_after ieee_rint ieee_logb ieee_scalb`},
	{IntrinsicInfo{Elemental, Integer, "logical"}, "popcnt poppar leadz trailz maskl maskr"},
	{IntrinsicInfo{Elemental, Logical, "logical"}, "btest bge bgt ble blt logical"},
	{IntrinsicInfo{Elemental, Real, ""}, "aimag"},
	{IntrinsicInfo{Elemental, Complex, ""}, "conjg"},
	{IntrinsicInfo{Elemental, Real, "call"}, "random_number"}, // as which its subroutine is read

	{IntrinsicInfo{Shape: Reduction}, "sum product maxval minval dot_product norm2 reduce"},
	{IntrinsicInfo{Shape: Reduction, Type: Logical}, "any all"},
	{IntrinsicInfo{Shape: Reduction, Type: Integer}, "count"},

	{IntrinsicInfo{Shape: Inquiry, Type: Integer}, `size lbound ubound shape kind len bit_size digits maxexponent minexponent precision radix range storage_size rank
		selected_real_kind selected_int_kind selected_char_kind selected_logical_kind ieee_selected_real_kind command_argument_count
		lcobound ucobound image_index this_image num_images team_number number_of_processors c_sizeof sizeof loc int_ptr_kind image_status`},
	{IntrinsicInfo{Shape: Inquiry}, "epsilon huge tiny null get_team ieee_value"},
	{IntrinsicInfo{Shape: Inquiry, Type: Character}, "new_line compiler_version compiler_options trim repeat"},
	{IntrinsicInfo{Shape: Inquiry, Type: Logical}, `present allocated associated same_type_as extends_type_of is_contiguous c_associated
		ieee_support_datatype ieee_support_inf ieee_support_nan ieee_support_denormal`},
	{IntrinsicInfo{Shape: Inquiry, Type: Real}, "mpi_wtime mpi_wtick"},

	{IntrinsicInfo{Shape: Transformational, Type: Integer}, "maxloc minloc findloc processors_shape"},
	{IntrinsicInfo{Shape: Transformational}, "cshift eoshift transpose matmul spread reshape pack unpack"},
}

func listed(groups []group) map[string]IntrinsicInfo {
	out := map[string]IntrinsicInfo{}
	for _, g := range groups {
		for name := range strings.FieldsSeq(g.names) {
			out[name] = g.info
		}
	}
	return out
}

// generic are the names for arguments of one type, by the generic one that means
// the same for them.
var generic = specifics(map[string]string{
	"abs": "iabs dabs cabs zabs cdabs qabs", "sqrt": "dsqrt csqrt zsqrt cdsqrt qsqrt", "exp": "dexp cexp zexp cdexp qexp",
	"log": "alog dlog clog zlog cdlog qlog", "log10": "alog10 dlog10", "sin": "dsin csin zsin cdsin qsin", "cos": "dcos ccos zcos cdcos qcos",
	"tan": "dtan", "asin": "dasin", "acos": "dacos", "atan": "datan", "atan2": "datan2", "sinh": "dsinh", "cosh": "dcosh", "tanh": "dtanh",
	"asinh": "dasinh", "acosh": "dacosh", "atanh": "datanh", "erf": "derf", "erfc": "derfc", "gamma": "dgamma", "log_gamma": "algama dlgama",
	"sind": "dsind", "cosd": "dcosd", "tand": "dtand", "cotan": "dcotan",
	"bessel_j0": "besj0 dbesj0", "bessel_j1": "besj1 dbesj1", "bessel_jn": "besjn dbesjn", "bessel_y0": "besy0 dbesy0", "bessel_y1": "besy1 dbesy1", "bessel_yn": "besyn dbesyn",
	"max": "max0 amax1 dmax1 qmax1", "min": "min0 amin1 dmin1 qmin1", "sign": "isign dsign", "dim": "idim ddim", "mod": "amod dmod",
	"real": "float sngl realpart", "dble": "dfloat dreal", "int": "ifix idint", "nint": "idnint", "aint": "dint", "anint": "dnint",
	"aimag": "imag dimag imagpart", "conjg": "dconjg",
	"iand": "iiand jiand", "ior": "iior jior", "ieor": "iieor jieor",
})

func specifics(of map[string]string) map[string]string {
	out := map[string]string{}
	for general, names := range of {
		for name := range strings.FieldsSeq(names) {
			out[name] = general
		}
	}
	return out
}

func withSpecifics(known map[string]IntrinsicInfo) map[string]IntrinsicInfo {
	for specific, general := range generic {
		known[specific] = known[general]
	}
	return known
}

// Generic returns the generic name that an intrinsic function's name means the same
// as, or the name itself.
func Generic(name string) string {
	if general, ok := generic[name]; ok {
		return general
	}
	return name
}

// Intrinsic describes the intrinsic function that is called; NotIntrinsic for a
// procedure of the program, also one that bears the name of an intrinsic.
func (c *Call) Intrinsic() IntrinsicInfo {
	if c.Sym != nil && c.Sym.Class == Procedure {
		return IntrinsicInfo{}
	}
	return Intrinsics[c.Name]
}
