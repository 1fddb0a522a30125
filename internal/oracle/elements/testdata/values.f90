! grid 2 3
program values
  implicit none
  integer, parameter :: n = 5, m = 4
  real, dimension(n,m) :: a, c1, c2, c3, e1, e2, d1
  real :: t1(m,n), p1(n,n), p2(m), p3(n), v(m), w(n), s1(n,m), s2(m), s3(n), flat(n*m), r1(m,n), x
  logical :: big(n,m), l1(m), l2(n)
  integer :: k1(m), k2(n), k3(2), k4(2), k5(m), k6, k7(1), i, j, count1
  real, dimension(n*m) :: packed
!HPF$ PROCESSORS p(2,3)
!HPF$ DISTRIBUTE (BLOCK,CYCLIC) ONTO p :: a, c1, c2, c3, e1, e2, d1, s1, big, p1
!HPF$ ALIGN t1(j,i) WITH a(i,j)
!HPF$ ALIGN (j) WITH a(*,j) :: v, s2, p2
!HPF$ ALIGN w(i) WITH a(i,2)
!HPF$ ALIGN s3(i) WITH a(i,*)

  forall (i = 1:n, j = 1:m) a(i,j) = mod(7*i + 5*j, 11) + 0.25*j
  forall (j = 1:m) v(j) = j - 2.5
  forall (i = 1:n) w(i) = 1.0/i
  big = a > 5.0
  c1 = cshift(a, -2)
  c2 = 2.0*cshift(a, shift=3, dim=2) - cshift(cshift(a, 1, 1), -1, 2)
  c3 = cshift(merge(a, -a, big), 4, dim=2)
  e1 = eoshift(a, 1, dim=2)
  e2 = a - eoshift(a, -2, boundary=v(3))
  d1 = cshift(a(n:1:-1,:), 1)
  t1 = transpose(a)
  p1 = matmul(a, t1)
  p2 = matmul(w, a)
  p3 = matmul(a, v) + w
  s1 = spread(v, 1, n)*spread(w, 2, m)
  s2 = sum(a, 1, big)
  s3 = product(a(:,2:3), dim=2)
  l1 = any(big, 1)
  l2 = all(big(:,1:2), dim=2)
  k1 = count(a > 4.0, 1)
  k2 = minloc(a, 2)
  k3 = maxloc(a)
  k4 = minloc(a, mask=a > 3.0)
  k5 = maxloc(transpose(a), 2, transpose(big))
  k6 = maxloc(v*v, 1)
  k7 = minloc(abs(v))
  flat = reshape(a, (/ 20 /))
  r1 = reshape(a, [m, n]) + t1
  count1 = count(big)
  packed(1:count1) = pack(a, big)
  packed(count1+1:n*m) = pack(-a, .not. big)
  a = unpack(flat(n*m:1:-1), big, a)
  x = dot_product(matmul(a, v), w) + maxval(sum(a, 2)) - sum(maxval(a, 1))
  where (cshift(big, 1)) a = eoshift(a, 1) - x
  forall (i = 1:n) c1(i,:) = cshift(c1(i,:), i)
  do j = 1, m
    w = w + sum(spread(a(:,j), 2, 3), 2)/n
  end do
end program values
