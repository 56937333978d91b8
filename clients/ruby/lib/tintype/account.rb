# frozen_string_literal: true

module Tintype
  # A group of the account's own routes.
  class Resource
    def initialize(transport)
      @transport = transport
    end

    private

    def request(http_method, path, what, body: nil, pick: nil)
      # A repeated POST would make a second secret, whose text the first answer had.
      retried = http_method == "POST" ? Transport::NOT_BEGUN : Transport::BUSY
      @transport.json(http_method, "/v1/account#{path}", what, body: body, pick: pick, retried: retried)
    end
  end

  # The account's secrets.
  class Secrets < Resource
    # Returns the secrets, without their text.
    def list = request("GET", "/secrets", "the secrets", pick: "secrets")

    # Makes a secret. One with the scope `manage` may change the account.
    def create(name = nil, scope: "use")
      request("POST", "/secrets", "the new secret", body: { name: name, scope: scope }.compact)
    end

    # Deletes a secret: what it signed is refused from now on.
    def delete(id) = request("DELETE", "/secrets/#{Signing.segment("id", id)}", "the deletion of a secret")
  end

  # Named sets of options.
  class Presets < Resource
    def list = request("GET", "/presets", "the presets", pick: "presets")

    def get(name) = request("GET", path(name), "the preset", pick: "preset")

    # Stores a preset: options by wire name, for one endpoint or for all. Returns `preset`, and `warnings` about options
    # that have no effect.
    def put(name, options, endpoint: nil)
      request("PUT", path(name), "the preset", body: { options: options, endpoint: endpoint })
    end

    def delete(name) = request("DELETE", path(name), "the deletion of a preset")

    private

    def path(name) = "/presets/#{Signing.segment("name", name)}"
  end

  # The account's own S3-compatible storage.
  class Storage < Resource
    NAMES = { path_style: "pathStyle", public_url: "publicUrl" }.freeze

    # Returns `storage`, without its secret, and `source`.
    def get = request("GET", "/storage", "the storage")

    # Replaces the settings. Without `secret`, the stored one stays. More: `region`, `path_style`, `prefix`,
    # `public_url`.
    def put(endpoint:, bucket:, key:, secret: nil, **more)
      settings = { endpoint: endpoint, bucket: bucket, key: key, secret: secret, **more }
      body = settings.compact.to_h { |name, value| [NAMES.fetch(name, name), value] }
      request("PUT", "/storage", "the storage", body: body)
    end

    # Removes the settings; stored objects stay.
    def delete = request("DELETE", "/storage", "the storage")

    # Writes, reads and deletes one object, and returns which step failed and why.
    def test(s3_acl: nil)
      request("POST", "/storage/test", "the test of the storage", body: { s3Acl: s3_acl }.compact)
    end
  end

  # The proxy of sessions with `proxy: true`.
  class Proxy < Resource
    # Returns `url`, without its password, and `setAt`; nil if there is none.
    def get = request("GET", "/proxy", "the proxy", pick: "proxy")

    # Sets the proxy: an http, https or socks5 URL with its login. `warnings` are probable mistakes.
    def put(url) = request("PUT", "/proxy", "the proxy", body: { url: url })

    # Removes the proxy; open sessions keep it.
    def delete = request("DELETE", "/proxy", "the proxy")

    # Asks for a page through the proxy, and returns which step failed and why.
    def test(url = nil) = request("POST", "/proxy/test", "the test of the proxy", body: { url: url }.compact)
  end

  # Saved logins: `create(profile: "name")` begins a session with one, `close(save_profile: "name")` saves one.
  class Profiles < Resource
    def list = request("GET", "/profiles", "the profiles", pick: "profiles")

    def get(name) = request("GET", path(name), "the profile", pick: "profile")

    def delete(name) = request("DELETE", path(name), "the deletion of a profile")

    private

    def path(name) = "/profiles/#{Signing.segment("name", name)}"
  end

  # The account's own routes.
  class Account < Resource
    attr_reader :secrets, :presets, :storage, :proxy, :profiles

    def initialize(transport)
      super
      @secrets = Secrets.new(transport)
      @presets = Presets.new(transport)
      @storage = Storage.new(transport)
      @proxy = Proxy.new(transport)
      @profiles = Profiles.new(transport)
    end

    # Returns the account: its limits and the credits left; nil is unlimited.
    def get = request("GET", "", "the account", pick: "account")

    # Returns a row for each UTC day, both included; by default the last 30 days.
    def usage(from: nil, to: nil)
      query = URI.encode_www_form({ from: from, to: to }.compact)
      request("GET", "/usage#{"?" unless query.empty?}#{query}", "the usage", pick: "days")
    end

    # Returns a page of up to `limit` (50; at most 100) charges after `cursor`. It has `charges` of the last 40 days, latest
    # first, and `nextCursor`. A page may be empty before the last one, whose `nextCursor` is nil.
    def charges(limit: nil, cursor: nil)
      query = URI.encode_www_form({ limit: limit, cursor: cursor }.compact)
      request("GET", "/charges#{"?" unless query.empty?}#{query}", "the charges")
    end

    # Returns the bearer of a secret, for sessions and the tool server.
    def token(secret) = request("POST", "/token", "the token", body: { secret: secret }, pick: "token")

    # Makes a secret, and returns it with its bearer `token`.
    def create_token(name = nil, scope: "use")
      request("POST", "/token", "the new token", body: { name: name, scope: scope }.compact)
    end
  end
end
