-- The plugin with the real server on a copy of the Laplace program.
local t = dofile(vim.env.PARLENS_TEST_DIR .. '/harness.lua')
local native = vim.fn.has('nvim-0.10') == 1

local costly = { '0%.25%s*%*', 'forall' } -- the sweep: its body or its head must cost something

-- Hints on screen lines: number (from 1) -> text.
local function shown()
  local out = {}
  for _, hint in ipairs(require('parlens.hints').drawn(0)) do
    out[hint.line + 1] = hint.text
  end
  return out
end

-- What the server says of the text as it is now, in the form of shown().
local function told()
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) } }
  params.range = { start = { line = 0, character = 0 }, ['end'] = { line = vim.fn.line('$'), character = 0 } }
  local out = {}
  for _, answer in pairs(vim.lsp.buf_request_sync(0, 'parlens/hints', params, t.deadline) or {}) do
    for _, hint in ipairs(answer.result and answer.result.hints or {}) do
      out[hint.position.line + 1] = type(hint.label) == 'string' and hint.label or hint.label[1].value
    end
  end
  return out
end

-- Waits until what is drawn is what the server says of the present text, and
-- stays so: just after an edit the old marks may happen to stand right.
local function settled()
  local times = 0
  t.await(function()
    times = vim.deep_equal(shown(), told()) and times + 1 or 0
    return times == 5
  end)
  return shown()
end

local function costly_line()
  local all = shown()
  for _, pattern in ipairs(costly) do
    for number, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
      if all[number] and text:lower():find(pattern) then
        return number
      end
    end
  end
end

local function differs(number, old)
  return function()
    local now = shown()[number]
    return now and now ~= old and now
  end
end

local function substitute(number, pattern, replacement)
  local text = vim.fn.getline(number)
  local new, count = text:gsub(pattern, replacement)
  assert(count == 1, 'no ' .. pattern .. ' in ' .. text)
  vim.api.nvim_buf_set_lines(0, number - 1, number, true, { new })
end

local function hint_is_there()
  local line = t.eventually('a costly line has a hint', costly_line, shown)
  if not line then
    error('no hints: the rest makes no sense')
  end
  t.check('that begins with a time', shown()[line]:find('^%s*%d[%d.]*%s*[mun]?s'), shown()[line])
  local parameter = t.find('parameter.*n%s*=%s*256')
  t.check('the declaration of n has none', not shown()[parameter], shown())
  return line
end

local function hint_follows_the_program(line)
  local old = settled()[line]
  substitute(t.find('parameter.*n%s*=%s*256'), '256', '512')
  t.eventually('the hint changes with n', differs(line, old), shown)
  local big = settled()[line]
  vim.cmd('let &undolevels = &undolevels') -- ends the undo block
  vim.api.nvim_buf_set_lines(0, 0, 0, true, { '! größer: a comment above' })
  t.eventually('a line above moves it', function()
    return shown()[line + 1] == big
  end, shown)
  vim.cmd('silent undo')
  t.eventually('undo moves it back', function()
    return shown()[line] == big
  end, shown)
  t.check('what is drawn is what the server says', vim.deep_equal(settled(), told()), { shown(), told() })
end

-- A line joined with a comment that is not ASCII, and split off again: positions
-- in the wrong encoding would split it elsewhere.
local function other_letters_do_not_disturb(line)
  local old = settled()[line]
  vim.api.nvim_buf_set_lines(0, line - 1, line - 1, true, { '!größerßßßß日本𝔘' })
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  vim.cmd('normal! gJ')
  t.check('a line joined to a comment costs nothing', not settled()[line], { vim.fn.getline(line), shown(), told() })
  local column = vim.fn.getline(line):find('𝔘') + #'𝔘' - 1
  vim.api.nvim_buf_set_text(0, line - 1, column, line - 1, column, { '', '' })
  t.check('split off behind other letters it costs the same', settled()[line + 1] == old, shown())
  vim.api.nvim_buf_set_lines(0, line - 1, line, true, {})
  settled()
end

