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
 * Gets pictures of the service. A transient for each has the path of its link, or why there is none: an array with
 * `path` and `type`, or with `problem`.
 */
final class Pictures {
	/** Uninstalling removes all transients with this beginning. */
	public const PREFIX = 'tintype_';

	/** How long a render may take: the service gives it 60 s, and web servers often wait as long for PHP. */
	public const SECONDS = 55.0;

	private const FAILED_SECONDS = MINUTE_IN_SECONDS;

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
	 * @return array{bytes: string, type: string, seconds: int} `seconds`: until it is taken again.
	 *
	 * @throws Problem Why there is none.
	 */
	public function get( string $url, array $options, float $seconds ): array {
		$name  = $this->name_of( $url, $options );
		$known = get_transient( $name );
		if ( isset( $known['problem'] ) ) {
			throw new Problem( $known['problem'] );
		}
		$bytes = isset( $known['path'] ) ? $this->read( $known['path'], $seconds ) : null;
		if ( null === $bytes ) {
			try {
				$file = $this->render( $url, $options, $seconds );
			} catch ( Problem $problem ) {
				if ( $seconds < self::SECONDS && $problem->getPrevious() instanceof TimeoutException ) {
					// A reader gives it more time.
					throw $problem;
				}
				set_transient( $name, array( 'problem' => $problem->getMessage() ), self::FAILED_SECONDS );
				throw $problem;
			}
			$bytes = (string) $file;
			$known = array(
				'path' => (string) wp_parse_url( $file->info->fileUrl ?? '', PHP_URL_PATH ),
				'type' => $file->info->contentType,
			);
			set_transient( $name, $known, $this->seconds_left( $name ) );
		}

		return array(
			'bytes'   => $bytes,
			'type'    => $known['type'],
			'seconds' => $this->seconds_left( $name ),
		);
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
		if ( isset( $known['path'] ) || ( false === $known && $seconds <= 0.0 ) ) {
			return null;
		}
		try {
			$this->get( $url, $options, $seconds );
		} catch ( Problem $problem ) {
			return $problem->getMessage();
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
			throw new Problem( esc_html__( 'The address is not that of a Tintype service: it answers without a picture. Check the address.', 'tintype' ) );
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
