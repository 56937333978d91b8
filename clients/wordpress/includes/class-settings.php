<?php
/**
 * What the site owner has set.
 *
 * @package Tintype
 */

namespace Tintype\WordPress;

defined( 'ABSPATH' ) || exit;

/** Settings of this site: one option, which constants of wp-config.php override. */
final class Settings {
	public const OPTION = 'tintype_settings';

	/** Names with the constant that overrides each. */
	public const CONSTANTS = array(
		'url'    => 'TINTYPE_URL',
		'key'    => 'TINTYPE_KEY',
		'secret' => 'TINTYPE_SECRET',
	);

	/** Seconds after which a picture is taken again. The service keeps a result for 7 days. */
	public const RENEWALS = array( HOUR_IN_SECONDS, DAY_IN_SECONDS, WEEK_IN_SECONDS );

	/** A name of a preset. */
	private const PRESET = '~\A[\w-]{1,64}\z~';

	private const DEFAULTS = array(
		'url'        => '',
		'key'        => '',
		'secret'     => '',
		'renewal'    => DAY_IN_SECONDS,
		'generation' => 0,
		'presets'    => array(),
	);

	/**
	 * The address of the service, without a slash at its end; empty if it is not set.
	 */
	public function url(): string {
		return untrailingslashit( $this->text( 'url' ) );
	}

	/** The API key; empty if it is not set. */
	public function key(): string {
		return $this->text( 'key' );
	}

	/** The API secret; empty if it is not set. Never print it. */
	public function secret(): string {
		return $this->text( 'secret' );
	}

	/** Seconds after which a picture is taken again. */
	public function renewal(): int {
		$seconds = (int) $this->stored()['renewal'];

		return in_array( $seconds, self::RENEWALS, true ) ? $seconds : DAY_IN_SECONDS;
	}

	/**
	 * Names of the presets that authors may use.
	 *
	 * @return list<string>
	 */
	public function presets(): array {
		return (array) $this->stored()['presets'];
	}

	/** A number that grows when the owner renews all pictures. */
	public function generation(): int {
		return (int) $this->stored()['generation'];
	}

	/** Whether address, key and secret are set. */
	public function is_complete(): bool {
		return '' !== $this->url() && '' !== $this->key() && '' !== $this->secret();
	}

	/**
	 * Whether a constant of wp-config.php sets it.
	 *
	 * @param string $name Of the setting.
	 */
	public function is_constant( string $name ): bool {
		return isset( self::CONSTANTS[ $name ] ) && defined( self::CONSTANTS[ $name ] );
	}

	/** Starts a new generation: each picture is taken again when it is next asked for. */
	public function renew_pictures(): void {
		$this->store( array( 'generation' => $this->generation() + 1 ) );
	}

	/**
	 * Checks and stores what the form has. An empty secret keeps the stored one, unless the address or the key changes.
	 * If one of address and key is wrong, neither they nor the secret change: the three belong together.
	 *
	 * @param array<string, string> $form `url`, `key`, `secret`, `renewal` and `presets`, without slashes.
	 *
	 * @return list<string> What is wrong, in sentences; the wrong values are not stored.
	 */
	public function save( array $form ): array {
		$problems = array();
		$url      = untrailingslashit( trim( $form['url'] ) );
		$key      = trim( $form['key'] );
		$secret   = trim( $form['secret'] );
		$presets  = (array) preg_split( '~[\s,]+~', $form['presets'], -1, PREG_SPLIT_NO_EMPTY );
		$wrong    = (array) preg_grep( self::PRESET, $presets, PREG_GREP_INVERT );
		$changed  = array( 'renewal' => (int) $form['renewal'] ) + ( array() === $wrong ? array( 'presets' => $presets ) : array() );

		if ( '' === $url || self::is_address( $url ) ) {
			$changed['url'] = $url;
		} elseif ( preg_match( '~\s~', $url ) ) {
			$problems[] = __( 'The address of Tintype has a space. Remove it, or write %20.', 'tintype' );
		} else {
			$problems[] = __( 'The address of Tintype starts with http:// or https://, and has no user, password, question mark or #.', 'tintype' );
		}
		if ( preg_match( '~\A[\w-]{0,64}\z~', $key ) ) {
			$changed['key'] = $key;
		} else {
			$problems[] = __( 'The API key has only letters, digits, hyphens and underscores, at most 64.', 'tintype' );
		}
		// The form does not send what constants set.
		$changed = array_diff_key( $changed, array_filter( self::CONSTANTS, 'defined' ) );
		if ( array() !== $problems ) {
			$changed = array_diff_key( $changed, self::CONSTANTS );
			if ( '' !== $secret ) {
				$problems[] = __( 'The API secret was not saved. Enter it again with the corrected values.', 'tintype' );
			}
		} elseif ( '' !== $secret ) {
			$changed['secret'] = $secret;
		} elseif ( $this->belongs_elsewhere( $changed ) ) {
			// A stored secret must not reach another service than the one it was entered for.
			$changed['secret'] = '';
			$problems[]        = __( 'The address or the API key changed, so the saved API secret was deleted. Enter the secret of this key.', 'tintype' );
		}
		if ( array() !== $wrong ) {
			/* translators: %s: what a person typed */
			$problems[] = sprintf( __( 'The presets for authors were not saved. These are no names of presets: %s. A name has up to 64 letters, digits, hyphens and underscores; write commas between names.', 'tintype' ), implode( ', ', $wrong ) );
		}
		$this->store( $changed );

		return $problems;
	}

	/**
	 * Whether the stored secret is for another address or key than the new values.
	 *
	 * @param array<string, mixed> $changed New values.
	 */
	private function belongs_elsewhere( array $changed ): bool {
		$stored = $this->stored();
		$is_new = static fn ( string $name ): bool => isset( $changed[ $name ] ) && $changed[ $name ] !== $stored[ $name ];

		return '' !== $stored['secret'] && ( $is_new( 'url' ) || $is_new( 'key' ) );
	}

	/**
	 * Whether the text is an address that signed URLs can start with.
	 *
	 * @param string $text An address.
	 */
	private static function is_address( string $text ): bool {
		$parts = wp_parse_url( $text );

		return is_array( $parts )
			&& in_array( $parts['scheme'] ?? '', array( 'http', 'https' ), true )
			&& '' !== ( $parts['host'] ?? '' )
			&& array() === array_intersect( array( 'user', 'pass', 'query', 'fragment' ), array_keys( $parts ) )
			&& ! preg_match( '~[\s"<>\\\\]~', $text );
	}

	/**
	 * The constant's value, else the stored one.
	 *
	 * @param string $name `url`, `key` or `secret`.
	 */
	private function text( string $name ): string {
		return (string) ( $this->is_constant( $name ) ? constant( self::CONSTANTS[ $name ] ) : $this->stored()[ $name ] );
	}

	/**
	 * What the database has, with defaults.
	 *
	 * @return array<string, mixed>
	 */
	private function stored(): array {
		$stored = get_option( self::OPTION, array() );

		return ( is_array( $stored ) ? $stored : array() ) + self::DEFAULTS;
	}

	/**
	 * Stores some values, and forgets what was learned with the old ones.
	 *
	 * @param array<string, mixed> $changed New values.
	 */
	private function store( array $changed ): void {
		// It has the secret, and most requests do not need it.
		update_option( self::OPTION, $changed + $this->stored(), false );
		delete_transient( Service::UNREACHABLE );
		delete_transient( Devices_Route::CACHE );
	}
}
