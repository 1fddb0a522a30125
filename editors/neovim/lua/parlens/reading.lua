--- The SPMD reading of a program: its text with what the compiler inserts, in a
--- buffer of its own.
local compat = require('parlens.compat')

local M = {}

-- The buffer that shows the reading of a program, made if there is none.
local function scratch(name, language)
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_get_name(bufnr) == name then
      return bufnr
    end
  end
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(bufnr, name)
  vim.bo[bufnr].syntax = language -- not the file type: no server is for it
  return bufnr
end

local function show(bufnr, text)
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, vim.split((text:gsub('\n$', '')), '\n'))
  vim.bo[bufnr].modifiable = false
  local win = vim.fn.bufwinid(bufnr)
  if win >= 0 then
    return vim.api.nvim_set_current_win(win)
  end
  vim.cmd('vertical sbuffer ' .. bufnr)
end

--- Shows the reading of a buffer beside it.
---@param program number|nil the buffer; default: the current one
function M.open(program)
  program = program or vim.api.nvim_get_current_buf()
  local client = compat.client_of(program)
  if not client then
    return vim.notify('parlens: no server serves this buffer', vim.log.levels.WARN)
  end
  compat.request(client, 'parlens/spmdReading', compat.document(program), program, function(err, answer)
    if err or not answer then
      return vim.notify('parlens: no reading: ' .. (err and err.message or 'no answer'), vim.log.levels.ERROR)
    end
    local name = 'parlens-spmd://' .. vim.api.nvim_buf_get_name(program)
    show(scratch(name, vim.bo[program].filetype), answer.text)
  end)
end

return M
