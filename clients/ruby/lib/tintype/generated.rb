# frozen_string_literal: true

# `make generate` writes this file (scripts/clients/ruby.mjs).
module Tintype
  ERROR_CODES = %w[missing_url invalid_url invalid_option invalid_request unknown_api_key invalid_hash expired_url invalid_credentials invalid_signature credits_exhausted account_disabled target_blocked foreign_host not_found session_not_found method_not_allowed session_not_active storage_not_configured profile_conflict profile_unusable request_too_large range_not_satisfiable selector_not_found page_failed result_too_large not_renderable rate_limited session_limit bandwidth_exceeded render_failed internal target_unreachable target_dns target_tls storage_failed overloaded unavailable timeout].freeze

  # How long the service takes at most.
  REQUEST_SECONDS = 60
  EDGE_SECONDS = 300
  ACTION_SECONDS = 30
  BATCH_ACTION_SECONDS = 120

  # Wire names of options, for each endpoint.
  OPTION_NAMES = {
    "all" => {
      preset: "preset",
      http_auth: "httpAuth",
      user_agent: "userAgent",
      wait_for: "waitFor",
      wait_for_id: "waitForId",
      stealth: "stealth",
      bypass_bot_detection: "bypassBotDetection",
      timestamp: "timestamp",
      fresh: "fresh",
      block_ads: "blockAds",
      block_cookie_banners: "blockCookieBanners",
      dark_mode: "darkMode",
      vw: "vw",
      vh: "vh",
      scale_factor: "scaleFactor",
      emulate_device: "emulateDevice",
      css: "css",
      js: "js",
      hide: "hide",
      click: "click",
      timezone: "timezone",
      locale: "locale",
      geolocation: "geolocation",
      media: "media",
      reduced_motion: "reducedMotion",
      javascript: "javascript",
      wait_until: "waitUntil",
      wait_for_text: "waitForText",
      timeout: "timeout",
      block: "block",
      fail_on: "failOn",
      headers: "headers",
      cookies: "cookies",
      delay: "delay",
      file_name: "fileName",
      s3_acl: "s3Acl",
      s3_redirect: "s3Redirect",
      skip_upload: "skipUpload",
      top: "top",
      left: "left",
      width: "width",
      height: "height",
      full: "full",
      selector: "selector",
      selector_id: "selectorId",
      transparent: "transparent",
      type: "type",
      quality: "quality",
      best_format: "bestFormat",
      resize_width: "resizeWidth",
      resize_height: "resizeHeight",
      format: "format",
      margin_top: "marginTop",
      margin_right: "marginRight",
      margin_bottom: "marginBottom",
      margin_left: "marginLeft",
      scale: "scale",
      landscape: "landscape",
      print_background: "printBackground",
      header: "header",
      footer: "footer",
      page_ranges: "pageRanges",
      outline: "outline",
      tagged: "tagged",
      single_page: "singlePage",
      prefer_css_page_size: "preferCssPageSize",
      duration: "duration",
      hide_scrollbars: "hideScrollbars",
      fps: "fps",
      loop: "loop",
      scroll: "scroll",
    }.freeze,
    "image" => {
      preset: "preset",
      http_auth: "httpAuth",
      user_agent: "userAgent",
      wait_for: "waitFor",
      wait_for_id: "waitForId",
      stealth: "stealth",
      bypass_bot_detection: "bypassBotDetection",
      timestamp: "timestamp",
      fresh: "fresh",
      block_ads: "blockAds",
      block_cookie_banners: "blockCookieBanners",
      dark_mode: "darkMode",
      vw: "vw",
      vh: "vh",
      scale_factor: "scaleFactor",
      emulate_device: "emulateDevice",
      css: "css",
      js: "js",
      hide: "hide",
      click: "click",
      timezone: "timezone",
      locale: "locale",
      geolocation: "geolocation",
      media: "media",
      reduced_motion: "reducedMotion",
      javascript: "javascript",
      wait_until: "waitUntil",
      wait_for_text: "waitForText",
      timeout: "timeout",
      block: "block",
      fail_on: "failOn",
      headers: "headers",
      cookies: "cookies",
      delay: "delay",
      file_name: "fileName",
      s3_acl: "s3Acl",
      s3_redirect: "s3Redirect",
      skip_upload: "skipUpload",
      top: "top",
      left: "left",
      width: "width",
      height: "height",
      full: "full",
      selector: "selector",
      selector_id: "selectorId",
      transparent: "transparent",
      type: "type",
      quality: "quality",
      best_format: "bestFormat",
      resize_width: "resizeWidth",
      resize_height: "resizeHeight",
    }.freeze,
    "pdf" => {
      preset: "preset",
      http_auth: "httpAuth",
      user_agent: "userAgent",
      wait_for: "waitFor",
      wait_for_id: "waitForId",
      stealth: "stealth",
      bypass_bot_detection: "bypassBotDetection",
      timestamp: "timestamp",
      fresh: "fresh",
      block_ads: "blockAds",
      block_cookie_banners: "blockCookieBanners",
      dark_mode: "darkMode",
      vw: "vw",
      vh: "vh",
      scale_factor: "scaleFactor",
      emulate_device: "emulateDevice",
      css: "css",
      js: "js",
      hide: "hide",
      click: "click",
      timezone: "timezone",
      locale: "locale",
      geolocation: "geolocation",
      media: "media",
      reduced_motion: "reducedMotion",
      javascript: "javascript",
      wait_until: "waitUntil",
      wait_for_text: "waitForText",
      timeout: "timeout",
      block: "block",
      fail_on: "failOn",
      headers: "headers",
      cookies: "cookies",
      delay: "delay",
      file_name: "fileName",
      s3_acl: "s3Acl",
      s3_redirect: "s3Redirect",
      skip_upload: "skipUpload",
      selector: "selector",
      selector_id: "selectorId",
      format: "format",
      width: "width",
      height: "height",
      margin_top: "marginTop",
      margin_right: "marginRight",
      margin_bottom: "marginBottom",
      margin_left: "marginLeft",
      scale: "scale",
      landscape: "landscape",
      print_background: "printBackground",
      header: "header",
      footer: "footer",
      page_ranges: "pageRanges",
      outline: "outline",
      tagged: "tagged",
      single_page: "singlePage",
      prefer_css_page_size: "preferCssPageSize",
    }.freeze,
    "content" => {
      preset: "preset",
      http_auth: "httpAuth",
      user_agent: "userAgent",
      wait_for: "waitFor",
      wait_for_id: "waitForId",
      stealth: "stealth",
      bypass_bot_detection: "bypassBotDetection",
      timestamp: "timestamp",
      fresh: "fresh",
      block_ads: "blockAds",
      block_cookie_banners: "blockCookieBanners",
      dark_mode: "darkMode",
      vw: "vw",
      vh: "vh",
      scale_factor: "scaleFactor",
      emulate_device: "emulateDevice",
      css: "css",
      js: "js",
      hide: "hide",
      click: "click",
      timezone: "timezone",
      locale: "locale",
      geolocation: "geolocation",
      media: "media",
      reduced_motion: "reducedMotion",
      javascript: "javascript",
      wait_until: "waitUntil",
      wait_for_text: "waitForText",
      timeout: "timeout",
      block: "block",
      fail_on: "failOn",
      headers: "headers",
      cookies: "cookies",
      delay: "delay",
      selector: "selector",
      selector_id: "selectorId",
    }.freeze,
    "metadata" => {
      preset: "preset",
      http_auth: "httpAuth",
      user_agent: "userAgent",
      wait_for: "waitFor",
      wait_for_id: "waitForId",
      stealth: "stealth",
      bypass_bot_detection: "bypassBotDetection",
      timestamp: "timestamp",
      fresh: "fresh",
      block_ads: "blockAds",
      block_cookie_banners: "blockCookieBanners",
      dark_mode: "darkMode",
      vw: "vw",
      vh: "vh",
      scale_factor: "scaleFactor",
      emulate_device: "emulateDevice",
      css: "css",
      js: "js",
      hide: "hide",
      click: "click",
      timezone: "timezone",
      locale: "locale",
      geolocation: "geolocation",
      media: "media",
      reduced_motion: "reducedMotion",
      javascript: "javascript",
      wait_until: "waitUntil",
      wait_for_text: "waitForText",
      timeout: "timeout",
      block: "block",
      fail_on: "failOn",
      headers: "headers",
      cookies: "cookies",
      delay: "delay",
      selector: "selector",
      selector_id: "selectorId",
    }.freeze,
    "animated" => {
      preset: "preset",
      http_auth: "httpAuth",
      user_agent: "userAgent",
      wait_for: "waitFor",
      wait_for_id: "waitForId",
      stealth: "stealth",
      bypass_bot_detection: "bypassBotDetection",
      timestamp: "timestamp",
      fresh: "fresh",
      block_ads: "blockAds",
      block_cookie_banners: "blockCookieBanners",
      dark_mode: "darkMode",
      vw: "vw",
      vh: "vh",
      scale_factor: "scaleFactor",
      emulate_device: "emulateDevice",
      css: "css",
      js: "js",
      hide: "hide",
      click: "click",
      timezone: "timezone",
      locale: "locale",
      geolocation: "geolocation",
      media: "media",
      reduced_motion: "reducedMotion",
      javascript: "javascript",
      wait_until: "waitUntil",
      wait_for_text: "waitForText",
      timeout: "timeout",
      block: "block",
      fail_on: "failOn",
      headers: "headers",
      cookies: "cookies",
      file_name: "fileName",
      s3_acl: "s3Acl",
      s3_redirect: "s3Redirect",
      skip_upload: "skipUpload",
      delay: "delay",
      duration: "duration",
      hide_scrollbars: "hideScrollbars",
      type: "type",
      fps: "fps",
      loop: "loop",
      scroll: "scroll",
    }.freeze,
  }.freeze

  # Types of options by wire name; one that endpoints take differently has its first.
  OPTION_TYPES = {
    "preset" => "string",
    "httpAuth" => "base64",
    "userAgent" => "base64",
    "waitFor" => "string",
    "waitForId" => "string",
    "stealth" => "boolean",
    "bypassBotDetection" => "boolean",
    "timestamp" => "string",
    "fresh" => "boolean",
    "blockAds" => "boolean",
    "blockCookieBanners" => "boolean",
    "darkMode" => "boolean",
    "vw" => "integer",
    "vh" => "integer",
    "scaleFactor" => "number",
    "emulateDevice" => "string",
    "css" => "base64",
    "js" => "base64",
    "hide" => "list",
    "click" => "list",
    "timezone" => "string",
    "locale" => "string",
    "geolocation" => "list",
    "media" => "enum",
    "reducedMotion" => "boolean",
    "javascript" => "boolean",
    "waitUntil" => "enum",
    "waitForText" => "string",
    "timeout" => "number",
    "block" => "list",
    "failOn" => "list",
    "headers" => "json",
    "cookies" => "json",
    "delay" => "number",
    "fileName" => "string",
    "s3Acl" => "enum",
    "s3Redirect" => "boolean",
    "skipUpload" => "boolean",
    "top" => "number",
    "left" => "number",
    "width" => "number",
    "height" => "number",
    "full" => "boolean",
    "selector" => "string",
    "selectorId" => "string",
    "transparent" => "boolean",
    "type" => "enum",
    "quality" => "integer",
    "bestFormat" => "boolean",
    "resizeWidth" => "integer",
    "resizeHeight" => "integer",
    "format" => "enum",
    "marginTop" => "length",
    "marginRight" => "length",
    "marginBottom" => "length",
    "marginLeft" => "length",
    "scale" => "number",
    "landscape" => "boolean",
    "printBackground" => "boolean",
    "header" => "base64",
    "footer" => "base64",
    "pageRanges" => "string",
    "outline" => "boolean",
    "tagged" => "boolean",
    "singlePage" => "boolean",
    "preferCssPageSize" => "boolean",
    "duration" => "integer",
    "hideScrollbars" => "boolean",
    "fps" => "integer",
    "loop" => "integer",
    "scroll" => "boolean",
  }.freeze

  # The actions of a session; `act` sends them.
  module Actions
    # Opens a page.
    #
    # @param wait_until [load, domcontentloaded, commit]
    # @param url [String]
    # @param screenshot [Boolean]
    # @param viewport [Hash]
    # @param scale_factor [Numeric]
    # @param vw [Integer]
    # @param vh [Integer]
    # @param device_scale_factor [Numeric]
    # @param emulate_device [String]
    # @return [Hash]
    def goto(
      url,
      wait_until: nil,
      screenshot: nil,
      viewport: nil,
      scale_factor: nil,
      vw: nil,
      vh: nil,
      device_scale_factor: nil,
      emulate_device: nil
    )
      payload = {
        "waitUntil" => wait_until,
        "url" => url,
        "screenshot" => screenshot,
        "viewport" => viewport,
        "scaleFactor" => scale_factor,
        "vw" => vw,
        "vh" => vh,
        "deviceScaleFactor" => device_scale_factor,
        "emulateDevice" => emulate_device,
      }.compact
      act("goto", payload)
    end

    # Opens the previous page of the history, if any.
    #
    # @param wait_until [load, domcontentloaded, commit]
    # @param screenshot [Boolean]
    # @return [Hash]
    def back(
      wait_until: nil,
      screenshot: nil
    )
      payload = {
        "waitUntil" => wait_until,
        "screenshot" => screenshot,
      }.compact
      act("back", payload)
    end

    # Opens the next page of the history, if any.
    #
    # @param wait_until [load, domcontentloaded, commit]
    # @param screenshot [Boolean]
    # @return [Hash]
    def forward(
      wait_until: nil,
      screenshot: nil
    )
      payload = {
        "waitUntil" => wait_until,
        "screenshot" => screenshot,
      }.compact
      act("forward", payload)
    end

    # Reloads the page.
    #
    # @param wait_until [load, domcontentloaded, commit]
    # @param screenshot [Boolean]
    # @return [Hash]
    def reload(
      wait_until: nil,
      screenshot: nil
    )
      payload = {
        "waitUntil" => wait_until,
        "screenshot" => screenshot,
      }.compact
      act("reload", payload)
    end

    # Clicks an element or a point of the window.
    #
    # @param selector [String]
    # @param ref [String]
    # @param x [Numeric]
    # @param y [Numeric]
    # @param button [left, right, middle]
    # @param click_count [Integer]
    # @param modifiers [Array]
    # @param screenshot [Boolean]
    # @return [Hash]
    def click(
      selector = nil,
      ref: nil,
      x: nil,
      y: nil,
      button: nil,
      click_count: nil,
      modifiers: nil,
      screenshot: nil
    )
      payload = {
        "selector" => selector,
        "ref" => ref,
        "x" => x,
        "y" => y,
        "button" => button,
        "clickCount" => click_count,
        "modifiers" => modifiers,
        "screenshot" => screenshot,
      }.compact
      act("click", payload)
    end

    # Moves the mouse over an element, or to a point.
    #
    # @param selector [String]
    # @param ref [String]
    # @param x [Numeric]
    # @param y [Numeric]
    # @param screenshot [Boolean]
    # @return [Hash]
    def hover(
      selector = nil,
      ref: nil,
      x: nil,
      y: nil,
      screenshot: nil
    )
      payload = {
        "selector" => selector,
        "ref" => ref,
        "x" => x,
        "y" => y,
        "screenshot" => screenshot,
      }.compact
      act("hover", payload)
    end

    # Scrolls as a wheel does at the mouse or in the middle of the window, or scrolls to an element.
    #
    # @param direction [up, down, left, right]
    # @param amount [Numeric]
    # @param selector [String]
    # @param ref [String]
    # @param delta_x [Numeric]
    # @param delta_y [Numeric]
    # @param screenshot [Boolean]
    # @return [Hash]
    def scroll(
      selector = nil,
      direction: nil,
      amount: nil,
      ref: nil,
      delta_x: nil,
      delta_y: nil,
      screenshot: nil
    )
      payload = {
        "direction" => direction,
        "amount" => amount,
        "selector" => selector,
        "ref" => ref,
        "deltaX" => delta_x,
        "deltaY" => delta_y,
        "screenshot" => screenshot,
      }.compact
      act("scroll", payload)
    end

    # Moves the mouse.
    #
    # @param x [Numeric]
    # @param y [Numeric]
    # @param steps [Integer]
    # @param screenshot [Boolean]
    # @return [Hash]
    def move_mouse(
      x,
      y,
      steps: nil,
      screenshot: nil
    )
      payload = {
        "x" => x,
        "y" => y,
        "steps" => steps,
        "screenshot" => screenshot,
      }.compact
      act("move_mouse", payload)
    end

    # Drags with the left button.
    #
    # @param path [Array]
    # @param from [Hash]
    # @param to [Hash]
    # @param steps [Integer]
    # @param screenshot [Boolean]
    # @return [Hash]
    def drag_mouse(
      path: nil,
      from: nil,
      to: nil,
      steps: nil,
      screenshot: nil
    )
      payload = {
        "path" => path,
        "from" => from,
        "to" => to,
        "steps" => steps,
        "screenshot" => screenshot,
      }.compact
      act("drag_mouse", payload)
    end

    # Returns the position of the mouse.
    #
    # @param screenshot [Boolean]
    # @return [Hash]
    def cursor_position(
      screenshot: nil
    )
      payload = {
        "screenshot" => screenshot,
      }.compact
      act("cursor_position", payload)
    end

    # Types into an element, key by key.
    #
    # @param selector [String]
    # @param ref [String]
    # @param text [String]
    # @param delay_ms [Integer]
    # @param clear [Boolean]
    # @param screenshot [Boolean]
    # @return [Hash]
    def type(
      selector = nil,
      text = nil,
      ref: nil,
      delay_ms: nil,
      clear: nil,
      screenshot: nil
    )
      payload = {
        "selector" => selector,
        "ref" => ref,
        "text" => text,
        "delayMs" => delay_ms,
        "clear" => clear,
        "screenshot" => screenshot,
      }.compact
      act("type", payload)
    end

    # Types into the focused element.
    #
    # @param text [String]
    # @param delay_ms [Integer]
    # @param screenshot [Boolean]
    # @return [Hash]
    def type_text(
      text,
      delay_ms: nil,
      screenshot: nil
    )
      payload = {
        "text" => text,
        "delayMs" => delay_ms,
        "screenshot" => screenshot,
      }.compact
      act("type_text", payload)
    end

    # Sets the value of a field at once.
    #
    # @param selector [String]
    # @param ref [String]
    # @param value [String]
    # @param text [String]
    # @param screenshot [Boolean]
    # @return [Hash]
    def fill(
      selector = nil,
      value = nil,
      ref: nil,
      text: nil,
      screenshot: nil
    )
      payload = {
        "selector" => selector,
        "ref" => ref,
        "value" => value,
        "text" => text,
        "screenshot" => screenshot,
      }.compact
      act("fill", payload)
    end

    # Selects options of a select element.
    #
    # @param selector [String]
    # @param ref [String]
    # @param value [String]
    # @param values [Array]
    # @param label [String]
    # @param screenshot [Boolean]
    # @return [Hash]
    def select(
      selector = nil,
      value = nil,
      ref: nil,
      values: nil,
      label: nil,
      screenshot: nil
    )
      payload = {
        "selector" => selector,
        "ref" => ref,
        "value" => value,
        "values" => values,
        "label" => label,
        "screenshot" => screenshot,
      }.compact
      act("select", payload)
    end

    # Checks a checkbox or a radio button, or unchecks a checkbox.
    #
    # @param selector [String]
    # @param ref [String]
    # @param checked [Boolean]
    # @param screenshot [Boolean]
    # @return [Hash]
    def check(
      selector = nil,
      ref: nil,
      checked: nil,
      screenshot: nil
    )
      payload = {
        "selector" => selector,
        "ref" => ref,
        "checked" => checked,
        "screenshot" => screenshot,
      }.compact
      act("check", payload)
    end

    # Presses a key, or several at once.
    #
    # @param selector [String]
    # @param ref [String]
    # @param key [String]
    # @param count [Integer]
    # @param screenshot [Boolean]
    # @return [Hash]
    def press(
      selector = nil,
      key = nil,
      ref: nil,
      count: nil,
      screenshot: nil
    )
      payload = {
        "selector" => selector,
        "ref" => ref,
        "key" => key,
        "count" => count,
        "screenshot" => screenshot,
      }.compact
      act("press", payload)
    end

    # Returns the page as an accessibility tree, with a ref for each element that actions can use.
    #
    # @param selector [String]
    # @param ref [String]
    # @param mode [compact, full]
    # @param interactive_only [Boolean]
    # @param max_tokens [Integer]
    # @param changes_only [Boolean]
    # @param screenshot [Boolean]
    # @return [Hash]
    def snapshot(
      selector = nil,
      ref: nil,
      mode: nil,
      interactive_only: nil,
      max_tokens: nil,
      changes_only: nil,
      screenshot: nil
    )
      payload = {
        "selector" => selector,
        "ref" => ref,
        "mode" => mode,
        "interactiveOnly" => interactive_only,
        "maxTokens" => max_tokens,
        "changesOnly" => changes_only,
        "screenshot" => screenshot,
      }.compact
      act("snapshot", payload)
    end

    # Returns the page as clean text, Markdown or HTML.
    #
    # @param format [text, markdown, html]
    # @param screenshot [Boolean]
    # @return [Hash]
    def content(
      format: nil,
      screenshot: nil
    )
      payload = {
        "format" => format,
        "screenshot" => screenshot,
      }.compact
      act("content", payload)
    end

    # Returns properties of the elements that match a selector.
    #
    # @param selector [String]
    # @param fields [Array]
    # @param attributes [Array]
    # @param limit [Integer]
    # @param visible_only [Boolean]
    # @param screenshot [Boolean]
    # @return [Hash]
    def query(
      selector,
      fields: nil,
      attributes: nil,
      limit: nil,
      visible_only: nil,
      screenshot: nil
    )
      payload = {
        "selector" => selector,
        "fields" => fields,
        "attributes" => attributes,
        "limit" => limit,
        "visibleOnly" => visible_only,
        "screenshot" => screenshot,
      }.compact
      act("query", payload)
    end

    # Returns the title of the page, at most 1000 characters.
    #
    # @param screenshot [Boolean]
    # @return [Hash]
    def title(
      screenshot: nil
    )
      payload = {
        "screenshot" => screenshot,
      }.compact
      act("title", payload)
    end

    # Returns the address of the page, at most 8192 characters.
    #
    # @param screenshot [Boolean]
    # @return [Hash]
    def url(
      screenshot: nil
    )
      payload = {
        "screenshot" => screenshot,
      }.compact
      act("url", payload)
    end

    # Returns console entries of scripts and browser, newest last.
    #
    # @param level [debug, info, warning, error]
    # @param limit [Integer]
    # @param clear [Boolean]
    # @param screenshot [Boolean]
    # @return [Hash]
    def console(
      level: nil,
      limit: nil,
      clear: nil,
      screenshot: nil
    )
      payload = {
        "level" => level,
        "limit" => limit,
        "clear" => clear,
        "screenshot" => screenshot,
      }.compact
      act("console", payload)
    end

    # Returns uncaught errors and failed requests, newest last.
    #
    # @param level [debug, info, warning, error]
    # @param limit [Integer]
    # @param clear [Boolean]
    # @param screenshot [Boolean]
    # @return [Hash]
    def errors(
      level: nil,
      limit: nil,
      clear: nil,
      screenshot: nil
    )
      payload = {
        "level" => level,
        "limit" => limit,
        "clear" => clear,
        "screenshot" => screenshot,
      }.compact
      act("errors", payload)
    end

    # Waits until an element matches. If none does in time, the answer is `matched: false`, not an error.
    #
    # @param selector [String]
    # @param visible [Boolean]
    # @param timeout_ms [Integer]
    # @param screenshot [Boolean]
    # @return [Hash]
    def wait_for_selector(
      selector,
      visible: nil,
      timeout_ms: nil,
      screenshot: nil
    )
      payload = {
        "selector" => selector,
        "visible" => visible,
        "timeoutMs" => timeout_ms,
        "screenshot" => screenshot,
      }.compact
      act("wait_for_selector", payload)
    end

    # Waits at most 2500 ms; longer waits are cut.
    #
    # @param timeout_ms [Integer]
    # @param screenshot [Boolean]
    # @return [Hash]
    def wait_for_timeout(
      timeout_ms: nil,
      screenshot: nil
    )
      payload = {
        "timeoutMs" => timeout_ms,
        "screenshot" => screenshot,
      }.compact
      act("wait_for_timeout", payload)
    end

    # Takes a picture of the window, the whole page or an element.
    #
    # @param full_page [Boolean]
    # @param selector [String]
    # @param screenshot [Boolean]
    # @param viewport [Hash]
    # @param scale_factor [Numeric]
    # @param vw [Integer]
    # @param vh [Integer]
    # @param device_scale_factor [Numeric]
    # @param emulate_device [String]
    # @return [Hash]
    def screenshot(
      selector = nil,
      full_page: nil,
      screenshot: nil,
      viewport: nil,
      scale_factor: nil,
      vw: nil,
      vh: nil,
      device_scale_factor: nil,
      emulate_device: nil
    )
      payload = {
        "fullPage" => full_page,
        "selector" => selector,
        "screenshot" => screenshot,
        "viewport" => viewport,
        "scaleFactor" => scale_factor,
        "vw" => vw,
        "vh" => vh,
        "deviceScaleFactor" => device_scale_factor,
        "emulateDevice" => emulate_device,
      }.compact
      act("screenshot", payload)
    end

    # Saves cookies, local storage and databases as a profile, which later sessions can load.
    #
    # @param name [String]
    # @param screenshot [Boolean]
    # @return [Hash]
    def save_profile(
      name,
      screenshot: nil
    )
      payload = {
        "name" => name,
        "screenshot" => screenshot,
      }.compact
      act("save_profile", payload)
    end

    # Runs several actions, one after another.
    #
    # @param actions [Array]
    # @param stop_on_error [Boolean]
    # @param screenshot [Boolean]
    # @return [Hash]
    def batch(
      actions,
      stop_on_error: nil,
      screenshot: nil
    )
      payload = {
        "actions" => actions,
        "stopOnError" => stop_on_error,
        "screenshot" => screenshot,
      }.compact
      act("batch", payload)
    end
  end
end
