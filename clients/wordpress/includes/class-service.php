<?php
/**
 * The Tintype service of this site.
 *
 * @package Tintype
 */

namespace Tintype\WordPress;

use Tintype\WordPress\Library\ApiException;
use Tintype\WordPress\Library\Client;
use Tintype\WordPress\Library\ConnectionException;
use Tintype\WordPress\Library\Request;
use Tintype\WordPress\Library\Response;
use Tintype\WordPress\Library\TimeoutException;

defined( 'ABSPATH' ) || exit;

/** Signs, asks the service, and explains its failures. */
final class Service {
	/** Exists while the service is known not to answer, so that each picture does not wait for it. */
	public const UNREACHABLE = 'tintype_unreachable';

	private const UNREACHABLE_SECONDS = 30;

	private const TEST_SECONDS = 10.0;

	/** How long to wait in all for a busy service. */
	private const BUSY_SECONDS = 5.0;

	/**
	 * Takes the settings.
	 *
	 * @param Settings $settings Of this site.
	 */
	public function __construct( private readonly Settings $settings ) {
	}

	/**
	 * Calls a function with a client of the library.
	 *
	 * @template T
	 *
	 * @param callable(Client): T $work    What to do.
	 * @param float               $seconds How long each request may take.
	 *
	 * @return T
	 *
	 * @throws Problem If settings are missing, or the service does not do it.
	 */
	public function ask( callable $work, float $seconds ): mixed {
		$known = get_transient( self::UNREACHABLE );
		if ( is_string( $known ) ) {
			throw new Problem( self::unreachable(), null, $known );
		}
		try {
			return $work( $this->client( $seconds ) );
		} catch ( ConnectionException $error ) {
			set_transient( self::UNREACHABLE, $error->getMessage(), self::UNREACHABLE_SECONDS );
			self::fail( $error );
		} catch ( \Exception $error ) {
			self::fail( $error );
		}
	}

	/**
	 * Reads a stored result by the path of its link, `/files/…`. Host and base path come from the settings, because
	 * this server may not reach the public ones of the link.
	 *
	 * @param string $path    Path of the link.
	 * @param float  $seconds How long it may take.
	 *
	 * @throws Problem If there is no answer.
	 */
	public function read_file( string $path, float $seconds ): Response {
		$request = new Request( 'GET', $this->settings->url() . $path, 'the picture', seconds: $seconds );

		return $this->ask( static fn (): Response => ( new Transport() )->send( $request ), $seconds );
	}

	/**
	 * Checks address, key and secret. Nothing is rendered or charged: HEAD checks signature and options only, and the
	 * service refuses the options of GET.
	 *
	 * @return string The address that answered.
	 *
	 * @throws Problem What is wrong.
	 */
	public function test(): string {
		delete_transient( self::UNREACHABLE );

		return $this->ask(
			function ( Client $client ): string {
				$url_of = static fn ( array $options ): string => $client->buildImageUrl( 'https://example.com/', $options, time() + 60 );
				$answer = $this->try_url( 'HEAD', $url_of( array( 'type' => 'webp' ) ) );
				if ( $answer->status >= 400 ) {
					// Only GET has the reason. No window has a width of 0, so the service renders nothing.
					$explained = $this->try_url( 'GET', $url_of( array( 'vw' => 0 ) ) );
					$accepts   = 'invalid_option' === ( $explained->json()['code'] ?? '' );
					throw $this->refusal_of( $accepts ? $answer : $explained );
				}
				if ( 200 === $answer->status && 'image/webp' === $answer->header( 'content-type' ) ) {
					return $this->settings->url();
				}
				throw $this->refusal_of( $answer );
			},
			self::TEST_SECONDS
		);
	}

	/**
	 * Whether a proxy answered because the service behind it did not.
	 *
	 * @param ?\Throwable $error Of the library.
	 */
	public static function is_proxy_failure( ?\Throwable $error ): bool {
		return $error instanceof ApiException
			&& str_starts_with( $error->errorCode, 'http_' )
			&& in_array( $error->status, array( 429, 502, 503, 504 ), true );
	}

