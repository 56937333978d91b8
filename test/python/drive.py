"""Drives a session by Python's Playwright: python3 drive.py <connectUrl> <page>"""

import re
import sys

from playwright.sync_api import sync_playwright

connect_url, address = sys.argv[1:]

with sync_playwright() as playwright:
    browser = playwright.chromium.connect_over_cdp(connect_url)
    page = browser.contexts[0].pages[0]
    assert page.goto(address).status == 200
    page.get_by_label("Word").fill("one two")
    page.get_by_role("button", name="Tell").click()
    assert page.locator("output").text_content() == "one%20two"

    context = browser.new_context(viewport={"width": 500, "height": 400})
    own = context.new_page()
    own.goto(address)
    assert own.evaluate("innerWidth") == 500
    own.once("dialog", lambda dialog: dialog.accept())
    own.click("#ask")
    assert own.locator("#ask").text_content() == "yes"
    with own.expect_popup() as popup:
        own.click("#popup")
    assert popup.value.locator("output").text_content() == "popup"
    with own.expect_download() as download:
        own.click("#download")
    assert download.value.failure() == "canceled"
    assert own.frame_locator("iframe").locator("#inside").text_content() == "inside"
    try:
        page.goto("file:///etc/passwd")
    except Exception as error:
        assert re.search("Page.navigate is refused", str(error)), error
    else:
        raise AssertionError("It has read a file.")
    browser.close()

print("done")
