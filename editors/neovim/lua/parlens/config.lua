--- Settings: defaults, then vim.g.parlens, then setup(), then :Parlens.
local M = {}

local defaults = {
  autostart = true, -- start the server on Fortran and HPF files
  cmd = 'parlens', -- the program, or a list: the whole command
  log_level = 'warn', -- of the server's own log: debug, info, warn, error
  debounce = 50, -- ms of quiet before hints are asked for
  hints = true, -- costs at the ends of lines
  signs = false, -- signs for diagnostics, whose column shifts the text
  lenses = true, -- totals above units and outer loops
  values = {}, -- problem sizes: { n = 1024 }
  -- language_features = false: names and declarations are left to another server, such as fortls
  -- machine, processors, threshold, include, define: absent means parlens.toml or the server's own
}

local types = {
  autostart = { 'boolean' },
  cmd = { 'string', 'table' },
  log_level = { 'string' },
  debounce = { 'number' },
  hints = { 'boolean' },
  lenses = { 'boolean' },
  language_features = { 'boolean' },
  signs = { 'boolean' },
  values = { 'table' },
  machine = { 'string' },
  processors = { 'string' },
  threshold = { 'number' },
  include = { 'table' },
  define = { 'table' },
}

local current

--- The settings in force; the table may be changed in place.
function M.get()
  if not current then
    current = vim.tbl_deep_extend('force', vim.deepcopy(defaults), vim.g.parlens or {})
  end
  return current
end

--- Lays `opts` over the settings in force.
---@param opts table|nil
function M.extend(opts)
  current = vim.tbl_deep_extend('force', M.get(), opts or {})
end

--- What is wrong with the settings, one sentence each.
---@return string[]
function M.problems()
  local found = {}
  for name, value in pairs(M.get()) do
    if not types[name] then
      table.insert(found, ('unknown setting "%s"'):format(name))
    elseif not vim.tbl_contains(types[name], type(value)) then
      local want = table.concat(types[name], ' or ')
      table.insert(found, ('setting "%s": want a %s, got a %s'):format(name, want, type(value)))
    end
  end
  table.sort(found)
  return found
end

--- The server's log file; the server writes nothing else to disk.
function M.log_file()
  local dir = vim.fn.stdpath(vim.fn.has('nvim-0.8') == 1 and 'log' or 'cache')
  return dir .. '/parlens.log'
end

--- The command that starts the server.
---@return string[]
function M.command()
  local cfg = M.get()
  if type(cfg.cmd) == 'table' then
    return cfg.cmd
  end
  return { cfg.cmd, 'serve', '--log', M.log_file(), '--log-level', cfg.log_level }
end

--- The settings that the server knows, in its own form. `values` must stay a
--- JSON object: an empty Lua table would become a list.
function M.for_server()
  local cfg = M.get()
  local settings = { hints = cfg.hints, lenses = cfg.lenses, languageFeatures = cfg.language_features }
  for _, name in ipairs({ 'machine', 'processors', 'threshold', 'include', 'define' }) do
    settings[name] = cfg[name]
  end
  if next(cfg.values) ~= nil then
    settings.values = vim.deepcopy(cfg.values)
  end
  return settings
end

return M
