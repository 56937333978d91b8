# frozen_string_literal: true

module Tintype
  # The base of all errors of this library. No message contains a secret or a signed URL.
  class Error < StandardError; end

  # The service refused or failed a request.
  class APIError < Error
    # `code` is stable and for programs, such as `invalid_option`. `request_id` names the request in the service's logs.
    # `retry_after` is in seconds, nil if the service names none. `details` has the other properties of the error's
    # JSON, such as `diagnosis` of an action.
    attr_reader :code, :status, :request_id, :retry_after, :details

    # The service's sentences speak of the wire, which this library writes.
    WRONG_PAIR = %w[unknown_api_key invalid_hash invalid_credentials].freeze
    METHODS = {
      "PUT /v1/account/storage" => "account.storage.put",
      "POST /v1/account/storage/test" => "account.storage.test",
      "POST /v1/sessions" => "sessions.create"
    }.freeze
    UNKNOWN_PAIR = "The service does not know this API key with this secret"
    private_constant :WRONG_PAIR, :UNKNOWN_PAIR, :METHODS

    def initialize(text, code:, status:, request_id: nil, retry_after: nil, details: {})
      request = request_id ? ", request #{request_id}" : ""
      super("#{advised(text, code, details)} (#{status} #{code}#{request})")
      @code = code
      @status = status
      @request_id = request_id
      @retry_after = retry_after
      @details = details
    end

    private

    # A secret that lacks a scope is right.
    def advised(text, code, details)
      if WRONG_PAIR.include?(code) && !details["requiredScope"]
        reason = code == "invalid_credentials" ? UNKNOWN_PAIR : text[/[^.:]*/]
        return "#{reason}; check the client's key and secret"
      end

      METHODS.each { |route, method| text = text.sub(%r{#{route}(?![\w/])}, "`#{method}`") }
      with_names(text)
    end

    # Options have names of Ruby, such as `wait_for` for `waitFor`.
    def with_names(text)
      names = OPTION_NAMES.fetch("all").merge(Sessions::CREATE_OPTIONS).invert
      text.gsub(/`(\w+)`/) { |quoted| names.key?(quoted[1..-2]) ? "`#{names[quoted[1..-2]]}`" : quoted }
    end
  end

  # The service did not answer in time.
  class TimeoutError < Error; end

  # The service cannot be reached, or the connection broke.
  class ConnectionError < Error; end

  # A notification is not genuine, or too old.
  class WebhookSignatureError < Error; end
end
