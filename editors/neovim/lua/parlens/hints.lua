--- Costs at the ends of lines. They are drawn here, since the editor's own inlay hints
--- (0.10 on) have one colour and stand ragged: asked for after each change, once the typing
--- rests, and never taken from an answer for an older text. Old numbers stay until the new
--- ones arrive, and are dimmed if that is late.
local compat = require('parlens.compat')
local config = require('parlens.config')
local hold = require('parlens.hold')

local M = {}

--- Milliseconds after which old numbers are dimmed.
M.late = 500

local space = vim.api.nvim_create_namespace('parlens')
local longest = 80 -- longer lines have their hints behind them, out of the column
local first = 1 -- before what others put behind the same line, which may be long and push a hint off the screen: diagnostics
local hot = 0.3 -- share of the unit's time from which on a line stands out

-- Per buffer: client_id; changes: counts changes of the text, fresh: its value for the
-- text that the drawn hints belong to; wish: counts wishes for hints; request: id of the
-- one under way; column: of all hints.
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

local function highlight_of(hint)
  local data = type(hint.data) == 'table' and hint.data or {}
  if data.kind == 'unknown' then
    return 'ParlensUnknown'
  end
  return (tonumber(data.share) or 0) >= hot and 'ParlensHot' or 'ParlensHint'
end

local function by_line(hints)
  local lines = {}
  for _, hint in ipairs(hints) do
    local line, text = hint.position.line, text_of(hint)
    lines[line] = lines[line] or { highlight = highlight_of(hint) }
    lines[line].text = lines[line].text and (lines[line].text .. ' ' .. text) or text
  end
  return lines
end

-- The columns that the lines take which have hints, and their lengths in bytes.
local function measure(bufnr, lines)
  local all = {}
  vim.api.nvim_buf_call(bufnr, function()
    for line in pairs(lines) do
      local text = vim.api.nvim_buf_get_lines(bufnr, line, line + 1, false)[1]
      if text then
        all[line] = { width = vim.fn.strdisplaywidth(text), bytes = #text }
      end
    end
  end)
  return all
end

-- Behind the lines that have hints, and never left of where it was.
local function widen(column, measured)
  for _, line in pairs(measured) do
    if line.width <= longest then
      column = math.max(column, 4 * math.ceil((line.width + 3) / 4))
    end
  end
  return column
end

-- Draws what is held, dimmed where it is old.
local function draw(bufnr, state)
  vim.api.nvim_buf_clear_namespace(bufnr, space, 0, -1)
  local lines, gone = hold.shown(bufnr)
  local measured = measure(bufnr, lines)
  state.column = widen(state.column, measured)
  for line, at in pairs(measured) do
    local highlight = (state.dimmed or gone[line]) and 'ParlensStale' or lines[line].highlight
    vim.api.nvim_buf_set_extmark(bufnr, space, line, at.bytes, {
      virt_text = { { (' '):rep(math.max(1, state.column - at.width - 1)), '' }, { lines[line].text, highlight } },
      virt_text_pos = 'eol',
      hl_mode = 'combine',
      priority = first,
    })
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
  id = compat.request(client, 'parlens/hints', whole(bufnr), bufnr, function(err, answer)
    if watched[bufnr] ~= state or state.request ~= id then
      return -- the buffer is gone, or a newer request is under way
    end
    state.request = nil
    if not err and answer and state.changes == changes and config.get().hints then
      state.fresh, state.dimmed = changes, false
      hold.merge(bufnr, by_line(answer.hints or {}), answer.unreadable or {})
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
  end, M.late)
end

-- Edits of whole lines carry marks to the next line, and a longer line pushes its own:
-- draw them where they were, once the editor has moved its marks.
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
  local state = { client_id = client_id, changes = 0, wish = 0, column = 40 }
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

--- What is drawn: { { line = from 0, text = ..., highlight = ..., column = from 0 }, ... }.
function M.drawn(bufnr)
  local out = {}
  for _, m in ipairs(vim.api.nvim_buf_get_extmarks(bufnr, space, 0, -1, { details = true })) do
    local pad, hint = unpack(m[4].virt_text)
    local line = vim.api.nvim_buf_get_lines(bufnr, m[2], m[2] + 1, false)[1] or ''
    table.insert(out, { line = m[2], text = hint[1], highlight = hint[2], column = vim.fn.strdisplaywidth(line) + 1 + #pad[1] })
  end
  return out
end

--- Shows hints in a buffer from now on, if they are switched on.
function M.attach(bufnr, client_id)
  if not watched[bufnr] or watched[bufnr].client_id ~= client_id then
    watch(bufnr, client_id)
  end
end

--- Asks again for the hints of all buffers of a client.
function M.refresh(client_id)
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
end

--- Applies the switch `hints` to all buffers of parlens.
function M.apply()
  for _, bufnr in ipairs(require('parlens').buffers()) do
    if not config.get().hints then
      vim.api.nvim_buf_clear_namespace(bufnr, space, 0, -1)
      hold.forget(bufnr)
    elseif watched[bufnr] then
      wish(bufnr, watched[bufnr])
    end
  end
end

return M