	/**
	 * Which of these presets the account lacks, or has for another endpoint than pictures. Nothing is rendered or charged.
	 *
	 * @param list<string> $presets Names.
	 *
	 * @return list<string>
	 *
	 * @throws Problem If the service does not answer.
	 */
	public function missing( array $presets ): array {
		return $this->ask(
			fn ( Client $client ): array => array_values(
				array_filter(
					$presets,
					fn ( string $preset ): bool => 400 === $this->try_url( 'HEAD', $client->buildImageUrl( 'https://example.com/', array( 'preset' => $preset ), time() + 60 ) )->status
				)
			),
			self::TEST_SECONDS
		);
	}

	/**
	 * Whether the service refused the name of a preset. Its sentence names routes.
	 *
	 * @param \Throwable $error Of the library.
	 */
	private static function is_about_preset( \Throwable $error ): bool {
		return $error instanceof ApiException && 'invalid_option' === $error->errorCode
			&& preg_match( '~\A(The account has no preset|The preset `[^`]*` is for the endpoint)~', $error->getMessage() );
	}

	/**
	 * A client with these settings.
	 *
	 * @param float $seconds How long each request may take.
	 *
	 * @throws Problem If a setting is missing.
	 */
	private function client( float $seconds ): Client {
		if ( ! $this->settings->is_complete() ) {
			throw new Problem( __( 'Tintype is not set up. Enter the address of the service, the API key and the API secret.', 'tintype' ) );
		}

		return new Client(
			$this->settings->key(),
			$this->settings->secret(),
			$this->settings->url(),
			signatureVersion: 2,
			timeout: $seconds,
			maxRetryWait: self::BUSY_SECONDS,
			transport: new Transport()
		);
	}

	/**
	 * Sends a request of the connection test.
	 *
	 * @param string $method HEAD or GET.
	 * @param string $url    A signed URL.
	 */
	private function try_url( string $method, string $url ): Response {
		return ( new Transport() )->send( new Request( $method, $url, 'the connection test', seconds: self::TEST_SECONDS ) );
	}

	/**
	 * The error of an answer that is no picture.
	 *
	 * @param Response $answer Of the service, or of another web server.
	 */
	private function refusal_of( Response $answer ): ApiException {
		$json = $answer->json() ?? array();
		$code = is_string( $json['code'] ?? null ) ? $json['code'] : "http_{$answer->status}";
		$text = is_string( $json['error'] ?? null ) ? $json['error'] : '';

		return new ApiException( $text, $code, $answer->status, $answer->header( 'x-request-id' ) );
	}

	/**
	 * Throws the sentence that a site owner sees.
	 *
	 * @param \Throwable $error Of the library, or of a setting.
	 *
	 * @throws Problem Always.
	 */
	private static function fail( \Throwable $error ): never {
		if ( $error instanceof ConnectionException ) {
			throw new Problem( self::unreachable(), $error, $error->getMessage() );
		}
		if ( $error instanceof TimeoutException ) {
			throw new Problem( __( 'Tintype did not answer in time. Try again in a minute.', 'tintype' ), $error, $error->getMessage() );
		}
		$code = $error instanceof ApiException ? $error->errorCode : '';
		$text = match ( true ) {
			'unknown_api_key' === $code => __( 'Tintype does not know this API key. Copy it again from the account.', 'tintype' ),
			'invalid_hash' === $code => __( 'The API secret is wrong: it does not belong to this API key. Enter the secret again.', 'tintype' ),
			'expired_url' === $code => __( 'The clock of this web server differs from that of Tintype by more than a minute. Correct the clock.', 'tintype' ),
			self::is_about_preset( $error ) => __( 'The account has no such preset for pictures. An administrator corrects the list under Settings, Tintype.', 'tintype' ),
			/* translators: %d: HTTP status */
			self::is_proxy_failure( $error ) => sprintf( __( 'Tintype does not answer now: HTTP status %d. Try again in a minute.', 'tintype' ), $error->status ),
			/* translators: %d: HTTP status */
			str_starts_with( $code, 'http_' ) => sprintf( __( 'The address is not that of a Tintype service: it answers with HTTP status %d. Check the address.', 'tintype' ), $error->status ),
			default => $error->getMessage(),
		};

		throw new Problem( $text, $error );
	}

	/** The sentence for people who may not see the address. */
	private static function unreachable(): string {
		return __( 'Tintype cannot be reached. An administrator of this site sees the reason.', 'tintype' );
	}
}
