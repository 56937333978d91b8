# frozen_string_literal: true

# ruby -Ilib test/all.rb
Dir["#{__dir__}/*_test.rb"].each { |file| require file }
