" Directives of HPF, XcalableMP and DVM are comments to Fortran: give them their own colour.
syntax match hpfDirective "\c^\s*!\(HPF\$\|PARLENS\$\|DVM\$\|\$XMP\>\).*$"
syntax match hpfDirective "\c^[C*]\(HPF\$\|PARLENS\$\|DVM\$\|\$XMP\>\).*$"
highlight default link hpfDirective PreProc
