-- What a user has who has done what README.md says: nothing of the user's configuration, no option of the editor's.
local t = dofile(vim.env.PARLENS_TEST_DIR .. '/harness.lua')
local installed = vim.env.HOME .. '/.local/share/nvim/site/pack/parlens/start/parlens'

local function hint_at(pattern)
  local number = t.find(pattern)
  for _, hint in ipairs(require('parlens.hints').drawn(0)) do
    if hint.line + 1 == number then
      return hint.text
    end
  end
end

local function health()
  vim.cmd('checkhealth parlens')
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

t.run(function()
  t.check('archive: the plugin is the unpacked one', vim.api.nvim_get_runtime_file('lua/parlens/init.lua', true)[1] == installed .. '/lua/parlens/init.lua')
  t.check('archive: it has a licence and no tests', vim.fn.filereadable(installed .. '/LICENSE') == 1 and vim.fn.isdirectory(installed .. '/test') == 0)
  t.eventually('archive: the costly line has its time', function()
    return (hint_at('forall') or hint_at('0%.25%s*%*') or ''):find('%d [mun]?s')
  end)
  vim.cmd('help parlens')
  t.check('archive: there is help', vim.api.nvim_buf_get_name(0) == installed .. '/doc/parlens.txt', vim.api.nvim_buf_get_name(0))
  vim.cmd('help :Parlens')
  t.check('archive: its commands are found by their names', vim.api.nvim_get_current_line():find(':Parlens', 1, true), vim.api.nvim_get_current_line())
  local said = health()
  t.check('archive: the health check names the program and its server', said:find('parlens 0.1.0', 1, true) and said:find('buffers served: 1', 1, true) and not said:find('ERROR'), said)
end)
