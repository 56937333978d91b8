# frozen_string_literal: true

require "json"
require "openssl"

module Tintype
  # Returns the notification in `body` if the header `x-signature` is genuine, else raises WebhookSignatureError.
  #
  # `body` is the raw body of the request. `tolerance` is the greatest age in seconds. A notification may come twice:
  # ignore a `deliveryId` that you know.
  def self.verify_webhook(body, signature, secret, tolerance: 300, now: Time.now)
    raise ArgumentError, "`body` takes the raw body of the request, not its JSON." unless body.is_a?(String)

    sent, given = signature.to_s.match(/\At=(\d{1,12}),v1=([0-9a-f]{64})\z/)&.captures
    raise WebhookSignatureError, "The header x-signature is missing or malformed: it has the form t=…,v1=…." unless sent

    unless OpenSSL.fixed_length_secure_compare(Signing.sign_bytes(secret, "#{sent}.".b + body.b), given)
      raise WebhookSignatureError, "The signature does not fit the body. Check the secret, and pass the raw body."
    end

    age = now.to_i - sent.to_i
    if age.abs > tolerance
      raise WebhookSignatureError, "The notification is #{age} s old; at most #{tolerance} s are allowed."
    end

    JSON.parse(body)
  end
end
