" HPF is Fortran with directives.
if exists('b:current_syntax')
  finish
endif
runtime! syntax/fortran.vim
let b:current_syntax = 'hpf'
