# frozen_string_literal: true

require_relative "lib/tintype/version"

Gem::Specification.new do |spec|
  spec.name = "tintype"
  spec.version = Tintype::VERSION
  spec.summary = "Client of Tintype: pictures, PDFs and contents of web pages, and browsers to drive"
  spec.authors = ["Tintype"]
  spec.homepage = "https://tintype.dev"
  spec.license = "Apache-2.0"
  spec.required_ruby_version = ">= 3.1"
  spec.files = Dir["lib/**/*.rb", "README.md", "LICENSE", base: __dir__]
  spec.metadata["rubygems_mfa_required"] = "true"
end
