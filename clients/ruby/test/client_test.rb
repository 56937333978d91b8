# frozen_string_literal: true

require "json"
require "minitest/autorun"
require "timeout"
require "socket"
require "tintype"

# Gives prepared answers on loopback, and keeps the requests. Those with the header `server` are of another program.
class Service
  Request = Struct.new(:http_method, :path, :headers, :body)

  attr_reader :requests, :url

  def initialize(*answers)
    @requests = []
    @server = TCPServer.new("127.0.0.1", 0)
    @url = "http://127.0.0.1:#{@server.addr[1]}"
    @thread = Thread.new { answers.each { |answer| serve(answer) } }
  end

  def client(**settings)
    Tintype.new("key", SECRET, url: url, **settings)
  end

  def stop
    @thread.kill
    @server.close
  end

  private

  def serve(answer)
    socket = @server.accept
    http_method, path, = socket.gets.split
    headers = {}
    while (line = socket.gets.chomp) != ""
      name, value = line.split(": ", 2)
      headers[name.downcase] = value
    end
    body = socket.read(headers["content-length"].to_i)
    @requests << Request.new(http_method, path, headers, body)
    case answer
    when :silence then sleep
    # Until the client ends the connection.
    when :hang then socket.read
    when :drip then drip(socket)
    when String then socket.write(answer)
    else reply(socket, *answer)
    end
  rescue Errno::EPIPE, Errno::ECONNRESET
    nil
  ensure
    socket&.close
  end

  def drip(socket)
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
    100.times do
      socket.write("x")
      sleep(0.02)
    end
  end

  def reply(socket, status, headers, body)
    text = body.is_a?(String) ? body : JSON.generate(body)
    headers = { "x-request-id" => "req_1", **headers } unless headers.key?("server")
    lines = headers.map { |name, value| "#{name}: #{value}\r\n" }.join
    socket.write("HTTP/1.1 #{status} X\r\n#{lines}content-length: #{text.bytesize}\r\nconnection: close\r\n\r\n#{text}")
  end
end

SECRET = "a-secret-text"

module Answers
  def busy(seconds = "0", status = 503)
    body = { success: false, error: "All browsers are busy.", code: "overloaded", requestId: "req_1" }
    [status, seconds ? { "retry-after" => seconds } : {}, body]
  end

  def session(status = "active")
    [201, {}, { success: true, sessionId: "sess_1", session: { id: "sess_1", status: status } }]
  end

  def ok(body = { success: true })
    [200, {}, body]
  end

  def with(*answers)
    service = Service.new(*answers)
    yield service
  ensure
    service&.stop
  end
end

class ResultsTest < Minitest::Test
  include Answers

  HEADERS = {
    "content-type" => "image/png", "content-disposition" => "inline; filename=\"ex.png\"; filename*=UTF-8''%C3%A9x.png",
    "x-cache" => "HIT", "x-credits-charged" => "0", "x-warnings" => "a wait | a budget", "x-target-status" => "404",
    "server-timing" => "queue;dur=1.5, navigate;dur=20"
  }.freeze

  def test_a_file
    with([200, HEADERS, "PNG"]) do |service|
      picture = service.client.fetch_image("https://example.com/~a/", full: true)
      assert_equal ["PNG", true, 0], [picture, picture.info.cached?, picture.info.credits]
      assert_equal [["a wait", "a budget"], 404, "éx.png"],
                   [picture.info.warnings, picture.info.target_status, picture.info.file_name]
      assert_equal({ "queue" => 1.5, "navigate" => 20 }, picture.info.timings)
      assert_equal "tintype-ruby/#{Tintype::VERSION}", service.requests[0].headers["user-agent"]
      assert_includes service.requests[0].path, "/image?url=https%3A%2F%2Fexample.com%2F%7Ea%2F&full=true"
    end
  end

  def test_content_and_metadata
    content = { success: true, html: "<p>", textContent: "a", markdown: "# a" }
    with(ok(content), ok({ success: true, metadata: { title: "T", author: nil } })) do |service|
      result = service.client.fetch_content("https://example.com/")
      assert_equal ["<p>", "a", "# a"], [result.html, result.text, result["markdown"]]
      assert_equal "T", service.client.fetch_metadata("https://example.com/").fields["title"]
    end
  end

  def test_a_redirect_to_the_storage_is_not_followed
    with([302, { "location" => "https://store.example/a.png" }, ""]) do |service|
      picture = service.client.fetch_image("https://example.com/", s3_redirect: true)
      assert_equal ["", "https://store.example/a.png"], [picture, picture.info.location]
    end
  end

  def test_posts
    with([200, {}, "%PDF"], ok({ success: true, results: [] })) do |service|
      service.client.render(:pdf, html: "<p>", format: "A5", base_url: "https://example.com/")
      service.client.render_report(["content", { endpoint: "pdf", print_background: true }], url: "https://example.com/")
      sent = service.requests.map { |request| JSON.parse(request.body) }
      assert_equal({ "endpoint" => "pdf", "html" => "<p>", "baseUrl" => "https://example.com/", "format" => "A5" }, sent[0])
      assert_equal ["content", { "endpoint" => "pdf", "printBackground" => true }], sent[1]["outputs"]
    end
  end
