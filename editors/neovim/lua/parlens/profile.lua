--- The profile of some lines: what they cost, with what they contain and call.
local compat = require('parlens.compat')

local M = {}

-- Shows a text below, in a buffer that goes when its window does.
local function show(text)
  local lines = vim.split((text:gsub('\n$', '')), '\n')
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
  vim.cmd('botright sbuffer ' .. bufnr)
  vim.cmd('resize ' .. math.min(#lines, 12))
end

--- Shows the profile of lines of the current buffer.
---@param first number from 1
---@param last number
function M.open(first, last)
  local program = vim.api.nvim_get_current_buf()
  local client = compat.client_of(program)
  if not client then
    return vim.notify('parlens: no server serves this buffer', vim.log.levels.WARN)
  end
  local params = compat.document(program)
  params.range = { start = { line = first - 1, character = 0 }, ['end'] = { line = last - 1, character = 1 } }
  compat.request(client, 'parlens/profile', params, program, function(err, answer)
    if err or not answer then
      return vim.notify('parlens: no profile: ' .. (err and err.message or 'no answer'), vim.log.levels.ERROR)
    end
    show(answer.text)
  end)
end

return M
