! Newtonian gravitation of n bodies, n even, on a line of virtual processors
! that closes to a ring. Copies of the bodies go round with the forces that they
! have met so far: half the way, each pair meeting once, then the other half
! back to where they came from.
program nbody
  implicit none
  integer, parameter :: n = 16
  real, dimension(n) :: x, y, mass, fx, fy
  real, dimension(n) :: gx, gy, gm, hx, hy
  real, dimension(n) :: dx, dy, pull
  real :: share
  integer :: i, step
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE x(BLOCK) ONTO p
!HPF$ ALIGN (i) WITH x(i) :: y, mass, fx, fy, gx, gy, gm, hx, hy, dx, dy, pull
  forall (i = 1:n) x(i) = cos(0.1 * i) * i
  forall (i = 1:n) y(i) = sin(0.1 * i) * i
  forall (i = 1:n) mass(i) = 1.0 + 0.5 / i
  fx = 0.0
  fy = 0.0
  gx = x
  gy = y
  gm = mass
  hx = 0.0
  hy = 0.0
! phase 1: the bodies go half the way round, and pull at those that they meet
  do step = 1, n / 2
    gx = cshift(gx, 1)
    gy = cshift(gy, 1)
    gm = cshift(gm, 1)
    hx = cshift(hx, 1)
    hy = cshift(hy, 1)
    share = 1.0
    if (2 * step == n) share = 0.5
    dx = gx - x
    dy = gy - y
    pull = share * mass * gm / sqrt((dx * dx + dy * dy + 0.01)**3)
    fx = fx + pull * dx
    fy = fy + pull * dy
    hx = hx - pull * dx
    hy = hy - pull * dy
  end do
! phase 2: they go on to where they came from, and leave the forces there
  do step = 1, n / 2
    gx = cshift(gx, 1)
    gy = cshift(gy, 1)
    gm = cshift(gm, 1)
    hx = cshift(hx, 1)
    hy = cshift(hy, 1)
  end do
  fx = fx + hx
  fy = fy + hy
! end of the phases
  print *, sum(fx), sum(fy)
end program nbody
