! Batcher's merge sort of four arrays: every step compares each element with a
! partner, found by arithmetic on the bits of its index, and keeps the one that
! belongs there.
program batcher
  implicit none
  integer, parameter :: levels = 15, n = 2**levels, sorts = 4
  real :: key(0:n-1)
  integer :: partner(0:n-1), place(0:n-1)
  logical :: swap(0:n-1)
  integer :: i, s, size, width, half, level

  do s = 1, sorts
     call random_number(key)
     do i = 0, n-1
        place(i) = i
     end do
     do size = 1, levels
        do level = size, 1, -1
           width = 2**level
           half = width/2
           if (level == size .and. level /= 1) then
              partner = ishft(ishft(place, -level), level) + (width-1) - iand(place, width-1)
           else
              partner = ieor(place, half)
           end if
           swap = .not. (place > partner .neqv. key(partner) > key)
           where (swap)
              key = key(partner)
           end where
        end do
     end do
  end do
  print *, key(0), key(n-1)
end program batcher
