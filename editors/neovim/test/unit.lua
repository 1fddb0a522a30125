-- The plugin without a server: drawing against a client of our own making.
local t = dofile(vim.env.PARLENS_TEST_DIR .. '/harness.lua')
local config = require('parlens.config')
local commands = require('parlens.commands')
local hints = require('parlens.hints')
local hold = require('parlens.hold')
local compat = require('parlens.compat')

-- A client that keeps requests until the test answers them.
local function fake_client()
  local client = { id = 7, name = 'parlens', asked = {}, cancelled = {} }
  local function request(method, params, done)
    table.insert(client.asked, { method = method, params = params, done = done })
    return true, #client.asked
  end
  local function cancel(id)
    table.insert(client.cancelled, id)
  end
  local methods = vim.fn.has('nvim-0.11') == 1 -- since then they get the client first
  client.request = methods and function(_, ...)
    return request(...)
  end or request
  client.cancel_request = methods and function(_, id)
    cancel(id)
  end or cancel
  return client
end

local function hint(line, label, share, kind)
  return { position = { line = line, character = 0 }, label = label, data = share and { share = share, kind = kind } or nil }
end

-- The answer of the server with these hints, and statements that cannot be read.
local function answer(hints, unreadable)
  return { version = 1, hints = hints, unreadable = unreadable }
end

local function texts(bufnr)
  return vim.tbl_map(function(h)
    return h.line .. ':' .. h.text .. ':' .. h.highlight
  end, hints.drawn(bufnr))
end

local function same(name, got, want)
  t.check(name, vim.deep_equal(got, want), { got = got, want = want })
end

local function buffer(lines)
  local bufnr = vim.api.nvim_create_buf(true, false)
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  return bufnr
end

local function asks(client, count)
  return t.await(function()
    return #client.asked >= count
  end)
end

