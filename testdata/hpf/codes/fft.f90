! The columns of a matrix are transformed (eight points, three steps of
! butterflies), the matrix is transposed, the columns are transformed again:
! a Fourier transform in two dimensions, with its result transposed and in
! bit-reversed order. All butterflies are local.
program fft
  implicit none
  integer, parameter :: n = 8
  complex :: x(n,n), y(n,n), w(n/2)
  integer :: i, j, k
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: x, y
  forall (k = 1:n/2) w(k) = exp((0.0, -6.2831853) * (k - 1) / n)
  forall (i = 1:n, j = 1:n) x(i,j) = i * j
  do k = 1, 2
    forall (i = 1:4, j = 1:n)
      y(i,j) = x(i,j) + x(i+4,j)
      y(i+4,j) = (x(i,j) - x(i+4,j)) * w(i)
    end forall
    forall (i = 1:2, j = 1:n)
      x(i,j) = y(i,j) + y(i+2,j)
      x(i+2,j) = (y(i,j) - y(i+2,j)) * w(2*i-1)
      x(i+4,j) = y(i+4,j) + y(i+6,j)
      x(i+6,j) = (y(i+4,j) - y(i+6,j)) * w(2*i-1)
    end forall
    forall (i = 1:n-1:2, j = 1:n)
      y(i,j) = x(i,j) + x(i+1,j)
      y(i+1,j) = x(i,j) - x(i+1,j)
    end forall
    x = transpose(y)
  end do
  print *, x(1,1)
end program fft
