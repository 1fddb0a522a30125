--- A text that somebody types means something else with every key (n = 1 on the way to
--- n = 1024), and a hint that it does not have would come back with the next one. So
--- hints that have vanished stay until the typing rests, and so do those of a unit with a
--- statement that cannot be read yet, whose numbers would be those of a program without it.
local M = {}

--- Milliseconds after the last key.
M.rest = 700

-- Per buffer: lines: what is shown, by line (from 0); gone: lines whose hint is not in the
-- last answer; known: what could not be read when nobody typed; changes: counts changes of
-- the text; typing: whether more are to come.
local held = {}

local function state_of(bufnr)
  held[bufnr] = held[bufnr] or { lines = {}, gone = {}, known = {}, changes = 0 }
  return held[bufnr]
end

-- By line, after lines first..last-1 have become first..new_last-1.
local function shifted(lines, first, last, new_last)
  local out = {}
  for line, what in pairs(lines) do
    if line >= last then
      out[line + new_last - last] = what
    elseif line < math.max(first, new_last) then
      out[line] = what
    end
  end
  return out
end

--- To be told of lines that an edit has replaced. `again` is called when the typing
--- rests and something is shown that should go.
---@param bufnr number
function M.edited(bufnr, first, last, new_last, again)
  local state = state_of(bufnr)
  state.lines = shifted(state.lines, first, last, new_last)
  state.gone = shifted(state.gone, first, last, new_last)
  state.changes, state.typing = state.changes + 1, true
  local changes = state.changes
  vim.defer_fn(function()
    if held[bufnr] == state and state.changes == changes then
      state.typing = false
      if next(state.gone) then
        again()
      end
    end
  end, M.rest)
end

-- What cannot be read, as it stands in the text.
local function key_of(bufnr, statement)
  return statement.message .. '\n' .. (vim.api.nvim_buf_get_lines(bufnr, statement.line, statement.line + 1, false)[1] or '')
end

-- Whether a line is in a unit with something that could be read before.
local function half_typed(bufnr, state, unreadable)
  local fresh = vim.tbl_filter(function(statement)
    return not state.known[key_of(bufnr, statement)]
  end, unreadable)
  return function(line)
    for _, statement in ipairs(fresh) do
      if statement.first <= line and line <= statement.last then
        return true
      end
    end
  end
end

--- Takes in an answer: what it has, and while somebody types what it does not have any
--- more, or has for a unit that cannot be read as it stands.
---@param bufnr number
---@param answer table by line
---@param unreadable table statements that cannot be read: line, first and last of their unit, message
function M.merge(bufnr, answer, unreadable)
  local state = state_of(bufnr)
  local all, gone = {}, {}
  local inside = half_typed(bufnr, state, unreadable)
  if state.typing then
    for line, what in pairs(state.lines) do
      if answer[line] == nil or inside(line) then
        all[line], gone[line] = what, true
      end
    end
  else
    state.known = {}
    for _, statement in ipairs(unreadable) do
      state.known[key_of(bufnr, statement)] = true
    end
  end
  for line, what in pairs(answer) do
    if not (state.typing and inside(line)) then
      all[line] = what
    end
  end
  state.lines, state.gone = all, gone
end

--- What is shown, by line, and which lines of that are not in the last answer.
---@param bufnr number
function M.shown(bufnr)
  return state_of(bufnr).lines, state_of(bufnr).gone
end

--- Nothing is shown any more.
---@param bufnr number
function M.forget(bufnr)
  held[bufnr] = nil
end

return M
