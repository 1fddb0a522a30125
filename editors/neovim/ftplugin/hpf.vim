" Files named .hpf are in fixed form.
if exists('b:did_ftplugin')
  finish
endif
let b:fortran_fixed_source = 1
runtime! ftplugin/fortran.vim
