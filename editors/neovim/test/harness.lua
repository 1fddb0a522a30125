--- Checks that count themselves, waits with a deadline, a dump on failure.
local M = { passed = 0, failed = 0 }

--- Milliseconds that one wait may take.
M.deadline = tonumber(vim.env.PARLENS_TEST_DEADLINE_MS) or 60000

local function print_line(text)
  io.stdout:write(text, '\n')
  io.stdout:flush()
end

--- One check; `detail` (anything) is printed when it fails.
function M.check(name, ok, detail)
  if ok then
    M.passed = M.passed + 1
    return print_line('ok - ' .. name)
  end
  M.failed = M.failed + 1
  print_line('not ok - ' .. name)
  if detail ~= nil then
    print_line('  ' .. vim.inspect(detail):gsub('\n', '\n  '))
  end
end

--- Waits until probe() returns something true and returns that; nil at the deadline.
function M.await(probe)
  local got
  vim.wait(M.deadline, function()
    got = probe()
    return got
  end, 20)
  return got or nil
end

--- await() as a check.
function M.eventually(name, probe, detail)
  local got = M.await(probe)
  M.check(name, got ~= nil, detail and not got and detail() or nil)
  return got
end

--- Number (from 1) and text of the first line that matches a Lua pattern,
--- compared in lower case.
function M.find(pattern)
  for number, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if text:lower():find(pattern) then
      return number, text
    end
  end
end

--- Runs the body; ends the editor with status 0 if every check passed, with 1
--- and what dump() returns otherwise.
function M.run(body, dump)
  local ok, err = xpcall(body, debug.traceback)
  if not ok then
    M.check('the script runs to its end', false, vim.split(err, '\n'))
  end
  if M.failed > 0 and dump then
    print_line('dump: ' .. vim.inspect(select(2, pcall(dump))))
  end
  vim.cmd(M.failed > 0 and 'cquit 1' or 'qall!')
end

return M
