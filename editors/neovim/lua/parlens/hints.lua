--- Costs at the ends of lines. Neovim 0.10 and newer draw inlay hints by
--- themselves; for older ones they are asked for and drawn here: after each
--- change, once the typing rests, and never from an answer for an older text.
--- Old numbers stay until the new ones arrive, and are dimmed if that is late.
local compat = require('parlens.compat')
local config = require('parlens.config')
local hold = require('parlens.hold')

local M = {}

local space = vim.api.nvim_create_namespace('parlens')
local late = 500 -- ms after which old numbers are dimmed

-- Per buffer: client_id; changes: counts changes of the text, fresh: its value for the
-- text that the drawn hints belong to; wish: counts wishes for hints; request: id of the
-- one under way.
local watched = {}

local function text_of(hint)
  if type(hint.label) == 'string' then
    return hint.label
  end
  local parts = {}
  for _, part in ipairs(hint.label) do
    table.insert(parts, part.value)
  end
  return table.concat(parts)
end

local function by_line(hints)
  local lines = {}
  for _, hint in ipairs(hints) do
    local line = hint.position.line
    lines[line] = lines[line] and (lines[line] .. ' ' .. text_of(hint)) or text_of(hint)
  end
  return lines
end

local function mark(bufnr, line, text, highlight)
  local whole = vim.api.nvim_buf_get_lines(bufnr, line, line + 1, false)[1] or ''
  vim.api.nvim_buf_set_extmark(bufnr, space, line, #whole, {
    virt_text = { { text, highlight } },
    virt_text_pos = 'eol',
    hl_mode = 'combine',
  })
end

-- Draws what is held, dimmed where it is old.
local function draw(bufnr, state)
  vim.api.nvim_buf_clear_namespace(bufnr, space, 0, -1)
  local last = vim.api.nvim_buf_line_count(bufnr) - 1
  local lines, gone = hold.shown(bufnr)
  for line, text in pairs(lines) do
    if line <= last then
      mark(bufnr, line, text, (state.dimmed or gone[line]) and 'ParlensStale' or 'ParlensHint')
    end
  end
end

local function whole(bufnr)
  local params = compat.document(bufnr)
  params.range = {
    start = { line = 0, character = 0 },
    ['end'] = { line = vim.api.nvim_buf_line_count(bufnr), character = 0 },
  }
  return params
end

local function ask(bufnr, state)
  local client = vim.lsp.get_client_by_id(state.client_id)
  if not client or not config.get().hints then
    return
  end
  if state.request then
    compat.call(client, 'cancel_request', state.request)
  end
  local changes, id = state.changes, nil
  id = compat.request(client, 'textDocument/inlayHint', whole(bufnr), bufnr, function(err, hints)
    if watched[bufnr] ~= state or state.request ~= id then
      return -- the buffer is gone, or a newer request is under way
    end
    state.request = nil
    if not err and state.changes == changes and config.get().hints then
      state.fresh, state.dimmed = changes, false
      hold.merge(bufnr, by_line(hints or {}))
      draw(bufnr, state)
    end
  end)
  state.request = id
end

-- Asks once no further wish has come for the debounce time.
local function wish(bufnr, state)
  state.wish = state.wish + 1
  local mine = state.wish
  vim.defer_fn(function()
    if watched[bufnr] == state and state.wish == mine then
      ask(bufnr, state)
    end
  end, config.get().debounce)
end

local function dim_if_late(bufnr, state)
  local changes = state.changes
  vim.defer_fn(function()
    if watched[bufnr] == state and state.changes == changes and state.fresh ~= changes then
      state.dimmed = true
      draw(bufnr, state)
    end
  end, late)
end

-- Edits of whole lines carry marks to the next line: draw them where they were,
-- once the editor has moved its marks.
local function put_back(bufnr, state)
  local changes = state.changes
  vim.schedule(function()
    if watched[bufnr] == state and state.changes == changes and state.fresh ~= changes then
      draw(bufnr, state)
    end
  end)
end

local function changed(bufnr, state)
  state.changes = state.changes + 1
  put_back(bufnr, state)
  wish(bufnr, state)
  dim_if_late(bufnr, state)
end

