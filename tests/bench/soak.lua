-- Requests of members to a large community, in the shares of `MIX`, for `wrk`:
--   wrk -s soak.lua http://ADDRESS -- NAMES.lua PICTURE.png PAUSE
-- `NAMES.lua` returns a table of what there is; `PAUSE` is the mean pause of a connection between two requests, in milliseconds.

local names, picture, pause
local threads = {}
local number = 0

local function one_of(list)
  return list[math.random(#list)]
end

-- Headers of a signed-in member, and their id.
local function member(content_type)
  local i = math.random(#names.sessions)
  local headers = {
    ["cookie"] = "XSRF-TOKEN=soak; session=" .. names.sessions[i],
    ["x-xsrf-token"] = "soak",
    ["content-type"] = content_type,
    ["accept-encoding"] = "gzip, br",
  }
  return headers, names.members[i], i
end

local function get(path)
  return wrk.format("GET", path, (member()))
end

local function post(path, body)
  local headers, uid = member("application/json")
  return wrk.format("POST", path, headers, (body:gsub("UID", uid)))
end

local function upload(path, parts)
  local headers, uid = member("multipart/form-data; boundary=SOAK")
  local body = {}
  for name, value in pairs(parts(uid)) do
    local head = '--SOAK\r\ncontent-disposition: form-data; name="%s"%s\r\n\r\n'
    local file = value == picture and '; filename="page.png"\r\ncontent-type: image/png' or ""
    table.insert(body, string.format(head, name, file) .. value .. "\r\n")
  end
  table.insert(body, "--SOAK--\r\n")
  return wrk.format("POST", path:gsub("UID", uid), headers, table.concat(body))
end

local function thread_page(last)
  local page = math.random(last)
  return get("/api/thread/post/list/page?limit=3&code=topic" .. math.random(#names.topics) - 1 .. "&page=" .. page)
end

-- Requests, with the number of each among a thousand.
local MIX = {
  { 80, "home page", function() return get("/") end },
  { 80, "page of the library", function() return get("/library") end },
  { 80, "list of books", function() return post("/api/book/list", "{}") end },
  { 60, "book", function() return post("/api/book", '{"bid":"' .. one_of(names.books) .. '"}') end },
  { 60, "questions", function() return post("/api/questions", '{"bid":"' .. one_of(names.books) .. '"}') end },
  { 40, "own memos", function() return post("/api/memo/list", '{"uid":"UID"}') end },
  { 80, "page of a topic", function() return get("/thread/topic" .. math.random(#names.topics) - 1) end },
  { 120, "first posts", function() return thread_page(3) end },
  { 60, "deep posts", function() return thread_page(math.floor(names.posts_of_topic / 3)) end },
  { 45, "comments", function() return get("/api/comments?pid=" .. one_of(names.posts)) end },
  { 160, "picture of a post", function() return get("/media/" .. one_of(names.pictures) .. ".png") end },
  { 50, "own handwriting", function()
    local headers, _, i = member()
    return wrk.format("GET", "/media/" .. names.hands[i] .. ".png", headers)
  end },
  { 40, "search", function() return get("/api/search?q=" .. one_of({ "rain", "bread", "train", "letter", "river%20step" })) end },
  { 25, "like", function() return post("/api/like/add", '{"uid":"UID","pid":"' .. one_of(names.posts) .. '"}') end },
  { 10, "comment", function()
    local body = '{"uid":"UID","pid":"%s","text":"I know that river %d."}'
    return post("/api/comments/add", body:format(one_of(names.posts), math.random(1e6)))
  end },
  { 5, "text", function()
    local question = "q" .. math.random(names.questions) - 1
    local body = '{"uid":"UID","bid":"%s","qid":"%s","post":"It rained all night, %d."}'
    return post("/api/memo/text/publish", body:format(one_of(names.books), question, math.random(1e6)))
  end },
  { 2, "full page", function()
    return upload("/api/memo/page/publish", function(uid)
      return { file = picture, bid = one_of(names.books), uid = uid, qid = "q" .. math.random(names.questions) - 1 }
    end)
  end },
  { 2, "post", function()
    local topic = math.random(#names.topics)
    return upload("/api/upload/UID/" .. names.topics[topic] .. "/topic" .. topic - 1, function() return { image = picture, caption = "Rain" } end)
  end },
  { 1, "sign-in", function()
    local _, _, i = member()
    return wrk.format("POST", "/signin", { ["cookie"] = "XSRF-TOKEN=soak", ["x-xsrf-token"] = "soak", ["content-type"] = "application/json" },
      string.format('{"email":"m%d@example.org","password":"ink-and-paper"}', i - 1))
  end },
}

function setup(thread)
  number = number + 1
  thread:set("seed", number)
  table.insert(threads, thread)
end

function init(args)
  math.randomseed(seed)
  names = dofile(args[1])
  local file = io.open(args[2], "rb")
  picture = file:read("*a")
  file:close()
  pause = tonumber(args[3])
  refusals = ""
end

function delay()
  return math.random(0, 2 * pause)
end

function request()
  local left = math.random(1000)
  for _, kind in ipairs(MIX) do
    left = left - kind[1]
    if left <= 0 then return kind[3]() end
  end
  return get("/")
end

-- Answers of one connection come in order, but `wrk` does not say of which: the words of the refusal must do.
function response(status, _, body)
  if status >= 400 and #refusals < 4000 then
    refusals = refusals .. status .. " " .. body:sub(1, 200) .. "\n"
  end
end

function done(summary, latency, requests)
  local errors = summary.errors
  print(string.format("requests a second: %.0f", summary.requests / summary.duration * 1e6))
  print(string.format("ms of 50 / 95 / 99 %%: %.2f / %.2f / %.2f, longest %.0f",
    latency:percentile(50) / 1000, latency:percentile(95) / 1000, latency:percentile(99) / 1000, latency.max / 1000))
  print(string.format("refused %d, connections failed %d, timeouts %d", errors.status, errors.connect + errors.read + errors.write, errors.timeout))
  for _, thread in ipairs(threads) do
    local words = thread:get("refusals")
    if words ~= "" then print(words) end
  end
end
