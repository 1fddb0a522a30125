! Six neighbours of every point of a cube: the surface of a block is what is sent.
program halo
  implicit none
  integer, parameter :: n = 96, steps = 50
  real(8) :: u(n,n,n), v(n,n,n)
  integer :: i, j, k, it
!HPF$ PROCESSORS p(16,2)
!HPF$ DISTRIBUTE (*,BLOCK,BLOCK) ONTO p :: u, v
  u = 1.0d0
  v = 0.0d0
  do it = 1, steps
    do k = 2, n - 1
      do j = 2, n - 1
        do i = 2, n - 1
          v(i,j,k) = u(i-1,j,k) + u(i+1,j,k) + u(i,j-1,k) + u(i,j+1,k) + u(i,j,k-1) + u(i,j,k+1)
        end do
      end do
    end do
    u = v
  end do
  print *, sum(u)
end program halo
