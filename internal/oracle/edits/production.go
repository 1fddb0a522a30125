package edits

import (
	"fmt"
	"strings"
)

// Production returns a program of at least the given number of lines as codes in
// production are: modules with sizes and fields, state in COMMON blocks, procedures
// of some 60 to 200 lines that call those of their own and of other modules, loops
// under masks, conditions on input, statements over several lines, and comments; the
// main program with its loop over time steps stands last. It is always the same one.
func Production(lines int) string {
	p := &production{}
	p.sizes()
	for module := 0; p.lines < lines-100; module++ {
		p.module(module)
	}
	p.main()
	return p.String()
}

// production is a program under construction.
type production struct {
	strings.Builder
	lines   int
	modules int
}

// procedures is how many each module has.
const procedures = 12

func (p *production) put(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	p.lines += 1 + strings.Count(text, "\n")
	p.WriteString(text + "\n")
}

func (p *production) sizes() {
	p.put(`! The sizes and the arrangement that all modules share.
module grid_sizes
  implicit none
  integer, parameter :: nx = 512, ny = 512, nz = 24
  real, parameter :: pi = 3.1415926, gravity = 9.81
  real :: time_step = 60.0, elapsed = 0.0
!HPF$ PROCESSORS tiles(4,4)
!HPF$ TEMPLATE area(nx,ny)
!HPF$ DISTRIBUTE area(BLOCK,BLOCK) ONTO tiles
end module grid_sizes
`)
}

// module writes fields and the procedures that work on them; the first of them calls
// the others, and one of the module before.
func (p *production) module(m int) {
	p.put("! Part %d of the model: its fields, and what moves them on.\nmodule part%d", m, m)
	p.put("  use grid_sizes")
	if m > 0 {
		p.put("  use part%d, only: advance%d", m-1, m-1)
	}
	p.put("  implicit none\n  real, dimension(nx,ny) :: wind%d, heat%d, rain%d, flux%d\n  real, dimension(nx,ny,nz) :: layer%d", m, m, m, m, m)
	p.put("!HPF$ ALIGN (i,j) WITH area(i,j) :: wind%d, heat%d, rain%d, flux%d\n!HPF$ ALIGN layer%d(i,j,*) WITH area(i,j)\ncontains", m, m, m, m, m)
	p.put("  ! Moves this part on by one step, and the parts before it.\n  subroutine advance%d(steps)\n    integer, intent(in) :: steps\n    integer :: it\n    do it = 1, steps", m)
	for k := range procedures {
		p.put("      call work%d_%d(wind%d, heat%d, it)", m, k, m, m)
	}
	if m > 0 && m%8 != 0 {
		p.put("      call advance%d(1)", m-1)
	}
	p.put("    end do\n  end subroutine advance%d", m)
	for k := range procedures {
		p.procedure(m, k)
	}
	p.put("end module part%d\n", m)
	p.modules++
}

func (p *production) procedure(m, k int) {
	p.put("\n  ! %s\n  subroutine work%d_%d(a, b, step)", []string{"Diffusion along both directions.", "What the sun adds.", "Balance of the water.", "Transport by the wind."}[k%4], m, k)
	p.put("    real, intent(inout) :: a(nx,ny), b(nx,ny)\n    integer, intent(in) :: step\n    real :: work(nx,ny), limit, total, share\n    integer :: i, j, l\n    real :: albedo(8), cloud, drag\n    integer :: season, mode")
	p.put("    common /state%d/ albedo, cloud, drag, season, mode", m%20)
	p.put("!HPF$ ALIGN (i,j) WITH area(i,j) :: a, b, work")
	for s := range 3 + (m+k)%6 {
		p.section(m, s+k+m)
	}
	if k+1 < procedures && k%3 == 0 {
		p.put("    if (mode > %d) call work%d_%d(b, a, step)", k, m, k+1)
	}
	p.put("  end subroutine work%d_%d", m, k)
}

// section writes one of the things that such procedures do.
func (p *production) section(m, k int) {
	c := 1 + k%9
	switch k % 8 {
	case 0:
		p.put("    ! five points\n!HPF$ INDEPENDENT, NEW(i)\n    do j = 2, ny - 1\n      do i = 2, nx - 1\n        work(i,j) = 0.%d*(a(i-1,j) + a(i+1,j) &\n                  + a(i,j-1) + a(i,j+1)) - b(i,j)*time_step\n      end do\n    end do\n    a(2:nx-1,2:ny-1) = work(2:nx-1,2:ny-1)", c)
	case 1:
		p.put("    where (b > %d.0 .and. rain%d > 0.0)\n      b = b - drag*rain%d\n      flux%d = flux%d + b\n    elsewhere\n      flux%d = 0.0\n    end where", c, m, m, m, m, m)
	case 2:
		p.put("    ! the layers exchange heat with those below\n    do l = 2, nz\n      do j = 1, ny\n        do i = 1, nx\n          if (layer%d(i,j,l) > layer%d(i,j,l-1)) then\n            share = (layer%d(i,j,l) - layer%d(i,j,l-1))*0.%d\n            layer%d(i,j,l) = layer%d(i,j,l) - share\n            layer%d(i,j,l-1) = layer%d(i,j,l-1) + share\n          end if\n        end do\n      end do\n    end do", m, m, m, m, c, m, m, m, m)
	case 3:
		p.put("    total = sum(a*b)\n    limit = maxval(abs(a - b))\n    if (limit > %d.0 .or. total < 0.0) then\n      a = a*(1.0 - 0.0%d)\n    end if", c, c)
	case 4:
		p.put("    if (season == %d) then\n      forall (i = 2:nx, j = 1:ny) flux%d(i,j) = wind%d(i-1,j)*time_step + %d.5\n    else if (mode == %d) then\n      flux%d = wind%d\n    end if", c, m, m, c, c, m, m)
	case 5:
		p.put("    ! upwind\n    b(2:nx,:) = b(2:nx,:) - 0.%d*(heat%d(2:nx,:) - heat%d(1:nx-1,:))\n    b(:,2:ny) = b(:,2:ny) - 0.%d*(heat%d(:,2:ny) - heat%d(:,1:ny-1))", c, m, m, c, m, m)
	case 6:
		p.put("    a = cshift(a, %d, dim=%d)\n    wind%d(1,:) = a(nx,:)\n    wind%d(:,ny) = a(:,1)", 1+k%2, 1+k%2, m, m)
	default:
		p.put("    do l = 1, 8\n      albedo(l) = cloud/%d.0 + real(l)\n    end do\n    do j = 1, ny\n      do i = 1, nx\n        rain%d(i,j) = rain%d(i,j)*albedo(%d) + drag\n      end do\n    end do\n    if (mod(step, %d) == 0) print *, 'part %d', cloud, drag", c, m, m, 1+k%8, 10*c, m)
	}
}

func (p *production) main() {
	p.put("program model")
	for m := range p.modules {
		if m%8 == 7 || m == p.modules-1 {
			p.put("  use part%d, only: advance%d", m, m)
		}
	}
	p.put("  implicit none\n  integer :: day\n  do day = 1, 365")
	for m := range p.modules {
		if m%8 == 7 || m == p.modules-1 {
			p.put("    call advance%d(24)", m)
		}
	}
	p.put("  end do\nend program model")
}
