# frozen_string_literal: true

require "bigdecimal"
require "json"
require "minitest/autorun"
require "tintype"

# The signing vectors of contracts/vectors; VECTORS names the folder elsewhere.
class VectorsTest < Minitest::Test
  FOLDER = ENV.fetch("VECTORS", File.expand_path("../../../contracts/vectors", __dir__))
  VECTORS = JSON.parse(File.read("#{FOLDER}/signing.json", encoding: "UTF-8"))
  ALL = VECTORS["v1"] + VECTORS["v2"]

  def self.query_of(vector)
    Tintype::Signing.encode_query(Tintype::Options.wire("all", vector["options"].to_h))
  end

  def test_queries
    assert_operator ALL.length, :>=, 40
    ALL.each do |vector|
      assert_equal vector["query"], self.class.query_of(vector), vector["name"] if vector.key?("options")
    end
  end

  def test_signatures
    VECTORS["v1"].each do |vector|
      assert_equal vector["md5"], Tintype::Signing.sign_v1(vector["secret"], vector["query"]), vector["name"]
    end
    VECTORS["v2"].each do |vector|
      signature = Tintype::Signing.sign_v2(vector["secret"], vector["endpoint"], vector["query"])
      assert_equal vector["hmac"], signature, vector["name"]
    end
  end

  def test_numbers
    texts = { 1e-7 => "0.0000001", 1e21 => "1000000000000000000000", -0.25 => "-0.25", 2.0 => "2", 123.456 => "123.456" }
    texts.merge!(80r => "80", 3/2r => "1.5", BigDecimal("1.5") => "1.5", BigDecimal("2") => "2")
    texts.each { |number, text| assert_equal text, Tintype::Signing.scalar_text(number) }
  end
end

class UrlsTest < Minitest::Test
  QUERY = "url=https%3A%2F%2Fnews.ycombinator.com%2F"

  def client(**settings)
    Tintype.new("key", "test", url: "https://shots.example/", **settings)
  end

  def test_versions
    assert_equal "https://shots.example/key/f37d5fb3ee4540a05bf4ffeed6dffa28/image?#{QUERY}",
                 client.build_image_url("https://news.ycombinator.com/")
    signature = "9112f739086653d97648c32be10b62dbe6014b2d880eded51b49c79b0a9e9c59"
    assert_equal "https://shots.example/v2/key/#{signature}/image?#{QUERY}",
                 client(signature_version: 2).build_image_url("https://news.ycombinator.com/")
  end

  def test_an_expiry_needs_version_2
    url = client.build_pdf_url("https://example.com/", expires: Time.at(4_102_444_800))
    assert_match(%r{\Ahttps://shots\.example/v2/key/.*&expires=4102444800\z}, url)
  end

  def test_a_wrong_expiry
    { 4_102_444_800_000 => "looks like milliseconds", 1_000_000_000 => "in the future", Time.at(0) => "in the future",
      Float::NAN => "in the future", "7d" => 'not "7d"', true => "not true" }.each do |expires, text|
      error = assert_raises(ArgumentError) { client.build_image_url("https://example.com/", expires: expires) }
      assert_includes error.message, text
    end
  end

  def test_all_endpoints_and_both_kinds_of_names
    %w[image pdf content metadata animated].each do |endpoint|
      url = client.public_send("build_#{endpoint}_url", "https://example.com/", { "blockAds" => true }, dark_mode: true)
      assert_includes url, "/#{endpoint}?url=https%3A%2F%2Fexample.com%2F&blockAds=true&darkMode=true"
    end
  end

  def test_values_are_encoded
    url = client.build_pdf_url("https://example.com/", header: "<b>Ä</b>", headers: { "X-A": "b" }, hide: [".a", "#b"])
    assert_includes url, "&header=PGI-w4Q8L2I-&headers=eyJYLUEiOiJiIn0&hide=.a%2C%23b"
  end

  def test_numbers_of_other_classes
    url = client.build_image_url("https://example.com/", scale_factor: BigDecimal("1.5"), geolocation: [80r, 1.25r])
    assert_includes url, "&scaleFactor=1.5&geolocation=80%2C1.25"
  end

  def test_a_word_that_looks_encoded
    assert_includes client.build_image_url("https://example.com/", user_agent: "Firefox1"), "&userAgent=RmlyZWZveDE"
    assert_includes client.build_image_url("https://example.com/", "userAgent" => "Rmly"), "&userAgent=Rmly"
  end

  def test_an_empty_variable_counts_as_none
    %w[URL EDGE_URL].each { |name| ENV["TINTYPE_#{name}"] = "" }
    assert_match(%r{\Ahttp://127\.0\.0\.1:8080/key/}, Tintype.new("key", "test").build_image_url("https://example.com/"))
  ensure
    %w[URL EDGE_URL].each { |name| ENV.delete("TINTYPE_#{name}") }
  end

  def test_the_edge_host
    url = client(use_edge: true, edge_url: "https://edge.example").build_image_url("https://example.com/")
    assert_match(%r{\Ahttps://edge\.example/key/}, url)
  end
end
