# frozen_string_literal: true

require "securerandom"

module Tintype
  # Renders pages, drives browsers and manages the account. Threads may share it.
  class Client
    attr_reader :sessions, :batches, :account

    # Missing settings come from TINTYPE_KEY, TINTYPE_SECRET, TINTYPE_URL and TINTYPE_EDGE_URL.
    #
    # `use_edge` renders on the edge host, where a request may take 300 s. `signature_version` is 1 or 2. `timeout` is
    # the longest time in seconds of an answer; the default is the service's own limit of each request. A busy
    # service is asked again `max_retries` times, if the waits that it names take at most `max_retry_wait` seconds.
    def initialize(key = nil, secret = nil, **settings)
      wire(Config.new(key, secret, **settings))
    end

    # Returns a client with other settings for some calls.
    def with_options(timeout: @config.timeout, max_retries: @config.max_retries, max_retry_wait: @config.max_retry_wait)
      config = @config.with(timeout: timeout, max_retries: max_retries, max_retry_wait: max_retry_wait)
      dup.tap { |client| client.send(:wire, config) }
    end

    # Returns the signed URL of a picture. `expires`, a Time or Unix seconds, ends it; that needs signature version 2.
    #
    # Symbols are Ruby's names of options, such as `dark_mode:`; strings are wire names, such as `"darkMode" =>`.
    def build_image_url(url, options = {}, expires: nil, **named)
      @renders.signed_url("image", url, options.merge(named), expires)
    end

    # Returns the signed URL of a PDF.
    def build_pdf_url(url, options = {}, expires: nil, **named)
      @renders.signed_url("pdf", url, options.merge(named), expires)
    end

    # Returns the signed URL of a page's HTML, text and Markdown.
    def build_content_url(url, options = {}, expires: nil, **named)
      @renders.signed_url("content", url, options.merge(named), expires)
    end

    # Returns the signed URL of a page's metadata.
    def build_metadata_url(url, options = {}, expires: nil, **named)
      @renders.signed_url("metadata", url, options.merge(named), expires)
    end

    # Returns the signed URL of a recording.
    def build_animated_url(url, options = {}, expires: nil, **named)
      @renders.signed_url("animated", url, options.merge(named), expires)
    end

    # Returns a picture of a page, a RenderedFile.
    def fetch_image(url, options = {}, **named)
      @renders.fetch("image", url, options.merge(named))
    end

    # Returns a page as PDF, a RenderedFile.
    def fetch_pdf(url, options = {}, **named)
      @renders.fetch("pdf", url, options.merge(named))
    end

    # Returns a page's HTML, text and Markdown, a Content.
    def fetch_content(url, options = {}, **named)
      @renders.fetch("content", url, options.merge(named))
    end

    # Returns a page's title, author, picture and other metadata, a Metadata.
    def fetch_metadata(url, options = {}, **named)
      @renders.fetch("metadata", url, options.merge(named))
    end

    # Returns a recording of a page, a RenderedFile.
    def fetch_animated(url, options = {}, **named)
      @renders.fetch("animated", url, options.merge(named))
    end

    # Renders a page, HTML or Markdown by POST. `base_url` is what relative links of the text belong to.
    def render(endpoint, options = {}, url: nil, html: nil, markdown: nil, base_url: nil, **named)
      page = { "url" => url, "html" => html, "markdown" => markdown, "baseUrl" => base_url }
      @renders.post(endpoint.to_s, page, options.merge(named))
    end

    # Makes several results of one page load, and returns links to them.
    #
    # An output is an endpoint, or a hash of it and its own options: `{endpoint: "pdf", format: "A5"}`.
    def render_report(outputs, options = {}, url: nil, html: nil, markdown: nil, base_url: nil, **named)
      page = { "url" => url, "html" => html, "markdown" => markdown, "baseUrl" => base_url }
      @renders.report(outputs, page, options.merge(named))
    end

    # Accepts a render as a batch of one, which stores its result in the account's storage.
    def render_later(endpoint, options = {}, url:, notification_uri: nil, idempotency_key: nil, **named)
      key = idempotency_key || SecureRandom.uuid
      @renders.later(endpoint.to_s, url, options.merge(named), notification_uri: notification_uri, key: key)
    end

    # Deletes a stored result by its link, `info.file_url` of a render.
    def delete_file(url)
      start = "#{@config.url}/files/"
      unless url.start_with?(start)
        raise ArgumentError, "A link to a result starts with #{start}, so that no other host gets the secret."
      end

      @transport.json("DELETE", url.delete_prefix(@config.url), "the deletion")
    end

    # Returns the values of `emulate_device`.
    def devices
      @transport.json("GET", "/screenshot/devices", "the list of devices", pick: "devices")
    end

    # Returns the addresses of the service's browsers, as CIDR prefixes.
    def ip_ranges
      @transport.json("GET", "/ip-ranges.json", "the list of addresses", pick: "prefixes")
    end

    # Returns the notification in `body` if its header `x-signature` is genuine, else raises WebhookSignatureError.
    def verify_webhook(body, signature, tolerance: 300, now: Time.now)
      Tintype.verify_webhook(body, signature, @config.secret, tolerance: tolerance, now: now)
    end

    def inspect
      "#<#{self.class} #{@config.inspect}>"
    end

    private

    def wire(config)
      @config = config
      @transport = Transport.new(config)
      @renders = Renders.new(config, @transport)
      @sessions = Sessions.new(@transport)
      @batches = Batches.new(config, @transport)
      @account = Account.new(@transport)
    end
  end
end
