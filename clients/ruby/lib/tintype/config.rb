# frozen_string_literal: true

require "uri"

module Tintype
  # Settings of a client.
  class Config
    DEFAULT_URL = "http://127.0.0.1:8080"

    attr_reader :key, :secret, :url, :edge_url, :use_edge, :signature_version, :timeout, :max_retries, :max_retry_wait

    def initialize(key, secret, url: nil, edge_url: nil, use_edge: false, signature_version: 1, timeout: nil,
                   max_retries: 2, max_retry_wait: 30)
      @key, @secret = pair(key, secret)
      @url = base(setting(url, "TINTYPE_URL") || DEFAULT_URL)
      @edge_url = base(setting(edge_url, "TINTYPE_EDGE_URL"))
      @use_edge = use_edge
      @signature_version = signature_version
      @timeout = limit(timeout)
      @max_retries = max_retries
      @max_retry_wait = max_retry_wait
      return unless use_edge && @edge_url.nil?

      raise ArgumentError, "`use_edge` needs the edge host: pass `edge_url`, or set TINTYPE_EDGE_URL."
    end

    # A copy with other settings.
    def with(**settings)
      limit(settings[:timeout])
      dup.tap do |copy|
        settings.each { |name, value| copy.instance_variable_set("@#{name}", value) }
      end
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

    def limit(seconds)
      return seconds if seconds.nil? || (seconds.is_a?(Numeric) && seconds.positive?)

      raise ArgumentError, "`timeout` takes seconds above 0, not #{seconds.inspect}. nil is the service's own limit."
    end

    def setting(value, variable)
      text(value) || text(ENV[variable])
    end

    # Empty text counts as none.
    def text(value)
      value unless value.to_s.empty?
    end

    # The variables are one pair: their secret is not for another key, nor their key for another secret.
    def pair(key, secret)
      given = { "TINTYPE_KEY" => key, "TINTYPE_SECRET" => secret }
      is_other = given.any? { |variable, value| other?(value.to_s, ENV[variable].to_s) }
      given.map do |variable, value|
        (is_other ? text(value) : setting(value, variable)) or raise ArgumentError, missing(variable)
      end
    end

    def other?(value, variable)
      !value.empty? && !variable.empty? && value != variable
    end

    def missing(variable)
      name = variable.delete_prefix("TINTYPE_").downcase
      return "The API #{name} is missing: pass `#{name}`, or set #{variable}." unless setting(nil, variable)

      "The API #{name} is missing: pass key and secret; #{variable} is of another pair."
    end

    def base(address)
      return unless address
      raise ArgumentError, "The address of the service takes no user and password." if URI(address).userinfo
      return address.chomp("/") if address.start_with?("http://", "https://") && URI(address).host

      raise ArgumentError, "The address of the service starts with http:// or https://, unlike #{address.inspect}."
    rescue URI::InvalidURIError
      raise ArgumentError, "The address of the service is no URL: #{address.inspect}."
    end
  end
end
