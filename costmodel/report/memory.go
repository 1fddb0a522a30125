package report

// Memory is what the arrays of a unit take on the processor with the largest
// parts: their elements and what SHADOW adds. Temporaries, message buffers and
// code are not in it.
type Memory struct {
	Bytes     float64
	Available float64       // of a processor of the machine
	Arrays    []ArrayMemory // the largest first
	Unknown   []string      // arrays whose size nothing says
}

// ArrayMemory is the share of one array, in bytes on a processor.
type ArrayMemory struct {
	Array   string
	Bytes   float64
	Storage string // of an array that other units see too; else ""
}

// Fits reports whether the arrays fit the memory of a processor.
func (m Memory) Fits() bool { return m.Available <= 0 || m.Bytes <= m.Available }
