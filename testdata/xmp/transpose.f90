! A transpose between two distributions, which only GMOVE can do, and a value
! that one node has read.
program turn
  implicit none
  integer, parameter :: n = 256
  integer :: i, j
  double precision :: a(n,n), b(n,n), factor
!$XMP NODES p(4)
!$XMP TEMPLATE rows(n), columns(:)
!$XMP TEMPLATE_FIX columns(n)
!$XMP DISTRIBUTE rows(BLOCK) ONTO p
!$XMP DISTRIBUTE columns(CYCLIC) ONTO p
!$XMP ALIGN a(i,*) WITH rows(i)
!$XMP ALIGN b(*,j) WITH columns(j)

  factor = 2.0d0
!$XMP BCAST (factor) FROM p(1)
!$XMP LOOP (i) ON rows(i)
  do i = 1, n
    do j = 1, n
      a(i,j) = factor * (i + j)
    end do
  end do
!$XMP GMOVE
  b(:,:) = a(:,:)
!$XMP BARRIER
!$XMP LOOP (j) ON columns(j)
  do j = 1, n
    do i = 1, n
      b(i,j) = b(i,j) + 1.0d0
    end do
  end do
end program turn
