package fortran

// The statements of coarrays (Fortran 2008, and the teams and events of 2018).

// Sync is SYNC ALL, SYNC IMAGES (set), SYNC MEMORY or SYNC TEAM (team), with
// options like STAT=.
type Sync struct {
	Of   string `parser:"'sync' @( 'all' | 'images' | 'memory' | 'team' )"`
	Args []Arg  `parser:"( '(' ( @@ ( ',' @@ )* )? ')' )?"`
}

// Lock is LOCK or UNLOCK of a lock variable, or EVENT POST or EVENT WAIT
// (Keyword "eventpost", "eventwait") of an event variable, with options.
type Lock struct {
	Keyword string `parser:"@( 'lock' | 'unlock' | 'event' ( 'post' | 'wait' ) )"`
	Args    []Arg  `parser:"'(' @@ ( ',' @@ )* ')'"`
}

// FormTeam is FORM TEAM (number, team).
type FormTeam struct {
	Args []Arg `parser:"'form' 'team' '(' @@ ( ',' @@ )* ')'"`
}

// FailImage is FAIL IMAGE.
type FailImage struct {
	Image bool `parser:"'fail' @'image'"`
}

// Critical begins CRITICAL, which one image at a time executes.
type Critical struct {
	Args []Arg `parser:"'critical' ( '(' ( @@ ( ',' @@ )* )? ')' )?"`
}

// ChangeTeam begins CHANGE TEAM (team, a[*] => b, options).
type ChangeTeam struct {
	Team    Expr        `parser:"'change' 'team' '(' @@"`
	Options []TeamEntry `parser:"( ',' @@ )* ')'"`
}

// TeamEntry is name => selector of CHANGE TEAM, or an option.
type TeamEntry struct {
	Name     Arg  `parser:"@@"`
	Selector Expr `parser:"( '=>' @@ )?"`
}
