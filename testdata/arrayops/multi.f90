! The potential in a square cavity from coarse to fine grids: thirty-two relaxations
! on the points that are `step` apart, then the points half way by interpolation.
! The grid lies within a margin that holds the boundary values.
program multi
  implicit none
  integer, parameter :: n = 1024, margin = 64, cases = 5, sweeps = 32
  real :: u(1-margin:n+margin, 1-margin:n+margin), edge(4)
  integer :: c, k, step, half, a, b

  do c = 1, cases
     call random_number(edge)
     u = 0.0
     u(1-margin:0, :) = edge(1)
     u(n+1:n+margin, :) = edge(2)
     u(:, 1-margin:0) = edge(3)
     u(:, n+1:n+margin) = edge(4)
     step = 64
     do while (step >= 1)
        half = step/2
        a = step
        b = n
        do k = 1, sweeps
           u(a:b:step, a:b:step) = 0.2*u(a:b:step, a:b:step) &
                + 0.2*u(a+step:b+step:step, a:b:step) + 0.2*u(a-step:b-step:step, a:b:step) &
                + 0.2*u(a:b:step, a+step:b+step:step) + 0.2*u(a:b:step, a-step:b-step:step)
        end do
        if (step >= 2) then
           u(a+half:b+half:step, a+half:b+half:step) = 0.25*u(a:b:step, a:b:step) &
                + 0.25*u(a+step:b+step:step, a:b:step) + 0.25*u(a:b:step, a+step:b+step:step) &
                + 0.25*u(a+step:b+step:step, a+step:b+step:step)
           u(a:b:step, a+half:b+half:step) = 0.25*u(a:b:step, a:b:step) &
                + 0.25*u(a:b:step, a+step:b+step:step) &
                + 0.25*u(a-half:b-half:step, a+half:b+half:step) &
                + 0.25*u(a+half:b+half:step, a+half:b+half:step)
           u(a+half:b+half:step, a:b:step) = 0.25*u(a:b:step, a:b:step) &
                + 0.25*u(a+step:b+step:step, a:b:step) &
                + 0.25*u(a+half:b+half:step, a-half:b-half:step) &
                + 0.25*u(a+half:b+half:step, a+half:b+half:step)
        end if
        step = step/2
     end do
  end do
  print *, u(n/2, n/2)
end program multi
