# frozen_string_literal: true

require_relative "tintype/version"
require_relative "tintype/errors"
require_relative "tintype/signing"
require_relative "tintype/generated"
require_relative "tintype/options"
require_relative "tintype/config"
require_relative "tintype/results"
require_relative "tintype/transport"
require_relative "tintype/renders"
require_relative "tintype/sessions"
require_relative "tintype/batches"
require_relative "tintype/account"
require_relative "tintype/webhooks"
require_relative "tintype/client"

# Client of Tintype: pictures, PDFs and contents of web pages, and browsers to drive.
module Tintype
  # Returns a Client.
  def self.new(...)
    Client.new(...)
  end

  # Returns the PNG in the answer of `screenshot`, or of an action with `screenshot: true`.
  def self.picture_bytes(answer)
    picture = answer.key?("bodyBase64") ? answer : answer["screenshot"]
    unless picture
      raise ArgumentError, "The answer has no picture: use the action `screenshot`, or pass `screenshot: true`."
    end

    picture["bodyBase64"].unpack1("m")
  end
end
