package fortran_test

import (
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/internal/oracle/treetext"
)

// parsedText prints what a statement was parsed to, or "code@start-end".
func parsedText(p fortran.Parsed) string {
	out := treetext.Tree(p.Stmt)
	if p.Construct != "" {
		out = p.Construct + ": " + out
	}
	if p.Action != nil {
		out += " then " + parsedText(*p.Action)
	}
	if p.Problem != nil {
		return p.Problem.Code + "@" + spanText(p.Problem.Span)
	}
	return out
}

func TestExpressions(t *testing.T) {
	cases := []struct{ text, want string }{
		{"a+b*c", "(a+(b*c))"},
		{"a-b-c", "((a-b)-c)"},
		{"a**b**c", "(a**(b**c))"},
		{"-a**2", "(-(a**2))"},
		{"-a*b+c", "((-(a*b))+c)"},
		{"a**(-b)", "(a**(-b))"},
		{"a*-b", "(a*(-b))"},
		{"a/b*c", "((a/b)*c)"},
		{"a//b==c", "((a//b)==c)"},
		{"a<b.and.c>d.or..not.e", "(((a<b).and.(c>d)).or.(.not.e))"},
		{".not.a.and.b", "((.not.a).and.b)"},
		{".not.a==b", "(.not.(a==b))"},
		{"a.eq.b.eqv.c.ne.d", "((a==b).eqv.(c/=d))"},
		{"a .plus. b*c", "(a.plus.(b*c))"},
		{".inv.a*b", "((.inv.a)*b)"},
		{"1.eq.x", "(1==x)"},
		{"1..eq.x", "(1.==x)"},
		{"1.e5+.5d0-2.", "((1.e5+.5d0)-2.)"},
		{"1.0_dp*2_8", "(1.0_dp*2_8)"},
		{"x.eq..5", "(x==.5)"},
		{"(1d0,2d0)", "{1d0,2d0}"},
		{"(a+b)*c", "((a+b)*c)"},
		{"f(x, y=3)", "f(x,y=3)"},
		{"cshift(u, dim=3, shift=-1)", "cshift(u,dim=3,shift=(-1))"},
		{"a(1:n-1:2,:,::3,i)", "a(1:(n-1):2,:,::3,i)"},
		{"a(:n)", "a(:n)"},
		{"a(1::2)", "a(1::2)"},
		{"s(1:2)(3:4)", "s(1:2)(3:4)"},
		{"f()", "f()"},
		{"x%y(3)%z", "x%y(3)%z"},
		{"a[2]%b", "a[2]%b"},
		{"(/1,2,3/)", "[1,2,3]"},
		{"[real(8)::1,2]", "[real(8)::1,2]"},
		{"(/(i*2,i=1,10,2)/)", "[{(i*2),i=1:10:2}]"},
		{"a(/=b", ""},
		{"a/=b", "(a/=b)"},
		{"'it''s'//\"x\"", "('it''s'//\"x\")"},
		{"3habc", "3habc"},
		{"z'ff'+'77'o", ""},
		{"z'ff'", "z'ff'"},
		{".true..and..false._4", "(.true..and..false._4)"},
		{"if(3)+do*end", "((if(3)+(do*end)))"},
		{"a+", ""},
		{"a b", ""},
		{"a(1", ""},
		{"a**", ""},
		{"f(a=b=c)", ""},
		{"(a,b,c)", "{a,b,c}"},
		{"1.5.", ""},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			p := fortran.ParseStatement("x = "+c.text, fortran.Free)
			got := ""
			if a, ok := p.Stmt.(*fortran.Assignment); ok && p.Problem == nil {
				got = treetext.Expr(a.RHS)
			}
			if got != c.want && "("+got+")" != c.want {
				t.Errorf("%s: got %q, want %q (%v)", c.text, got, c.want, p.Problem)
			}
		})
	}
}