end

class ErrorsTest < Minitest::Test
  include Answers

  def test_an_error_of_the_service
    answer = { success: false, error: "Too many.", code: "session_limit", requestId: "req_9", activeSessionCount: 5 }
    with([429, { "retry-after" => "60" }, answer]) do |service|
      error = assert_raises(Tintype::APIError) { service.client.sessions.create }
      assert_equal ["session_limit", 429, "req_9", 60], [error.code, error.status, error.request_id, error.retry_after]
      assert_equal({ "activeSessionCount" => 5 }, error.details)
      assert_equal "Too many. (429 session_limit, request req_9)", error.message
    end
  end

  def test_something_that_is_no_service
    other = { "server" => "other" }
    html = { "content-type" => "text/html" }
    with([502, {}, "<h1>Bad Gateway"], [200, {}, "<h1>"], [200, html, "<h1>"], [200, other, { account: {} }]) do |service|
      client = service.client
      place = "of #{service.url} is not one of Tintype. Check the client's `url`"
      assert_includes assert_raises(Tintype::APIError) { client.account.get }.message, "The answer 502 #{place}"
      calls = [-> { client.account.get }, -> { client.fetch_image("https://example.com/") }, -> { client.account.get }]
      calls.each { |call| assert_includes assert_raises(Tintype::Error, &call).message, "The answer 200 #{place}" }
    end
  end

  def test_messages_name_methods
    text = "The account has no storage configured. Set one with PUT /v1/account/storage."
    error = Tintype::APIError.new(text, code: "storage_not_configured", status: 409)
    assert_includes error.message, "Set one with `account.storage.put`. (409"
    wrong = Tintype::APIError.new("No account. Check the path.", code: "unknown_api_key", status: 401)
    assert_equal "No account; check the client's key and secret (401 unknown_api_key)", wrong.message
    pair = Tintype::APIError.new("Wrong: send it.", code: "invalid_credentials", status: 401)
    assert_includes pair.message, "does not know this API key with this secret; check the client's key and secret"
    scope = { "requiredScope" => "manage" }
    scoped = Tintype::APIError.new("It may not.", code: "invalid_credentials", status: 401, details: scope)
    assert_equal "It may not. (401 invalid_credentials)", scoped.message
    hint = "The option `waitFor` takes a selector. The answer has `nextCursor`."
    named = Tintype::APIError.new(hint, code: "invalid_option", status: 400)
    assert_includes named.message, "The option `wait_for` takes a selector. The answer has `nextCursor`. (400"
  end

  def test_a_misspelt_option_of_a_session
    sessions = Tintype.new("key", "secret", url: "http://127.0.0.1:1").sessions
    { max_ttl: "max_ttl_seconds", proxi: "proxy" }.each do |name, meant|
      error = assert_raises(ArgumentError) { sessions.create(name => 5) }
      assert_equal "A session has no option `#{name}`. Did you mean `#{meant}`?", error.message
    end
  end

  def test_ids_are_one_segment
    with(session) do |service|
      service.client.sessions.get("a/b?c#d e")
      assert_equal "/v1/sessions/a%2Fb%3Fc%23d%20e", service.requests[0].path
    end
    client = Tintype.new("key", "secret", url: "http://127.0.0.1:1")
    calls = %i[get close live attach].map { |name| client.sessions.method(name) }
    calls += %i[get cancel notify_again wait].map { |name| client.batches.method(name) }
    calls += [client.account.presets, client.account.profiles].flat_map { |each| [each.method(:get), each.method(:delete)] }
    calls += [->(id) { client.sessions.action(id, "title") }, ->(id) { client.account.presets.put(id, {}) }]
    [*calls, client.account.secrets.method(:delete)].product(["", ".", "..", nil]).each do |call, id|
      expected = /\A`(id` is #{Regexp.escape(id.inspect)}\. Pass|name` is #{Regexp.escape(id.inspect)}\. It has 1 to 64)/
      assert_match(expected, assert_raises(ArgumentError) { call.call(id) }.message)
    end
  end

  def test_a_render_has_the_delay_that_a_preset_may_have
    expected = { {} => 70, { delay: 5 } => 75, { preset: "a" } => 130, { preset: "a", delay: 5 } => 75 }
    expected.each do |options, seconds|
      transport = Object.new
      transport.define_singleton_method(:send_call) { |call| throw(:sent, call.timeout) }
      renders = Tintype::Renders.new(Tintype::Config.new("key", SECRET), transport)
      assert_equal(seconds, catch(:sent) { renders.fetch("image", "https://example.com/", options) })
      assert_equal(seconds, catch(:sent) { renders.post("image", { "html" => "<p>" }, options) })
    end
  end

  def test_times_and_connections
    with(:silence) do |service|
      error = assert_raises(Tintype::TimeoutError) { service.client(timeout: 0.1).fetch_image("https://example.com/") }
      assert_equal "The service did not answer within 0.1 s: the image of https://example.com/.", error.message
    end
    with(:drip, "no HTTP\r\n\r\n") do |service|
      started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      assert_raises(Tintype::TimeoutError) { service.client(timeout: 0.1).fetch_image("https://example.com/") }
      assert_operator Process.clock_gettime(Process::CLOCK_MONOTONIC) - started, :<, 1
      assert_raises(Tintype::ConnectionError) { service.client(timeout: Float::INFINITY).account.get }
    end
    with { |service| @closed = service.client }
    error = assert_raises(Tintype::ConnectionError) { @closed.account.get }
    assert_match(/cannot be reached/, error.message)
    refute_includes error.message, SECRET
    refute_includes @closed.inspect, SECRET
    refute_includes @closed.sessions.inspect, SECRET
  end

  def test_wrong_calls
    client = Tintype.new("key", "secret")
    wrong = {
      "Did you mean `dark_mode`?" => -> { client.build_image_url("https://example.com/", dark_mod: true) },
      "Did you mean `full`?" => -> { client.build_image_url("https://example.com/", full_page: true) },
      "String keys send" => -> { client.build_image_url("https://example.com/", newer: true) },
      "Did you mean `darkMode`?" => -> { client.build_image_url("https://example.com/", { "dark_mode" => true }) },
      "Did you mean `quality`?" => lambda do
        client.batches.submit("image", [{ url: "x", options: { file_name: "a", qualty: 1 } }])
      end,
      "has no option `fullPage`. Did you mean `full`?" => lambda do
        client.batches.submit("image", [{ "url" => "x", "options" => { "fullPage" => true } }])
      end,
      "has no option `zzz`. `extra` sends" => -> { client.batches.submit("pdf", [{ url: "x", options: { zzz: 1 } }]) },
      "exactly one of" => -> { client.render("pdf", html: "a", url: "https://example.com/") },
      "finite" => -> { client.build_image_url("https://example.com/", scale_factor: Float::NAN) },
      "a finite number, not NaN or Inf" => -> { client.render("image", url: "https://example.com/", delay: Float::NAN) },
      "JSON. An option takes a finite" => -> { client.sessions.action("a", "moveMouse", { x: Float::INFINITY, y: 1 }) },
      "valid UTF-8" => -> { client.sessions.action("a", "type", { text: "\xff" }) },
      "array of items" => -> { client.batches.submit("image", "https://example.com/") },
      "There is no endpoint `pfd`." => -> { client.render("pfd", html: "x") },
      "Item 1 of the batch takes" => -> { client.batches.submit("image", ["https://example.com/", {}]) },
      "Item 0 of the batch takes" => -> { client.batches.submit("image", [{ "url" => "" }]) },
      "Put a single item" => -> { client.batches.submit("image", { url: "https://example.com/" }) },
      "image or pdf, not imag." => -> { client.batches.submit("imag", ["https://example.com/"]) },
      "above 0, not 0." => -> { Tintype.new("key", "secret", timeout: 0) },
      "above 0, not -1." => -> { client.with_options(timeout: -1) },
      "above 0, not \"5\"." => -> { client.with_options(timeout: "5") },
      "no other host" => -> { client.delete_file("https://other.example/files/a/b") },
      "pass `secret`, or set TINTYPE_SECRET" => -> { Tintype.new("key") },
      "unlike \"shots.example\"" => -> { Tintype.new("key", "secret", url: "shots.example") },
      "no user and password" => -> { Tintype.new("key", "secret", url: "http://ada:b@shots.example") },
      "no URL: \"http://a:80b\"" => -> { Tintype.new("key", "secret", url: "http://a:80b") },
      "not 1+2i" => -> { client.build_image_url("https://example.com/", scale_factor: Complex(1, 2)) }
    }
    wrong.each { |text, call| assert_includes assert_raises(ArgumentError, &call).message, text }
  end

  def test_the_environment_is_one_pair
    variables = { "TINTYPE_KEY" => "env", "TINTYPE_SECRET" => "hidden" }
    before = variables.to_h { |name, _| [name, ENV[name]] }
    ENV.update(variables)
    assert_includes Tintype.new.build_image_url("https://example.com/"), "/env/"
    assert_includes Tintype.new("key", "secret").build_image_url("https://example.com/"), "/key/"
    { "TINTYPE_SECRET" => ["other"], "TINTYPE_KEY" => [nil, "other"] }.each do |variable, half|
      assert_includes assert_raises(ArgumentError) { Tintype.new(*half) }.message, "#{variable} is of another pair"
    end
  ensure
    ENV.update(before)
  end

  def test_a_wrong_secret
    refused = [401, {}, { success: false, error: "Invalid hash", code: "invalid_hash", requestId: "req_1" }]
    with(refused) do |service|
      error = assert_raises(Tintype::APIError) { service.client.fetch_image("https://example.com/") }
      assert_equal "Invalid hash; check the client's key and secret (401 invalid_hash, request req_1)", error.message
    end
  end