local function diagnostic_comes_and_goes()
  local at = t.find('distribute')
  local good = vim.fn.getline(at)
  vim.api.nvim_buf_set_lines(0, at - 1, at, true, { (good:gsub('%(.*', '(BLOK,BLOK)')) })
  t.eventually('a wrong directive is reported', function()
    return #vim.diagnostic.get(0, { lnum = at - 1 }) > 0
  end, vim.diagnostic.get)
  vim.cmd('redraw')
  local window = vim.fn.getwininfo(vim.fn.win_getid())[1]
  t.check('and does not shift the text', window.textoff == 0, window)
  vim.api.nvim_buf_set_lines(0, at - 1, at, true, { good })
  t.eventually('and no more once it is right', function()
    return #vim.diagnostic.get(0, { lnum = at - 1 }) == 0
  end, vim.diagnostic.get)
end

-- Chooses the first offered action whose title begins with DISTRIBUTE.
local function code_action_applies(line)
  local at, before = t.find('distribute')
  local old, title = settled()[line], nil
  vim.api.nvim_win_set_cursor(0, { at, #before - 1 })
  local select = vim.ui.select
  vim.ui.select = function(items, opts, choose)
    for _, item in ipairs(items) do
      local text = opts.format_item(item)
      if text:find('^DISTRIBUTE') and not title then
        title = text
        choose(item)
      end
    end
  end
  local asked = 0
  t.eventually('an action for the DISTRIBUTE line', function()
    if not title and vim.loop.now() - asked > 500 then -- until the mappings have been found
      asked = vim.loop.now()
      vim.lsp.buf.code_action()
    end
    return title
  end)
  local wanted = (title or ''):match('%b()') or '?'
  t.eventually('puts the other distribution in', function()
    return vim.fn.getline(at) ~= before and vim.fn.getline(at):gsub('%s', ''):find(wanted:gsub('%s', ''), 1, true)
  end, function()
    return { title = title, line = vim.fn.getline(at) }
  end)
  t.check('its title names the gain', (title or ''):find('%->') and title:find('%%'), title)
  t.eventually('and the hint changes', differs(line, old), shown)
  vim.ui.select = select -- all that was asked for has been answered: nothing waits for a choice any more
end

local function floating_text()
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(win).relative ~= '' then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false), '\n'), win
    end
  end
end

local function hover_has_the_table(line)
  vim.api.nvim_win_set_cursor(0, { line, 6 })
  vim.lsp.buf.hover()
  local text = t.eventually('hover opens', floating_text) or ''
  for _, word in ipairs({ 'computation', 'communication', 'overhead', 'wait' }) do
    t.check('its table has ' .. word, text:lower():find(word, 1, true), text)
  end
  t.check('drawn, without bars', not text:find('|', 1, true) and text:find('───', 1, true), text)
  local _, win = floating_text()
  if win then
    vim.api.nvim_win_close(win, true)
  end
end

-- What the server answers to a request about this buffer.
local function ask(method, more)
  local params = vim.tbl_extend('force', { textDocument = { uri = vim.uri_from_bufnr(0) } }, more or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, t.deadline) or {}) do
    return answer.result
  end
end

