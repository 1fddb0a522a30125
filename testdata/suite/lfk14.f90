! Livermore kernel 14, particles in a line of cells: each takes the field of its
! cell, moves, and leaves its charge in the two cells next to it. Which cells
! these are, only the run knows.
program lfk14
  implicit none
  integer, parameter :: n = 128
  integer, parameter :: cells = 64
  real :: grd(n), xi(n), ex1(n), dex1(n), vx(n), xx(n), rx(n)
  real :: ex(cells+1), dex(cells+1), rh(cells+1)
  integer :: ix(n), ir(n), k
  real, parameter :: flx = 0.001
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE grd(BLOCK) ONTO p
!HPF$ ALIGN (i) WITH grd(i) :: xi, ex1, dex1, vx, xx, rx, ix, ir
!HPF$ DISTRIBUTE ex(BLOCK) ONTO p
!HPF$ ALIGN (i) WITH ex(i) :: dex, rh
  forall (k = 1:n) grd(k) = 1.0 + mod(7 * k, cells)
  forall (k = 1:cells+1) ex(k) = 0.01 * k
  forall (k = 1:cells+1) dex(k) = 0.02 * k
  rh = 0.0
  vx = 0.0
  xx = 0.0
  forall (k = 1:n) ix(k) = int(grd(k))
  forall (k = 1:n) xi(k) = real(ix(k))
  forall (k = 1:n) ex1(k) = ex(ix(k))
  forall (k = 1:n) dex1(k) = dex(ix(k))
  forall (k = 1:n) vx(k) = vx(k) + ex1(k) + (xx(k) - xi(k)) * dex1(k)
  forall (k = 1:n) xx(k) = xx(k) + vx(k) + flx
  forall (k = 1:n) ir(k) = modulo(int(xx(k)), cells) + 1
  forall (k = 1:n) rx(k) = xx(k) - int(xx(k))
!HPF$ INDEPENDENT, ON HOME (grd(k)), REDUCTION (rh)
  do k = 1, n
    rh(ir(k)) = rh(ir(k)) + 1.0 - rx(k)
    rh(ir(k)+1) = rh(ir(k)+1) + rx(k)
  end do
  print *, rh(1)
end program lfk14