end

class RetriesTest < Minitest::Test
  include Answers

  def test_settings_of_some_calls
    with(busy, busy, busy, ok({ account: { id: "a" } }), :silence) do |service|
      client = service.client
      assert_raises(Tintype::APIError) { client.with_options(max_retries: 0).account.get }
      assert_equal({ "id" => "a" }, client.account.get)
      assert_raises(Tintype::TimeoutError) { client.with_options(timeout: 0.05).account.get }
    end
  end

  def test_a_busy_service_is_asked_again
    with(busy, busy("0.01", 429), [200, {}, "x"]) do |service|
      assert_equal "x", service.client.fetch_image("https://example.com/")
    end
  end

  def test_until_the_limits
    cases = [[[busy] * 3, {}], [[busy], { max_retries: 0 }], [[busy("31")], {}], [[busy(nil)], {}], [[busy("0", 500)], {}]]
    cases.each do |answers, settings|
      with(*answers) do |service|
        assert_raises(Tintype::APIError) { service.client(**settings).fetch_image("https://example.com/") }
        assert_equal answers.length, service.requests.length
      end
    end
  end

  def test_the_create_of_a_session_keeps_its_key
    with(busy, session) do |service|
      assert_equal "sess_1", service.client.sessions.create.id
      assert_equal 1, service.requests.map { |request| request.headers["idempotency-key"] }.uniq.length
    end
  end

  def test_an_action_may_have_run
    with(session, busy) do |service|
      browser = service.client.sessions.create
      assert_raises(Tintype::APIError) { browser.click("#pay") }
      assert_equal 2, service.requests.length
    end
  end

  def test_a_write_without_a_key_may_have_happened
    writes = [->(client) { client.account.secrets.create("ci") }, ->(client) { client.account.token(SECRET) },
              ->(client) { client.batches.notify_again("batch_1") }]
    writes.each do |write|
      with(busy("0", 429), busy, ok) do |service|
        assert_raises(Tintype::APIError) { write.call(service.client) }
        assert_equal 2, service.requests.length
      end
    end
  end
