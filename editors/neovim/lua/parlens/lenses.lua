--- Totals of units and outer loops, drawn by Neovim's own code lenses.
local compat = require('parlens.compat')
local config = require('parlens.config')

local M = {}

local function show(bufnr)
  vim.api.nvim_buf_call(bufnr, function()
    vim.lsp.codelens.refresh(vim.fn.has('nvim-0.10') == 1 and { bufnr = bufnr } or nil)
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
      if not compat.client_of(bufnr) then
        return true
      end
      show(bufnr)
    end,
  })
  show(bufnr)
end

--- Asks again for the lenses of all buffers of a client.
function M.refresh(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  if not client or not config.get().lenses or vim.lsp.codelens.enable then
    return
  end
  for bufnr in pairs(client.attached_buffers) do
    show(bufnr)
  end
end

return M
