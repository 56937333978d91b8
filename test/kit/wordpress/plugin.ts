import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bundler = fileURLToPath(new URL('../../../../scripts/bundle-wordpress.mjs', import.meta.url));

/** The bytes of the plugin's zip, packed anew. */
export const packPlugin = (): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-plugin-'));
  try {
    execFileSync(process.execPath, [bundler, folder]);
    return readFileSync(join(folder, 'tintype.zip'));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** PHP that prints the names of the plugin's options, as JSON; transients are options. */
export const printOptions = `global $wpdb;
  echo wp_json_encode( $wpdb->get_col( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE '%tintype%'" ) );`;

/** PHP that changes what the plugin knows about each picture. `changes` is the inside of a PHP array. */
export const changePictures = (changes: string) => `global $wpdb;
  foreach ( $wpdb->get_col( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE '_transient_tintype_%'" ) as $name ) {
    $known = get_option( $name ); if ( isset( $known['path'] ) ) { update_option( $name, array( ${changes} ) + $known ); } }`;
