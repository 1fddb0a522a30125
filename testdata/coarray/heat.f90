! Heat along a rod, divided among the images: each reads its neighbours' end
! values when all have stored theirs.
program heat
  implicit none
  integer, parameter :: n = 4000, steps = 20
  real :: u(0:n+1)[*], v(n)
  real :: change
  integer :: me, images, m, i, k

  me = this_image()
  images = num_images()
  m = n / images
  do i = 0, m + 1
    u(i) = real(me)
  end do
  sync all
  do k = 1, steps
    if (me > 1) u(0) = u(m)[me-1]
    if (me < images) u(m+1) = u(1)[me+1]
    change = 0.0
    do i = 1, m
      v(i) = 0.5 * (u(i-1) + u(i+1))
      change = max(change, abs(v(i) - u(i)))
    end do
    sync all
    do i = 1, m
      u(i) = v(i)
    end do
    call co_max(change)
    sync all
  end do
end program heat