end

class SessionsTest < Minitest::Test
  include Answers

  def test_a_block_closes_its_session
    with(session, ok({ success: true, title: "T" }), session("closed")) do |service|
      title = service.client.sessions.create(max_ttl_seconds: 60) { |browser| browser.title["title"] }
      assert_equal "T", title
      assert_equal %w[POST POST DELETE], service.requests.map(&:http_method)
      assert_equal({ "maxTtlSeconds" => 60 }, JSON.parse(service.requests[0].body))
    end
  end

  def test_an_attached_session
    with(ok({ success: true, title: "T" }), session("closed")) do |service|
      browser = service.client.sessions.attach("sess_1")
      assert_equal ["sess_1", nil, "T"], [browser.id, browser.info, browser.title["title"]]
      assert_equal "closed", browser.close["status"]
      assert_equal ["/v1/sessions/sess_1/actions", "/v1/sessions/sess_1"], service.requests.map(&:path)
    end
  end

  # `Timeout.timeout` and a web server that ends a worker raise in the thread, too.
  def test_a_raise_in_the_thread_ends_the_call_and_closes_the_session
    [->(thread) { thread.raise(Interrupt) }, ->(thread) { thread.kill }].each do |cancel|
      with(session, :hang, session("closed")) do |service|
        thread = Thread.new { service.client.sessions.create { |browser| browser.goto("https://example.com/") } }
        thread.report_on_exception = false
        Timeout.timeout(10) { sleep 0.01 until service.requests.length == 2 }
        cancel.call(thread)
        begin
          thread.join
        rescue Interrupt
          # It is the one of the test.
        end
        assert_equal %w[POST POST DELETE], service.requests.map(&:http_method)
      end
    end
  end

  def test_a_create_whose_answer_is_lost
    cancels = [->(thread) { thread.raise(Interrupt) }, ->(thread) { thread.kill }, ->(_) {}]
    cancels.zip([nil, nil, 0.3]).each do |cancel, timeout|
      with(:hang, session("closed")) do |service|
        client = service.client(timeout: timeout)
        thread = Thread.new { client.sessions.create(cdp: true) { flunk "no block runs" } }
        thread.report_on_exception = false
        Timeout.timeout(10) { sleep 0.01 until service.requests.any? }
        cancel.call(thread)
        begin
          thread.join
        rescue Interrupt, Tintype::TimeoutError
          # It is the one of the test.
        end
        assert_equal [%w[POST /v1/sessions], %w[DELETE /v1/sessions]], service.requests.map { |it| [it.http_method, it.path] }
        create, abandon = service.requests.map { |request| request.headers["idempotency-key"] }
        assert_equal create, abandon
      end
    end
  end

  def test_a_create_that_a_proxy_answers_is_abandoned
    page = "<html>Bad gateway</html>"
    refused = [500, {}, { code: "internal", error: "No." }]
    cases = [[[502, {}, page], 2], [[200, {}, page], 2], [[502, {}, { code: 502 }], 2], [refused, 1]]
    cases.each do |answer, count|
      with(answer, session("closed")) do |service|
        assert_raises(Tintype::Error) { service.client.sessions.create }
        assert_equal %w[POST DELETE].first(count), service.requests.map(&:http_method)
      end
    end
  end

  def test_an_abandoned_create
    with(session("closed"), ok({ success: true, session: nil })) do |service|
      assert_equal "closed", service.client.sessions.abandon("mine")["status"]
      assert_nil service.client.sessions.abandon("mine")
      assert_equal "mine", service.requests.first.headers["idempotency-key"]
    end
  end

  def test_a_lost_create_whose_session_may_stay
    [[503, {}, { code: "unavailable" }], [404, {}, { code: "not_found" }]].each do |answer|
      with("", answer) do |service|
        assert_raises(Tintype::ConnectionError) { service.client.sessions.create }
        assert_equal 2, service.requests.length
      end
    end
    with("") do |service|
      assert_raises(Tintype::ConnectionError) { service.client.sessions.create(idempotency_key: "mine") }
    end
  end

  def test_the_error_of_the_block_wins
    with(session, busy(nil)) do |service|
      assert_raises(KeyError) { service.client.sessions.create { raise KeyError, "mine" } }
      assert_equal 2, service.requests.length
    end
  end

  def test_a_failed_close_is_raised
    with(session, busy(nil)) do |service|
      assert_raises(Tintype::APIError) { service.client.sessions.create { 1 } }
    end
  end

  def test_a_live_view_and_a_saved_login
    link = { url: "https://shots.example/live#token", expiresAt: "2030-01-31T12:00:00.000Z" }
    with(session, ok({ success: true, **link }), session("closed")) do |service|
      browser = service.client.sessions.create
      assert_equal link.values, browser.live(control: true).values_at("url", "expiresAt")
      assert_equal "closed", browser.close(save_profile: "my shop")["status"]
      sent = service.requests.drop(1)
      assert_equal({ "control" => true }, JSON.parse(sent[0].body))
      path = "/v1/sessions/sess_1"
      lines = [["POST", "#{path}/live"], ["DELETE", "#{path}?saveProfile=my%20shop"]]
      assert_equal(lines, sent.map { |request| [request.http_method, request.path] })
    end
  end

  def test_actions_leave_out_what_is_not_given
    with(session, ok, ok) do |service|
      browser = service.client.sessions.create
      browser.fill("#name", "Ada", screenshot: false)
      browser.drag_mouse(from: { x: 1, y: 2 }, to: { x: 3, y: 4 })
      sent = service.requests.drop(1).map { |request| JSON.parse(request.body)["payload"] }
      assert_equal({ "selector" => "#name", "value" => "Ada", "screenshot" => false }, sent[0])
      assert_equal({ "from" => { "x" => 1, "y" => 2 }, "to" => { "x" => 3, "y" => 4 } }, sent[1])
    end
  end
