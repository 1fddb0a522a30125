program wrong
  implicit none
  integer, parameter :: n = 64
  real :: a(n), b(n)
  integer :: i
!HPF$ DISTRIBUTE a(BLOCK)
!HPF$ ALIGN b(i) WITH a(i)
  a = 1.0
  do i = 2, n
    b(i) = a(i-1) + c
    b(i = 3
  end do
  call nowhere(a)
  if (a(1) > 2) then
    a(2) = 1
end program wrong