func TestStatements(t *testing.T) {
	cases := []struct{ text, want string }{
		// no reserved words
		{"if(i)=3", "(Assignment lhs=if(i) rhs=3)"},
		{"end=1", "(Assignment lhs=end rhs=1)"},
		{"real(8)=x", "(Assignment lhs=real(8) rhs=x)"},
		{"do=3", "(Assignment lhs=do rhs=3)"},
		{"where(m)=1", "(Assignment lhs=where(m) rhs=1)"},
		{"format(i)=2", "(Assignment lhs=format(i) rhs=2)"},
		{"x%y(3)=>z", "(Assignment lhs=x%y(3) pointer=true rhs=z)"},
		{"call=call+1", "(Assignment lhs=call rhs=(call+1))"},
		// loops
		{"do i=1,n", "(Do var=i lo=1 hi=n)"},
		{"do 10 i=1,n,2", "(Do label=10 var=i lo=1 hi=n step=2)"},
		{"do 10, i=1,n", "(Do label=10 var=i lo=1 hi=n)"},
		{"outer: do k = n, 1, -1", "outer: (Do var=k lo=n hi=1 step=(-1))"},
		{"do while (x < eps)", "(Do while=(x<eps))"},
		{"dowhile(x)", "(Do while=x)"},
		{"do 20 while (x)", "(Do label=20 while=x)"},
		{"do", "(Do)"},
		{"do 30", "(Do label=30)"},
		{"do concurrent (i=1:n, j=1:m:2, i/=j) local(t) shared(a,b) reduce(+:s) default(none)",
			"(Do header=(Header indices=[(Index name=i lo=1 hi=n) (Index name=j lo=1 hi=m step=2)] mask=(i/=j)) local=[(Locality keyword=local names=[t]) (Locality keyword=shared names=[a b]) (Locality keyword=reduce op=+ names=[s]) (Locality keyword=default names=[none])])"},
		{"do concurrent (integer :: i=1:n)", "(Do header=(Header type=(TypeSpec base=integer) indices=[(Index name=i lo=1 hi=n)]))"},
		{"do i=1", "syntax@5-6"},
		{"enddo", "(End what=do)"},
		{"end do outer", "(End what=do name=outer)"},
		// choices
		{"if (a>b) then", "(If cond=(a>b) then=true)"},
		{"if (a>b) x(i)=0", "(If cond=(a>b)) then (Assignment lhs=x(i) rhs=0)"},
		{"if (a) if (b) stop", "(If cond=a) then (If cond=b) then (Transfer keyword=stop)"},
		{"if (a-b) 10, 20, 30", "(If cond=(a-b) labels=[10 20 30])"},
		{"if (a) goto 10", "(If cond=a) then (Jump label=10)"},
		{"if (a)", "syntax@5-6"},
		{"if a then", "syntax@3-4"},
		{"if () then", "syntax@4-5"},
		{"else if (x) then", "(ElseIf cond=x)"},
		{"elseif(x)then", "(ElseIf cond=x)"},
		{"else", "(Else)"},
		{"end if", "(End what=if)"},
		{"select case (k)", "(Select of=case selector=k)"},
		{"selectcase(k)", "(Select of=case selector=k)"},
		{"select type (p => x%y)", "(Select of=type name=p selector=x%y)"},
		{"case (1,3:5,:0,9:)", "(Case keyword=case values=[1 3:5 :0 9:])"},
		{"case default", "(Case keyword=case default=true)"},
		{"type is (integer(4))", "(Case keyword=type values=[integer(4)])"},
		{"class default", "(Case keyword=class default=true)"},
		// array statements
		{"where (a>0) b=1", "(Where mask=(a>0)) then (Assignment lhs=b rhs=1)"},
		{"where (a>0)", "(Where mask=(a>0))"},
		{"elsewhere (b<0)", "(ElseWhere mask=(b<0))"},
		{"else where", "(ElseWhere)"},
		{"forall (i=1:n, a(i)>0) b(i)=a(i)", "(Forall header=(Header indices=[(Index name=i lo=1 hi=n)] mask=(a(i)>0))) then (Assignment lhs=b(i) rhs=a(i))"},
		{"forall (i=1:n)", "(Forall header=(Header indices=[(Index name=i lo=1 hi=n)]))"},
		// calls and transfers
		{"call f", "(Call procedure=f)"},
		{"call f(x, *10, n=3)", "(Call procedure=f(x,*10,n=3))"},
		{"call a%b(x)", "(Call procedure=a%b(x))"},
		{"return", "(Transfer keyword=return)"},
		{"stop 'done'", "(Transfer keyword=stop value='done')"},
		{"error stop 1", "(Transfer keyword=errorstop value=1)"},
		{"cycle outer", "(Transfer keyword=cycle value=outer)"},
		{"continue", "(Opaque keyword=continue)"},
		{"allocate(a(n), stat=ierr)", "(Allocation keyword=allocate args=[a(n) stat=ierr])"},
		{"go to (10,20), i", "(Jump labels=[10 20] index=i)"},
		// declarations
		{"real x", "(TypeDecl type=(TypeSpec base=real) entities=[(Entity name=x)])"},
		{"real*8 a(10), b*4", "(TypeDecl type=(TypeSpec base=real star=8) entities=[(Entity name=a dims=[10]) (Entity name=b star=4)])"},
		{"real(kind=8), dimension(n,0:m) :: a", "(TypeDecl type=(TypeSpec base=real args=[kind=8]) attrs=[(Attr keyword=dimension args=[n 0:m])] entities=[(Entity name=a)])"},
		{"real, array(5,4) :: a", "(TypeDecl type=(TypeSpec base=real) attrs=[(Attr keyword=array args=[5 4])] entities=[(Entity name=a)])"},
		{"integer, parameter :: n = 10, m = 2*n", "(TypeDecl type=(TypeSpec base=integer) attrs=[(Attr keyword=parameter)] entities=[(Entity name=n init=10) (Entity name=m init=(2*n))])"},
		{"real, intent(in out) :: x(:), y(*), z(2:*)", "(TypeDecl type=(TypeSpec base=real) attrs=[(Attr keyword=intent intent=inout)] entities=[(Entity name=x dims=[:]) (Entity name=y dims=[*]) (Entity name=z dims=[2:*])])"},
		{"double precision d", "(TypeDecl type=(TypeSpec base=doubleprecision) entities=[(Entity name=d)])"},
		{"doubleprecision d", "(TypeDecl type=(TypeSpec base=doubleprecision) entities=[(Entity name=d)])"},
		{"character*(*) s", "(TypeDecl type=(TypeSpec base=character star=*) entities=[(Entity name=s)])"},
		{"character(len=*), intent(in) :: s", "(TypeDecl type=(TypeSpec base=character args=[len=*]) attrs=[(Attr keyword=intent intent=in)] entities=[(Entity name=s)])"},
		{"type(t), pointer :: p => null()", "(TypeDecl type=(TypeSpec base=type args=[t]) attrs=[(Attr keyword=pointer)] entities=[(Entity name=p init=null())])"},
		{"integer i /3/, j(2) /1,2/", "(TypeDecl type=(TypeSpec base=integer) entities=[(Entity name=i data=[3]) (Entity name=j dims=[2] data=[1 2])])"},
		{"dimension a(10), b(n,n)", "(DimensionDecl keyword=dimension entities=[(Entity name=a dims=[10]) (Entity name=b dims=[n n])])"},
		{"parameter (n=10, h=1./n)", "(ParameterDecl values=[(NamedValue name=n value=10) (NamedValue name=h value=(1./n))])"},
		{"implicit none", "(Implicit none=true)"},
		{"implicit real*8 (a-h,o-z), integer(2) (i)", "(Implicit rules=[(ImplicitRule base=real star=8 lists=[(ArgsList args=[(a-h) (o-z)])]) (ImplicitRule base=integer lists=[(ArgsList args=[2]) (ArgsList args=[i])])])"},
		{"common /blk/ a, b(10) // c", "(Common blocks=[(CommonBlock name=blk members=[(Entity name=a) (Entity name=b dims=[10])]) (CommonBlock members=[(Entity name=c)])])"},
		{"data a, (b(i),i=1,3) /3*0.0, -1/, c /1/", "(Data sets=[(DataSet objects=[a {b(i),i=1:3}] values=[(3*0.0) (-1)]) (DataSet objects=[c] values=[1])])"},
		{"use m, only: a => b, c, operator(+), assignment(=)", "(Use module=m only=true names=[(UseName local=a target=b) (UseName local=c) (UseName operator=operator+) (UseName operator=assignment=)])"},
		{"use, intrinsic :: iso_c_binding", "(Use nature=intrinsic module=iso_c_binding)"},
		{"external f, g", "(NamesDecl keyword=external names=[f g])"},
		{"save", "(AttributeDecl keyword=save)"},
		{"equivalence (a,b)", "(Equivalence sets=[(ObjectList objects=[a b])])"},
		// headings
		{"program p", "(ProgramHeading name=p)"},
		{"module m", "(ModuleHeading name=m)"},
		{"submodule (a:b) c", "(ModuleHeading parent=[a b] name=c)"},
		{"block data", "(BlockDataHeading)"},
		{"subroutine s(a, *, b)", "(ProcedureHeading keyword=subroutine name=s dummies=[(Dummy name=a) (Dummy) (Dummy name=b)])"},
		{"subroutine s() bind(c, name='s')", "(ProcedureHeading keyword=subroutine name=s bind=[c name='s'])"},
		{"pure recursive real(8) function f(x) result(y)", "(ProcedureHeading prefixes=[(Prefix word=pure) (Prefix word=recursive) (Prefix type=(TypeSpec base=real args=[8]))] keyword=function name=f dummies=[(Dummy name=x)] result=y)"},
		{"extrinsic(hpf_local) subroutine s", "(ProcedureHeading prefixes=[(Prefix word=extrinsic args=[hpf_local])] keyword=subroutine name=s)"},
		{"integer*4 function f(x)", "(ProcedureHeading prefixes=[(Prefix type=(TypeSpec base=integer star=4))] keyword=function name=f dummies=[(Dummy name=x)])"},
		{"contains", "(Contains)"},
		{"end subroutine s", "(End what=subroutine name=s)"},
		{"endblockdata", "(End what=blockdata)"},
		// input and output, derived types, interfaces
		{"print *, x", "(DataTransfer keyword=print format=* items=[x])"},
		{"write(6,'(a)') x, (y(i),i=1,n)", "(DataTransfer keyword=write control=[6 '(a)'] items=[x {y(i),i=1:n}])"},
		{"format(5hdon't,/,1pe12.4,/)", "(Format items=[(Edit kind=') (Edit kind=/) (Edit kind=p) (Edit kind=e) (Edit kind=/)])"},
		{"format (1x, 2(i5, 3x), 'it''s', e10.3e2, <n>a, *(g0, :), dt'a'(1,2), $)", "(Format items=[(Edit kind=x) (Edit kind=( group=[(Edit kind=i) (Edit kind=x)]) (Edit kind=') (Edit kind=') (Edit kind=e) (Edit kind=a) (Edit kind=( group=[(Edit kind=g) (Edit kind=:)]) (Edit kind=dt) (Edit kind=$)])"},
		{"format (i5", "syntax@9-10"},
		{"format (k5)", "syntax@8-9"},
		{"end file 3", "(FileControl keyword=endfile unit=3)"},
		{"read (5, *, end=10, iostat=ios) ((a(i,j), i = 1, n), j = 1, m)", "(DataTransfer keyword=read control=[5 * end=10 iostat=ios] items=[{{a(i,j),i=1:n},j=1:m}])"},
		{"read fmt, x", "(DataTransfer keyword=read format=fmt items=[x])"},
		{"write (unit=u, nml=group)", "(DataTransfer keyword=write control=[unit=u nml=group])"},
		{"print '(a)', 'x'", "(DataTransfer keyword=print format='(a)' items=['x'])"},
		{"type *, x", "(DataTransfer keyword=type format=* items=[x])"},
		{"encode (10, '(i10)', text) n", "(DataTransfer keyword=encode control=[10 '(i10)' text] items=[n])"},
		{"print", "syntax@0-5"},
		{"write (6,*) a b", "syntax@14-15"},
		{"open (unit=10, file='x', status=\"old\")", "(FileControl keyword=open control=[unit=10 file='x' status=\"old\"])"},
		{"rewind 5", "(FileControl keyword=rewind unit=5)"},
		{"rewind (unit=5, err=10)", "(FileControl keyword=rewind control=[unit=5 err=10])"},
		{"backspace u", "(FileControl keyword=backspace unit=u)"},
		{"flush (6)", "(FileControl keyword=flush control=[6])"},
		{"close", "(FileControl keyword=close)"},
		{"inquire (file=name, exist=there)", "(Inquire control=[file=name exist=there])"},
		{"inquire (iolength=n) a, b", "(Inquire control=[iolength=n] items=[a b])"},
		{"wait (10, id=i)", "(FileControl keyword=wait control=[10 id=i])"},
		{"type t", "(TypeHead name=t)"},
		{"type, extends(base), bind(c) :: t", "(TypeHead attrs=[(Attr keyword=extends args=[base]) (Attr keyword=bind args=[c])] name=t)"},
		{"type, abstract, public :: t(k, n)", "(TypeHead attrs=[(Attr keyword=abstract) (Attr keyword=public)] name=t params=[k n])"},
		{"type :: t", "(TypeHead name=t)"},
		{"type, extends :: (t)", "syntax@17-18"},
		{"interface", "(InterfaceHead)"},
		{"interface f", "(InterfaceHead spec=(Generic name=f))"},
		{"interface operator(.plus.)", "(InterfaceHead spec=(Generic of=operator defined=.plus.))"},
		{"interface operator(/)", "(InterfaceHead spec=(Generic of=operator defined=/))"},
		{"interface assignment(=)", "(InterfaceHead spec=(Generic of=assignment defined==))"},
		{"interface read(formatted)", "(InterfaceHead spec=(Generic of=read defined=formatted))"},
		{"abstract interface", "(InterfaceHead abstract=true)"},
		{"interface f g", "syntax@12-13"},
		{"generic :: add => add_i, add_r", "(GenericBinding spec=(Generic name=add) bindings=[add_i add_r])"},
		{"generic, public :: operator(+) => plus", "(GenericBinding access=public spec=(Generic of=operator defined=+) bindings=[plus])"},
		{"generic :: read(formatted) => in", "(GenericBinding spec=(Generic of=read defined=formatted) bindings=[in])"},
		{"generic add", "syntax@8-11"},
		{"final :: free, free_all", "(Final names=[free free_all])"},
		{"final free", "(Final names=[free])"},
		{"procedure :: area", "(ProcedureDecl entities=[(NamedBinding name=area)])"},
		{"procedure, nopass, public :: make => new_shape", "(ProcedureDecl attrs=[(Attr keyword=nopass) (Attr keyword=public)] entities=[(NamedBinding name=make to=new_shape)])"},
		{"procedure(iface), deferred, pass(self) :: f", "(ProcedureDecl interface=(ProcedureType name=iface) attrs=[(Attr keyword=deferred) (Attr keyword=pass args=[self])] entities=[(NamedBinding name=f)])"},
		{"procedure(real(8)), pointer :: p => null()", "(ProcedureDecl interface=(ProcedureType type=(TypeSpec base=real args=[8])) attrs=[(Attr keyword=pointer)] entities=[(NamedBinding name=p to=null())])"},
		{"procedure() q", "(ProcedureDecl entities=[(NamedBinding name=q)])"},
		{"procedure(double precision) d", "(ProcedureDecl interface=(ProcedureType type=(TypeSpec base=doubleprecision)) entities=[(NamedBinding name=d)])"},
		{"procedure a, b", "(ProcedureDecl entities=[(NamedBinding name=a) (NamedBinding name=b)])"},
		{"procedure :: =>", "syntax@13-15"},
		{"module procedure a, b", "(ModuleProcedure names=[a b])"},
		{"module procedure :: a", "(ModuleProcedure names=[a])"},
		{"import", "(Import)"},
		{"import :: a, b", "(Import names=[a b])"},
		{"import a", "(Import names=[a])"},
		{"import, only: a", "(Import only=only names=[a])"},
		{"import, none", "(Import only=none)"},
		{"pointer (p, a(10)), (q, b)", "(CrayPointer pairs=[(PointerPair pointer=p pointee=(Entity name=a dims=[10])) (PointerPair pointer=q pointee=(Entity name=b))])"},
		{"pointer a(:)", "(DimensionDecl keyword=pointer entities=[(Entity name=a dims=[:])])"},
		{"record /point/ a, b(3) , /line/ c", "(Record groups=[(RecordGroup structure=point entities=[(Entity name=a) (Entity name=b dims=[3])]) (RecordGroup structure=line entities=[(Entity name=c)])])"},
		{"sequence", "(Opaque keyword=sequence)"},
		// broken
		{"foo bar", "not-understood@0-7"},
		{"x = (a", "syntax@4-5"},
		{"x = a)", "syntax@5-6"},
		{"x = 'abc", "syntax@4-8"},
		{"x = a @ b", "syntax@6-7"},
		{"x = \xc3\xa9", "syntax@4-6"},
		{"x(1)(2)(3) = 1", "syntax@7-8"},
		{"call", "syntax@0-4"},
		{"program", "syntax@0-7"},
		{"end do x y", "syntax@9-10"},
		{"= 3", "not-understood@0-3"},
		{"real, dimension(", "syntax@15-16"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			if got := parsedText(fortran.ParseStatement(c.text, fortran.Free)); got != c.want {
				t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
			}
		})
	}
}

