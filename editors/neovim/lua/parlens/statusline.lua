--- What a status line shows of a buffer: time and machine, or why there is none. It is
--- asked for when the text rests, and never while a status line is drawn.
local compat = require('parlens.compat')

local M = {}

local known = {} -- by buffer: text; changes: of the text that it is for; asking

local function ask(bufnr)
  local client, changes = compat.client_of(bufnr), vim.api.nvim_buf_get_changedtick(bufnr)
  if not client or known[bufnr].asking then
    return
  end
  known[bufnr].asking = true
  compat.request(client, 'parlens/status', compat.document(bufnr), bufnr, function(err, answer)
    if not known[bufnr] then
      return
    end
    known[bufnr].asking = nil
    if not err and answer then
      known[bufnr].text, known[bufnr].changes = answer.text, changes
      vim.cmd('redrawstatus')
    end
  end)
end

--- For 'statusline' or a plugin: "" where no server serves the buffer.
---@param bufnr number|nil
function M.text(bufnr)
  bufnr = bufnr or vim.api.nvim_get_current_buf()
  if not compat.client_of(bufnr) then
    known[bufnr] = nil
    return ''
  end
  known[bufnr] = known[bufnr] or {}
  local state = known[bufnr]
  local changes = vim.api.nvim_buf_get_changedtick(bufnr)
  if state.changes ~= changes and not state.asking and not state.planned then
    state.planned = true
    vim.defer_fn(function()
      state.planned = nil
      if known[bufnr] == state and vim.api.nvim_buf_is_loaded(bufnr) then
        ask(bufnr)
      end
    end, state.text and 300 or 0)
  end
  return state.text and (state.text .. (state.changes ~= changes and ' ...' or '')) or 'parlens ...'
end

--- Has all texts asked for again: settings have changed.
function M.forget()
  for _, state in pairs(known) do
    state.changes = nil
  end
end

return M
