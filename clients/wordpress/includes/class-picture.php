<?php
/**
 * One picture in a post.
 *
 * @package Tintype
 */

namespace Tintype\WordPress;

defined( 'ABSPATH' ) || exit;

/** What a shortcode or a block asks for, checked. */
final class Picture {
	private const WIDTH  = 1440;
	private const HEIGHT = 900;

	/** It is a part of the picture's address, which web servers limit to 8,000 characters. */
	private const LONGEST_URL = 4000;

	/** The service takes windows up to this size. */
	private const LONGEST_SIDE = 5000;

	/** Begins an address with a scheme; a host may have a port. */
	private const SCHEME = '~\A[a-z][a-z0-9+.-]*:(?!\d)~i';

	/**
	 * Attributes of the shortcode and the block, with those of the shortcode's defaults.
	 */
	public const DEFAULTS = array(
		'url'    => '',
		'width'  => '',
		'height' => '',
		'full'   => false,
		'device' => '',
		'preset' => '',
		'lazy'   => true,
		'alt'    => '',
	);

	/**
	 * Takes checked values.
	 *
	 * @param string $url        Absolute address of the page.
	 * @param ?int   $width      Of the browser's window, in CSS pixels.
	 * @param ?int   $height     Of the browser's window, in CSS pixels.
	 * @param bool   $full       Whether to show the whole page, not only the window.
	 * @param string $device     Key of a device, or empty.
	 * @param string $preset     Name of a preset of the account, or empty.
	 * @param bool   $lazy       Whether browsers load it only when a reader comes near.
	 * @param string $alt        Text in place of the picture.
	 * @param bool   $has_scheme Whether a person typed the scheme; without one, it is https.
	 */
	private function __construct(
		public readonly string $url,
		private readonly ?int $width,
		private readonly ?int $height,
		private readonly bool $full,
		private readonly string $device,
		private readonly string $preset,
		public readonly bool $lazy,
		public readonly string $alt,
		public readonly bool $has_scheme,
	) {
	}

	/**
	 * Reads attributes as people write them.
	 *
	 * @param array<int|string, mixed> $given Attributes; a shortcode's bare word, such as `full`, has a number as its name.
	 *
	 * @throws Problem Which attributes are wrong, and what they take.
	 */
	public static function of( array $given ): self {
		$bare   = array_fill_keys( array_filter( array_filter( $given, 'is_int', ARRAY_FILTER_USE_KEY ), 'is_string' ), true );
		$all    = array_intersect_key( $given + $bare, self::DEFAULTS ) + self::DEFAULTS;
		$typed  = trim( (string) $all['url'] );
		$alt    = trim( (string) $all['alt'] );
		$values = self::read_all(
			array(
				'url'    => static fn (): string => self::address( $typed ),
				'width'  => static fn (): ?int => self::side( 'width', $all['width'] ),
				'height' => static fn (): ?int => self::side( 'height', $all['height'] ),
				'full'   => static fn (): bool => self::flag( 'full', $all['full'] ),
				'device' => static fn (): string => self::name( 'device', $all['device'] ),
				'preset' => static fn (): string => self::name( 'preset', $all['preset'] ),
				'lazy'   => static fn (): bool => self::flag( 'lazy', $all['lazy'] ),
			)
		);
		/* translators: %s: host name of a page */
		$text = '' === $alt ? sprintf( __( 'Picture of %s', 'tintype' ), (string) wp_parse_url( $values['url'], PHP_URL_HOST ) ) : $alt;

		return new self( ...$values, alt: $text, has_scheme: 1 === preg_match( self::SCHEME, $typed ) );
	}

	/**
	 * What the functions return.
	 *
	 * @param array<string, callable(): mixed> $readers For each attribute.
	 *
	 * @return array<string, mixed>
	 *
	 * @throws Problem All that is wrong.
	 */
	private static function read_all( array $readers ): array {
		$values   = array();
		$problems = array();
		foreach ( $readers as $attribute => $read ) {
			try {
				$values[ $attribute ] = $read();
			} catch ( Problem $problem ) {
				$problems[] = $problem->getMessage();
			}
		}
		if ( array() !== $problems ) {
			throw new Problem( implode( ' ', $problems ) );
		}

		return $values;
	}

	/**
	 * What was typed and is no attribute.
	 *
	 * @param array<int|string, mixed> $given As of `of`.
	 *
	 * @return list<string>
	 */
	public static function unknown( array $given ): array {
		$names = array_map( static fn ( int|string $name ): string => is_int( $name ) ? (string) $given[ $name ] : $name, array_keys( $given ) );

		return array_values( array_diff( $names, array_keys( self::DEFAULTS ), array( '' ) ) );
	}

