import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startActing } from '../../kit/acting-session.js';
import { html } from '../../kit/pages.js';

const over = 'position:absolute;inset:0;background:#ccc';

describe('an element that cannot be clicked, under a header that stays', { timeout: 600_000 }, () => {
  const { act, goto } = startActing({
    // It scrolls itself to where the header is over them.
    '/': html(`<script>setInterval(() => scrollTo(0, 60), 5)</script><header style="position:sticky;top:0;z-index:1;height:120px;background:#eee">menu</header>
      <div style="position:relative;width:200px"><button id="under">under</button><div class="ov" style="${over}"></div></div>
      <button id="pe" style="pointer-events:none">dead</button><div style="height:3000px"></div>`),
  });

  const refusalOf = async (selector: string) => {
    await goto('/');
    const { status, body } = await act('click', { selector });
    assert.deepEqual([status, body.code], [422, 'selector_not_found'], JSON.stringify(body));
    return { sentence: body.error as string, diagnosis: body.details.diagnosis };
  };

  it('is said to be covered by what lies over it, wherever the page is scrolled to', async () => {
    const { sentence, diagnosis } = await refusalOf('#under');
    assert.match(sentence, /^#under is covered by <div class="ov"> \(e\d+\)/);
    assert.deepEqual([diagnosis.reason, diagnosis.coveredBy.attributes.class], ['covered', 'ov']);
  });

  it('is not said to be covered where it takes no mouse', async () => {
    const { sentence, diagnosis } = await refusalOf('#pe');
    assert.equal(sentence, '#pe takes no mouse events (pointer-events: none): the page keeps it from being clicked.');
    assert.deepEqual(diagnosis, { reason: 'disabled' });
  });
});
