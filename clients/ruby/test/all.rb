# frozen_string_literal: true

# ruby -Ilib test/all.rb
%w[KEY SECRET URL EDGE_URL].each { |name| ENV.delete("TINTYPE_#{name}") }
Dir["#{__dir__}/*_test.rb"].each { |file| require file }
