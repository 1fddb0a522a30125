--- The language client's configuration, the same for every Neovim version.
local compat = require('parlens.compat')
local config = require('parlens.config')

local M = {}

-- What is handled here beyond what this Neovim announces by itself.
local function capabilities()
  local own = {
    general = { positionEncodings = { 'utf-8', 'utf-16' } },
    textDocument = {
      inlayHint = { dynamicRegistration = false },
      codeLens = { dynamicRegistration = false },
      codeAction = { dataSupport = true, resolveSupport = { properties = { 'edit' } } },
    },
    workspace = {
      configuration = true,
      didChangeConfiguration = { dynamicRegistration = false },
      inlayHint = { refreshSupport = true },
      codeLens = { refreshSupport = true },
    },
    experimental = { parlens = { reading = true } },
  }
  return vim.tbl_deep_extend('force', vim.lsp.protocol.make_client_capabilities(), own)
end

-- Requests of the server that this Neovim does not answer by itself.
local function handlers()
  local own = {}
  own['workspace/inlayHint/refresh'] = function(_, _, ctx)
    require('parlens.hints').refresh(ctx.client_id)
    return vim.NIL
  end
  own['workspace/codeLens/refresh'] = function(_, _, ctx)
    require('parlens.lenses').refresh(ctx.client_id)
    return vim.NIL
  end
  return own
end

--- Folder of the nearest parlens.toml or .git at or above a file, else the
--- file's own folder.
---@param path string
function M.root(path)
  local first = vim.fn.fnamemodify(path, ':p:h')
  local dir, last = first, nil
  while dir ~= last do
    if compat.uv.fs_stat(dir .. '/parlens.toml') or compat.uv.fs_stat(dir .. '/.git') then
      return dir
    end
    dir, last = vim.fn.fnamemodify(dir, ':h'), dir
  end
  return first
end

--- Whether a buffer holds a file on disk (or one that will be).
---@param bufnr number
function M.has_file(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  return vim.bo[bufnr].buftype == '' and name ~= '' and not name:match('^%a[%w+.-]+://')
end

--- Whether the server has something to say about a buffer: of TOML, where a
--- parlens.toml is near, or the text is a machine's or a model of phases.
---@param bufnr number
function M.concerns(bufnr)
  if not M.has_file(bufnr) then
    return false
  end
  if vim.bo[bufnr].filetype ~= 'toml' then
    return true
  end
  if compat.uv.fs_stat(M.root(vim.api.nvim_buf_get_name(bufnr)) .. '/parlens.toml') then
    return true
  end
  local text = '\n' .. table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n')
  return text:match('\n%s*scheme%s*=') ~= nil or text:match('\n%s*%[%[phase%]%]') ~= nil
end

local function root_dir(bufnr, on_dir)
  if M.concerns(bufnr) then
    on_dir(M.root(vim.api.nvim_buf_get_name(bufnr)))
  end
end

-- The encoding that the server chose; 0.10 and newer do this by themselves. Hints are
-- drawn by the plugin: where the user has switched on the editor's own, they would stand
-- there twice.
local function on_init(client, result)
  client.server_capabilities.inlayHintProvider = nil
  local chosen = result.capabilities.positionEncoding
  if chosen then
    client.offset_encoding = chosen
  end
end

local function on_exit(_, _, client_id)
  vim.schedule(function()
    require('parlens').on_exit(client_id)
  end)
end

--- A configuration for vim.lsp.config, vim.lsp.start or vim.lsp.start_client.
function M.config()
  local settings = config.for_server()
  vim.fn.mkdir(vim.fn.fnamemodify(config.log_file(), ':h'), 'p')
  return {
    name = 'parlens',
    cmd = config.command(),
    filetypes = { 'fortran', 'hpf', 'pamela', 'spar', 'toml' },
    root_dir = root_dir,
    capabilities = capabilities(),
    handlers = handlers(),
    init_options = settings,
    settings = { parlens = settings },
    on_init = on_init,
    on_exit = on_exit,
  }
end

return M
