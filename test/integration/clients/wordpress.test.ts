import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { root } from '../../clients/languages.js';
import { startSite } from '../../clients/site.js';
import type { PageServer } from '../../kit/pages/pages.js';
import { missingForWordPress } from '../../kit/programs/wordpress.js';
import { type Stack, startStack } from '../../kit/standalone/stack.js';
import { type SettingsForm, wrongSettings, wrongShortcodes } from '../../kit/wordpress/mistakes.js';
import { changePictures, packPlugin, printOptions } from '../../kit/wordpress/plugin.js';
import { PressBrowser, shownPicture } from '../../kit/wordpress/press-browser.js';
import { WordPress } from '../../kit/wordpress/word-press.js';

const account = { key: 'key-shop', secret: 'secret-of-shop-%41-<b>' };
const missing = missingForWordPress();

describe('the WordPress plugin', { skip: missing ? `${missing} is not installed` : false, timeout: 600_000 }, () => {
  let site: PageServer;
  let stack: Stack;
  let press: WordPress;
  let browser: PressBrowser;
  let owner: Page;
  let plugin: Buffer;

  before(async () => {
    plugin = packPlugin();
    site = await startSite();
    const environment = {
      TINTYPE_ACCOUNT: `shop:${account.key}:${account.secret}`,
      TINTYPE_EGRESS_ALLOW: `127.0.0.1:${site.port}`,
    };
    [stack, press] = await Promise.all([startStack({ environment }), WordPress.start()]);
    browser = await PressBrowser.start(press);
    owner = browser.owner;
  });
  after(async () => {
    await browser?.stop();
    await Promise.all([press?.stop(), stack?.stop(), site?.close()]);
  });

  const publish = (content: string): string => {
    const post = { post_title: 'Lanterns', post_status: 'publish', post_content: content };
    const json = Buffer.from(JSON.stringify(post)).toString('base64');
    return `/?p=${press.run(`echo wp_insert_post( wp_slash( json_decode( base64_decode( '${json}' ), true ) ) );`)}`;
  };
  const fillSettings = async (values: SettingsForm) => {
    await browser.asOwner('/wp-admin/options-general.php?page=tintype');
    const labels = { url: 'Address of Tintype', key: 'API key', secret: 'API secret', presets: 'Presets for authors' };
    for (const [name, value] of Object.entries(values)) await owner.getByLabel(labels[name as 'url']).fill(value);
    await owner.getByRole('button', { name: 'Save and test the connection' }).click();
    await owner.locator('.notice').first().waitFor();
    return owner.locator('.notice').allInnerTexts();
  };
  it('is installed from its zip, and asks for its settings', async () => {
    await browser.asOwner('/wp-admin/plugin-install.php?tab=upload');
    await owner
      .getByLabel('Plugin zip file')
      .setInputFiles({ name: 'tintype.zip', mimeType: 'application/zip', buffer: plugin });
    await owner.getByRole('button', { name: 'Install Now' }).click();
    await owner.getByRole('link', { name: 'Activate Plugin' }).click();
    await owner.getByText('Tintype needs the address of your service').waitFor();
    await browser.look(owner, '1-activated');
  });

  it('has the same bytes when it is packed again', () => {
    assert.ok(packPlugin().equals(packPlugin()));
  });

  it('signs as the vectors do', () => {
    const vectors = join(root, 'contracts/vectors/signing.json');
    const code = `$all = json_decode( file_get_contents( '${vectors}' ), true )['v2']; $right = 0;
      foreach ( $all as $v ) { $right += Tintype\\WordPress\\Library\\Signing::v2( $v['secret'], $v['endpoint'], $v['query'] ) === $v['hmac']; }
      echo count( $all ) > 10 && $right === count( $all ) ? 'all' : $right;`;
    assert.equal(press.run(code), 'all');
  });

  it('says what is wrong with the settings', async () => {
    for (const [values, message] of wrongSettings({ site, service: stack.url, account })) {
      assert.match((await fillSettings(values)).join('\n'), message);
      if (values.url) assert.equal(await owner.getByLabel('Address of Tintype').inputValue(), values.url);
    }
    await browser.look(owner, '2-problem');
  });

  it('connects with the right ones, and never shows the secret', async () => {
    const before = site.requests.length;
    const notices = await fillSettings({ url: stack.url, ...account });
    assert.match(notices.join('\n'), /Connected: Tintype at .* accepts the API key and the secret/);
    assert.equal(await owner.getByLabel('API secret').inputValue(), '');
    assert.ok(!(await owner.content()).includes(account.secret));
    await browser.look(owner, '3-connected');
    const wrong = await fillSettings({ url: 'ftp://shots.example.com', secret: 'of-another-service' });
    assert.match(wrong.join('\n'), /starts with http[\s\S]*The API secret was not saved/);
    assert.match(
      (await fillSettings({ presets: 'shop name!, <b>' })).join('\n'),
      /no names of presets: name!, <b>\. A name/,
    );
    const listed = await fillSettings({ presets: 'shop' });
    assert.match(listed.join('\n'), /Connected[\s\S]*no preset for pictures with these names: shop\. Correct/);
    assert.equal(site.requests.length, before, 'a test renders nothing');
    const autoload = press.run(
      `global $wpdb; echo $wpdb->get_var( "SELECT autoload FROM {$wpdb->options} WHERE option_name = 'tintype_settings'" );`,
    );
    assert.match(autoload, /^(no|off)$/);
  });

  it('takes changes only from administrators with the form', async () => {
    const form = { action: 'tintype_save', do: 'save', url: 'http://127.0.0.1:9', key: '', secret: '' };
    const forged = await owner.request.post(`${press.url}/wp-admin/admin-post.php`, { form });
    assert.equal(forged.status(), 403);
    const refused = press.run(`wp_set_current_user( wp_create_user( 'max', 'x', 'max@example.com' ) );
      $_REQUEST['_wpnonce'] = wp_create_nonce( 'tintype_save' );
      add_filter( 'wp_die_handler', fn() => function ( $text ) { echo $text; exit; } );
      do_action( 'admin_post_tintype_save' );`);
    assert.equal(refused, 'You may not change these settings.');
    assert.match(press.run(`echo wp_json_encode( get_option( 'tintype_settings' ) );`), /key-shop/);
  });

  it('shows the picture of a shortcode, rendered once, without key, secret or service', async () => {
    // The HTTP library of WordPress rewrites these characters after they are signed.
    const page = "/article?q=~a'b&amp;c=%7Ed";
    const path = publish(
      `<p>A lamp:</p>[tintype url="${site.url(page)}" width="640" height="360" alt="A &quot;lamp&quot;"]`,
    );
    const visitor = await browser.asVisitor(path);
    assert.deepEqual(await shownPicture(visitor), {
      alt: 'A "lamp"',
      loading: 'lazy',
      size: [640, 360],
      natural: [640, 360],
    });
    await browser.look(visitor, '4-shortcode');
    const image = visitor.locator('img.tintype-picture');
    const html = await visitor.content();
    for (const secret of [account.key, account.secret, stack.url]) assert.ok(!html.includes(secret), secret);
    const address = (await image.getAttribute('src')) ?? '';
    const again = await visitor.request.get(address);
    assert.match(again.headers()['cache-control'] ?? '', /^public, max-age=\d+$/);
    assert.equal(again.headers()['content-type'], 'image/webp');
    const tag = again.headers().etag ?? '';
    assert.equal((await visitor.request.get(address, { headers: { 'if-none-match': tag } })).status(), 304);
    assert.equal((await visitor.request.get(address.replace(/.$/, (end) => (end === '0' ? '1' : '0')))).status(), 404);
    assert.equal(site.requests.filter((line) => line.includes('/article?q=~a')).length, 1);
    assert.equal(site.hits('/article?q=~a%27b&c=%7Ed'), 1);
  });

  it('renders again when the service has lost the file, or the owner asks for it', async () => {
    const hits = site.hits('/form');
    const path = publish(`[tintype url=${site.url('/form')} full lazy=no]`);
    const visitor = await browser.asVisitor(path);
    await shownPicture(visitor);
    press.run(changePictures(`'path' => '/files/lost/a.jpg'`));
    const address = (await visitor.locator('img.tintype-picture').getAttribute('src')) ?? '';
    const held = `"${createHash('md5').update('/files/lost/a.jpg').digest('hex')}"`;
    const unchanged = await visitor.request.get(address, { headers: { 'if-none-match': held } });
    assert.equal(unchanged.status(), 304, 'a browser that holds the picture does not read the file of the service');
    assert.ok((await shownPicture(await browser.asVisitor(path))).natural[1] >= 900);
    assert.equal(site.hits('/form'), hits + 1, 'the service has the result, only not under this link');
    await browser.asOwner('/wp-admin/options-general.php?page=tintype');
    await owner.getByRole('button', { name: 'Renew all pictures' }).click();
    await owner.getByText('Each picture is taken again').waitFor();
    await shownPicture(await browser.asVisitor(path));
    assert.equal(site.hits('/form'), hits + 2);
  });

  it('serves the old picture while the service cannot take it again', async () => {
    const page = site.url('/article?again');
    const path = publish(`[tintype url="${page}" width="320" height="200"]`);
    await shownPicture(await browser.asVisitor(path));
    const shown = press.run(`use Tintype\\WordPress as T; ${changePictures(`'until' => 0`)}
      add_filter( 'pre_http_request', fn( $answer, $sent, $url ) => str_contains( $url, '/files/' ) ? $answer : array( 'response' => array(
        'code' => 503, 'message' => print "{$sent['user-agent']} " ), 'headers' => array(), 'body' => '<h1>Away', 'cookies' => array() ), 10, 3 );
      $settings = new T\\Settings();
      $pictures = new T\\Pictures( $settings, new T\\Service( $settings ) );
      $picture = T\\Picture::of( array( 'url' => '${page}', 'width' => 320, 'height' => 200 ) );
      $shown = $pictures->get( $picture->url, $picture->options(), T\\Pictures::SECONDS );
      echo $shown['type'], ' ', substr( $shown['bytes'], 8, 4 ), ' ', $shown['seconds'];`);
    assert.match(shown, /^tintype-wordpress\/[\d.]+ image\/webp WEBP \d\d$/, 'the old picture, for 60 s');
  });

  it('has a block with a form and a preview', async () => {
    await browser.asOwner('/wp-admin/post-new.php');
    // Versions keep the preference in different places.
    for (const scope of ['core', 'core/edit-post'])
      await owner.evaluate(`wp.data.dispatch('core/preferences').set('${scope}', 'welcomeGuide', false)`);
    await owner.evaluate(
      `wp.data.dispatch('core/block-editor').insertBlock(wp.blocks.createBlock('tintype/screenshot'))`,
    );
    const canvas = owner.getByRole('region', { name: 'Editor content' });
    await browser.look(owner, '5-block-empty');
    await canvas.getByRole('textbox', { name: 'Address of the page' }).fill(site.url('/article'));
    await canvas.getByRole('button', { name: 'Show' }).click();
    await canvas.locator('img.tintype-picture').waitFor();
    await owner.getByLabel('Width of the window in pixels').fill('800');
    await owner.getByLabel('Height of the window in pixels').fill('450');
    await owner.getByLabel('Height of the window in pixels').press('Enter');
    await canvas.locator('img.tintype-picture[width="800"][height="450"]').waitFor();
    await browser.look(owner, '6-block');
    await owner.getByLabel('Device').fill('iPhone 13');
    await owner.getByRole('option', { name: 'iPhone 13', exact: true }).click();
    await canvas.locator('img.tintype-picture:not([width])').waitFor();
    const post =
      await owner.evaluate<number>(`wp.data.dispatch('core/editor').editPost({ title: 'A block', status: 'publish' })
      && wp.data.dispatch('core/editor').savePost().then(() => wp.data.select('core/editor').getCurrentPostId())`);
    const visitor = await browser.asVisitor(`/?p=${post}`);
    assert.deepEqual((await shownPicture(visitor)).natural, [390 * 3, 844 * 3]);
    await visitor.locator('figure.wp-block-tintype-screenshot').waitFor();
    await browser.look(visitor, '7-block-front');
  });

  it('explains problems to editors; visitors see the alternative text, or nothing', async () => {
    const cases = wrongShortcodes(site);
    const path = publish(cases.map(([shortcode]) => shortcode).join('\n\n'));
    await browser.asOwner(path);
    const problems = await owner.locator('.tintype-problem, .tintype-note').allInnerTexts();
    for (const [at, [, message]] of cases.entries()) assert.match(problems[at] ?? '', message);
    assert.match(problems[cases.length] ?? '', /"ulr" is no attribute/);
    await browser.look(owner, '8-problems');
    const visitor = await browser.asVisitor(path);
    assert.equal(await visitor.locator('.tintype-problem, .tintype-note').count(), 0);
    const images = visitor.locator('img.tintype-picture');
    assert.deepEqual(await images.evaluateAll((all) => all.map((each) => each.getAttribute('alt'))), [
      'A private page',
      'Only http',
      'No preset',
      'Picture of example.com',
      'Picture of 127.0.0.1',
      'Picture of 127.0.0.1',
    ]);
    const refused = await visitor.request.get((await images.nth(3).getAttribute('src')) ?? '');
    assert.equal(refused.status(), 502, 'a preset that no administrator has listed');
  });

  it('survives a service that does not answer', async () => {
    await fillSettings({ url: 'http://127.0.0.1:9', ...account });
    const path = publish(`[tintype url="${site.url('/article')}" alt="A lamp"]`);
    await browser.asOwner(path);
    assert.match((await owner.locator('.tintype-problem').textContent()) ?? '', /^Tintype: Nothing listens at/);
    const seen =
      press.run(`wp_set_current_user( username_exists( 'max' ) ); wp_get_current_user()->set_role( 'editor' );
      echo do_shortcode( '[tintype url="https://example.com/"]' );`);
    assert.match(
      seen,
      /[^ ]Tintype cannot be reached\. An administrator of this site sees the reason\./,
      'the name once',
    );
    assert.ok(!/127\.0\.0\.1|cURL/.test(seen), seen);
    const visitor = await browser.asVisitor(path);
    const image = visitor.locator('img.tintype-picture');
    // The text shows in the place of a broken picture's icon.
    await visitor.getByText('A lamp', { exact: true }).waitFor();
    assert.equal(await image.isVisible(), false);
    const answer = await visitor.request.get((await image.getAttribute('src')) ?? '');
    assert.deepEqual([answer.status(), await answer.text()], [502, 'The picture cannot be shown now.']);
    assert.match(answer.headers()['cache-control'] ?? '', /no-cache/);
    const kept = press.run(`global $wpdb;
      echo $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->options} WHERE option_value LIKE '%Tintype cannot be reached.%'" );`);
    assert.equal(kept, '0', 'no picture keeps this failure for itself');
    await browser.look(visitor, '9-visitor-unreachable');
  });

  it('shows what wp-config.php sets, and cannot change it', () => {
    const constants = `define( 'TINTYPE_URL', 'https://set.example' ); define( 'TINTYPE_SECRET', 'from the file' );`;
    const page = press.run(
      `require_once ABSPATH . 'wp-admin/includes/admin.php'; wp_set_current_user( 1 );
       $settings = new Tintype\\WordPress\\Settings();
       $settings->save( array( 'url' => '', 'key' => 'key-2', 'secret' => '', 'renewal' => '3600', 'presets' => 'plain, small' ) );
       ( new Tintype\\WordPress\\Settings_Page( $settings, new Tintype\\WordPress\\Service( $settings ), '' ) )->show();
       echo wp_json_encode( $settings->presets() ), get_option( 'tintype_settings' )['url'];`,
      constants,
    );
    assert.match(page, /value="https:\/\/set\.example"[^>]*disabled='disabled'/);
    assert.match(page, /Set by TINTYPE_SECRET in wp-config\.php/);
    assert.ok(
      !page.includes('from the file') && page.endsWith('["plain","small"]http://127.0.0.1:9'),
      page.slice(-200),
    );
  });

  it('leaves nothing when it is deleted, and wrote no complaint into the log', async () => {
    assert.notEqual(press.run(printOptions), '[]');
    await browser.asOwner('/wp-admin/plugins.php');
    await owner.getByRole('link', { name: 'Deactivate Tintype' }).click();
    owner.once('dialog', (dialog) => dialog.accept());
    await owner.getByRole('link', { name: 'Delete Tintype' }).click();
    await owner.getByText('Tintype was successfully deleted').waitFor();
    assert.equal(press.run(printOptions), '[]');
    assert.deepEqual(press.complaints(), []);
  });

  it('leaves nothing on any site of a network', async () => {
    await press.becomeNetwork();
    const left = press.run(
      `require_once ABSPATH . 'wp-admin/includes/admin.php'; WP_Filesystem();
      $file = wp_tempnam( 'tintype.zip' ); file_put_contents( $file, file_get_contents( 'php://stdin' ) );
      unzip_file( $file, WP_PLUGIN_DIR ); unlink( $file );
      $sites = array( 1, wp_insert_site( array( 'domain' => DOMAIN_CURRENT_SITE, 'path' => '/second/' ) ) );
      foreach ( $sites as $site ) {
        switch_to_blog( $site ); update_option( 'tintype_settings', array( 'secret' => 'x' ) ); set_transient( 'tintype_devices', array(), 60 ); restore_current_blog();
      }
      uninstall_plugin( 'tintype/tintype.php' );
      foreach ( $sites as $site ) { switch_to_blog( $site ); ${printOptions} restore_current_blog(); }`,
      '',
      plugin,
    );
    assert.equal(left, '[][]');
  });
});
