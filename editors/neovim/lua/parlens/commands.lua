--- The :Parlens command: sub-commands and their completion.
local compat = require('parlens.compat')
local config = require('parlens.config')

local M = {}

local function say(text, level)
  vim.notify('parlens: ' .. text, level or vim.log.levels.INFO)
end

local function starting_with(lead, words)
  return vim.tbl_filter(function(word)
    return word:sub(1, #lead) == lead
  end, words)
end

-- Sets one of the server's settings; without a value the program's own or
-- parlens.toml's counts again.
local function choose(name, value)
  config.get()[name] = value
  require('parlens').push()
  say(('%s: %s'):format(name, value or 'as the project says'))
end

-- Names of integer constants of the current buffer.
local function constants()
  local names = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if line:lower():find('parameter', 1, true) then
      for name in line:gmatch('([%a][%w_]*)%s*=%s*%d') do
        table.insert(names, name .. '=')
      end
    end
  end
  return names
end

local function set_value(text)
  local name, value = (text or ''):match('^([%a][%w_]*)=(.*)$')
  if not name or (value ~= '' and not tonumber(value)) then
    return say('usage: Parlens set NAME=NUMBER (NAME= takes it back)', vim.log.levels.ERROR)
  end
  config.get().values[name] = tonumber(value)
  require('parlens').push()
  say(value == '' and (name .. ' as the program says') or (name .. ' = ' .. value))
end

local function toggle()
  config.get().hints = not config.get().hints
  require('parlens').push()
  require('parlens.hints').apply()
  say(config.get().hints and 'hints on' or 'hints off')
end

local function open_log()
  local file = config.log_file()
  if not compat.uv.fs_stat(file) then
    file = vim.lsp.get_log_path and vim.lsp.get_log_path() or vim.lsp.log.get_filename()
  end
  vim.cmd('tabedit ' .. vim.fn.fnameescape(file))
end

local function show_info()
  local bufnr = vim.api.nvim_get_current_buf()
  local client = compat.client_of(bufnr)
  local lines = { 'parlens: ' .. table.concat(config.command(), ' ') }
  if not client then
    table.insert(lines, 'no server serves this buffer')
    return say(table.concat(lines, '\n'))
  end
  table.insert(lines, ('server %d in %s'):format(client.id, client.config.root_dir or '.'))
  table.insert(lines, 'settings: ' .. vim.inspect(config.for_server(), { newline = ' ', indent = '' }))
  compat.request(client, 'parlens/status', compat.document(bufnr), bufnr, function(err, status)
    table.insert(lines, err and ('no status: ' .. err.message) or (status and status.text) or 'no status')
    vim.notify(table.concat(lines, '\n'), vim.log.levels.INFO)
  end)
end

-- Names of the machines that come with the program: the first column of its list.
local function shipped_machines()
  local names, program = {}, config.command()[1]
  if vim.fn.executable(program) == 0 then
    return names
  end
  local listed = vim.fn.systemlist({ program, 'machines', 'list' })
  for row = 2, vim.v.shell_error == 0 and #listed or 0 do
    table.insert(names, listed[row]:match('^%S+'))
  end
  return names
end

local function machines(lead)
  local files = lead:find('[/.]') and vim.fn.getcompletion(lead, 'file') or {}
  return vim.list_extend(starting_with(lead, shipped_machines()), files)
end

-- What can be varied: the sizes of the buffer, processors, and numbers of machines.
local function varied(processors)
  local all = { 'P=' .. processors, 'latency=', 'bandwidth=', 'network_load=', 'processor=', 'load=', 'cache=', 'memory=' }
  return vim.list_extend(all, constants())
end

-- name -> { run(argument, all arguments), complete(lead), many: takes more than one }
local sub = {
  restart = { run = function() require('parlens').restart() end },
  stop = { run = function() require('parlens').stop() end },
  log = { run = open_log },
  info = { run = show_info },
  toggle = { run = toggle },
  tree = { run = function() require('parlens.views').tree() end },
  compare = { run = function(_, all) require('parlens.views').compare(table.concat(all, ' ')) end },
  timeline = { run = function() require('parlens.views').timeline() end },
  graph = { run = function() require('parlens.views').graph() end },
  model = { run = function() require('parlens.views').model() end },
  report = { run = function() require('parlens.views').report() end },
  scaling = {
    run = function(_, all) require('parlens.views').scaling(all) end,
    complete = function(lead) return starting_with(lead, varied('1..64:2x')) end,
    many = true,
  },
  whatif = {
    run = function(_, all) require('parlens.views').whatif(all) end,
    complete = function(lead) return starting_with(lead, varied('')) end,
    many = true,
  },
  reading = { run = function() require('parlens.reading').open() end },
  machine = {
    run = function(name) choose('machine', name) end,
    complete = machines,
  },
  processors = {
    run = function(spec) choose('processors', spec) end,
    complete = function(lead) return starting_with(lead, { '1', '4', '16', '2x2', '4x4' }) end,
  },
  procs = {
    run = function(spec) choose('processors', spec) end,
    complete = function(lead) return starting_with(lead, { '1', '4', '16', '2x2', '4x4' }) end,
  },
  set = {
    run = set_value,
    complete = function(lead) return starting_with(lead, constants()) end,
  },
}

local function names()
  local all = vim.tbl_keys(sub)
  table.sort(all)
  return all
end

--- Runs a sub-command; with none, `info`.
---@param args string[]
function M.run(args)
  local chosen = sub[args[1] or 'info']
  if not chosen then
    local known = table.concat(names(), ', ')
    return say(('no sub-command "%s"; there are %s'):format(args[1], known), vim.log.levels.ERROR)
  end
  chosen.run(args[2], vim.list_slice(args, 2))
end

--- Completion of sub-commands and of their arguments.
---@param lead string the word being completed
---@param line string the command line up to the cursor
function M.complete(lead, line)
  local before = vim.split(vim.trim(line:sub(1, #line - #lead)), '%s+')
  if #before <= 1 then
    return starting_with(lead, names())
  end
  local chosen = sub[before[2]]
  return chosen and chosen.complete and (#before == 2 or chosen.many) and chosen.complete(lead) or {}
end

return M
