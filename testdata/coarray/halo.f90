! Columns of a plate, divided among the images: each stores its edges in the
! copies that its neighbours keep, and waits for them only.
program halo
  implicit none
  integer, parameter :: n = 128, steps = 10
  real :: u(n, 0:n+1)[*]
  integer :: me, images, m, k, i, j

  me = this_image()
  images = num_images()
  m = n / images
  do k = 1, steps
    if (me > 1) u(:, m+1)[me-1] = u(:, 1)
    if (me < images) u(:, 0)[me+1] = u(:, m)
    if (me > 1 .and. me < images) then
      sync images ([me-1, me+1])
    else if (me > 1) then
      sync images (me-1)
    else if (me < images) then
      sync images (me+1)
    end if
    do j = 1, m
      do i = 2, n - 1
        u(i,j) = 0.5 * (u(i,j-1) + u(i,j+1))
      end do
    end do
  end do
  call co_broadcast(u, 1)
end program halo
