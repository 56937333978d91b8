# frozen_string_literal: true

module Tintype
  VERSION = "0.1.0"
end
