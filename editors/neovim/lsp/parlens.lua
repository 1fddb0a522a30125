-- For Neovim 0.11 and newer: `vim.lsp.enable('parlens')`, which the plugin
-- does by itself; change it with `vim.lsp.config('parlens', {...})`.
return require('parlens.client').config()
