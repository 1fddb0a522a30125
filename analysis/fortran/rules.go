package fortran

// rule parses the statements that begin with one keyword.
type rule func(c classifier, tokens []Token) Parsed

// The productions, one per class of statements.
var (
	assignment       = byHand(assignmentByHand)
	countedLoop      = byHand(countedDo)
	plainIf          = byHand(ifByHand)
	typeDecl         = production[TypeDecl]()
	procedureHeading = production[ProcedureHeading]()
	programHeading   = production[ProgramHeading]()
	moduleHeading    = production[ModuleHeading]()
	blockDataHeading = production[BlockDataHeading]()
	ifHead           = production[If]()
	whereHead        = production[Where]()
	forallHead       = production[Forall]()
	elseIf           = production[ElseIf]()
	elseWhere        = production[ElseWhere]()
	elsePlain        = production[Else]()
	caseOf           = production[Case]()
	dimensionDecl    = production[DimensionDecl]()
	transfer         = production[Transfer]()
	loop             = production[Do]()
	selectHead       = production[Select]()
	lockDecl         = production[Lock]()
	jump             = production[Jump]()
	allocation       = byHand(allocationByHand)
	attributeDecl    = production[AttributeDecl]()
	dataTransfer     = byHand(dataTransferByHand)
	fileControl      = production[FileControl]()
	typeHead         = production[TypeHead]()
	interfaceHead    = production[InterfaceHead]()
	moduleProcedure  = production[ModuleProcedure]()
	crayPointer      = production[CrayPointer]()
)

// rules finds the production by the first word.
var rules map[string]rule

func init() {
	rules = map[string]rule{
		"if": classifier.ifStatement, "where": headed(whereHead), "forall": headed(forallHead),
		"do": classifier.doStatement, "else": classifier.elseStatement, "end": classifier.endStatement,
		"call": simple(byHand(callByHand)), "select": simple(selectHead), "case": simple(caseOf), "rank": simple(caseOf),
		"class": classifier.classStatement, "type": classifier.typeStatement,
		"double": simple(typeDecl), "parameter": simple(production[ParameterDecl]()), "implicit": simple(production[Implicit]()),
		"use": simple(production[Use]()), "data": simple(production[Data]()), "common": simple(production[Common]()),
		"external": simple(production[NamesDecl]()), "intrinsic": simple(production[NamesDecl]()),
		"program": simple(programHeading), "submodule": simple(moduleHeading), "module": classifier.moduleStatement,
		"block": classifier.blockStatement, "contains": classifier.containsStatement, "pointer": classifier.pointerStatement,
		"error": simple(transfer), "associate": simple(production[Associate]()),
		"sync": simple(production[Sync]()), "lock": simple(lockDecl), "unlock": simple(lockDecl), "event": simple(lockDecl),
		"form": simple(production[FormTeam]()), "fail": simple(production[FailImage]()),
		"critical": simple(production[Critical]()), "change": simple(production[ChangeTeam]()),
		"go": simple(jump), "goto": simple(jump), "assign": simple(production[AssignLabel]()),
		"equivalence": simple(production[Equivalence]()), "namelist": simple(production[Namelist]()),
		"entry": simple(production[Entry]()), "enumerator": simple(production[Enumerators]()),
		"inquire": simple(production[Inquire]()), "interface": classifier.interfaceStatement, "abstract": classifier.interfaceStatement,
		"generic": simple(production[GenericBinding]()), "final": simple(production[Final]()), "import": simple(production[Import]()),
		"procedure": simple(production[ProcedureDecl]()), "record": simple(production[Record]()),
	}
	for _, word := range []string{"integer", "real", "complex", "logical", "character", "byte"} {
		rules[word] = simple(typeDecl)
	}
	for _, word := range []string{"dimension", "allocatable", "target", "codimension", "contiguous"} {
		rules[word] = simple(dimensionDecl)
	}
	for _, word := range []string{"return", "stop", "cycle", "exit", "pause"} {
		rules[word] = simple(transfer)
	}
	for _, word := range []string{"allocate", "deallocate", "nullify"} {
		rules[word] = simple(allocation)
	}
	for _, word := range []string{"read", "write", "print", "accept", "encode", "decode"} {
		rules[word] = simple(dataTransfer)
	}
	for _, word := range []string{"open", "close", "rewind", "backspace", "endfile", "flush", "wait"} {
		rules[word] = simple(fileControl)
	}
	for _, word := range attributeWords {
		rules[word] = simple(attributeDecl)
	}
	for _, word := range enclosing {
		rules[word] = func(_ classifier, tokens []Token) Parsed { return Parsed{Stmt: &Enclosing{tokens[0].Text}} }
	}
	for _, word := range opaque {
		rules[word] = func(_ classifier, tokens []Token) Parsed { return Parsed{Stmt: &Opaque{tokens[0].Text}} }
	}
}

