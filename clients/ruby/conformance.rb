# frozen_string_literal: true

# Takes the walk of clients/conformance: ruby -Ilib conformance.rb, with the environment that its README lists.

require "json"
require "net/http"
require "securerandom"
require "tintype"

WALK = JSON.parse(File.read(ENV.fetch("WALK"), encoding: "UTF-8"))
VECTORS = JSON.parse(File.read("#{ENV.fetch("VECTORS")}/signing.json", encoding: "UTF-8"))
SITE = ENV.fetch("SITE_URL")
RECEIVER = ENV.fetch("RECEIVER_URL")
KEY = ENV.fetch("TINTYPE_KEY")
SECRET = ENV.fetch("TINTYPE_SECRET")

def check(condition, message)
  raise message unless condition
end

def address(entry)
  entry["url"] || (SITE + WALK["pages"][entry["page"]])
end

def snake(names)
  names.to_h { |name, value| [name.gsub(/[A-Z]/) { |letter| "_#{letter.downcase}" }.to_sym, value] }
end

def at(value, path)
  path.split(".").reduce(value) { |found, part| found.is_a?(Array) ? found[part.to_i] : found[part] }
end

def matches?(found, wanted)
  return found == wanted unless wanted.is_a?(Hash)

  wanted.key?("includes") ? found.include?(wanted["includes"]) : found.start_with?(wanted["startsWith"])
end

def expect(value, wanted)
  wanted.each do |path, right|
    found = at(value, path)
    check(matches?(found, right), "#{path} is #{found.inspect[0, 200]}, not #{right.inspect}")
  end
end

def expect_result(result, wanted)
  return expect(result, wanted) unless result.is_a?(Tintype::RenderedFile)

  check(result.info.content_type == wanted["contentType"], "content type #{result.info.content_type}")
  check([result[0, 30]].pack("m0").start_with?(wanted["startsWith"]), "begins with #{result[0, 12].dump}")
end

def signing
  all = VECTORS["v1"] + VECTORS["v2"]
  check(all.length >= 40, "only #{all.length} vectors")
  all.select { |vector| vector["options"] }.each do |vector|
    query = Tintype::Signing.encode_query(Tintype::Options.wire("all", vector["options"].to_h))
    check(query == vector["query"], "#{vector["name"]}: #{query}")
  end
  VECTORS["v1"].each { |one| check(Tintype::Signing.sign_v1(one["secret"], one["query"]) == one["md5"], one["name"]) }
  VECTORS["v2"].each do |one|
    check(Tintype::Signing.sign_v2(one["secret"], one["endpoint"], one["query"]) == one["hmac"], one["name"])
  end
end

def render(client, entry)
  [[false, 1], [true, 0]].each do |wanted|
    result = client.public_send("fetch_#{entry["endpoint"]}", address(entry), entry["options"])
    expect_result(result, entry["expect"])
    check([result.info.cached?, result.info.credits] == wanted, result.info.inspect)
  end
  return unless entry["endpoint"] == "image"

  url = client.build_image_url(address(entry), entry["options"], expires: Time.now + 60)
  status = Net::HTTP.get_response(URI(url)).code
  check(url.include?("/v2/") && status == "200", "#{status} #{url}")
end

def post(client)
  file, report = WALK["post"].values_at("file", "report")
  page, options = file["body"].partition { |name, _| name == "markdown" }.map(&:to_h)
  expect_result(client.render(options.delete("endpoint"), options, markdown: page["markdown"]), file["expect"])
  outputs, options = report["body"].partition { |name, _| name == "outputs" }.map(&:to_h)
  expect(client.render_report(outputs["outputs"], options, url: address(report)), report["expect"])
end

def session(client)
  walk = WALK["session"]
  key = SecureRandom.uuid
  id = client.sessions.create(**snake(walk["create"]), idempotency_key: key) do |browser|
    walk["actions"].each { |step| expect(act(browser, step), step["expect"]) }
    expect(browser.live(**snake(walk["live"])), walk["liveExpect"])
    browser.id
  end
  expect(client.sessions.get(id), walk["ended"])
  expect(client.sessions.abandon(key), { "id" => id, **walk["ended"] })
end

def act(browser, step)
  payload = snake(step["payload"])
  payload[:url] = address(step) if step["page"]
  parameters = browser.method(step["action"]).parameters
  places = parameters.reject { |kind, _| kind == :key }.map { |_, name| payload.delete(name) }
  browser.public_send(step["action"], *places, **payload)
end

