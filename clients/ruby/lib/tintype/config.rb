# frozen_string_literal: true

require "uri"

module Tintype
  # Settings of a client.
  class Config
    DEFAULT_URL = "http://127.0.0.1:8080"

    attr_reader :key, :secret, :url, :edge_url, :use_edge, :signature_version, :timeout, :max_retries, :max_retry_wait

    def initialize(key, secret, url: nil, edge_url: nil, use_edge: false, signature_version: 1, timeout: nil,
                   max_retries: 2, max_retry_wait: 30)
      @key = required(key, "key", "TINTYPE_KEY")
      @secret = required(secret, "secret", "TINTYPE_SECRET")
      @url = base(setting(url, "TINTYPE_URL") || DEFAULT_URL)
      @edge_url = base(setting(edge_url, "TINTYPE_EDGE_URL"))
      @use_edge = use_edge
      @signature_version = signature_version
      @timeout = timeout
      @max_retries = max_retries
      @max_retry_wait = max_retry_wait
      return unless use_edge && @edge_url.nil?

      raise ArgumentError, "`use_edge` needs the edge host: pass `edge_url`, or set TINTYPE_EDGE_URL."
    end

    # The base of signed URLs.
    def render_url
      use_edge ? edge_url : url
    end

    def bearer
      "Bearer #{["#{key}:#{secret}"].pack("m0")}"
    end

    def inspect
      "#<#{self.class} key=#{key.inspect} url=#{url.inspect}>"
    end

    private

    # Empty text counts as none.
    def setting(value, variable)
      [value, ENV[variable]].find { |text| text && !text.empty? }
    end

    def required(value, name, variable)
      setting(value, variable) or
        raise ArgumentError, "The API #{name} is missing: pass `#{name}`, or set #{variable}."
    end

    def base(address)
      return unless address
      return address.chomp("/") if address.start_with?("http://", "https://") && URI(address).host

      raise ArgumentError, "The address of the service starts with http:// or https://, unlike #{address.inspect}."
    rescue URI::InvalidURIError
      raise ArgumentError, "The address of the service is no URL: #{address.inspect}."
    end
  end
end
