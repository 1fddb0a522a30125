--- parlens in Neovim: start and stop the server, pass settings on.
local client = require('parlens.client')
local compat = require('parlens.compat')
local config = require('parlens.config')

local M = {}

local function say(text, level)
  vim.notify('parlens: ' .. text, level or vim.log.levels.INFO)
end

--- Optional: settings for those who prefer a call to vim.g.parlens.
---@param opts table|nil see |parlens-settings|
function M.setup(opts)
  config.extend(opts)
  for _, problem in ipairs(config.problems()) do
    say(problem, vim.log.levels.WARN)
  end
  M.push()
end

-- Neovim 0.7 has no vim.lsp.start: one client for each root folder.
local function start_07(cfg, bufnr)
  for _, running in ipairs(compat.clients()) do
    if running.config.root_dir == cfg.root_dir and not running.is_stopped() then
      return vim.lsp.buf_attach_client(bufnr, running.id)
    end
  end
  cfg.on_attach = function(started, attached)
    M.on_attach(started.id, attached)
  end
  local id = vim.lsp.start_client(cfg)
  if id then
    vim.lsp.buf_attach_client(bufnr, id)
  end
end

-- From 0.11 on the user may have changed the configuration.
local function base_config()
  if vim.lsp.config and vim.lsp.config.parlens then
    return vim.deepcopy(vim.lsp.config.parlens)
  end
  return client.config()
end

--- Starts the server for a buffer, or attaches the one that serves its folder.
---@param bufnr number
function M.start(bufnr)
  if not client.concerns(bufnr) then
    return
  end
  local cfg = base_config()
  local program = cfg.cmd[1]
  if vim.fn.executable(program) == 0 then
    vim.notify_once(('parlens: cannot run "%s"; see :checkhealth parlens'):format(program), vim.log.levels.WARN)
    return
  end
  cfg.root_dir = client.root(vim.api.nvim_buf_get_name(bufnr))
  if not vim.lsp.start then
    return start_07(cfg, bufnr)
  end
  vim.api.nvim_buf_call(bufnr, function()
    vim.lsp.start(cfg)
  end)
end

-- A diagnostic that comes while somebody types must not shift the text: no signs in
-- their column, unless they are wanted.
local function keep_still(client_id)
  if config.get().signs then
    return
  end
  -- pushed, asked for, asked for by the name of the server's
  for _, how in ipairs({ {}, { true }, { true, 'parlens' } }) do
    local ok, namespace = pcall(vim.lsp.diagnostic.get_namespace, client_id, how[1], how[2])
    if ok then
      vim.diagnostic.config({ signs = false }, namespace)
    end
  end
end

--- Called when a server has been attached to a buffer.
function M.on_attach(client_id, bufnr)
  local attached = vim.lsp.get_client_by_id(client_id)
  if attached and attached.name == 'parlens' then
    keep_still(client_id)
    require('parlens.hints').attach(bufnr, client_id)
    require('parlens.lenses').attach(bufnr, client_id)
  end
end

--- Called when a server has ended, for whatever reason.
function M.on_exit(client_id)
  require('parlens.hints').forget(client_id)
  require('parlens.lenses').forget()
end

--- Buffers that parlens serves.
---@return number[]
function M.buffers()
  local found = {}
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and compat.client_of(bufnr) then
      table.insert(found, bufnr)
    end
  end
  return found
end

--- What a status line shows of a buffer: time and machine, or why there is none.
---@param bufnr number|nil
function M.statusline(bufnr)
  return require('parlens.statusline').text(bufnr)
end

--- Stops the server; it starts again with the next file or :Parlens restart.
function M.stop(force)
  for _, running in ipairs(compat.clients()) do
    compat.call(running, 'stop', force)
  end
end

-- Runs `next_step` when no server is left; ends by force those that hang.
local function when_stopped(next_step, waited)
  waited = waited or 0
  if #compat.clients() == 0 then
    return next_step()
  end
  if waited == 2000 then
    M.stop(true)
  end
  vim.defer_fn(function()
    when_stopped(next_step, waited + 50)
  end, 50)
end

--- Stops the server and starts it again for the buffers that it served; with
--- none, for the current buffer.
function M.restart()
  local served = M.buffers()
  if #served == 0 then
    served = { vim.api.nvim_get_current_buf() }
  end
  M.stop()
  when_stopped(function()
    for _, bufnr in ipairs(served) do
      if vim.api.nvim_buf_is_loaded(bufnr) then
        M.start(bufnr)
      end
    end
  end)
end

--- Sends the settings in force to the running servers.
function M.push()
  require('parlens.statusline').forget()
  local settings = { parlens = config.for_server() }
  for _, running in ipairs(compat.clients()) do
    running.config.settings = settings
    if running.settings then -- 0.10 answers workspace/configuration from this one
      running.settings = settings
    end
    compat.call(running, 'notify', 'workspace/didChangeConfiguration', { settings = settings })
  end
end

return M
