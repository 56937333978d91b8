import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@tintype/standalone/testing';
import { wordPressFolder } from '../programs/wordpress.js';
import { until } from '../until.js';

export const administrator = { name: 'ida', password: 'lanterns at the stern' };

const configuration = (url: string, folder: string, more = '') => `<?php
define( 'DB_NAME', 'wordpress' ); define( 'DB_USER', '' ); define( 'DB_PASSWORD', '' ); define( 'DB_HOST', '' );
define( 'DB_CHARSET', 'utf8mb4' ); define( 'DB_DIR', '${folder}/db' );
define( 'WP_HOME', '${url}' ); define( 'WP_SITEURL', '${url}' );
define( 'WP_DEBUG', true ); define( 'WP_DEBUG_DISPLAY', false ); define( 'WP_DEBUG_LOG', '${folder}/debug.log' );
define( 'DISABLE_WP_CRON', true ); define( 'AUTOMATIC_UPDATER_DISABLED', true );
// Only loopback: WordPress looks for updates of itself elsewhere.
define( 'WP_HTTP_BLOCK_EXTERNAL', true ); define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1' );
define( 'FS_METHOD', 'direct' );
$table_prefix = 'wp_';
${more}
if ( ! defined( 'ABSPATH' ) ) { define( 'ABSPATH', __DIR__ . '/' ); }
require_once ABSPATH . 'wp-settings.php';
`;

const installation = `
  require_once ABSPATH . 'wp-admin/includes/upgrade.php';
  add_filter( 'pre_wp_mail', '__return_true' );
  wp_install( 'Lanterns', '${administrator.name}', 'ida@example.com', false, '', '${administrator.password}' );
`;

/** PHP's web server and its workers. The group ends when the pipe from this process closes, also because it was killed. */
const serving = 'php -S "$1" -t "$2" & cat >/dev/null; kill -s KILL 0';

/** A WordPress of its own, with SQLite, on PHP's web server. */
export class WordPress {
  readonly url: string;
  /** Has `wordpress`, its database `db` and `debug.log`. */
  readonly #folder: string;
  readonly #server: ChildProcess;

  private constructor(url: string, folder: string, server: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#server = server;
  }

  static async start(): Promise<WordPress> {
    const folder = await mkdtemp(join(tmpdir(), 'tintype-wordpress-'));
    const [port = 0] = await freePorts(1);
    const web = join(folder, 'wordpress');
    await cp(wordPressFolder(), web, { recursive: true });
    await mkdir(join(folder, 'db'));
    const url = `http://127.0.0.1:${port}`;
    await writeFile(join(web, 'wp-config.php'), configuration(url, folder));
    const server = spawn('sh', ['-c', serving, 'sh', `127.0.0.1:${port}`, web], {
      // The editor asks for previews while it saves.
      env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
      stdio: ['pipe', 'ignore', 'ignore'],
      // A group of its own, which the shell can kill.
      detached: true,
    });
    const started = new WordPress(url, folder, server);
    try {
      started.run(installation, 'define( "WP_INSTALLING", true );');
      const answers = async () => (await fetch(`${url}/wp-login.php`).catch(() => undefined))?.ok ?? false;
      await until('WordPress answers', answers);
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  /** Runs PHP in this WordPress and returns what it prints. `before` runs before WordPress loads; `input` is its standard input. */
  run(code: string, before = '', input: string | Buffer = ''): string {
    const script = `$_SERVER['HTTP_HOST'] = '${new URL(this.url).host}'; $_SERVER['REQUEST_URI'] = '/'; ${before}
      require 'wp-load.php'; ${code}`;
    const { status, stdout, stderr } = spawnSync('php', ['-d', 'display_errors=0', '-r', script], {
      cwd: join(this.#folder, 'wordpress'),
      encoding: 'utf8',
      input,
    });
    if (status !== 0) throw new Error(`PHP ended with ${status}: ${stderr}${this.#log().slice(-2000)}`);
    return stdout;
  }

  /** Makes a network of it, without another site. Its only pages are then those of `run`. */
  async becomeNetwork(): Promise<void> {
    const host = new URL(this.url).host;
    this.run(`require_once ABSPATH . 'wp-admin/includes/upgrade.php'; global $wpdb;
      foreach ( $wpdb->tables( 'ms_global' ) as $table => $name ) { $wpdb->$table = $name; }
      install_network(); populate_network( 1, '${host}', 'ida@example.com', 'Lanterns', '/', false );`);
    const more = `define( 'MULTISITE', true ); define( 'SUBDOMAIN_INSTALL', false ); define( 'PATH_CURRENT_SITE', '/' );
      define( 'DOMAIN_CURRENT_SITE', '${host}' ); define( 'SITE_ID_CURRENT_SITE', 1 ); define( 'BLOG_ID_CURRENT_SITE', 1 );`;
    await writeFile(join(this.#folder, 'wordpress/wp-config.php'), configuration(this.url, this.#folder, more));
  }

  /** What the plugin complained about in the log of WordPress; WordPress has deprecations of its own. */
  complaints(): string[] {
    return this.#log()
      .split('\n')
      .filter((line) => /plugins\/tintype|PHP (Fatal|Parse) error|WordPress database error/.test(line));
  }

  #log(): string {
    const file = join(this.#folder, 'debug.log');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  async stop(): Promise<void> {
    const ended = once(this.#server, 'exit');
    this.#server.stdin?.end();
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