	/**
	 * The options of the service. A preset or a device replaces our defaults.
	 *
	 * @return array<string, bool|int|string>
	 */
	public function options(): array {
		$options = array(
			'vw'            => $this->width,
			'vh'            => $this->height,
			'full'          => $this->full ? true : null,
			'emulateDevice' => '' === $this->device ? null : $this->device,
			'preset'        => '' === $this->preset ? null : $this->preset,
		);
		if ( '' === $this->preset ) {
			// A WebP has at most 16,383 rows; whole pages may have more.
			$options['type'] = $this->full ? 'jpeg' : 'webp';
		}

		return array_filter( $options, static fn ( $value ): bool => null !== $value );
	}

	/**
	 * Width and height in pixels, if known before the picture is there. The text then does not jump.
	 *
	 * @return array{width?: int, height?: int}
	 */
	public function size(): array {
		if ( '' !== $this->device || '' !== $this->preset || $this->full ) {
			return array();
		}

		return array(
			'width'  => $this->width ?? self::WIDTH,
			'height' => $this->height ?? self::HEIGHT,
		);
	}

	/**
	 * An absolute address.
	 *
	 * @param string $text What a person typed.
	 *
	 * @throws Problem If it is none.
	 */
	private static function address( string $text ): string {
		if ( '' === $text ) {
			throw new Problem( __( 'The attribute url is missing: the address of the page to show.', 'tintype' ) );
		}
		if ( preg_match( '~\s~', $text ) ) {
			/* translators: %s: what a person typed */
			throw new Problem( sprintf( __( 'The attribute url has a space: write %%20 in its place, not "%s".', 'tintype' ), $text ) );
		}
		// The editors write `&` as an entity.
		$text  = str_replace( array( '&amp;', '&#038;' ), '&', $text );
		$url   = preg_match( self::SCHEME, $text ) ? $text : "https://{$text}";
		$parts = wp_parse_url( $url );
		$host  = is_array( $parts ) ? ( $parts['host'] ?? '' ) : '';
		$is_ok = in_array( strtolower( (string) wp_parse_url( $url, PHP_URL_SCHEME ) ), array( 'http', 'https' ), true )
			&& '' !== $host && ! isset( $parts['user'] ) && ! preg_match( '~[\s<>"]~', $url )
			&& strlen( $url ) <= self::LONGEST_URL && wp_check_invalid_utf8( $url ) === $url;
		if ( ! $is_ok ) {
			/* translators: %s: what a person typed */
			throw new Problem( sprintf( __( 'The attribute url takes an address such as https://example.com/, without a password, not "%s".', 'tintype' ), $text ) );
		}

		return $url;
	}

	/**
	 * A number of pixels, or null where there is none.
	 *
	 * @param string $attribute Its name.
	 * @param mixed  $value     What a person typed.
	 *
	 * @throws Problem If it is out of bounds.
	 */
	private static function side( string $attribute, mixed $value ): ?int {
		if ( null === $value || '' === $value ) {
			return null;
		}
		$number = filter_var(
			preg_replace( '~\s*px\z~', '', trim( (string) $value ) ),
			FILTER_VALIDATE_INT,
			array(
				'options' => array(
					'min_range' => 1,
					'max_range' => self::LONGEST_SIDE,
				),
			)
		);
		if ( false === $number ) {
			/* translators: 1: name of an attribute, 2: largest number, 3: what a person typed */
			throw new Problem( sprintf( __( 'The attribute %1$s takes a number of pixels from 1 to %2$d, not "%3$s".', 'tintype' ), $attribute, self::LONGEST_SIDE, (string) $value ) );
		}

		return $number;
	}

	/**
	 * Yes or no.
	 *
	 * @param string $attribute Its name.
	 * @param mixed  $value     What a person typed.
	 *
	 * @throws Problem If it is neither.
	 */
	private static function flag( string $attribute, mixed $value ): bool {
		$flag = is_bool( $value ) ? $value : filter_var( (string) $value, FILTER_VALIDATE_BOOLEAN, FILTER_NULL_ON_FAILURE );
		if ( null === $flag ) {
			/* translators: 1: name of an attribute, 2: what a person typed */
			throw new Problem( sprintf( __( 'The attribute %1$s takes true or false, not "%2$s".', 'tintype' ), $attribute, (string) $value ) );
		}

		return $flag;
	}

	/**
	 * The name of a device or a preset.
	 *
	 * @param string $attribute The attribute's name.
	 * @param mixed  $value     What a person typed.
	 *
	 * @throws Problem If no name looks like that.
	 */
	private static function name( string $attribute, mixed $value ): string {
		$name = trim( (string) $value );
		if ( ! preg_match( '~\A[\w.-]{0,100}\z~', $name ) ) {
			/* translators: 1: name of an attribute, 2: what a person typed */
			throw new Problem( sprintf( __( 'The attribute %1$s takes a name without spaces, not "%2$s".', 'tintype' ), $attribute, $name ) );
		}

		return $name;
	}
}
