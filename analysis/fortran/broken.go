package fortran

// headKind guesses which construct a statement that was not understood was
// meant to begin ("do", "if", "select", "associate") or divide ("else", "case"); "" for
// none. WHERE and FORALL may be single statements, so there is no telling.
func headKind(text string) string {
	tokens := classifier{}.split(unnamedTokens(text))
	if len(tokens) == 0 || tokens[0].Kind != Word {
		return ""
	}
	last := tokens[len(tokens)-1].Text
	switch word := tokens[0].Text; word {
	case "do", "select", "case", "else", "associate":
		return word
	case "if":
		if last == "then" {
			return word
		}
	}
	return ""
}

// unnamedTokens returns the tokens behind a construct name.
func unnamedTokens(text string) []Token {
	tokens := Tokens(text)
	if len(tokens) > 2 && tokens[0].Kind == Word && tokens[1].Text == ":" {
		return tokens[2:]
	}
	return tokens
}

// doLabel returns the label in a broken DO, "" without one.
func doLabel(text string) string {
	tokens := unnamedTokens(text)
	if len(tokens) > 1 && tokens[1].Kind == Int {
		return trimZeros(tokens[1].Text)
	}
	return ""
}
