! grid 2 2
program rearrange
  implicit none
  integer, parameter :: n = 4
  real, dimension(n,n) :: u, w, c
  real :: s, v(n), r(n), flat(n*n), m(n,2*n)
  integer :: loc(2), i, j, k, first(n)
!HPF$ PROCESSORS p(2,2)
!HPF$ TEMPLATE t(n,n)
!HPF$ DISTRIBUTE t(BLOCK,BLOCK) ONTO p
!HPF$ ALIGN (i,j) WITH t(i,j) :: u, w, c
!HPF$ ALIGN v(j) WITH t(*,j)
!HPF$ ALIGN r(i) WITH t(i,1)
!HPF$ DISTRIBUTE m(BLOCK,BLOCK) ONTO p

  forall (i = 1:n, j = 1:n) w(i,j) = 10*i + j
  forall (i = 1:n, j = 1:2*n) m(i,j) = i - j
  v = 1.0
  r = 2.0

  u = transpose(w)                  != exec 16 | iter 4 4 4 4 | recv 0/0 1/4 1/4 0/0 | ops load:4 store:4
  u = u + transpose(w)              != recv 0/0 1/4 1/4 0/0 | ops load:12 real_add:4 store:8
  c = cshift(w, 1, 2)               != recv 1/2 1/2 1/2 1/2
  c = cshift(w, dim=1, shift=2)     != recv 1/4 1/4 1/4 1/4

! v has copies along the first grid dimension, r lies on the first column.
  u = spread(v, 1, n) + w           != recv 0/0 0/0 0/0 0/0
  u = spread(r, 2, n)               != recv 0/0 0/0 1/2 1/2 | ops load:4 store:4
  c = matmul(w, u)                  != exec 16 | recv 2/8 2/8 2/8 2/8 | ops load:32 real_add:16 real_multiply:16 store:4
  r = matmul(w, v)                  != exec 4 | iter 2 2 0 0 | recv 2/6 2/6 0/0 0/0 | ops load:16 real_add:8 real_multiply:8 store:2

! The parts are combined along the dimension that is gone; all of them have
! the result.
  v = sum(w, dim=1)                 != exec 4 | iter 2 2 2 2 | recv 0/0 0/0 0/0 0/0 | reduce sum 1x2 | ops load:6 real_add:4 store:4
  r = sum(w, 2)                     != iter 2 2 0 0 | recv 0/0 0/0 0/0 0/0 | reduce sum 1x2
  r = maxval(w, 2, w < 40.0)        != reduce maxval 1x2 | ops compare:4 load:10 minmax:4 store:4
  c = w - spread(sum(w, 1), 1, n)   != recv 0/0 0/0 0/0 0/0 | reduce sum 1x2
  loc = maxloc(m)                   != exec 2 | reduce maxloc 1x4 | ops load:10 minmax:8 store:4
  first = minloc(m, dim=2)          != reduce minloc 1x2 | recv 1/2 1/2 1/2 1/2
  k = count(w > 22.0)               != reduce count 1x4
  k = k + maxloc(v, 1)              != reduce maxloc 1x2

  flat = reshape(w, [16])           != exec 16 | recv 3/12 3/12 3/12 3/12
  s = sum(reshape(w, [16]))         != recv 3/12 3/12 3/12 3/12 | ops load:32 real_add:16 store:16
  flat = 0.0
  flat(1:k) = pack(w, w > 12.0)     != exec 14 | reduce count 1x4
  c = unpack(flat, w > 22.0, w)     != exec 16 | reduce count 1x4 | recv 0/0 0/0 0/0 0/0
end program rearrange
