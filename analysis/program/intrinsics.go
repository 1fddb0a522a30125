package program

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
}

// Intrinsics are the intrinsic functions known, by lower-case name.
var Intrinsics = withLibrary(map[string]IntrinsicInfo{
	"abs": {Shape: Elemental}, "sqrt": {Shape: Elemental}, "exp": {Shape: Elemental}, "log": {Shape: Elemental}, "log10": {Shape: Elemental},
	"sin": {Shape: Elemental}, "cos": {Shape: Elemental}, "tan": {Shape: Elemental}, "asin": {Shape: Elemental}, "acos": {Shape: Elemental},
	"atan": {Shape: Elemental}, "atan2": {Shape: Elemental}, "sinh": {Shape: Elemental}, "cosh": {Shape: Elemental}, "tanh": {Shape: Elemental},
	"dsqrt": {Shape: Elemental, Type: Real}, "dexp": {Shape: Elemental, Type: Real}, "dlog": {Shape: Elemental, Type: Real}, "dabs": {Shape: Elemental, Type: Real},
	"dsin": {Shape: Elemental, Type: Real}, "dcos": {Shape: Elemental, Type: Real}, "alog": {Shape: Elemental, Type: Real}, "sign": {Shape: Elemental},
	"min": {Shape: Elemental}, "max": {Shape: Elemental}, "mod": {Shape: Elemental}, "modulo": {Shape: Elemental}, "merge": {Shape: Elemental},
	"real": {Shape: Elemental, Type: Real}, "dble": {Shape: Elemental, Type: Real}, "float": {Shape: Elemental, Type: Real}, "int": {Shape: Elemental, Type: Integer},
	"nint": {Shape: Elemental, Type: Integer}, "floor": {Shape: Elemental, Type: Integer}, "ceiling": {Shape: Elemental, Type: Integer}, "aint": {Shape: Elemental},
	"cmplx": {Shape: Elemental, Type: Complex}, "aimag": {Shape: Elemental, Type: Real}, "conjg": {Shape: Elemental, Type: Complex},
	"iand": {Shape: Elemental}, "ior": {Shape: Elemental}, "ieor": {Shape: Elemental}, "not": {Shape: Elemental}, "ishft": {Shape: Elemental}, "ishftc": {Shape: Elemental},
	"ibset": {Shape: Elemental}, "ibclr": {Shape: Elemental}, "ibits": {Shape: Elemental}, "btest": {Shape: Elemental, Type: Logical},
	"sum": {Shape: Reduction}, "product": {Shape: Reduction}, "maxval": {Shape: Reduction}, "minval": {Shape: Reduction}, "dot_product": {Shape: Reduction},
	"any": {Shape: Reduction, Type: Logical}, "all": {Shape: Reduction, Type: Logical}, "count": {Shape: Reduction, Type: Integer},
	"maxloc": {Shape: Transformational, Type: Integer}, "minloc": {Shape: Transformational, Type: Integer},
	"size": {Shape: Inquiry, Type: Integer}, "lbound": {Shape: Inquiry, Type: Integer}, "ubound": {Shape: Inquiry, Type: Integer}, "kind": {Shape: Inquiry, Type: Integer},
	"epsilon": {Shape: Inquiry}, "huge": {Shape: Inquiry}, "tiny": {Shape: Inquiry}, "present": {Shape: Inquiry, Type: Logical}, "allocated": {Shape: Inquiry, Type: Logical},
	"selected_real_kind": {Shape: Inquiry, Type: Integer}, "selected_int_kind": {Shape: Inquiry, Type: Integer},
	"number_of_processors": {Shape: Inquiry, Type: Integer}, "processors_shape": {Shape: Transformational, Type: Integer},
	"this_image": {Shape: Inquiry, Type: Integer}, "num_images": {Shape: Inquiry, Type: Integer}, "mpi_wtime": {Shape: Inquiry, Type: Real}, "mpi_wtick": {Shape: Inquiry, Type: Real},
	"cshift": {Shape: Transformational}, "eoshift": {Shape: Transformational}, "transpose": {Shape: Transformational}, "matmul": {Shape: Transformational},
	"spread": {Shape: Transformational}, "reshape": {Shape: Transformational}, "pack": {Shape: Transformational}, "unpack": {Shape: Transformational},
})