def batch(client)
  walk = WALK["batch"]
  items = walk["items"].map { |item| { url: address(item), options: item["options"] } }
  accepted = client.batches.submit(walk["endpoint"], items, notification_uri: "#{RECEIVER}/hook")
  expect(accepted, walk["accepted"])
  expect(client.batches.wait(accepted["batchId"], timeout: 120, poll: 0.5), walk["ended"])
  check(client.batches.each_item(accepted["batchId"]).count == 3, "not three items")
  check(client.batches.each.any? { |listed| listed["batchId"] == accepted["batchId"] }, "not listed")
  webhook(accepted["batchId"])
end

def webhook(batch_id)
  delivery = JSON.parse(Net::HTTP.get(URI("#{RECEIVER}/deliveries/#{batch_id}")))
  body = delivery["body"]
  signature = delivery["headers"]["x-signature"]
  expect(Tintype.verify_webhook(body, signature, SECRET), WALK["batch"]["notification"])
  [["#{body} ", SECRET], [body, "#{SECRET}x"]].each { |forged, secret| refused(forged, signature, secret) }
end

def refused(body, signature, secret)
  Tintype.verify_webhook(body, signature, secret)
rescue Tintype::WebhookSignatureError
  true
else
  raise "a forged notification counts as genuine"
end

def charge(account)
  page = account.charges(limit: 1)
  page = account.charges(limit: 1, cursor: page["nextCursor"]) while page["charges"].empty? && page["nextCursor"]
  check(page["charges"].map { |one| one["credits"].positive? } == [true], "no charge")
end

def account(client)
  walk = WALK["account"]
  check(client.account.get["apiKey"] == KEY, "another account")
  check(client.account.usage.any?, "no days")
  charge(client.account)
  made = client.account.secrets.create(walk["secret"]["name"], scope: walk["secret"]["scope"])
  check(client.account.secrets.list.any? { |one| one["id"] == made["secretId"] }, "not listed")
  client.account.secrets.delete(made["secretId"])
  preset = walk["preset"]
  client.account.presets.put(preset["name"], preset["options"], endpoint: preset["endpoint"])
  expect(client.account.presets.get(preset["name"]), walk["presetExpect"])
  client.account.presets.delete(preset["name"])
  expect(client.account.storage.get, walk["storageExpect"])
  client.account.proxy.put(walk["proxy"])
  expect(client.account.proxy.get, walk["proxyExpect"])
  client.account.proxy.delete
  check(client.account.proxy.get.nil?, "a proxy is left")
  saved_login(client.account.profiles, walk)
end

def saved_login(profiles, walk)
  check(profiles.list.any? { |one| one["name"] == walk["profile"] }, "no saved login")
  expect(profiles.get(walk["profile"]), walk["profileExpect"])
  profiles.delete(walk["profile"])
end

def call_wrong(client, entry)
  case entry["call"]
  when "fetch", "fetch-v2" then fetch_wrong(entry)
  when "post" then post_wrong(client, entry["body"])
  when "get-session" then client.sessions.get(entry["id"])
  when "act-after-close" then client.sessions.action(closed_session(client), entry["action"], entry["payload"])
  when "submit-batch" then client.batches.submit(entry["endpoint"], entry["items"])
  when "create-abandoned" then create_abandoned(client)
  else raise "unknown call #{entry["call"]}"
  end
end

def create_abandoned(client)
  key = SecureRandom.uuid
  check(client.sessions.abandon(key).nil?, "a session is abandoned")
  client.sessions.create(idempotency_key: key)
end

def fetch_wrong(entry)
  version = entry["call"] == "fetch-v2" ? 2 : 1
  client = Tintype.new(entry.fetch("key", KEY), entry.fetch("secret", SECRET), signature_version: version)
  client.public_send("fetch_#{entry["endpoint"]}", address(entry), entry["options"])
end

def post_wrong(client, body)
  options = body.reject { |name, _| %w[endpoint html].include?(name) }
  client.render(body["endpoint"], options, html: body["html"])
end

def closed_session(client)
  client.sessions.list(status: "closed", limit: 1)["sessions"].first["id"]
end

def wrong(client, entry)
  call_wrong(client, entry)
rescue Tintype::APIError => e
  check([e.code, e.status] == [entry["code"], entry["status"]], e.message)
  check(e.request_id, "no request id")
else
  raise "#{entry["call"]} succeeds"
end

def ok?(name)
  yield
  puts "ok #{name}"
  true
rescue StandardError => e
  puts "failed #{name}: #{e.class}: #{e.message}".tr("\n", " ")
  false
end

$stdout.sync = true
client = Tintype.new
results = [ok?("signing") { signing }]
results += WALK["renders"].map { |entry| ok?(entry["step"]) { render(client, entry) } }
results << ok?("post") { post(client) }
results << ok?("session") { session(client) }
results << ok?("batch") { batch(client) }
results << ok?("account") { account(client) }
results += WALK["wrong"].map { |entry| ok?(entry["step"]) { wrong(client, entry) } }
exit(results.all?)
