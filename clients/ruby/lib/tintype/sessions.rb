# frozen_string_literal: true

require "securerandom"

module Tintype
  # An open browser. Its actions are the methods of Actions.
  class Session
    include Actions

    # What the service last answered about the session; nil before the first `get` of an attached one.
    attr_reader :info

    def initialize(sessions, answer)
      @sessions = sessions
      @answer = answer
      @info = answer["session"]
    end

    def id = @answer["sessionId"]

    # The address for DevTools clients, with `cdp: true`. It is a credential.
    def connect_url = @answer["connectUrl"]

    # A property of the answer to the create.
    def [](name) = @answer[name]

    # Runs any action by its type and payload, as in the HTTP interface.
    def act(type, payload = {})
      @sessions.action(id, type, payload)
    end

    # Reads the session's state.
    def get
      @info = @sessions.get(id)
    end

    # Closes the browser, and returns what the session cost. A repeat is harmless.
    # `save_profile` saves the login under this name first. If that fails, the session stays open.
    # Inside the block of `create`, the end of the block still closes it.
    def close(save_profile: nil)
      @info = @sessions.close(id, save_profile: save_profile)
    end

    # Makes a link to a page that shows the browser: `url`, a credential, and `expiresAt`. With `control`, a person
    # can drive it.
    def live(control: false)
      @sessions.live(id, control: control)
    end

    def inspect
      "#<#{self.class} #{id}>"
    end
  end

  # Browser sessions.
  class Sessions
    # A batch of actions; 10 s are for the way.
    BATCH_SECONDS = BATCH_ACTION_SECONDS + 10
    # For the call that abandons a create without an answer.
    LOST_SECONDS = 5
    CREATE_OPTIONS = {
      max_ttl_seconds: "maxTtlSeconds", proxy: "proxy", bypass_bot_detection: "bypassBotDetection", cdp: "cdp",
      profile: "profile"
    }.freeze

    def initialize(transport)
      @transport = transport
    end

    # Opens a browser. With a block, yields it, closes it at the end, and returns the block's value.
    #
    # `max_ttl_seconds` is its longest life, at most 900. `proxy` uses the account's proxy. `cdp` allows DevTools
    # clients to connect.
    def create(options = {}, idempotency_key: nil, **named, &block)
      body = options.merge(named).to_h { |name, value| [create_name(name), value] }.compact
      # The key makes a repeat safe: the same key returns the same session.
      headers = { "Idempotency-Key" => idempotency_key || SecureRandom.uuid }
      # The caller may repeat a create with a key of its own.
      on_lost = idempotency_key ? nil : -> { abandon_lost(headers["Idempotency-Key"]) }
      answer = @transport.json("POST", "/v1/sessions", "the new session", body: body, headers: headers, on_lost: on_lost)
      session = Session.new(self, answer)
      block ? closing(session, &block) : session
    end

    # Returns the session of another program by its id. It sends nothing; `close` ends it.
    def attach(id)
      Signing.segment("id", id)
      Session.new(self, { "sessionId" => id })
    end

    # Returns a session, also after its end.
    def get(id)
      @transport.json("GET", path(id), "the session", pick: "session")
    end

    # Closes a session, and returns what it cost. A repeat is harmless.
    # `save_profile` saves the login under this name first. If that fails, the session stays open.
    def close(id, save_profile: nil)
      query = "?saveProfile=#{Signing.escape(save_profile)}" if save_profile
      @transport.json("DELETE", "#{path(id)}#{query}", "the close", pick: "session")
    end

    # Abandons a create by its key, for example one without an answer. Closes its session, also one that opens later,
    # and refuses later creates with the key. Returns the session, or nil if no browser had opened.
    def abandon(idempotency_key)
      headers = { "Idempotency-Key" => idempotency_key }
      @transport.json("DELETE", "/v1/sessions", "the abandoned create", headers: headers, pick: "session")
    end

    # Makes a link to the live view of a session: `url`, a credential, and `expiresAt`.
    def live(id, control: false)
      @transport.json("POST", "#{path(id)}/live", "the live view", body: { control: control })
    end

    # Returns a page of up to `limit` (20; at most 100) sessions after `cursor`, with `sessions` and `nextCursor`.
    def list(status: nil, limit: nil, cursor: nil)
      query = URI.encode_www_form({ status: status, limit: limit, cursor: cursor }.compact)
      @transport.json("GET", "/v1/sessions#{"?" unless query.empty?}#{query}", "the sessions")
    end

    # Yields all sessions: active ones, then ended ones, each newest first.
    def each(status: nil, &block)
      return enum_for(:each, status: status) unless block

      cursor = nil
      loop do
        page = list(status: status, limit: 100, cursor: cursor)
        page["sessions"].each(&block)
        cursor = page["nextCursor"]
        break unless cursor
      end
    end

    # Runs any action by its type and payload, as in the HTTP interface.
    def action(id, type, payload = {})
      body = payload.empty? ? { type: type } : { type: type, payload: payload }
      timeout = type.to_s == "batch" ? BATCH_SECONDS : nil
      @transport.json("POST", "#{path(id)}/actions", "the action #{type}", body: body, timeout: timeout,
                                                                           retried: Transport::NOT_BEGUN)
    end

    private

    def abandon_lost(key)
      Sessions.new(@transport.with(timeout: LOST_SECONDS, max_retries: 0)).abandon(key)
    rescue Error
      # The error of the create says more. An older service does not know the call: its session ends with its time.
    end

    def closing(session)
      has_failed = true
      value = yield session
      has_failed = false
      value
    ensure
      close_after(session, has_failed)
    end

    # The error of the block says more; a session that is gone needs no close.
    def close_after(session, has_failed)
      session.close
    rescue Error => e
      is_gone = e.is_a?(APIError) && e.code == "session_not_found"
      raise unless has_failed || is_gone
    end

    def create_name(name)
      return name if name.is_a?(String)

      CREATE_OPTIONS.fetch(name) do
        near = CREATE_OPTIONS.keys.find { |each| each.start_with?(name.to_s) } || Options.nearest(CREATE_OPTIONS.keys, name)
        raise ArgumentError, "A session has no option `#{name}`.#{" Did you mean `#{near}`?" if near}"
      end
    end

    def path(id)
      "/v1/sessions/#{Signing.segment("id", id)}"
    end
  end
end
