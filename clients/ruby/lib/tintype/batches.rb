# frozen_string_literal: true

require "json"
require "securerandom"

module Tintype
  # Batches: many renders into the account's storage.
  class Batches
    # The states in which no item can change any more.
    ENDED = %w[completed completed_with_errors failed].freeze
    TYPES = %w[image pdf].freeze

    def initialize(config, transport)
      @config = config
      @transport = transport
    end

    # Accepts a batch of `image` or `pdf`. An item is an address, or `{url: …, options: {…}}` with wire names;
    # `extra` in its options holds those of a newer service.
    def submit(type, items, notification_uri: nil, idempotency_key: nil)
      raise ArgumentError, "The type of a batch is image or pdf, not #{type}." unless TYPES.include?(type.to_s)
      raise ArgumentError, "A batch takes an array of items. Put a single item into an array." unless list?(items)

      data = items.map.with_index { |item, number| item_of(type, number, item.is_a?(Hash) ? item : { url: item }) }
      body = Options.json({ data: data, notification_uri: notification_uri }.compact)
      headers = { "x-req-signature" => Signing.sign_bytes(@config.secret, body),
                  "Idempotency-Key" => idempotency_key || SecureRandom.uuid }
      call = Call.new(http_method: "POST", url: "#{@config.url}/batch-#{type}/#{@config.key}", what: "the new batch",
                      headers: headers, body: body)
      @transport.json_of(@transport.send_call(call), call)
    end

    # Returns a page of up to `limit` (20; at most 100) batches after `cursor`, with `batches` and `nextCursor`. They have
    # no items.
    def list(limit: nil, cursor: nil)
      request("GET", "", what: "the batches", query: { limit: limit, cursor: cursor }.compact)
    end

    # Yields all batches, newest first, without items.
    def each(&block)
      return enum_for(:each) unless block

      cursor = nil
      loop do
        page = list(limit: 100, cursor: cursor)
        page["batches"].each(&block)
        cursor = page["nextCursor"]
        break unless cursor
      end
    end

    # Returns the state, and up to `limit` items (100; at most 1,000) after `cursor`.
    def get(id, limit: nil, cursor: nil)
      request("GET", below(id), query: { limit: limit, cursor: cursor }.compact)
    end

    # Yields all items, in their order.
    def each_item(id, &block)
      return enum_for(:each_item, id) unless block

      cursor = nil
      loop do
        state = get(id, limit: 1000, cursor: cursor)
        state["items"].each(&block)
        cursor = state["nextCursor"]
        break unless cursor
      end
    end

    # Waits until every item has ended, and returns the state. Yields each state, every `poll` seconds.
    #
    # Raises TimeoutError after `timeout` seconds; the batch continues.
    def wait(id, timeout: nil, poll: 2)
      ends = timeout && (now + timeout)
      loop do
        state = get(id)
        yield state if block_given?
        return state if ENDED.include?(state["status"])

        left = ends ? [poll, ends - now].min : poll
        unless left.positive?
          unfinished = "#{state["queued"]} of #{state["total"]}"
          raise TimeoutError, "#{id} has unfinished items after #{timeout} s: #{unfinished}."
        end

        sleep(left)
      end
    end

    # Cancels the items that have not begun.
    def cancel(id)
      request("DELETE", below(id))
    end

    # Sends the notification of a finished batch again.
    def notify_again(id)
      # A repeat would send a second notification.
      request("POST", "#{below(id)}/notification", retried: Transport::NOT_BEGUN)
    end

    private

    def item_of(type, number, item)
      url = item[:url] || item["url"]
      unless (url.respond_to?(:to_str) || url.is_a?(URI::Generic)) && !url.to_s.empty?
        raise ArgumentError, "Item #{number} of the batch takes an address, or a hash with `url`."
      end

      options = item[:options] || item["options"]
      return item unless options.is_a?(Hash)

      { **item.transform_keys(&:to_sym), options: Options.known(type.to_s, options, "file_name") }
    end

    # A hash would become a batch of its pairs.
    def list?(items) = items.respond_to?(:map) && !items.is_a?(Hash)

    def below(id) = "/#{Signing.segment("id", id)}"

    def request(http_method, below, what: "the batch", query: {}, retried: nil)
      path = "/batch/#{@config.key}#{below}"
      # The signature of a GET covers only the path, without the method.
      signed = http_method == "GET" ? path : "#{http_method} #{path}"
      url = "#{@config.url}#{path}#{"?" unless query.empty?}#{URI.encode_www_form(query)}"
      call = Call.new(http_method: http_method, url: url, what: what, retried: retried,
                      headers: { "x-req-signature" => Signing.sign_bytes(@config.secret, signed) })
      @transport.json_of(@transport.send_call(call), call)
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end