// enclosing are the first words of constructs that are kept as blocks.
var enclosing = []string{"enum", "structure", "union", "map"}

// attributeWords are the first words of statements that give an attribute to
// names.
var attributeWords = []string{
	"save", "optional", "public", "private", "protected", "volatile", "asynchronous", "value", "bind", "intent", "static", "automatic",
}

// opaque are the first words of statements that consist of a keyword, or that
// only old compilers know.
var opaque = []string{"continue", "sequence", "define", "include", "options", "attributes"}

func simple(by parser) rule {
	return func(c classifier, tokens []Token) Parsed { return c.parse(tokens, by) }
}

// headed is for FORALL and WHERE: a head in parentheses, then nothing (a
// construct begins) or an assignment.
func headed(by parser) rule {
	return func(c classifier, tokens []Token) Parsed {
		head, rest := cut(tokens)
		p := c.parse(head, by)
		return c.withAction(p, rest)
	}
}

// cut splits the tokens behind the parentheses that follow the first word.
func cut(tokens []Token) (head, rest []Token) {
	if len(tokens) < 2 || tokens[1].Text != "(" {
		return tokens, nil
	}
	end := Closing(tokens, 1) + 1
	return tokens[:end], tokens[end:]
}

func (c classifier) withAction(p Parsed, rest []Token) Parsed {
	if len(rest) == 0 || p.Problem != nil {
		return p
	}
	action := c.statement(rest)
	p.Action, p.Problem = &action, action.Problem
	return p
}

// ifStatement tells IF (c) THEN, IF (c) 10, 20, 30 and IF (c) statement apart.
func (c classifier) ifStatement(tokens []Token) Parsed {
	head, rest := cut(tokens)
	switch {
	case len(rest) == 0:
		p := c.parse(head, plainIf)
		if p.Problem == nil {
			last := head[len(head)-1]
			p.Problem = syntaxError(last.Start, last.End, "THEN or a statement must follow the condition")
		}
		return p
	case rest[0].Text == "then":
		return c.parse(tokens, plainIf)
	case rest[0].Kind == Int:
		return c.parse(tokens, ifHead)
	}
	return c.withAction(c.parse(head, plainIf), rest)
}

func (c classifier) doStatement(tokens []Token) Parsed {
	if isCounted(tokens) {
		return c.parse(tokens, countedLoop)
	}
	return c.parse(tokens, loop)
}

func (c classifier) elseStatement(tokens []Token) Parsed {
	if len(tokens) > 1 {
		switch tokens[1].Text {
		case "if":
			return c.parse(tokens, elseIf)
		case "where":
			return c.parse(tokens, elseWhere)
		}
	}
	return c.parse(tokens, elsePlain)
}