local function drawing()
  local client = fake_client()
  vim.lsp.get_client_by_id = function()
    return client
  end
  hold.rest = 0 -- nobody types for longer
  hints.late = 1e6 -- and nothing is late before the test says so
  local bufnr = buffer({ 'a', 'b', 'c' })
  hints.attach(bufnr, client.id)
  t.check('hints are asked for when attached', asks(client, 1))
  same('of the whole buffer', client.asked[1].params.range['end'].line, 3)
  client.asked[1].done(nil, answer({ hint(0, '1 ms'), hint(1, { { value = '2' }, { value = ' ms' } }), hint(9, 'beyond') }))
  same('hints are drawn, those beyond the end are not', texts(bufnr), { '0:1 ms:ParlensHint', '1:2 ms:ParlensHint' })

  vim.api.nvim_buf_set_lines(bufnr, 0, 1, false, { 'aa' })
  vim.api.nvim_buf_set_lines(bufnr, 0, 1, false, { 'aaa' })
  t.check('a change asks again', asks(client, 2))
  vim.wait(2 * config.get().debounce, function() return #client.asked > 2 end)
  same('two changes at once ask once', #client.asked, 2)
  same('old hints stay meanwhile, on their lines', texts(bufnr), { '0:1 ms:ParlensHint', '1:2 ms:ParlensHint' })

  vim.api.nvim_buf_set_lines(bufnr, 0, 1, false, { 'aaaa' })
  client.asked[2].done(nil, answer({ hint(0, 'for an older text') }))
  t.check('an answer for an older text is not drawn', not vim.inspect(texts(bufnr)):find('older'), texts(bufnr))
  hints.late = 0
  vim.api.nvim_buf_set_lines(bufnr, 0, 1, false, { 'aaaaa' })
  t.check('late numbers are dimmed', t.await(function()
    return texts(bufnr)[1] == '0:1 ms:ParlensStale'
  end), texts(bufnr))
  asks(client, 3)
  client.asked[3].done(nil, answer({ hint(0, '3 ms') }))
  same('the answer for this text is', texts(bufnr), { '0:3 ms:ParlensHint' })

  hints.refresh(client.id)
  asks(client, 4)
  hints.refresh(client.id)
  asks(client, 5)
  same('a newer request cancels the one under way', client.cancelled, { 4 })
  client.asked[4].done(nil, answer({ hint(0, 'late') }))
  same('whose answer does not count', texts(bufnr), { '0:3 ms:ParlensHint' })
  client.asked[5].done({ code = -32603, message = 'broken' }, nil)
  same('an error keeps the old hints', texts(bufnr), { '0:3 ms:ParlensHint' })

  vim.api.nvim_buf_set_lines(bufnr, 0, 1, false, {})
  t.check('a deleted line takes its hint along', t.await(function()
    return #texts(bufnr) == 0
  end), texts(bufnr))
  hold.rest, hints.late = 700, 500
  hints.forget(client.id)
  same('nothing is left when the server ends', texts(bufnr), {})
end

-- The next answers lack a line while somebody types, and after that.
local function vanishing()
  local client = fake_client()
  vim.lsp.get_client_by_id = function()
    return client
  end
  local bufnr = buffer({ 'n = 12', 'b', 'c' })
  hints.attach(bufnr, client.id)
  asks(client, 1)
  client.asked[1].done(nil, answer({ hint(1, '1 ms'), hint(2, '2 ms') }))
  hold.rest = 1e6 -- the typing rests when the test says so
  vim.api.nvim_buf_set_lines(bufnr, 0, 1, false, { 'n = 1' })
  asks(client, 2)
  client.asked[2].done(nil, answer({ hint(1, '1 us') }))
  same('a hint that a text on the way does not have stays, dimmed', texts(bufnr), { '1:1 us:ParlensHint', '2:2 ms:ParlensStale' })
  vim.api.nvim_buf_set_lines(bufnr, 0, 1, false, { 'n = 16', 'new' })
  asks(client, 3)
  client.asked[3].done(nil, answer({ hint(2, '1 us'), hint(3, '2 us') }))
  same('and follows its line', texts(bufnr), { '2:1 us:ParlensHint', '3:2 us:ParlensHint' })
  hold.rest = 300
  vim.api.nvim_buf_set_lines(bufnr, 0, 1, false, { 'n = 1' })
  asks(client, 4)
  client.asked[4].done(nil, answer({ hint(2, '1 us') }))
  if #hints.drawn(bufnr) == 2 then -- else the machine was slower than the typist
    t.check('when the typing rests it is asked for again', asks(client, 5))
    client.asked[5].done(nil, answer({ hint(2, '1 us') }))
  end
  same('and goes', texts(bufnr), { '2:1 us:ParlensHint' })
  hold.rest = 700
  hints.forget(client.id)
end

-- Hints stand in one column, which never moves to the left; only what does not fit stands
-- behind its line.
local function columns()
  local client = fake_client()
  vim.lsp.get_client_by_id = function()
    return client
  end
  local function places(bufnr)
    return vim.tbl_map(function(h)
      return h.column
    end, hints.drawn(bufnr))
  end
  local long = ('x'):rep(90)
  local bufnr = buffer({ 'a', ('größer '):rep(8), long, '\tb' })
  hints.attach(bufnr, client.id)
  asks(client, 1)
  client.asked[1].done(nil, answer({ hint(0, '1'), hint(1, '2', 0.31, 'wait'), hint(2, '3', 0, 'unknown'), hint(3, '4', 0.29, 'wait') }))
  same('hints stand in one column, behind a long line right there', places(bufnr), { 60, 60, 92, 60 })
  same('costly lines and those without an estimate stand out', texts(bufnr), { '0:1:ParlensHint', '1:2:ParlensHot', '2:3:ParlensUnknown', '3:4:ParlensHint' })
  vim.api.nvim_buf_set_lines(bufnr, 1, 3, false, { 'short', 'short' })
  asks(client, 2)
  client.asked[2].done(nil, answer({ hint(0, '1') }))
  same('which never moves to the left', places(bufnr)[1], 60)
  hints.forget(client.id)
end

-- While a statement is half typed its unit keeps its numbers, and other units do not.
local function half_typed()
  local client = fake_client()
  vim.lsp.get_client_by_id = function()
    return client
  end
  local bufnr = buffer({ 'x = 1', 'b', 'odd', 'd' })
  local odd, half = { line = 2, first = 2, last = 3, message = 'syntax' }, { line = 0, first = 0, last = 1, message = 'syntax' }
  hints.attach(bufnr, client.id)
  asks(client, 1)
  client.asked[1].done(nil, answer({ hint(1, '1 ms'), hint(3, '2 ms') }, { odd }))
  hold.rest = 1e6
  vim.api.nvim_buf_set_lines(bufnr, 0, 1, false, { 'x = 1 +' })
  asks(client, 2)
  client.asked[2].done(nil, answer({ hint(1, '9 ms'), hint(3, '3 ms') }, { half, odd }))
  same('half-typed text swings no number of its unit, what could not be read before holds nothing', texts(bufnr), { '1:1 ms:ParlensStale', '3:3 ms:ParlensHint' })
  vim.api.nvim_buf_set_lines(bufnr, 0, 1, false, { 'x = 1 + y' })
  asks(client, 3)
  client.asked[3].done(nil, answer({ hint(1, '4 ms'), hint(3, '3 ms') }, { odd }))
  same('and all are fresh once it can be read', texts(bufnr), { '1:4 ms:ParlensHint', '3:3 ms:ParlensHint' })
  hold.rest = 700
  hints.forget(client.id)
end

-- The group that colours the last line of a text of some kind, at a word of it.
local function colours()
  local cases = {
    { 'fortran', 'x.f90', '!HPF$ DISTRIBUTE a(BLOCK)', 'DISTRIBUTE', 'hpfDirective' },
    { 'fortran', 'x.f90', '  !$XMP LOOP (i) ON t(i)', 'LOOP', 'hpfDirective' },
    { 'fortran', 'x.f90', '!dvm$ parallel (i) on a(i)', 'parallel', 'hpfDirective' },
    { 'fortran', 'x.f90', '! DVM is a library', 'library', 'fortranComment' },
    { 'fortran', 'x.f90', '! $XMP is none', 'none', 'fortranComment' },
    { 'hpf', 'x.hpf', 'CHPF$ DISTRIBUTE a(BLOCK)', 'DISTRIBUTE', 'hpfDirective' },
    { 'hpf', 'x.hpf', 'C$XMP NODES p(2)', 'NODES', 'hpfDirective' },
    { 'pamela', 'x.pam', 'process main = use(cpu, 3)', 'process', 'pamelaKind' },
    { 'pamela', 'x.pam', 'process main = use(cpu, 3)', '(cpu', '' },
    { 'pamela', 'x.pam', 'use(cpu, 3)', 'use', 'pamelaFunction' },
    { 'spar', 'x.spar', '<$ on=(lambda (i) (block i 4)) $> foreach( i :- 0:n ) {}', 'lambda', 'sparFunction' },
    { 'spar', 'x.spar', '<$ on=(lambda (i) (block i 4)) $> foreach( i :- 0:n ) {}', 'on=', 'sparPragmaWord' },
    { 'spar', 'x.spar', '<$ on=(lambda (i) (block i 4)) $> foreach( i :- 0:n ) {}', 'foreach', 'sparStatement' },
    { 'spar', 'x.spar', '<$ independent $> for( i :- 0:n ) {}', 'independent', 'sparPragmaWord' },
    { 'spar', 'x.spar', '<$ independent $> for( i :- 0:n ) {}', '$>', 'sparPragma' },
  }
  vim.cmd('syntax on')
  for _, case in ipairs(cases) do
    local filetype, name, text, word, want = unpack(case) -- the word is where it stands first
    vim.cmd('silent edit! ' .. vim.env.PARLENS_TEST_TMP .. '/ws/' .. name)
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { '', text })
    vim.bo.filetype = ''
    vim.bo.filetype = filetype
    vim.cmd('redraw')
    local group = vim.fn.synIDattr(vim.fn.synID(2, text:find(word, 1, true), 1), 'name')
    same(('%s: %s in "%s"'):format(filetype, word, text), group, want)
    vim.cmd('bwipeout!')
  end
end

local function settings()
  same('defaults', config.for_server(), { hints = true, lenses = true })
  config.extend({ machine = 'cluster', values = { n = 64 }, cmd = { 'x', 'serve' } })
  same('settings for the server', config.for_server(), { hints = true, lenses = true, machine = 'cluster', values = { n = 64 } })
  config.extend({ language_features = false })
  same('and those of another server beside it', config.for_server().languageFeatures, false)
  same('a list is the whole command', config.command(), { 'x', 'serve' })
  config.extend({ cmd = '/opt/parlens' })
  same('a string is the program', vim.list_slice(config.command(), 1, 3), { '/opt/parlens', 'serve', '--log' })
  same('no problems', config.problems(), {})
  config.extend({ machine = 3, colour = 'red' })
  same('problems are named', config.problems(), {
    'setting "machine": want a string, got a number',
    'unknown setting "colour"',
  })
end

local function pushing()
  local client, said = fake_client(), {}
  client.config = { settings = {} }
  function client.notify(...)
    local method = vim.fn.has('nvim-0.11') == 1 and 2 or 1 -- since then a method
    said = { select(method, ...) }
  end
  local clients = compat.clients
  compat.clients = function()
    return { client }
  end
  config.extend({ machine = 'ipsc860' })
  require('parlens').push()
  compat.clients = clients
  same('settings are pushed', said[1], 'workspace/didChangeConfiguration')
  same('in their section', said[2].settings.parlens.machine, 'ipsc860')
  same('and kept for workspace/configuration', client.config.settings, said[2].settings)
end

local function roots()
  local root = require('parlens.client').root
  local top = vim.env.PARLENS_TEST_TMP .. '/ws/roots'
  vim.fn.mkdir(top .. '/a b/c', 'p')
  vim.fn.writefile({}, top .. '/parlens.toml')
  same('the nearest parlens.toml is the root', root(top .. '/a b/c/x.f90'), top)
  vim.fn.mkdir(top .. '/a b/.git')
  same('a nearer .git as well', root(top .. '/a b/c/x.f90'), top .. '/a b')
end

local function completion()
  vim.api.nvim_set_current_buf(buffer({ 'integer, parameter :: n = 256, sweeps = 10', 'k = 3' }))
  same('sub-commands', commands.complete('', 'Parlens '), {
    'compare', 'graph', 'info', 'log', 'machine', 'model', 'processors', 'procs', 'reading', 'report', 'restart', 'scaling', 'set',
    'stop', 'timeline', 'toggle', 'tree', 'whatif',
  })
  same('begun sub-command', commands.complete('res', 'Parlens res'), { 'restart' })
  same('constants of the buffer', commands.complete('', 'Parlens set '), { 'n=', 'sweeps=' })
  same('nothing after a value', commands.complete('', 'Parlens set n=4 '), {})
end

t.run(function()
  drawing()
  vanishing()
  columns()
  half_typed()
  settings()
  pushing()
  roots()
  completion()
  colours()
end)
