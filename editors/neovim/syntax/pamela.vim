" PAMELA models.
if exists('b:current_syntax')
  finish
endif
syntax case match
syntax keyword pamelaKind numeric process resource
syntax keyword pamelaModifier parameter
syntax keyword pamelaControl seq par if else sum
syntax keyword pamelaOperator div mod not
syntax keyword pamelaFunction use delay max min unitvec fcfs
syntax match pamelaNumber '\<\d\+\(\.\d*\)\?\([eE][-+]\?\d\+\)\?\>'
syntax match pamelaInclude '#\?\<include\>'
syntax match pamelaComment '%.*$'
highlight default link pamelaKind Type
highlight default link pamelaModifier StorageClass
highlight default link pamelaControl Statement
highlight default link pamelaOperator Operator
highlight default link pamelaFunction Function
highlight default link pamelaNumber Number
highlight default link pamelaInclude Include
highlight default link pamelaComment Comment
let b:current_syntax = 'pamela'