end

class AccountTest < Minitest::Test
  include Answers

  def test_bearers
    made = { success: true, token: "bearer", secretId: "sec_1" }
    with(ok(made), ok(made)) do |service|
      account = service.client.account
      assert_equal ["bearer", "sec_1"], [account.token("own"), account.create_token("ci", scope: "manage")["secretId"]]
      assert_equal ['{"secret":"own"}', '{"name":"ci","scope":"manage"}'], service.requests.map(&:body)
    end
  end

  def test_a_page
    page = ok({ success: true, charges: [{ id: "ch_1", credits: 1 }], nextCursor: "c/2" })
    with(page, page) do |service|
      account = service.client.account
      assert_equal "c/2", account.charges(limit: 1, cursor: "c/1")["nextCursor"]
      assert_equal "ch_1", account.charges["charges"].first["id"]
      assert_equal %w[/v1/account/charges?limit=1&cursor=c%2F1 /v1/account/charges], service.requests.map(&:path)
    end
  end
end

class PresetsTest < Minitest::Test
  include Answers

  def test_a_put_answers_its_warnings
    with(ok({ success: true, preset: { name: "card" }, warnings: ["`vh` has no effect."] })) do |service|
      stored = service.client.account.presets.put("card", { vh: 9 }, endpoint: "pdf")
      assert_equal ["card", ["`vh` has no effect."]], [stored["preset"]["name"], stored["warnings"]]
      assert_equal({ "options" => { "vh" => 9 }, "endpoint" => "pdf" }, JSON.parse(service.requests[0].body))
    end
  end