// In fixed form blanks mean nothing.
func TestPackedStatements(t *testing.T) {
	cases := []struct{ text, want string }{
		{"DO10I=1,5", "(Do label=10 var=i lo=1 hi=5)"},
		{"DO 10 I = 1.5", "(Assignment lhs=do10i rhs=1.5)"},
		{"DO I=1,5", "(Do var=i lo=1 hi=5)"},
		{"DOI=1,5", "(Do var=i lo=1 hi=5)"},
		{"DOWHILE(X)", "(Do while=x)"},
		{"GOTO10", "(Jump label=10)"},
		{"IF(A.EQ.B)GOTO10", "(If cond=(a==b)) then (Jump label=10)"},
		{"IF(A)CALLF(X)", "(If cond=a) then (Call procedure=f(x))"},
		{"END IF", "(End what=if)"},
		{"ENDIF", "(End what=if)"},
		{"ELSEIF(X)THEN", "(ElseIf cond=x)"},
		{"CALLFOO(X,Y)", "(Call procedure=foo(x,y))"},
		{"REALX,Y", "(TypeDecl type=(TypeSpec base=real) entities=[(Entity name=x) (Entity name=y)])"},
		{"REAL*8X(10)", "(TypeDecl type=(TypeSpec base=real star=8) entities=[(Entity name=x dims=[10])])"},
		{"DOUBLEPRECISIONX", "(TypeDecl type=(TypeSpec base=doubleprecision) entities=[(Entity name=x)])"},
		{"DOUBLEPRECISIONFUNCTIONF(X)", "(ProcedureHeading prefixes=[(Prefix type=(TypeSpec base=doubleprecision))] keyword=function name=f dummies=[(Dummy name=x)])"},
		{"SUBROUTINEFOO(A)", "(ProcedureHeading keyword=subroutine name=foo dummies=[(Dummy name=a)])"},
		{"PROGRAMMAIN", "(ProgramHeading name=main)"},
		{"IMPLICITDOUBLEPRECISION(A-H)", "(Implicit rules=[(ImplicitRule base=doubleprecision lists=[(ArgsList args=[(a-h)])])])"},
		{"IMPLICITNONE", "(Implicit none=true)"},
		{"COMMON/B/X", "(Common blocks=[(CommonBlock name=b members=[(Entity name=x)])])"},
		{"DATAX/1/", "(Data sets=[(DataSet objects=[x] values=[1])])"},
		{"PARAMETER(N=3)", "(ParameterDecl values=[(NamedValue name=n value=3)])"},
		{"X Y Z = A B + 1", "(Assignment lhs=xyz rhs=(ab+1))"},
		{"X = 1. E 5", "(Assignment lhs=x rhs=1.E5)"},
		{"C = 'A  B'", "(Assignment lhs=c rhs='A  B')"},
		{"ENDSUBROUTINEFOO", "(End what=subroutine name=foo)"},
		{"WRITE(6,100)X,Y", "(DataTransfer keyword=write control=[6 100] items=[x y])"},
		{"PRINT*,X", "(DataTransfer keyword=print format=* items=[x])"},
		{"READ(5,*)A(I),B", "(DataTransfer keyword=read control=[5 *] items=[a(i) b])"},
		{"REWIND5", "(FileControl keyword=rewind unit=5)"},
		{"PRINT100,X", "(DataTransfer keyword=print format=100 items=[x])"},
		{"FORMAT(1X,F 10.3, 3HA B)", "(Format items=[(Edit kind=x) (Edit kind=f) (Edit kind=')])"},
		{"END FILE 3", "(FileControl keyword=endfile unit=3)"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			if got := parsedText(fortran.ParseStatement(c.text, fortran.Fixed)); got != c.want {
				t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
			}
		})
	}
}
