<?php
/**
 * Pictures and what is known about them.
 *
 * @package Tintype
 */

namespace Tintype\WordPress;

use Tintype\WordPress\Library\Client;
use Tintype\WordPress\Library\RenderedFile;
use Tintype\WordPress\Library\TimeoutException;

defined( 'ABSPATH' ) || exit;

/**
 * Gets pictures of the service. A transient for each has the path of its link, or why there is none. It is an array with
 * `path`, `type`, `warnings` and `until`, or with `problem` and `detail`. `until` is the time to take it again.
 */
final class Pictures {
	/** Uninstalling removes all transients with this beginning. */
	public const PREFIX = 'tintype_';

	/** How long a render may take. The service gives it 60 s, and web servers often wait as long for PHP. */
	public const SECONDS = 55.0;

	private const FAILED_SECONDS = MINUTE_IN_SECONDS;

	/** The same for a failure of a proxy, which ends soon. */
	private const PROXY_SECONDS = 5;

	/** The service keeps a result for 7 days. */
	private const KEPT_SECONDS = WEEK_IN_SECONDS;

	/** Types that a browser shows and does not run. */
	private const TYPES = array( 'image/webp', 'image/jpeg', 'image/png', 'image/avif' );

	/**
	 * Takes what it needs.
	 *
	 * @param Settings $settings Of this site.
	 * @param Service  $service  Of this site.
	 */
	public function __construct(
		private readonly Settings $settings,
		private readonly Service $service,
	) {
	}

	/**
	 * Returns the bytes and the type. The service renders a picture once; later reads are those of a file.
	 *
	 * @param string                         $url     Of the page.
	 * @param array<string, bool|int|string> $options As of `Picture::options`.
	 * @param float                          $seconds How long it may take.
	 *
	 * @return array{bytes: string, type: string, tag: string, seconds: int} `tag`: another one for each render. `seconds`:
	 *         until it is taken again.
	 *
	 * @throws Problem Why there is none.
	 */
	public function get( string $url, array $options, float $seconds ): array {
		$this->check_preset( $options );
		$name  = $this->name_of( $url, $options );
		$known = get_transient( $name );
		if ( isset( $known['problem'] ) ) {
			throw new Problem( $known['problem'], null, $known['detail'] );
		}
		$is_due = ( $known['until'] ?? 0 ) <= time();
		$bytes  = isset( $known['path'] ) && ! $is_due ? $this->read( $known['path'], $seconds ) : null;
		if ( null === $bytes ) {
			try {
				$file  = $this->render( $url, $options, $seconds );
				$bytes = (string) $file;
				$known = array(
					'path'     => self::path_of( $file->info->fileUrl ?? '' ),
					'type'     => $file->info->contentType,
					'warnings' => array_map( self::in_our_words( ... ), $file->info->warnings ),
					'until'    => time() + $this->seconds_left( $name ),
				);
			} catch ( Problem $problem ) {
				$bytes = isset( $known['path'] ) && $is_due ? $this->read_old( $known['path'], $seconds ) : null;
				if ( null === $bytes ) {
					$this->keep_problem( $name, $problem, $seconds );
					throw $problem;
				}
				$known['until'] = time() + self::FAILED_SECONDS;
			}
			set_transient( $name, $known, self::KEPT_SECONDS );
		}

		return array(
			'bytes'   => $bytes,
			'type'    => $known['type'],
			'tag'     => md5( '' === $known['path'] ? $bytes : $known['path'] ),
			'seconds' => max( 1, $known['until'] - time() ),
		);
	}

	/**
	 * What `get` would return without a render, without its bytes; null if it would render. It sends nothing.
	 *
	 * @param string                         $url     Of the page.
	 * @param array<string, bool|int|string> $options As of `Picture::options`.
	 *
	 * @return ?array{type: string, tag: string, seconds: int}
	 *
	 * @throws Problem If the preset is not listed.
	 */
	public function current( string $url, array $options ): ?array {
		$this->check_preset( $options );
		$known = get_transient( $this->name_of( $url, $options ) );
		$left  = ( $known['until'] ?? 0 ) - time();

		return $left <= 0 || '' === $known['path'] ? null : array(
			'type'    => $known['type'],
			'tag'     => md5( $known['path'] ),
			'seconds' => $left,
		);
	}

	/**
	 * What the service found odd about a picture, such as an unknown device.
	 *
	 * @param string                         $url     Of the page.
	 * @param array<string, bool|int|string> $options As of `Picture::options`.
	 *
	 * @return list<string>
	 */
	public function warnings( string $url, array $options ): array {
		return get_transient( $this->name_of( $url, $options ) )['warnings'] ?? array();
	}

	/**
	 * A warning of the service, with names of attributes.
	 *
	 * @param string $warning Of the service.
	 */
	private static function in_our_words( string $warning ): string {
		return strtr(
			$warning,
			array(
				'`emulateDevice`'                          => '`device`',
				'`vw`'                                     => '`width`',
				'`vh`'                                     => '`height`',
				' GET /screenshot/devices lists the keys.' => '',
			)
		);
	}

