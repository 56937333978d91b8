<?php
/**
 * How the library sends requests.
 *
 * @package Tintype
 */

namespace Tintype\WordPress;

use Tintype\WordPress\Library\Api;
use Tintype\WordPress\Library\ConnectionException;
use Tintype\WordPress\Library\Request;
use Tintype\WordPress\Library\Response;
use Tintype\WordPress\Library\TimeoutException;

defined( 'ABSPATH' ) || exit;

/** Sends requests with the HTTP functions of WordPress, which know the site's proxy and its blocked hosts. */
final class Transport implements Library\Transport {

	/**
	 * Sends one request, and follows no redirect. The bearer has the secret, and signed URLs do not need it: it is not sent.
	 *
	 * @param Request $request What to send.
	 *
	 * @throws TimeoutException    If no whole answer came in time.
	 * @throws ConnectionException If the service cannot be reached.
	 */
	public function send( Request $request ): Response {
		$answer = wp_remote_request(
			$request->url,
			array(
				'method'      => $request->method,
				'headers'     => array_diff_key( $request->headers, array( 'Authorization' => '' ) ),
				'body'        => $request->body,
				'user-agent'  => 'tintype-wordpress/' . Api::VERSION,
				'timeout'     => $request->seconds,
				'redirection' => 0,
			)
		);
		if ( is_wp_error( $answer ) ) {
			$this->fail( $request, $answer->get_error_message() );
		}
		$headers = array();
		foreach ( wp_remote_retrieve_headers( $answer ) as $name => $value ) {
			$headers[ strtolower( $name ) ] = is_array( $value ) ? (string) end( $value ) : (string) $value;
		}

		return new Response( (int) wp_remote_retrieve_response_code( $answer ), $headers, wp_remote_retrieve_body( $answer ) );
	}

	/**
	 * Waits before a repeat.
	 *
	 * @param float $seconds How long.
	 */
	public function pause( float $seconds ): void {
		usleep( (int) ( $seconds * 1_000_000 ) );
	}

	/**
	 * Throws.
	 *
	 * @param Request $request What was sent.
	 * @param string  $reason  A message of WordPress.
	 *
	 * @throws TimeoutException    If no whole answer came in time.
	 * @throws ConnectionException Otherwise.
	 */
	private function fail( Request $request, string $reason ): never {
		// cURL says "Connection timed out" of a host that does not answer at all.
		if ( preg_match( '~(operation|request) timed out~i', $reason ) ) {
			/* translators: 1: address of the service, 2: number of seconds */
			throw new TimeoutException( sprintf( __( 'Tintype at %1$s did not answer within %2$d seconds.', 'tintype' ), $request->origin(), ceil( $request->seconds ) ) );
		}
		$origin = $request->origin();
		$why    = match ( true ) {
			/* translators: %s: address of the service */
			str_contains( $reason, 'cURL error 7:' ) => sprintf( __( 'Nothing listens at %s.', 'tintype' ), $origin ),
			/* translators: %s: address of the service */
			str_contains( $reason, 'cURL error 6:' ) => sprintf( __( 'The host of %s has no address.', 'tintype' ), $origin ),
			/* translators: 1: address of the service, 2: reason, in the server's language */
			default => sprintf( __( 'Tintype at %1$s cannot be reached: %2$s.', 'tintype' ), $origin, rtrim( $reason, '. ' ) ),
		};
		throw new ConnectionException( $why . ' ' . __( 'Check the address, and that this web server may reach it.', 'tintype' ) );
	}
}
