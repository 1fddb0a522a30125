" HPF directives are comments to Fortran: give them their own colour.
syntax match hpfDirective "\c^\s*!HPF\$.*$"
syntax match hpfDirective "\c^[C*]HPF\$.*$"
highlight default link hpfDirective PreProc