	/**
	 * Refuses presets that no administrator has listed: they may have passwords and cookies, and authors choose the page.
	 *
	 * @param array<string, bool|int|string> $options As of `Picture::options`.
	 *
	 * @throws Problem If the preset is not listed.
	 */
	private function check_preset( array $options ): void {
		$preset = $options['preset'] ?? null;
		if ( null !== $preset && ! in_array( $preset, $this->settings->presets(), true ) ) {
			/* translators: %s: name of a preset */
			throw new Problem( sprintf( __( 'The preset "%s" is not one for authors. An administrator lists it under Settings, Tintype.', 'tintype' ), $preset ) );
		}
	}

	/**
	 * Keeps why there is no picture, so that each reader does not wait for it.
	 *
	 * @param string  $name    Of the transient.
	 * @param Problem $problem Why.
	 * @param float   $seconds How long the render might take.
	 */
	private function keep_problem( string $name, Problem $problem, float $seconds ): void {
		if ( false !== get_transient( Service::UNREACHABLE ) ) {
			// It ends sooner, for all pictures at once.
			return;
		}
		$error = $problem->getPrevious();
		if ( $seconds < self::SECONDS && $error instanceof TimeoutException ) {
			// A reader gives it more time.
			return;
		}
		$kept = array(
			'problem' => $problem->getMessage(),
			'detail'  => $problem->detail,
		);
		set_transient( $name, $kept, Service::is_proxy_failure( $error ) ? self::PROXY_SECONDS : self::FAILED_SECONDS );
	}

	/**
	 * Why there is no picture, or null if there is one or nothing is known yet.
	 *
	 * @param string                         $url     Of the page.
	 * @param array<string, bool|int|string> $options As of `Picture::options`.
	 * @param float                          $seconds How long to look for it; with 0, only what is known counts.
	 */
	public function problem( string $url, array $options, float $seconds ): ?string {
		$known = get_transient( $this->name_of( $url, $options ) );
		try {
			$this->check_preset( $options );
			if ( isset( $known['path'] ) || ( false === $known && $seconds <= 0.0 ) ) {
				return null;
			}
			$this->get( $url, $options, $seconds );
		} catch ( Problem $problem ) {
			return $problem->sentence();
		}

		return null;
	}

	/**
	 * Reads the file of a rendered picture.
	 *
	 * @param string $path    Of its link.
	 * @param float  $seconds How long it may take.
	 *
	 * @return ?string Null if the service no longer has it.
	 *
	 * @throws Problem If the service does not answer.
	 */
	private function read( string $path, float $seconds ): ?string {
		$answer = '' === $path ? null : $this->service->read_file( $path, $seconds );

		return null !== $answer && 200 === $answer->status ? $answer->body : null;
	}

	/**
	 * Reads the file of a picture that cannot be taken again now.
	 *
	 * @param string $path    Of its link.
	 * @param float  $seconds How long it may take.
	 *
	 * @return ?string Null if it cannot be had.
	 */
	private function read_old( string $path, float $seconds ): ?string {
		try {
			return $this->read( $path, $seconds );
		} catch ( Problem ) {
			return null;
		}
	}

	/**
	 * The path of a link without the base path of the service, which the settings have.
	 *
	 * @param string $link `https://…/files/{token}/{name}`.
	 */
	private static function path_of( string $link ): string {
		return preg_match( '~/files/[^/?#]+/[^/?#]+~', (string) wp_parse_url( $link, PHP_URL_PATH ), $found ) ? $found[0] : '';
	}

	/**
	 * Renders a picture.
	 *
	 * @param string                         $url     Of the page.
	 * @param array<string, bool|int|string> $options As of `Picture::options`.
	 * @param float                          $seconds How long it may take.
	 *
	 * @throws Problem Why there is none.
	 */
	private function render( string $url, array $options, float $seconds ): RenderedFile {
		$options['timestamp'] = $this->settings->generation() . '.' . $this->period( $this->name_of( $url, $options ) );
		$file                 = $this->service->ask( static fn ( Client $client ): RenderedFile => $client->fetchImage( $url, $options ), $seconds );
		if ( ! in_array( $file->info->contentType, self::TYPES, true ) ) {
			throw new Problem( __( 'The address is not that of a Tintype service: it answers without a picture. Check the address.', 'tintype' ) );
		}

		return $file;
	}

	/**
	 * The name of a picture's transient.
	 *
	 * @param string                         $url     Of the page.
	 * @param array<string, bool|int|string> $options As of `Picture::options`.
	 */
	private function name_of( string $url, array $options ): string {
		$whole = array( $url, $options, $this->settings->url(), $this->settings->key(), $this->settings->secret(), $this->settings->generation() );

		return self::PREFIX . hash_hmac( 'md5', (string) wp_json_encode( $whole ), wp_salt( 'auth' ) );
	}

	/**
	 * The number of the current period of a picture. Periods of pictures begin at different times, so that they are not all
	 * taken at once.
	 *
	 * @param string $name Of its transient.
	 */
	private function period( string $name ): int {
		return intdiv( time() + self::offset( $name ), $this->settings->renewal() );
	}

	/**
	 * When the periods of a picture begin, in seconds.
	 *
	 * @param string $name Of its transient, which ends with a hash.
	 */
	private static function offset( string $name ): int {
		return (int) hexdec( substr( $name, -6 ) );
	}

	/**
	 * Seconds until the next period of a picture.
	 *
	 * @param string $name Of its transient.
	 */
	private function seconds_left( string $name ): int {
		$renewal = $this->settings->renewal();

		return $renewal - ( time() + self::offset( $name ) ) % $renewal;
	}
}
