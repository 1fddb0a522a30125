-- Loaded once at start-up: file types, the :Parlens command, automatic start.
-- Everything else is loaded on first use.
if vim.g.loaded_parlens or vim.fn.has('nvim-0.7') == 0 then
  return
end
vim.g.loaded_parlens = true

vim.filetype.add({ extension = { hpf = 'hpf', pam = 'pamela', spar = 'spar' } })
local autocmds = vim.api.nvim_create_augroup('parlens', {})
if vim.fn.has('nvim-0.8') == 0 then -- there the table above is not consulted by default
  for ending, filetype in pairs({ hpf = 'hpf', pam = 'pamela', spar = 'spar' }) do
    vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
      group = autocmds,
      pattern = '*.' .. ending,
      command = 'setfiletype ' .. filetype,
    })
  end
end

vim.api.nvim_create_user_command('Parlens', function(opts)
  require('parlens.commands').run(opts.fargs)
end, {
  nargs = '*',
  desc = 'Cost of data-parallel programs',
  complete = function(lead, line)
    return require('parlens.commands').complete(lead, line)
  end,
})

vim.api.nvim_create_user_command('ParlensSpmd', function()
  require('parlens.reading').open()
end, { desc = 'What the compiler makes of the program' })

vim.api.nvim_create_user_command('ParlensProfile', function(opts)
  require('parlens.profile').open(opts.line1, opts.line2)
end, { range = true, desc = 'What some lines cost' })

if vim.lsp.commands then
  vim.lsp.commands['parlens.showReading'] = function(command)
    require('parlens.reading').open(vim.uri_to_bufnr(command.arguments[1]))
  end
end

vim.api.nvim_set_hl(0, 'ParlensHint', { link = 'Comment', default = true })
vim.api.nvim_set_hl(0, 'ParlensLens', { link = 'NonText', default = true })
for kind, link in pairs({ Computation = 'ParlensHint', Communication = 'Identifier', Overhead = 'ParlensHint', Wait = 'WarningMsg' }) do
  vim.api.nvim_set_hl(0, 'Parlens' .. kind, { link = link, default = true })
end
for group, link in pairs({ Stale = 'NonText', Hot = 'WarningMsg', Unknown = 'Special' }) do
  vim.api.nvim_set_hl(0, 'Parlens' .. group, { link = link, default = true })
end

if vim.fn.exists('##LspAttach') == 1 then
  vim.api.nvim_create_autocmd('LspAttach', {
    group = autocmds,
    callback = function(args)
      require('parlens').on_attach(args.data.client_id, args.buf)
    end,
  })
end

if (vim.g.parlens or {}).autostart == false then
  return
end
if vim.lsp.enable then -- 0.11: the editor starts the server itself, see lsp/parlens.lua
  vim.lsp.enable('parlens')
  return
end
vim.api.nvim_create_autocmd('FileType', {
  group = autocmds,
  pattern = { 'fortran', 'hpf', 'pamela', 'spar', 'toml' },
  callback = function(args)
    require('parlens').start(args.buf)
  end,
})