local function symbols_are_listed()
  local all = ask('textDocument/documentSymbol') or {}
  t.check('the first symbol is the program', all[1] and all[1].name:lower() == 'laplace', all)
  local arrays = vim.tbl_filter(function(symbol)
    return symbol.kind == vim.lsp.protocol.SymbolKind.Array
  end, all[1] and all[1].children or {})
  t.check('with its arrays and their shapes', #arrays > 0 and arrays[1].detail:find('%('), all)
end

-- From a use of n to where it is declared.
local function definition_is_found()
  local declared, text = t.find('parameter.*n%s*=%s*%d')
  local at = t.find('^%s*forall')
  local column = vim.fn.getline(at):lower():find('%f[%w]n%f[%W]')
  t.check('there is a use of n', column, vim.fn.getline(at))
  vim.api.nvim_win_set_cursor(0, { at, (column or 1) - 1 })
  vim.lsp.buf.definition()
  t.eventually('the definition of n is its declaration', function()
    local cursor = vim.api.nvim_win_get_cursor(0)
    return cursor[1] == declared and text:sub(cursor[2] + 1, cursor[2] + 1):lower() == 'n'
  end, function()
    return { vim.api.nvim_win_get_cursor(0), declared }
  end)
end

-- Neovim 0.10 draws the tokens; older ones cannot, but the server has them.
local function directives_have_tokens()
  local at, text = t.find('hpf%$.*distribute')
  local column = text:lower():find('distribute') - 1
  if not native then
    local data = (ask('textDocument/semanticTokens/full') or {}).data or {}
    return t.check('directives have tokens', #data > 5 and #data % 5 == 0, data)
  end
  t.eventually('the word DISTRIBUTE is a keyword', function()
    local tokens = vim.lsp.semantic_tokens.get_at_pos(0, at - 1, column)
    return tokens and tokens[1] and tokens[1].type == 'keyword'
  end)
end

local function code_lens_is_there()
  local lens = t.eventually('a code lens has a title', function()
    local first = vim.lsp.codelens.get(native and 0 or vim.api.nvim_get_current_buf())[1]
    return first and first.command and first.command.title
  end)
  t.check('with a time', (lens or ''):find('%d'), lens)
end

local function commands_work(line)
  local old = settled()[line]
  vim.cmd('silent Parlens set n=1024')
  local set = t.eventually(':Parlens set changes the hint', differs(line, old), shown)
  vim.cmd('silent Parlens set n=')
  t.eventually('and taking it back restores it', function()
    return shown()[line] == old
  end, function()
    return { old = old, set = set, now = shown()[line] }
  end)
  vim.cmd('silent Parlens toggle')
  t.eventually(':Parlens toggle hides hints', function()
    return vim.tbl_isempty(shown())
  end, shown)
  vim.cmd('silent Parlens toggle')
  t.eventually('and shows them again', costly_line, shown)
end

local function machines_are_completed()
  local offered = vim.fn.getcompletion('Parlens machine ', 'cmdline')
  t.check('machines are completed', vim.tbl_contains(offered, 'ipsc860'), offered)
end

local function info_answers()
  local notify, said = vim.notify, nil
  vim.notify = function(text)
    said = text
  end
  vim.cmd('Parlens info')
  t.eventually(':Parlens info answers', function()
    return said
  end)
  vim.notify = notify
  t.check('with the machine', (said or ''):find('cluster'), said)
end

-- The reading opens beside the program and says what moves.
local function reading_opens(line)
  vim.cmd('ParlensSpmd')
  local text = t.eventually(':ParlensSpmd opens the SPMD reading', function()
    local all = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    return vim.api.nvim_buf_get_name(0):find('^parlens%-spmd://') and all:find('!spmd') and all
  end, function()
    return vim.api.nvim_buf_get_name(0)
  end) or ''
  t.check('with messages from processor to processor', text:find('!spmd .*%(0%) %-> %(1%)'), text)
  t.check('in a buffer that cannot be changed', not vim.bo.modifiable)
  vim.cmd('bwipeout!')
  t.check('back in the program its hint is there', shown()[line], shown())
  local lens = vim.lsp.commands and vim.lsp.commands['parlens.showReading']
  if lens then
    lens({ arguments = { vim.uri_from_bufnr(0) } })
    t.eventually('the code lens opens it too', function()
      return vim.api.nvim_buf_get_name(0):find('^parlens%-spmd://')
    end)
    vim.cmd('bwipeout!')
  end
end

-- The profile of some lines opens below the program.
local function profile_opens()
  vim.cmd('1,$ParlensProfile')
  local text = t.eventually(':ParlensProfile opens the profile of the lines', function()
    local all = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    return all:find('cumulative') and all
  end) or ''
  t.check('with the share of the unit', text:find("100%% of the unit's time"), text)
  t.check('in a buffer that cannot be changed', not vim.bo.modifiable)
  vim.cmd('close')
end

-- A view below the program, by the sub-command that opens it.
local function view(command, pattern)
  vim.cmd('silent Parlens ' .. command)
  local name = 'parlens://' .. command:match('^%S+')
  return t.eventually((':Parlens %s opens its view'):format(command), function()
    local all = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    return vim.api.nvim_buf_get_name(0):find(name, 1, true) and all:find(pattern) and all
  end, function()
    return { vim.api.nvim_buf_get_name(0), vim.api.nvim_buf_get_lines(0, 0, -1, false), vim.api.nvim_exec('messages', true) }
  end) or ''
end

local function views_open(line)
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  local tree = view('tree', 'program laplace')
  local first = tree:match('\n([^\n]*program laplace)')
  t.check('the tree begins with the unit, all of its time', first and first:find('100%%'), tree)
  t.check('and has the costliest line before the cheap ones', (tree:find('0%.25 %*', 1) or tree:find('forall', 1, true) or 1e9) < (tree:find('a = 0.0', 1, true) or 0), tree)
  vim.fn.search('b(i,j) =\\|forall')
  local label = vim.fn.getline('.')
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('<CR>', true, false, true), 'xt', false)
  t.check('Enter goes to the line', label:find(vim.trim(vim.fn.getline('.')), 1, true) and vim.api.nvim_buf_get_name(0):find('laplace'), { label, vim.fn.getline('.') })
  vim.cmd('silent! bwipeout parlens://tree')
  local plot = view('scaling', 'over n')
  t.check('the plot has a bar for each number of processors', select(2, plot:gsub('\n[> ] +%d+ +%S+ [mun]?s [cmow]+', '')) >= 8, plot)
  t.check('one of them as it is now', plot:find('\n> +4 '), plot)
  vim.cmd('close')
  local own = view('scaling P=1,2 latency=1x,10x', 'over latency')
  t.check('what is asked for is plotted', own:find('\n[> ] +10x +%S+ [mun]?s'), own)
  vim.cmd('close')
  local clocks = view('timeline', 'transmits')
  t.check('the timeline has rows of processors', clocks:find('%(1%)') and clocks:find('# works'), clocks)
  vim.cmd('close')
  local whatif = view('whatif n=512 P=16', 'wait')
  t.check('what-if has both times', whatif:find('as it is') and whatif:find('n=512 P=16', 1, true) and whatif:find('bandwidth = 1x '), whatif)
  vim.cmd('close')
  local mappings = view('compare DISTRIBUTE t(BLOCK,*)', 'as it is')
  t.check('mappings stand side by side', mappings:find('%d [mun]?s +1 +as it is') and mappings:find('%d [mun]?s +[%d.]+ +DISTRIBUTE'), mappings)
  vim.cmd('close')
  local report = view('report', 'speedup')
  t.check('the report has the program', report:find('program laplace'), report)
  vim.cmd('close')
  t.check('back in the program', vim.api.nvim_buf_get_name(0):find('laplace.f90', 1, true), vim.api.nvim_buf_get_name(0))
end

local function statusline_tells()
  local text = t.eventually('the status line has time and machine', function()
    local now = require('parlens').statusline()
    return now:find('%d [mun]?s') and now
  end, require('parlens').statusline)
  vim.cmd('silent Parlens procs 1')
  t.eventually('and another one on one processor', function()
    local now = require('parlens').statusline()
    return now:find('%d [mun]?s') and not now:find('...', 1, true) and now ~= text
  end, require('parlens').statusline)
  vim.cmd('silent Parlens procs')
end

local function restart_works(line)
  local first = require('parlens.compat').client_of(0).id
  vim.cmd('silent Parlens restart')
  t.eventually(':Parlens restart starts another server', function()
    local client = require('parlens.compat').client_of(0)
    return client and client.id ~= first
  end)
  t.eventually('that gives hints', function()
    return shown()[line]
  end, shown)
  vim.cmd('silent Parlens stop')
  t.eventually(':Parlens stop ends it', function()
    return #require('parlens.compat').clients() == 0
  end)
  t.eventually('and its hints', function()
    return vim.tbl_isempty(shown())
  end, shown)
end

local function models_are_served()
  vim.cmd('silent edit ' .. vim.fn.fnameescape(vim.env.PARLENS_TEST_TMP .. '/ws/model.pam'))
  t.check('.pam files are pamela', vim.bo.filetype == 'pamela', vim.bo.filetype)
  t.eventually('a process has its time', function()
    return shown()[4] == 'T = 30'
  end, shown)
end

-- The model of PSTSWM has the time of each phase, and another one while PX is typed.
local function phases_follow_what_is_typed()
  vim.cmd('silent edit ' .. vim.fn.fnameescape(vim.env.PARLENS_TEST_TMP .. '/ws/pstswm.toml'))
  local px, phases = nil, {}
  for number, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    px = px or text:find('^PX%s*=') and number
    if text:find('^work%s*=') or text:find('^bytes%s*=') then
      phases[#phases + 1] = number
    end
  end
  local function costs()
    local all, count = shown(), 0
    for _, number in ipairs(phases) do
      if not all[number] then
        return nil
      end
      count = count + (all[number]:find('a step') and 1 or 0)
    end
    return count > 10 and all
  end
  local before = t.eventually('every phase has its cost', costs, shown)
  if not before then
    return
  end
  vim.fn.cursor(px, 1)
  vim.cmd([[execute "normal! f8r1a6\<Esc>"]])
  t.check('PX is typed', vim.fn.getline(px):find('value = 16'), vim.fn.getline(px))
  t.eventually('and the costs are others', function()
    local now, changed = costs(), 0
    for _, number in ipairs(phases) do
      changed = changed + (now and now[number] ~= before[number] and 1 or 0)
    end
    return changed > 10
  end, shown)
  vim.cmd('silent undo')
end

local function fixed_form()
  vim.cmd('silent edit ' .. vim.fn.fnameescape(vim.env.PARLENS_TEST_TMP .. '/ws/fixed.hpf'))
  t.check('.hpf files are hpf', vim.bo.filetype == 'hpf', vim.bo.filetype)
  t.eventually('and served', function()
    return require('parlens.compat').client_of(0)
  end)
end

local function health_reports()
  vim.cmd('silent checkhealth parlens')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  t.check(':checkhealth has no error', text:find('OK') and not text:find('ERROR'), text)
  t.check(':checkhealth names the program', text:find('version', 1, true) or text:find('parlens', 1, true), text)
  vim.cmd('bwipeout!')
end

local function help_is_found()
  vim.cmd('silent help parlens-commands')
  t.check(':help parlens-commands', vim.api.nvim_buf_get_name(0):find('parlens.txt', 1, true))
  vim.cmd('bwipeout!')
end

local function tail(file)
  return vim.fn.filereadable(file) == 1 and vim.fn.readfile(file, '', -40) or 'none'
end

local function dump()
  local editor_log = vim.lsp.log and vim.lsp.log.get_filename or vim.lsp.get_log_path
  return {
    text = vim.api.nvim_buf_get_lines(0, 0, -1, false),
    hints = shown(),
    messages = vim.api.nvim_exec('messages', true),
    server_log = tail(require('parlens.config').log_file()),
    editor_log = tail(editor_log()),
  }
end

t.run(function()
  vim.cmd('silent edit ' .. vim.fn.fnameescape(vim.env.PARLENS_TEST_TMP .. '/ws/laplace.f90'))
  local line = hint_is_there()
  hint_follows_the_program(line)
  other_letters_do_not_disturb(line)
  diagnostic_comes_and_goes()
  code_action_applies(line)
  hover_has_the_table(line)
  symbols_are_listed()
  definition_is_found()
  directives_have_tokens()
  code_lens_is_there()
  commands_work(line)
  machines_are_completed()
  info_answers()
  reading_opens(line)
  profile_opens()
  views_open(line)
  statusline_tells()
  health_reports()
  help_is_found()
  restart_works(line)
  fixed_form()
  models_are_served()
  phases_follow_what_is_typed()
  t.check('no error messages', not vim.api.nvim_exec('messages', true):find('E%d+:'), vim.api.nvim_exec('messages', true))
end, dump)
