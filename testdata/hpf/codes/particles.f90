! Particles move, then add their charges to the cells that they are in: which
! cell that is, only the run knows.
program particles
  implicit none
  integer, parameter :: n = 32, cells = 8
  real :: x(n), v(n), field(cells), charge(cells)
  integer :: cell(n), i
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE x(BLOCK) ONTO p
!HPF$ ALIGN (i) WITH x(i) :: v, cell
!HPF$ DISTRIBUTE field(BLOCK) ONTO p
!HPF$ ALIGN charge(i) WITH field(i)
  forall (i = 1:n) x(i) = mod(7 * i, n) / real(n)
  v = 0.0
  forall (i = 1:cells) field(i) = i
  forall (i = 1:n) cell(i) = 1 + int(x(i) * cells)
  forall (i = 1:n) v(i) = v(i) + 0.01 * field(cell(i))
  x = mod(x + 0.1 * v, 1.0)
  forall (i = 1:n) cell(i) = 1 + int(x(i) * cells)
  charge = 0.0
!HPF$ INDEPENDENT, ON HOME (x(i)), REDUCTION (charge)
  do i = 1, n
    charge(cell(i)) = charge(cell(i)) + 1.0
  end do
  print *, sum(charge)
end program particles
