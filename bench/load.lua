-- The wrk script of one measurement: wrk … -- <method> <file | ""> <header that is unique | "">
-- A line of the file is a body; or, separated by tabs, a path, a client token, and an optional body.
local requests, sent, build = {}, 0, nil

function init(args)
  local method, bodies, header = args[1], args[2], args[3]
  if bodies == "" then
    requests[1] = wrk.format(method)
  else
    for line in io.lines(bodies) do
      local path, token, body = line:match("^([^\t]*)\t([^\t]*)\t(.*)$")
      if path then
        local headers = { Authorization = "Bearer " .. token }
        for name, value in pairs(wrk.headers) do headers[name] = value end
        requests[#requests + 1] = wrk.format(method, path, headers, body ~= "" and body or nil)
      else
        requests[#requests + 1] = header == "" and wrk.format(method, nil, nil, line) or line
      end
    end
  end
  if header ~= "" then
    local run = os.time() .. "-" .. tostring(requests):match("0x(%x+)")
    local headers = {}
    for name, value in pairs(wrk.headers) do headers[name] = value end
    build = function(body)
      headers[header] = run .. "-" .. sent
      return wrk.format(method, nil, headers, body)
    end
  end
end

function request()
  sent = sent + 1
  local next = requests[sent % #requests + 1]
  return build and build(next) or next
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"count":%d,"microseconds":%d,"p99":%d,"failures":%d}\n', summary.requests,
    summary.duration, latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.timeout + errors.status))
end
