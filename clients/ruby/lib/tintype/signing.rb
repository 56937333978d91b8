# frozen_string_literal: true

require "digest"
require "openssl"

module Tintype
  # Signatures of URLs and request bodies. The shared vectors in contracts/vectors prove them.
  module Signing
    module_function

    # Returns the query of the options, in their order and without empty values.
    def encode_query(options)
      written = options.map { |name, value| [name, scalar_text(value)] }
      written.reject { |_, text| text.empty? }.map { |name, text| "#{escape(name)}=#{escape(text)}" }.join("&")
    end

    # Returns the hash of `/{key}/{hash}/{endpoint}?{query}`: lowercase hex MD5.
    def sign_v1(secret, query)
      Digest::MD5.hexdigest(secret.b + query.b)
    end

    # Returns the signature of `/v2/{key}/{signature}/{endpoint}?{query}`: lowercase hex HMAC-SHA256.
    def sign_v2(secret, endpoint, query)
      sign_bytes(secret, "#{endpoint}?#{query}")
    end

    # Returns the lowercase hex HMAC-SHA256 that batches and webhooks use.
    def sign_bytes(secret, data)
      OpenSSL::HMAC.hexdigest("SHA256", secret, data)
    end

    # Returns a value as a query has it, before its escapes.
    def scalar_text(value)
      return value.to_s unless value.is_a?(Numeric)

      number = plain_number(value)
      number.is_a?(Float) ? decimal(number) : number.to_s
    end

    # Returns an Integer or a Float: neither JSON nor a query knows a BigDecimal or a Rational.
    def plain_number(value)
      return value if value.is_a?(Integer) || value.is_a?(Float)
      raise ArgumentError, "An option takes a real number, not #{value}." unless value.real?

      value.to_f
    end

    # Percent-encodes each byte but letters, digits, `-`, `_` and `.`.
    def escape(text)
      text.to_s.encode(Encoding::UTF_8).b.gsub(/[^A-Za-z0-9\-_.]/n) { |byte| format("%%%02X", byte.ord) }
    end

    # Returns an id or a name as one segment of a path. Raises ArgumentError for what cannot be one: HTTP clients drop
    # `.` and `..` from a path.
    def segment(name, value)
      return escape(value) if value.is_a?(String) && !["", ".", ".."].include?(value)

      is_chosen = name.to_s == "name"
      rule = is_chosen ? "It has 1 to 64 letters, digits, - and _." : "Pass the text that the service returned."
      raise ArgumentError, "`#{name}` is #{value.inspect}. #{rule}"
    end

    # Returns a text for a message: at most 200 characters of it.
    def shown(text)
      text.length > 200 ? "#{text[0, 200]}…" : text
    end

    # Writes a float without an exponent and without a trailing `.0`.
    def decimal(value)
      raise ArgumentError, "An option takes a finite number, not #{value}." unless value.finite?

      mantissa, exponent = value.to_s.split("e")
      sign = mantissa.start_with?("-") ? "-" : ""
      whole, fraction = mantissa.delete("-").split(".")
      digits, places = shifted(whole, fraction, exponent.to_i)
      text = "#{sign}#{digits[0, places]}.#{digits[places..]}"
      text.sub(/\.?0*\z/, "")
    end

    # Returns the digits, and how many of them stand before the point.
    def shifted(whole, fraction, exponent)
      places = whole.length + exponent
      digits = whole + fraction
      return ["0" * (1 - places) + digits, 1] if places < 1

      [digits.ljust(places, "0"), places]
    end
  end
end
