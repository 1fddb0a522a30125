--- What differs between the Neovim versions that the plugin supports (0.7 on).
local M = {}

M.uv = vim.uv or vim.loop

--- The running parlens clients.
---@return table[]
function M.clients()
  local all = vim.lsp.get_clients and vim.lsp.get_clients() or vim.lsp.get_active_clients()
  return vim.tbl_filter(function(client)
    return client.name == 'parlens'
  end, all)
end

--- The parlens client of a buffer, or nil.
---@param bufnr number
function M.client_of(bufnr)
  for _, client in ipairs(M.clients()) do
    if vim.lsp.buf_is_attached(bufnr, client.id) then
      return client
    end
  end
end

--- Calls a client's function; from 0.11 on these are methods.
---@param client table
---@param name string such as "request"
function M.call(client, name, ...)
  if vim.fn.has('nvim-0.11') == 1 then
    return client[name](client, ...)
  end
  return client[name](...)
end

--- Sends a request about a buffer; `done` gets (err, result).
---@return number|nil id of the request
function M.request(client, method, params, bufnr, done)
  local sent, id = M.call(client, 'request', method, params, done, bufnr)
  return sent and id or nil
end

--- { textDocument = { uri = ... } } of a buffer.
function M.document(bufnr)
  return { textDocument = { uri = vim.uri_from_bufnr(bufnr) } }
end

return M
