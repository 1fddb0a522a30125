--- :checkhealth parlens
local compat = require('parlens.compat')
local config = require('parlens.config')

local M = {}

-- vim.health has had these names since 0.10; before, a module `health`.
local function reporter()
  if vim.health and vim.health.start then
    return vim.health
  end
  local old = vim.health or require('health')
  return {
    start = old.report_start,
    ok = old.report_ok,
    info = old.report_info,
    warn = old.report_warn,
    error = old.report_error,
  }
end

local function check_editor(report)
  if vim.fn.has('nvim-0.7') == 1 then
    report.ok('Neovim ' .. vim.fn.matchstr(vim.fn.execute('version'), 'NVIM v\\zs[0-9.]*'))
  else
    report.error('Neovim 0.7 or newer is needed')
  end
end

local function check_program(report)
  local program = config.command()[1]
  if vim.fn.executable(program) == 0 then
    return report.error(('cannot run "%s"'):format(program), {
      'go install github.com/parlens/parlens/cmd/parlens@latest',
      'or set its path: let g:parlens = { "cmd": "/path/to/parlens" }',
    })
  end
  local said = vim.trim(vim.fn.system({ program, 'version' }))
  if vim.v.shell_error ~= 0 then
    return report.warn(('"%s version" failed: %s'):format(program, said))
  end
  report.ok(('%s (%s)'):format(vim.fn.exepath(program), said))
end

local function check_settings(report)
  local problems = config.problems()
  for _, problem in ipairs(problems) do
    report.warn(problem)
  end
  if #problems == 0 then
    report.ok('settings: ' .. vim.inspect(config.for_server(), { newline = ' ', indent = '' }))
  end
end

local function check_clients(report)
  local clients = compat.clients()
  for _, client in ipairs(clients) do
    local served = vim.tbl_count(client.attached_buffers)
    report.ok(('server %d in %s, buffers served: %d, positions in %s'):format(
      client.id, client.config.root_dir or '.', served, client.offset_encoding))
  end
  if #clients == 0 then
    report.info('no server is running; it starts with the first Fortran or HPF file')
  end
  report.info('log: ' .. config.log_file())
end

function M.check()
  local report = reporter()
  report.start('parlens')
  check_editor(report)
  check_program(report)
  check_settings(report)
  check_clients(report)
end

return M
