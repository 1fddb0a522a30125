--- Totals of units and outer loops, above their lines. From 0.12 on Neovim draws code lenses
--- there by itself; before, it writes them behind the lines, in the colours of the text, so
--- they are drawn here, and handed to it to be run (vim.lsp.codelens.run).
local compat = require('parlens.compat')
local config = require('parlens.config')

local M = {}

local space = vim.api.nvim_create_namespace('parlens_lenses')

-- Titles by line (from 0), from left to right.
local function by_line(lenses)
  local lines = {}
  for _, lens in ipairs(lenses) do
    local line = lens.range.start.line
    lines[line] = lines[line] or {}
    table.insert(lines[line], lens.command.title)
  end
  return lines
end

-- No version shows lines above the first one of a buffer: there they stand behind it.
local function draw(bufnr, lenses)
  vim.api.nvim_buf_clear_namespace(bufnr, space, 0, -1)
  for line, titles in pairs(by_line(lenses)) do
    local text = vim.api.nvim_buf_get_lines(bufnr, line, line + 1, false)[1]
    if text then
      local lens = { table.concat(titles, ' | '), 'ParlensLens' }
      vim.api.nvim_buf_set_extmark(bufnr, space, line, 0, line == 0 and { virt_text = { lens } } or {
        virt_lines = { { { text:match('^%s*'), '' }, lens } },
        virt_lines_above = true,
      })
    end
  end
end

-- What stands there stays until the answer, and an answer for an older text is not drawn.
local function show(bufnr, client)
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  compat.request(client, 'textDocument/codeLens', compat.document(bufnr), bufnr, function(err, lenses)
    if not err and vim.api.nvim_buf_is_loaded(bufnr) and vim.api.nvim_buf_get_changedtick(bufnr) == tick then
      draw(bufnr, lenses or {})
      vim.lsp.codelens.save(lenses, bufnr, client.id)
    end
  end)
end

--- Shows the lenses of a buffer from now on, if they are switched on.
function M.attach(bufnr, client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  if not config.get().lenses or not client.server_capabilities.codeLensProvider then
    return
  end
  if vim.lsp.codelens.enable then -- 0.12 keeps them up to date by itself
    return vim.lsp.codelens.enable(true, { bufnr = bufnr })
  end
  local group = vim.api.nvim_create_augroup('parlens_lenses_' .. bufnr, {})
  vim.api.nvim_create_autocmd({ 'BufEnter', 'TextChanged', 'InsertLeave' }, {
    group = group,
    buffer = bufnr,
    callback = function()
      local running = compat.client_of(bufnr)
      if not running then
        return true
      end
      show(bufnr, running)
    end,
  })
  show(bufnr, client)
end

--- Asks again for the lenses of all buffers of a client.
function M.refresh(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  if not client or not config.get().lenses or vim.lsp.codelens.enable then
    return
  end
  for bufnr in pairs(client.attached_buffers) do
    show(bufnr, client)
  end
end

--- Removes what is drawn in buffers whose client has ended.
function M.forget()
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if not compat.client_of(bufnr) then
      vim.api.nvim_buf_clear_namespace(bufnr, space, 0, -1)
    end
  end
end

return M