end

class BatchesTest < Minitest::Test
  include Answers

  def test_what_is_signed
    with(ok, ok, ok) do |service|
      batches = service.client.batches
      page = URI("https://example.com/a")
      batches.submit("image", ["https://example.com/", page, { url: page }])
      batches.get("batch_1", limit: 5)
      batches.cancel("batch_1")
      signed = [service.requests[0].body, "/batch/key/batch_1", "DELETE /batch/key/batch_1"]
      signatures = signed.map { |text| Tintype::Signing.sign_bytes(SECRET, text) }
      assert_equal signatures, service.requests.map { |request| request.headers["x-req-signature"] }
      urls = JSON.parse(service.requests[0].body)["data"].map { |item| item["url"] }
      assert_equal ["https://example.com/", page.to_s, page.to_s], urls
    end
  end

  def test_the_list
    pages = [{ batches: [{ batchId: "batch_2" }], nextCursor: "c/2" }, { batches: [], nextCursor: nil }]
    with(*pages.map { |page| ok(page) }) do |service|
      assert_equal(["batch_2"], service.client.batches.each.map { |state| state["batchId"] })
      assert_equal "/batch/key?limit=100&cursor=c%2F2", service.requests[1].path
      signature = Tintype::Signing.sign_bytes(SECRET, "/batch/key")
      assert_equal [signature] * 2, service.requests.map { |request| request.headers["x-req-signature"] }
    end
  end

  def test_a_wait_has_an_end
    with(*[ok({ success: true, status: "processing", queued: 1, total: 3 })] * 50) do |service|
      error = assert_raises(Tintype::TimeoutError) { service.client.batches.wait("batch_1", timeout: 0.05, poll: 0.02) }
      assert_equal "batch_1 has unfinished items after 0.05 s: 1 of 3.", error.message
    end
  end
