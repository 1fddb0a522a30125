package advise

import (
	"fmt"
	"math/rand"
	"strings"
)

// nests are what generated programs are made of: each is best with another mapping. %[1]s is
// assigned, %[2]s and %[3]s are read, %[4]s is a list.
var nests = []string{
	"do j = 1, n\n do i = 2, n\n  %[1]s(i,j) = %[1]s(i-1,j) + %[2]s(i,j)\n end do\nend do\n",
	"do i = 1, n\n do j = 2, n\n  %[1]s(i,j) = %[1]s(i,j-1)*0.5 + %[2]s(i,j)\n end do\nend do\n",
	"do j = 2, n-1\n do i = 2, n-1\n  %[1]s(i,j) = %[2]s(i-1,j) + %[2]s(i+1,j) + %[2]s(i,j-1) + %[2]s(i,j+1)\n end do\nend do\n",
	"do j = 1, n\n do i = j, n\n  %[1]s(i,j) = sqrt(%[2]s(i,j)) + sin(%[1]s(i,j))\n end do\nend do\n",
	"do j = 1, n\n do i = 1, n\n  %[1]s(i,j) = %[2]s(j,i)\n end do\nend do\n",
	"%[1]s = %[1]s*2.0 + %[2]s\n",
	"s = sum(%[1]s(:,1)*%[2]s(:,2))\n%[1]s(1,:) = s\n",
	"do j = 1, n\n do i = 1, n\n  %[1]s(i,j) = %[2]s(i,j) + %[3]s(j,i)\n end do\nend do\n",
	"do j = 1, n\n do i = 1, n\n  %[1]s(i,j) = %[2]s(i,j)*%[4]s(j)\n end do\nend do\n",
	"do i = 1, n\n %[4]s(i) = %[4]s(i)*0.5 + %[1]s(i,1)\nend do\n",
}

// twoArrays are the nests that name no more.
const twoArrays = 7

// generated is a program with two arrays, a third of them with a list, a third with a list and without
// directives, the others mapped somehow; every 16th has three arrays, of which there are 2,000
// mappings.
func generated(seed int64) string {
	r := rand.New(rand.NewSource(seed))
	names, of, list := []string{"a", "b"}, twoArrays, ""
	kind := seed / 2 % 3
	switch {
	case seed%16 == 3:
		names, of, kind = append(names, "c"), 8, 0
	case kind > 0:
		list, of = "v", len(nests)
	}
	formats := []string{"(*,BLOCK)", "(BLOCK,*)", "(CYCLIC,*)", "(*,CYCLIC)"}
	var b strings.Builder
	fmt.Fprintf(&b, "program main\ninteger, parameter :: n = %d\nreal(8) :: s\ninteger :: i, j, it\n", 16*(1+r.Intn(6)))
	for _, name := range names {
		fmt.Fprintf(&b, "real(8) :: %s(n,n)\n", name)
	}
	if list != "" {
		fmt.Fprintf(&b, "real(8) :: %s(n)\n", list)
	}
	if kind < 2 {
		b.WriteString("!HPF$ PROCESSORS p(4)\n")
		for _, name := range names {
			fmt.Fprintf(&b, "!HPF$ DISTRIBUTE %s%s ONTO p\n", name, formats[r.Intn(len(formats))])
		}
		if list != "" {
			fmt.Fprintf(&b, "!HPF$ DISTRIBUTE %s(%s) ONTO p\n", list, []string{"BLOCK", "CYCLIC"}[r.Intn(2)])
		}
	}
	for k, name := range append(names, list)[:len(names)+min(1, len(list))] {
		fmt.Fprintf(&b, "%s = %d\n", name, k+1)
	}
	fmt.Fprintf(&b, "do it = 1, %d\n", 1+r.Intn(5))
	for range 1 + r.Intn(3) {
		k := r.Perm(len(names))
		fmt.Fprintf(&b, nests[r.Intn(of)]+"%[5]s", names[k[0]], names[k[1]], names[k[len(k)-1]], list, "")
	}
	return b.String() + "end do\nprint *, sum(a)\nend program\n"
}