// endStatement reads END [what [name]].
func (c classifier) endStatement(tokens []Token) Parsed {
	end, rest := &End{}, tokens[1:]
	if len(rest) > 1 && rest[0].Text == "block" && rest[1].Text == "data" {
		end.What, rest = "blockdata", rest[2:]
	} else if len(rest) > 0 && rest[0].Kind == Word {
		end.What, rest = rest[0].Text, rest[1:]
	}
	if end.What == "file" {
		return c.parse(tokens, fileControl)
	}
	if len(rest) > 0 && rest[0].Kind == Word {
		end.Name, rest = rest[0].Text, rest[1:]
	}
	p := Parsed{Stmt: end}
	if len(rest) > 0 && end.What != "interface" && end.What != "team" {
		p.Problem = syntaxError(rest[0].Start, rest[len(rest)-1].End, "nothing may follow here")
	}
	return p
}

// typeStatement tells TYPE (t) :: x, TYPE IS (t), TYPE *, x (an old PRINT) and
// the beginning of a derived type apart.
func (c classifier) typeStatement(tokens []Token) Parsed {
	if len(tokens) < 2 {
		return notUnderstood(tokens)
	}
	switch next := tokens[1]; {
	case next.Text == "is":
		return c.parse(tokens, caseOf)
	case next.Text == "(":
		return c.parse(tokens, typeDecl)
	case next.Kind == Word || next.Text == "," || next.Text == "::":
		return c.begins(tokens, typeHead, &TypeHead{})
	}
	return c.parse(tokens, dataTransfer)
}

func (c classifier) interfaceStatement(tokens []Token) Parsed {
	return c.begins(tokens, interfaceHead, &InterfaceHead{})
}

// begins parses the head of a construct in a specification part. One that is
// not understood begins the construct all the same.
func (c classifier) begins(tokens []Token, by parser, bare Stmt) Parsed {
	p := c.parse(tokens, by)
	if p.Problem != nil {
		p.Stmt = bare
	}
	return p
}

func (c classifier) classStatement(tokens []Token) Parsed {
	if len(tokens) > 1 && tokens[1].Kind == Word {
		return c.parse(tokens, caseOf)
	}
	return c.parse(tokens, typeDecl)
}

// moduleStatement tells MODULE name from MODULE PROCEDURE names.
func (c classifier) moduleStatement(tokens []Token) Parsed {
	if len(tokens) > 2 && tokens[1].Text == "procedure" {
		return c.parse(tokens, moduleProcedure)
	}
	return c.parse(tokens, moduleHeading)
}

func (c classifier) blockStatement(tokens []Token) Parsed {
	if len(tokens) > 1 {
		return c.parse(tokens, blockDataHeading)
	}
	return Parsed{Stmt: &Enclosing{"block"}}
}

func (c classifier) containsStatement(tokens []Token) Parsed {
	if len(tokens) > 1 {
		return notUnderstood(tokens)
	}
	return Parsed{Stmt: &Contains{}}
}

// pointerStatement tells POINTER a(:), b from Cray's POINTER (p, a).
func (c classifier) pointerStatement(tokens []Token) Parsed {
	if len(tokens) > 1 && tokens[1].Text == "(" {
		return c.parse(tokens, crayPointer)
	}
	return c.parse(tokens, dimensionDecl)
}

// isProcedure reports whether the statement begins a function or subroutine:
// prefixes, one of these words, and a name.
func isProcedure(tokens []Token) bool {
	for i := 0; i+1 < len(tokens); i++ {
		t := tokens[i]
		switch {
		case t.Kind != Word:
			return false
		case t.Text == "function" || t.Text == "subroutine":
			return tokens[i+1].Kind == Word
		case !prefixes[t.Text]:
			return false
		}
		if tokens[i+1].Text == "*" && i+2 < len(tokens) {
			i += 2
			if tokens[i].Text != "(" {
				continue
			}
			i--
		}
		if i+1 < len(tokens) && tokens[i+1].Text == "(" {
			i = Closing(tokens, i+1)
		}
	}
	return false
}

var prefixes = map[string]bool{
	"pure": true, "impure": true, "elemental": true, "recursive": true, "module": true, "non_recursive": true, "extrinsic": true,
	"attributes": true, "integer": true, "real": true, "complex": true, "logical": true, "character": true, "byte": true,
	"double": true, "precision": true, "type": true, "class": true,
}
