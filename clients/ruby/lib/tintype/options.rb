# frozen_string_literal: true

require "json"

module Tintype
  # Options of renders: from Ruby's names and values to those of a query. Symbols are Ruby's names, such as
  # `:dark_mode`; strings are wire names, such as `"darkMode"`.
  module Options
    # Text that may be base64url already.
    ENCODED = %r{\A[A-Za-z0-9+/_-]+={0,2}\z}

    module_function

    # Returns the options by wire name, without empty ones. Raises ArgumentError for a symbol that the endpoint does not
    # have, and for a misspelt string.
    def wire(endpoint, options)
      refuse_misspelt(endpoint, options.keys.grep(String))
      named = options.map { |name, value| [wire_name(endpoint, name), value, name.is_a?(Symbol)] }
      named.to_h { |name, value, is_plain| [name, encode(name, value, is_plain)] }.reject { |_, value| value == "" }
    end

    # Returns an option's value as a query has it; "" is no value.
    #
    # Text of an encoded option that looks like base64url stays as it is, unless `is_plain`.
    def encode(name, value, is_plain)
      case value
      when String, Symbol then encode_text(name, value.to_s, is_plain)
      when Numeric then Signing.plain_number(value)
      when true, false then value
      when nil then ""
      when Hash, Array then value.empty? ? "" : encode_collection(name, value)
      else raise ArgumentError, "The option `#{name}` takes text, a number, true, false, an array or a hash."
      end
    end

    def encode_collection(name, value)
      return base64url(json(value)) if value.is_a?(Hash) || OPTION_TYPES[name] == "json"

      value.map { |part| Signing.scalar_text(part) }.join(",")
    end

    def encode_text(name, value, is_plain)
      return value if value.empty? || !%w[base64 json].include?(OPTION_TYPES[name])

      value.match?(ENCODED) && !is_plain ? value : base64url(value)
    end

    # Returns a body or a value as JSON. Raises ArgumentError for a number that is not finite, and for text that is not
    # UTF-8.
    def json(value)
      JSON.generate(value)
    rescue JSON::GeneratorError, EncodingError => e
      is_number = e.message.match?(/NaN|Infinity/)
      reason = is_number ? "An option takes a finite number, not NaN or Infinity." : "Text has to be valid UTF-8."
      raise ArgumentError, "The values cannot be sent as JSON. #{reason}"
    end

    def base64url(text)
      [text.encode(Encoding::UTF_8)].pack("m0").tr("+/", "-_").delete("=")
    end

    # Returns the wire names of an endpoint's options, by Ruby's.
    def names_of(endpoint)
      OPTION_NAMES.fetch(endpoint) { raise ArgumentError, "There is no endpoint `#{endpoint}`." }
    end

    def wire_name(endpoint, name)
      return name if name.is_a?(String)

      names = names_of(endpoint)
      names.fetch(name) do
        near = nearest(names.keys, name)
        hint = near ? " Did you mean `#{near}`?" : " String keys send options of a newer service."
        raise ArgumentError, "`#{endpoint}` has no option `#{name}`.#{hint}"
      end
    end

    # Returns options by wire name, with those of `extra`, which are not checked. Raises ArgumentError for another name
    # that the endpoint does not have.
    def known(endpoint, options, *more)
      own = options.transform_keys(&:to_s)
      extra = own.delete("extra") || {}
      names = names_of(endpoint).values + more
      (own.keys - names).each do |name|
        near = nearest(names, name)
        hint = near ? "Did you mean `#{near}`?" : "`extra` sends options of a newer service."
        raise ArgumentError, "`#{endpoint}` has no option `#{name}`. #{hint}"
      end
      extra.transform_keys(&:to_s).merge(own)
    end

    # Raises ArgumentError for a wire name that is nearly one of the endpoint. Others may be those of a newer service.
    def refuse_misspelt(endpoint, names)
      known = names_of(endpoint).values
      names.each do |name|
        near = known.include?(name) ? nil : known.find { |each| misspelt?(plain(name), plain(each)) }
        raise ArgumentError, "`#{endpoint}` has no option `#{name}`. Did you mean `#{near}`?" if near
      end
    end

    # Short names are near many.
    def misspelt?(name, known)
      return name == known if name.length < 4 || !defined?(DidYouMean::Levenshtein)

      DidYouMean::Levenshtein.distance(name, known) <= (known.length > 4 ? 2 : 1)
    end

    def plain(name) = name.delete("_-").downcase

    def nearest(names, name)
      begun = names.select { |each| name.start_with?(each.to_s) }.max_by(&:length)
      return begun if begun || !defined?(DidYouMean::SpellChecker)

      DidYouMean::SpellChecker.new(dictionary: names).correct(name).first
    end
  end
end