local function watch(bufnr, client_id)
  local state = { client_id = client_id, changes = 0, wish = 0 }
  watched[bufnr] = state
  vim.api.nvim_buf_attach(bufnr, false, {
    on_lines = function(_, _, _, first, last, new_last)
      if watched[bufnr] ~= state then
        return true
      end
      hold.edited(bufnr, first, last, new_last, function()
        wish(bufnr, state)
      end)
      changed(bufnr, state)
    end,
    on_reload = function()
      if watched[bufnr] == state then
        changed(bufnr, state)
      end
    end,
    on_detach = function()
      if watched[bufnr] == state then
        watched[bufnr] = nil
        hold.forget(bufnr)
      end
    end,
  })
  wish(bufnr, state)
end

-- Buffers whose edits are followed for the editor's own hints.
local followed = {}

-- Neovim 0.10 and newer draw what they are answered; see native_answer.
local function follow(bufnr, client_id)
  if followed[bufnr] then
    followed[bufnr] = client_id
    return
  end
  followed[bufnr] = client_id
  vim.api.nvim_buf_attach(bufnr, false, {
    on_lines = function(_, _, _, first, last, new_last)
      if not followed[bufnr] then
        return true
      end
      hold.edited(bufnr, first, last, new_last, function()
        M.refresh(followed[bufnr])
      end)
    end,
    on_detach = function()
      followed[bufnr] = nil
      hold.forget(bufnr)
    end,
  })
end

local function first_of_lines(hints)
  local lines = {}
  for _, hint in ipairs(hints) do
    lines[hint.position.line] = lines[hint.position.line] or hint
  end
  return lines
end

--- The answer that Neovim draws, with those hints of before that it lacks, at the ends
--- of their lines, as long as somebody types.
---@param bufnr number
---@param answer table|nil the server's hints
---@param encoding string
function M.native_answer(bufnr, answer, encoding)
  local hints = vim.deepcopy(answer or {})
  hold.merge(bufnr, first_of_lines(hints))
  local all, gone = hold.shown(bufnr)
  for line in pairs(gone) do
    local text = vim.api.nvim_buf_get_lines(bufnr, line, line + 1, false)[1]
    if text and encoding == 'utf-8' then
      local hint = vim.deepcopy(all[line])
      hint.position = { line = line, character = #text }
      table.insert(hints, hint)
    end
  end
  return hints
end

--- What is drawn: { { line = from 0, text = ..., highlight = ... }, ... }.
function M.drawn(bufnr)
  local out = {}
  for _, m in ipairs(vim.api.nvim_buf_get_extmarks(bufnr, space, 0, -1, { details = true })) do
    local chunk = m[4].virt_text[1]
    table.insert(out, { line = m[2], text = chunk[1], highlight = chunk[2] })
  end
  return out
end

--- Shows hints in a buffer from now on, if they are switched on.
function M.attach(bufnr, client_id)
  if compat.native_hints then
    follow(bufnr, client_id)
    vim.lsp.inlay_hint.enable(config.get().hints, { bufnr = bufnr })
  elseif not watched[bufnr] or watched[bufnr].client_id ~= client_id then
    watch(bufnr, client_id)
  end
end

-- Neovim 0.10 asks again, but does not draw a line twice for the same text, so
-- that hints which a setting has changed stay as they were: they are started
-- anew.
local function redraw_native(client_id)
  for _, bufnr in ipairs(vim.lsp.get_buffers_by_client_id(client_id)) do
    if vim.lsp.inlay_hint.is_enabled({ bufnr = bufnr }) then
      vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
    end
  end
end

--- Asks again for the hints of all buffers of a client.
function M.refresh(client_id)
  if compat.native_hints then
    return redraw_native(client_id)
  end
  for bufnr, state in pairs(watched) do
    if state.client_id == client_id then
      wish(bufnr, state)
    end
  end
end

--- Removes the hints of a client that has ended.
function M.forget(client_id)
  for bufnr, state in pairs(watched) do
    if state.client_id == client_id then
      watched[bufnr] = nil
      hold.forget(bufnr)
      vim.api.nvim_buf_clear_namespace(bufnr, space, 0, -1)
    end
  end
  for bufnr, id in pairs(followed) do
    if id == client_id then
      hold.forget(bufnr)
    end
  end
end

--- Applies the switch `hints` to all buffers of parlens.
function M.apply()
  for _, bufnr in ipairs(require('parlens').buffers()) do
    if compat.native_hints then
      vim.lsp.inlay_hint.enable(config.get().hints, { bufnr = bufnr })
    elseif not config.get().hints then
      vim.api.nvim_buf_clear_namespace(bufnr, space, 0, -1)
      hold.forget(bufnr)
    elseif watched[bufnr] then
      wish(bufnr, watched[bufnr])
    end
  end
end

return M
