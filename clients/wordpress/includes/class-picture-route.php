<?php
/**
 * Where visitors' browsers load pictures.
 *
 * @package Tintype
 */

namespace Tintype\WordPress;

defined( 'ABSPATH' ) || exit;

/**
 * The address of a picture on this site: `/?tintype_picture={picture}.{signature}`. It stays the same for as long as the
 * shortcode does, so page caches may keep it. The signature is made with the site's own keys. Visitors cannot ask for
 * other pictures, and see neither key nor secret nor service.
 */
final class Picture_Route {
	private const PARAMETER = 'tintype_picture';

	/** Browsers and proxies ask again after that, so that a renewed picture shows. */
	private const CACHE_SECONDS = HOUR_IN_SECONDS;

	/**
	 * Takes what it needs.
	 *
	 * @param Pictures $pictures Of this site.
	 */
	public function __construct( private readonly Pictures $pictures ) {
	}

	/** Adds the hook. */
	public function register(): void {
		add_action( 'init', array( $this, 'answer' ), 1 );
	}

	/**
	 * The address of a picture.
	 *
	 * @param string                         $url     Of the page.
	 * @param array<string, bool|int|string> $options As of `Picture::options`.
	 */
	public static function address( string $url, array $options ): string {
		$picture = rtrim( strtr( base64_encode( (string) wp_json_encode( array( $url, $options ) ) ), '+/', '-_' ), '=' ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- Text for a URL.

		return add_query_arg( self::PARAMETER, $picture . '.' . self::signature( $picture ), home_url( '/' ) );
	}

	/** Answers with a picture if the request is for one. */
	public function answer(): void {
		// phpcs:disable WordPress.Security.NonceVerification.Recommended -- The signature below replaces a nonce: it changes nothing and has to work for each visitor.
		// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- Compared with a signature before use.
		if ( ! isset( $_GET[ self::PARAMETER ] ) || ! is_string( $_GET[ self::PARAMETER ] ) ) {
			return;
		}
		[ $picture, $signature ] = array_pad( explode( '.', wp_unslash( $_GET[ self::PARAMETER ] ), 2 ), 2, '' );
		// phpcs:enable
		if ( ! hash_equals( self::signature( $picture ), $signature ) ) {
			$this->refuse( 404, __( 'There is no such picture.', 'tintype' ) );
		}
		[ $url, $options ] = json_decode( (string) base64_decode( strtr( $picture, '-_', '+/' ) ), true ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- Text of a URL.
		try {
			$current = $this->pictures->current( $url, $options );
			$is_held = null !== $current && self::is_held( $current['tag'] );
			$this->send( $is_held ? $current : $this->pictures->get( $url, $options, Pictures::SECONDS ) );
		} catch ( Problem ) {
			// Editors see the reason where the picture should be.
			$this->refuse( 502, __( 'The picture cannot be shown now.', 'tintype' ) );
		}
	}

	/**
	 * Sends a picture, and ends.
	 *
	 * @param array{bytes?: string, type: string, tag: string, seconds: int} $picture As of `Pictures::get`. One that the
	 *        browser holds needs no bytes.
	 */
	private function send( array $picture ): never {
		// What other plugins printed would be in the picture.
		while ( ob_get_level() > 0 && ob_end_clean() ) {
			continue;
		}
		header( 'Cache-Control: public, max-age=' . min( $picture['seconds'], self::CACHE_SECONDS ) );
		header( "ETag: \"{$picture['tag']}\"" );
		header( 'X-Content-Type-Options: nosniff' );
		if ( self::is_held( $picture['tag'] ) ) {
			status_header( 304 );
			exit;
		}
		header( "Content-Type: {$picture['type']}" );
		echo $picture['bytes']; // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- Bytes of a picture.
		exit;
	}

	/**
	 * Whether the browser has the picture.
	 *
	 * @param string $tag Of the picture.
	 */
	private static function is_held( string $tag ): bool {
		$held = isset( $_SERVER['HTTP_IF_NONE_MATCH'] ) ? sanitize_text_field( wp_unslash( $_SERVER['HTTP_IF_NONE_MATCH'] ) ) : '';

		return str_contains( $held, "\"{$tag}\"" );
	}

	/**
	 * Sends a sentence, and ends.
	 *
	 * @param int    $status  Of HTTP.
	 * @param string $message For a person who opens the address.
	 */
	private function refuse( int $status, string $message ): never {
		status_header( $status );
		nocache_headers();
		header( 'Content-Type: text/plain; charset=utf-8' );
		echo esc_html( $message );
		exit;
	}

	/**
	 * The signature of a picture.
	 *
	 * @param string $picture As in the address.
	 */
	private static function signature( string $picture ): string {
		return hash_hmac( 'sha256', $picture, wp_salt( 'auth' ) . self::PARAMETER );
	}
}
