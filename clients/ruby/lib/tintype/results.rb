# frozen_string_literal: true

module Tintype
  # What the headers of an answer say about a result.
  #
  # `cache` is `HIT` (stored before), `MISS` (rendered for this request) or `COALESCED` (shared with an identical one).
  # `target_status` is the page's own status. `file_url` is a link for anybody who has it. `location` is the object in
  # the account's storage, with the option `s3_redirect`. `timings` are milliseconds by phase.
  Info = Struct.new(:content_type, :cache, :credits, :warnings, :target_status, :file_url, :file_name, :etag,
                    :request_id, :location, :timings, keyword_init: true) do
    def cached?
      cache == "HIT"
    end
  end

  # The bytes of a picture, PDF or recording, with `info` about them.
  class RenderedFile < String
    attr_reader :info

    def initialize(bytes, info)
      super(bytes.b)
      @info = info
    end

    def inspect
      "#<#{self.class} #{info.content_type}, #{bytesize} bytes>"
    end

    # Writes the bytes to a file.
    def save(path)
      File.binwrite(path, self)
    end
  end

  # The JSON of a `content` render, with `info` about it.
  class Content < Hash
    attr_reader :info

    def initialize(answer, info)
      super()
      merge!(answer)
      @info = info
    end

    # The whole document after its scripts ran.
    def html = self["html"]

    # The readable text.
    def text = self["textContent"]

    # The readable text as Markdown.
    def markdown = self["markdown"]
  end

  # The JSON of a `metadata` render, with `info` about it.
  class Metadata < Hash
    attr_reader :info

    def initialize(answer, info)
      super()
      merge!(answer)
      @info = info
    end

    # `title`, `description`, `image` and ten others; nil where the page has none.
    def fields = self["metadata"]
  end
end
