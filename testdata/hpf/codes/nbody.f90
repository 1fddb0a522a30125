! Forces between all pairs of bodies: copies of the bodies go round the ring of
! processors, one place on in every step.
program nbody
  implicit none
  integer, parameter :: n = 12
  real :: x(n), moving(n), force(n)
  integer :: i, step
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE x(BLOCK) ONTO p
!HPF$ ALIGN (i) WITH x(i) :: moving, force
  forall (i = 1:n) x(i) = i * i
  force = 0.0
  moving = x
  do step = 1, n - 1
    moving = cshift(moving, 1)
    forall (i = 1:n) force(i) = force(i) + 1.0 / (x(i) - moving(i))
  end do
  print *, force(1)
end program nbody
