--- Answers of the server in a window of their own: the cost tree, curves, timelines,
--- graphs, models, comparisons.
local compat = require('parlens.compat')

local M = {}

local kinds = { 'computation', 'communication', 'overhead', 'wait' }
local groups = { computation = 'ParlensComputation', communication = 'ParlensCommunication', overhead = 'ParlensOverhead', wait = 'ParlensWait' }
local space = vim.api.nvim_create_namespace('parlens_views')

--- A time with three digits and its unit; "?" for what has no estimate.
function M.seconds(t)
  if type(t) ~= 'number' then
    return '?'
  end
  for _, unit in ipairs({ { 1, 's' }, { 1e-3, 'ms' }, { 1e-6, 'us' }, { 1e-9, 'ns' } }) do
    local v = t / unit[1]
    if v >= 0.9995 or unit[2] == 'ns' then
      return (v < 9.995 and '%.2f %s' or v < 99.95 and '%.1f %s' or '%.0f %s'):format(v, unit[2])
    end
  end
end

-- A buffer that shows lines, in a window below; what was there under the name goes.
local function show(name, lines, height)
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_get_name(bufnr):sub(-#name) == name then
      vim.api.nvim_buf_delete(bufnr, { force = true })
    end
  end
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(bufnr, name)
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
  vim.cmd('botright sbuffer ' .. bufnr)
  vim.cmd('resize ' .. math.min(#lines + 1, height or 16))
  vim.wo.number, vim.wo.relativenumber, vim.wo.signcolumn, vim.wo.wrap = false, false, 'no', false
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = bufnr })
  return bufnr
end

local function colour(bufnr, line, group, first, last)
  vim.api.nvim_buf_add_highlight(bufnr, space, group, line, first, last)
end

--- Asks about the current buffer; what there is to show goes to done(answer).
local function ask(method, more, done)
  local program = vim.api.nvim_get_current_buf()
  local client = compat.client_of(program)
  if not client then
    return vim.notify('parlens: no server serves this buffer', vim.log.levels.WARN)
  end
  local cursor = vim.api.nvim_win_get_cursor(0)
  local params = compat.document(program)
  params.position = { line = cursor[1] - 1, character = 0 }
  compat.request(client, method, vim.tbl_extend('force', params, more or {}), program, function(err, answer)
    if err or not answer then
      return vim.notify('parlens: ' .. (err and err.message or 'no answer'), vim.log.levels.ERROR)
    end
    done(answer, program)
  end)
end

local function headline(a)
  local on = #a.processors > 0 and (' on %s processors'):format(table.concat(a.processors, 'x')) or ''
  return ('%s %s%s, %s'):format(a.kind, a.unit, on, a.machine.name)
end

-- The rows of a tree, the costliest first: { text, node, depth }.
local function rows(nodes, depth, out)
  for _, n in ipairs(nodes) do
    local share = type(n.share) == 'number' and ('%3.0f%%'):format(100 * n.share) or '   ?'
    local label = ('  '):rep(depth) .. n.label
    local text = ('%9s %s  %-13s %s'):format(M.seconds(n.time_s), share, n.largest or '', label)
    if n.no_estimate then
      text = text .. '  [' .. n.no_estimate .. ']'
    elseif n.missing then
      text = text .. ('  [at least: %d without estimate]'):format(n.missing)
    elseif n.assumed then
      text = text .. ('  [%s assumed]'):format(table.concat(n.assumed, ', '))
    end
    table.insert(out, { text = text, node = n, depth = depth })
    rows(n.children, depth + 1, out)
  end
  return out
end

--- The cost tree; Enter goes to the line.
function M.tree()
  ask('parlens/costTree', nil, function(a, program)
    local all = rows(a.units, 0, {})
    local lines = { '     time share largest       ' .. a.machine.name }
    for _, row in ipairs(all) do
      table.insert(lines, row.text)
    end
    local bufnr = show('parlens://tree', lines)
    for i, row in ipairs(all) do
      if row.node.largest then
        colour(bufnr, i, groups[row.node.largest], 0, 14)
      end
    end
    vim.keymap.set('n', '<CR>', function()
      local row = all[vim.api.nvim_win_get_cursor(0)[1] - 1]
      local win = vim.fn.bufwinid(program)
      if row and win >= 0 then
        vim.api.nvim_set_current_win(win)
        vim.api.nvim_win_set_cursor(win, { row.node.range.start.line + 1, 0 })
      end
    end, { buffer = bufnr, desc = 'Go to the line' })
  end)
end

--- A bar of so many columns for the kinds of a point: letters c, m, o, w.
function M.bar(point, most, width)
  local bar, at = '', 0
  for i, kind in ipairs(kinds) do
    at = at + (point[kind .. '_s'] or 0)
    local upto = most > 0 and math.floor(at / most * width + 0.5) or 0
    bar = bar .. ('cmow'):sub(i, i):rep(upto - #bar)
  end
  return bar
end

--- The plot of a curve as lines.
function M.plot(curve, width)
  local most = 0
  for _, p in ipairs(curve.points) do
    most = math.max(most, type(p.time_s) == 'number' and p.time_s or 0)
  end
  local lines = {}
  for _, p in ipairs(curve.points) do
    local value = ('%g%s'):format(p.value, p.relative and 'x' or '')
    local mark = p.value == curve.here and not p.relative and '>' or ' '
    if type(p.time_s) == 'number' then
      local speedup = type(p.speedup) == 'number' and ('  speedup %.3g'):format(p.speedup) or ''
      local least = p.at_least and '  at least: some line has no time' or ''
      table.insert(lines, ('%s %8s %9s %s%s%s'):format(mark, value, M.seconds(p.time_s), M.bar(p, most, width), speedup, least))
    else
      table.insert(lines, ('%s %8s         ? %s'):format(mark, value, p.no_estimate or ''))
    end
  end
  return lines
end

--- Time over processors and over a size; or over what the arguments say: P=1..64:2x.
function M.scaling(over)
  ask('parlens/scaling', #over > 0 and { over = over } or nil, function(a)
    local lines = { headline(a) .. (a.no_estimate and ': no estimate: ' .. a.no_estimate or '') }
    for _, curve in ipairs(a.curves) do
      vim.list_extend(lines, { '', ('over %s'):format(curve.name) })
      vim.list_extend(lines, M.plot(curve, math.max(20, math.min(60, vim.o.columns - 45))))
    end
    vim.list_extend(lines, { '', 'c computation  m communication  o overhead  w wait  > as it is now' })
    local bufnr = show('parlens://scaling', lines, 24)
    for i, line in ipairs(lines) do
      local bar = line:match('^[> ] +%S+ +%S+ [mun]?s [cmow]+') and line:sub(22):match('^[cmow]+') or ''
      for k, kind in ipairs(kinds) do
        local first, last = bar:find(('cmow'):sub(k, k) .. '+')
        if first then
          colour(bufnr, i - 1, groups[kind], 20 + first, 21 + last)
        end
      end
    end
  end)
end

-- A view of an answer's text.
local function text_of(name, method, more, field, syntax)
  return function()
    ask(method, more, function(a)
      local text = a.no_estimate and ('no estimate: ' .. a.no_estimate) or a[field]
      local bufnr = show('parlens://' .. name, vim.split((text:gsub('\n$', '')), '\n'), 24)
      if syntax then
        vim.bo[bufnr].syntax = syntax
      end
    end)
  end
end

M.timeline = text_of('timeline', 'parlens/timeline', { exchanges = 20 }, 'text')
M.graph = text_of('graph', 'parlens/graph', nil, 'dot', 'dot')
M.model = text_of('model', 'parlens/model', nil, 'text', 'pamela')

--- What the unit takes now and on other machines, processors, sizes: NAME=VALUE each.
function M.whatif(set)
  ask('parlens/whatif', { set = set }, function(a)
    local lines = { headline(a), '', ('%12s %12s'):format('as it is', table.concat(set, ' ')) }
    for _, kind in ipairs({ 'time', unpack(kinds) }) do
      table.insert(lines, ('%12s %12s  %s'):format(M.seconds(a.base[kind .. '_s']), M.seconds(a[kind .. '_s']), kind))
    end
    table.insert(lines, '')
    for _, s in ipairs(a.sliders) do
      local value = ('%g%s'):format(s.value, s.kind == 'factor' and 'x' or '') -- as it is written in `set`
      table.insert(lines, ('%12s = %-10s %s'):format(s.name, value, s.meaning))
    end
    show('parlens://whatif', lines)
  end)
end

--- Mappings side by side: those that are given as directives, else the fastest that are
--- found; Enter writes one into the program.
function M.compare(text)
  local more = text ~= '' and { mappings = vim.split(text, '|', { plain = true }) } or nil
  ask('parlens/compare', more, function(a, program)
    local lines = { ('%10s %7s  %s'):format('time', 'x first', headline(a)) }
    local first = a.mappings[1] and a.mappings[1].time_s
    for _, m in ipairs(a.mappings) do
      local known = type(m.time_s) == 'number' and type(first) == 'number' and first > 0
      local name = m.mapping == '' and 'as it is' or m.mapping
      local ratio = known and ('%.3g'):format(m.time_s / first) or ''
      table.insert(lines, ('%10s %7s  %s%s'):format(M.seconds(m.time_s), ratio, name, m.no_estimate and ': ' .. m.no_estimate or ''))
    end
    local bufnr = show('parlens://compare', lines)
    vim.keymap.set('n', '<CR>', function()
      local m, client = a.mappings[vim.api.nvim_win_get_cursor(0)[1] - 1], compat.client_of(program)
      if m and m.edit and client then
        vim.lsp.util.apply_workspace_edit(m.edit, client.offset_encoding)
      end
    end, { buffer = bufnr, desc = 'Write this mapping into the program' })
  end)
end

--- The annotated program, as the command writes it, for the text as it is in the buffer.
function M.report()
  local config = require('parlens.config')
  local name = vim.api.nvim_buf_get_name(0)
  local command = { config.command()[1], 'predict', '-', '--stdin-name', name, '--color', 'never' }
  for _, flag in ipairs({ 'machine', 'processors' }) do
    local value = config.get()[flag]
    if value then
      vim.list_extend(command, { flag == 'machine' and '--machine' or '--grid', value })
    end
  end
  for size, value in pairs(config.get().values) do
    vim.list_extend(command, { '--set', size .. '=' .. (type(value) == 'table' and table.concat(value, ',') or tostring(value)) })
  end
  show('parlens://report', vim.fn.systemlist(command, vim.api.nvim_buf_get_lines(0, 0, -1, false)), 24)
end

return M