end

class WebhooksTest < Minitest::Test
  BODY = '{"event":"batch.completed","batchId":"batch_1"}'
  NOW = 1_900_000_000

  def header(body: BODY, secret: "secret", sent: NOW)
    "t=#{sent},v1=#{Tintype::Signing.sign_bytes(secret, "#{sent}.#{body}")}"
  end

  def test_a_genuine_one
    assert_equal "batch_1", Tintype.verify_webhook(BODY, header, "secret", now: Time.at(NOW + 299))["batchId"]
    assert_equal "batch_1", Tintype.new("key", "secret").verify_webhook(BODY, header, now: Time.at(NOW))["batchId"]
  end

  def test_a_parsed_one
    error = assert_raises(ArgumentError) { Tintype.verify_webhook(JSON.parse(BODY), header, "secret") }
    assert_includes error.message, "takes the raw body"
  end

  def test_forged_ones
    forged = {
      nil => "malformed", "t=1,v1=abc" => "malformed", "#{header}\n" => "malformed",
      header(secret: "other") => "does not fit", header(body: "#{BODY} ") => "does not fit",
      header.sub("t=#{NOW}", "t=#{NOW + 1}") => "does not fit", header(sent: NOW - 301) => "301 s old"
    }
    forged.each do |signature, reason|
      error = assert_raises(Tintype::WebhookSignatureError) do
        Tintype.verify_webhook(BODY, signature, "secret", now: Time.at(NOW))
      end
      assert_includes error.message, reason
    end
  end
end
