# frozen_string_literal: true

require "json"
require "uri"

module Tintype
  # Signed URLs, and requests of renders.
  class Renders
    # The service gives a render this time and its delay; 10 s are for the way.
    RENDER_SECONDS = REQUEST_SECONDS + 10
    EDGE_RENDER_SECONDS = EDGE_SECONDS + 10
    # The largest `delay`. A preset may have it.
    MOST_DELAY_SECONDS = 60
    # The year 5138 in seconds; a clock in milliseconds passed it in 1973.
    LEAST_MILLISECONDS = 100_000_000_000
    SOURCES = %w[url html markdown].freeze

    def initialize(config, transport)
      @config = config
      @transport = transport
    end

    def signed_url(endpoint, url, options, expires = nil)
      sign(endpoint, page_options(endpoint, url, options), expires)
    end

    def fetch(endpoint, url, options)
      wire = page_options(endpoint, url, options)
      call = Call.new(http_method: "GET", url: sign(endpoint, wire), what: "the #{endpoint} of #{Signing.shown(url.to_s)}",
                      timeout: seconds(wire))
      result(endpoint, @transport.send_call(call), call)
    end

    def post(endpoint, page, options)
      wire = Options.wire(endpoint, options)
      call = post_call({ "endpoint" => endpoint, **source(page), **wire }, "the #{endpoint}", seconds(wire))
      result(endpoint, @transport.send_call(call), call)
    end

    def report(outputs, page, options)
      wire = Options.wire("all", options)
      body = { "outputs" => outputs.map { |output| output_of(output) }, **source(page), **wire }
      call = post_call(body, "the render", 2 * seconds(wire))
      @transport.json_of(@transport.send_call(call), call)
    end

    def later(endpoint, url, options, notification_uri:, key:)
      body = { "endpoint" => endpoint, "async" => true, "url" => url, **Options.wire(endpoint, options) }
      body["notification_uri"] = notification_uri if notification_uri
      call = post_call(body, "the render", RENDER_SECONDS, { "Idempotency-Key" => key })
      @transport.json_of(@transport.send_call(call), call)
    end

    private

    def page_options(endpoint, url, options)
      raise ArgumentError, "The address of the page is empty." if url.to_s.empty?

      { "url" => url.to_s, **Options.wire(endpoint, options) }
    end

    def sign(endpoint, wire, expires = nil)
      wire = wire.merge("expires" => expiry(expires)) if expires
      query = Signing.encode_query(wire)
      is_v2 = wire.key?("expires") || @config.signature_version == 2
      secret = @config.secret
      signature = is_v2 ? Signing.sign_v2(secret, endpoint, query) : Signing.sign_v1(secret, query)
      "#{@config.render_url}#{"/v2" if is_v2}/#{@config.key}/#{signature}/#{endpoint}?#{query}"
    end

    def expiry(expires)
      takes = "`expires` takes a Time or Unix seconds"
      isnt = ", not #{expires.inspect}."
      raise ArgumentError, takes + isnt unless expires.is_a?(Numeric) || expires.is_a?(Time)

      seconds = expires.is_a?(Time) ? expires.to_i : expires
      raise ArgumentError, "#{takes}; #{expires} looks like milliseconds." if seconds >= LEAST_MILLISECONDS
      raise ArgumentError, "#{takes} in the future#{isnt}" unless seconds > Time.now.to_f

      seconds.to_i
    end

    def source(page)
      given = page.compact
      return given if (given.keys & SOURCES).one?

      raise ArgumentError, "A render takes exactly one of `url`, `html` and `markdown`."
    end

    def output_of(output)
      return output.to_s unless output.is_a?(Hash)

      endpoint = (output[:endpoint] || output["endpoint"]).to_s
      options = output.reject { |name, _| name.to_s == "endpoint" }
      { "endpoint" => endpoint, **Options.wire(endpoint, options) }
    end

    def post_call(body, what, timeout, headers = {})
      Call.new(http_method: "POST", url: "#{@config.render_url}/v1/renders", what: what, body: Options.json(body),
               headers: { "Authorization" => @config.bearer, **headers }, timeout: timeout)
    end

    def seconds(wire)
      return EDGE_RENDER_SECONDS if @config.use_edge

      delay = wire.fetch("delay") { wire.key?("preset") ? MOST_DELAY_SECONDS : 0 }
      RENDER_SECONDS + (delay.is_a?(Numeric) ? delay : MOST_DELAY_SECONDS)
    end

    def result(endpoint, response, call)
      info = info_of(response)
      is_redirect = response.code.to_i >= 300
      is_file = is_redirect || !%w[content metadata].include?(endpoint)
      return RenderedFile.new(is_redirect ? "" : response.body.to_s, info) if is_file

      kind = endpoint == "content" ? Content : Metadata
      kind.new(@transport.json_of(response, call), info)
    end

    def info_of(response)
      Info.new(content_type: response["content-type"], cache: response["x-cache"],
               credits: response["x-credits-charged"]&.to_i,
               warnings: response["x-warnings"].to_s.split(" | "),
               target_status: response["x-target-status"]&.to_i,
               file_url: response["x-file-url"], file_name: file_name(response["content-disposition"].to_s),
               etag: response["etag"], request_id: response["x-request-id"], location: response["location"],
               timings: timings(response["server-timing"].to_s))
    end

    def file_name(disposition)
      encoded = disposition[/filename\*=UTF-8''([^;]+)/, 1]
      return URI.decode_www_form_component(encoded.gsub("+", "%2B")) if encoded

      disposition[/filename="([^"]*)"/, 1]
    end

    def timings(text)
      text.scan(/([\w-]+);dur=([\d.]+)/).to_h { |phase, milliseconds| [phase, milliseconds.to_f] }
    end
  end
end
