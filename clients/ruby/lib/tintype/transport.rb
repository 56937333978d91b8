# frozen_string_literal: true

require "json"
require "net/http"
require "uri"
require "zlib"

module Tintype
  # A request as data. `what` names it in messages of errors; after the statuses of `retried`, it is sent again.
  Call = Struct.new(:http_method, :url, :what, :headers, :body, :timeout, :retried, keyword_init: true) do
    # The others have secrets.
    def inspect = "#<#{self.class} #{http_method} #{what}>"
    alias_method :to_s, :inspect
  end

  # Sends requests with Net::HTTP, one connection each. Threads may share it.
  class Transport
    USER_AGENT = "tintype-ruby/#{VERSION}"
    CONNECT_SECONDS = 10
    # Most requests take no longer than an action; 10 s are for the way.
    ANSWER_SECONDS = ACTION_SECONDS + 10
    # Statuses of a busy service. A request with 503 may have had its effect; only some requests bear a repeat.
    BUSY = [429, 503].freeze
    # The status of a request that did not begin.
    NOT_BEGUN = [429].freeze
    # A day; sockets refuse an infinite time.
    MOST_SECONDS = 86_400
    # The codes of answers without one, such as `http_502`.
    NO_CODE = "http_"
    COMMON = %w[success error code requestId].freeze
    BROKEN = [SystemCallError, SocketError, EOFError, IOError, OpenSSL::SSL::SSLError, Net::ProtocolError,
              Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError, Zlib::Error].freeze

    def initialize(config)
      @config = config
    end

    # A transport with other settings.
    def with(**settings)
      Transport.new(@config.with(**settings))
    end

    # Sends a request with the account's bearer, and returns the JSON of the answer, or its property `pick`.
    # `on_lost` is called after an end that leaves unknown what the service did.
    def json(http_method, path, what, body: nil, headers: {}, pick: nil, on_lost: nil, **more)
      text = body && Options.json(body)
      headers = { "Authorization" => @config.bearer, **headers }
      call = Call.new(http_method: http_method, url: @config.url + path, what: what, headers: headers, body: text, **more)
      answer = on_lost ? json_or(on_lost, call) : json_of(send_call(call), call)
      pick ? answer[pick] : answer
    end

    # Sends a call, again while the service is busy, and returns the response. Raises Tintype::Error.
    def send_call(call)
      left = @config.max_retries
      seconds = @config.max_retry_wait
      loop do
        response = answer(call)
        return of_service(response, call) if response.code.to_i < 400

        wait = retry_after(response)
        is_busy = (call.retried || BUSY).include?(response.code.to_i)
        raise error_of(response, call) unless is_busy && wait && left.positive? && wait <= seconds

        left -= 1
        seconds -= wait
        sleep(wait)
      end
    end

    def json_of(response, call)
      JSON.parse(response.body.to_s)
    rescue JSON::ParserError
      raise Error, foreign(response, call)
    end

    def inspect
      "#<#{self.class} #{@config.inspect}>"
    end

    private

    # A proxy may answer after the service did its work. `Thread#kill` runs only `ensure`.
    def json_or(on_lost, call)
      is_answer = false
      answer = json_of(send_call(call), call)
      is_answer = true
      answer
    rescue APIError => e
      is_answer = !e.code.start_with?(NO_CODE)
      raise
    ensure
      on_lost.call unless is_answer
    end

    def answer(call)
      seconds = [@config.timeout || call.timeout || ANSWER_SECONDS, MOST_SECONDS].min
      host, path = split(call.url)
      connection(host, seconds).start { |http| exchange(http, request(call, path), seconds) }
    rescue Net::OpenTimeout
      raise ConnectionError, unreachable(call)
    rescue Net::ReadTimeout, Net::WriteTimeout
      raise TimeoutError, "The service did not answer within #{seconds} s: #{call.what}."
    rescue *BROKEN => e
      raise ConnectionError, "#{unreachable(call)} #{e.message}"
    end

    # The times of Net::HTTP are those between two bytes.
    def exchange(http, request, seconds)
      ends = now + seconds
      body = String.new
      response = http.request(request) do |answer|
        answer.read_body do |part|
          body << part
          http.read_timeout = ends - now
          raise Net::ReadTimeout unless http.read_timeout.positive?
        end
      end
      response.body = body
      response
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end

    # The path is sent as it is: URI would rewrite a signed query.
    def split(url)
      [URI(url[%r{\Ahttps?://[^/?]+}]), url.sub(%r{\Ahttps?://[^/?]+}, "")]
    end

    def connection(host, seconds)
      http = Net::HTTP.new(host.hostname, host.port)
      http.use_ssl = host.scheme == "https"
      http.open_timeout = [seconds, CONNECT_SECONDS].min
      http.read_timeout = seconds
      http.write_timeout = seconds
      # Net::HTTP would repeat a render whose answer is late.
      http.max_retries = 0
      http
    end

    def request(call, path)
      headers = { "User-Agent" => USER_AGENT, "Accept" => "*/*", **(call.headers || {}) }
      headers["Content-Type"] ||= "application/json" if call.body
      has_answer = true
      request = Net::HTTPGenericRequest.new(call.http_method, !call.body.nil?, has_answer, path, headers)
      request.body = call.body if call.body
      request
    end

    def error_of(response, call)
      answer = begin
        JSON.parse(response.body.to_s)
      rescue JSON::ParserError
        {}
      end
      # A proxy may have a number as code.
      answer = {} unless answer.is_a?(Hash) && answer["code"].is_a?(String)
      APIError.new(answer["error"] || foreign(response, call),
                   code: answer["code"] || "#{NO_CODE}#{response.code}",
                   status: response.code.to_i,
                   request_id: answer["requestId"] || response["x-request-id"],
                   retry_after: retry_after(response),
                   details: answer.except(*COMMON))
    end

    def retry_after(response)
      text = response["retry-after"].to_s
      text.match?(/\A\d{1,9}(\.\d+)?\z/) ? text.to_f : nil
    end

    def unreachable(call)
      "The service at #{split(call.url).first} cannot be reached."
    end

    # Each answer of the service has a request id, and none below 400 is HTML.
    def of_service(response, call)
      return response if response["x-request-id"] && !response["content-type"].to_s.downcase.start_with?("text/html")

      raise Error, foreign(response, call)
    end

    def foreign(response, call)
      "The answer #{response.code} of #{split(call.url).first} is not one of Tintype. " \
        "Check the client's `url`, and proxies on the way."
    end
  end
end
