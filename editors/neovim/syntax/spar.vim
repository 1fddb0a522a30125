" Spar/Java is Java with pragmas.
if exists('b:current_syntax')
  finish
endif
runtime! syntax/java.vim
syntax region sparPragma start="<\$" end="\$>" contains=sparPragmaWord,sparFunction,javaNumber,javaString
syntax keyword sparPragmaWord contained on dist independent reduction taskparallel resident Pamela Processors ProcessorType boundscheck
syntax keyword sparFunction contained lambda block cyclic blockcyclic local collapsed replicated
syntax keyword sparStatement foreach each inline globalpragmas
highlight default link sparPragma PreProc
highlight default link sparPragmaWord Keyword
highlight default link sparFunction Function
highlight default link sparStatement Statement
let b:current_syntax = 'spar'
