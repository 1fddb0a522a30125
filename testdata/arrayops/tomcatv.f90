! A grid of 257 by 257 points fitted to a boundary by Thompson's method: residuals of
! the two elliptic equations, the largest of them, tridiagonal systems along the
! second dimension for all points of the first, corrections.
program grid
  implicit none
  integer, parameter :: n = 257, iterations = 100
  real(8), parameter :: relax = 2.0d0/0.98d0
  real(8) :: x(n,n), y(n,n), rx(n,n), ry(n,n), aa(n,n), dd(n,n), d(n,n)
  real(8) :: xx, yx, xy, yy, a, b, c, pxx, qxx, pyy, qyy, pxy, qxy, r, worst_x, worst_y
  integer :: i, j, it, ix, jx, iy, jy

  do j = 1, n
     do i = 1, n
        x(i,j) = real(i-1, 8) + 0.1d0*real(mod(j,7), 8)
        y(i,j) = real(j-1, 8) + 0.1d0*real(mod(i,5), 8)
     end do
  end do
  rx = 0.0d0
  ry = 0.0d0

  do it = 1, iterations
     worst_x = 0.0d0
     worst_y = 0.0d0
     do j = 2, n-1
        do i = 2, n-1
           xx = x(i+1,j) - x(i-1,j)
           yx = y(i+1,j) - y(i-1,j)
           xy = x(i,j+1) - x(i,j-1)
           yy = y(i,j+1) - y(i,j-1)
           a = 0.25d0*(xy*xy + yy*yy)
           b = 0.25d0*(xx*xx + yx*yx)
           c = 0.125d0*(xx*xy + yx*yy)
           aa(i,j) = -b
           dd(i,j) = b + b + a*relax
           pxx = x(i+1,j) - 2.0d0*x(i,j) + x(i-1,j)
           qxx = y(i+1,j) - 2.0d0*y(i,j) + y(i-1,j)
           pyy = x(i,j+1) - 2.0d0*x(i,j) + x(i,j-1)
           qyy = y(i,j+1) - 2.0d0*y(i,j) + y(i,j-1)
           pxy = x(i+1,j+1) - x(i+1,j-1) - x(i-1,j+1) + x(i-1,j-1)
           qxy = y(i+1,j+1) - y(i+1,j-1) - y(i-1,j+1) + y(i-1,j-1)
           rx(i,j) = a*pxx + b*pyy - c*pxy
           ry(i,j) = a*qxx + b*qyy - c*qxy
        end do
     end do

     do j = 2, n-1
        do i = 2, n-1
           if (abs(rx(i,j)) >= abs(worst_x)) then
              worst_x = rx(i,j)
              ix = i
              jx = j
           end if
           if (abs(ry(i,j)) >= abs(worst_y)) then
              worst_y = ry(i,j)
              iy = i
              jy = j
           end if
        end do
     end do

     do i = 2, n-1
        d(i,2) = 1.0d0/dd(i,2)
     end do
     do j = 3, n-1
        do i = 2, n-1
           r = aa(i,j)*d(i,j-1)
           d(i,j) = 1.0d0/(dd(i,j) - aa(i,j-1)*r)
           rx(i,j) = rx(i,j) - rx(i,j-1)*r
           ry(i,j) = ry(i,j) - ry(i,j-1)*r
        end do
     end do
     do i = 2, n-1
        rx(i,n-1) = rx(i,n-1)*d(i,n-1)
        ry(i,n-1) = ry(i,n-1)*d(i,n-1)
     end do
     do j = n-2, 2, -1
        do i = 2, n-1
           rx(i,j) = (rx(i,j) - aa(i,j)*rx(i,j+1))*d(i,j)
           ry(i,j) = (ry(i,j) - aa(i,j)*ry(i,j+1))*d(i,j)
        end do
     end do

     do j = 2, n-1
        do i = 2, n-1
           x(i,j) = x(i,j) + rx(i,j)
           y(i,j) = y(i,j) + ry(i,j)
        end do
     end do
  end do
  print *, worst_x, ix, jx, worst_y, iy, jy
end program grid
