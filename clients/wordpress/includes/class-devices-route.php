<?php
/**
 * The list of devices, for the block editor.
 *
 * @package Tintype
 */

namespace Tintype\WordPress;

use Tintype\WordPress\Library\Client;

defined( 'ABSPATH' ) || exit;

/** `GET tintype/v1/devices` of the site's REST interface: `[{key, name}]`, for people who can edit posts. */
final class Devices_Route {
	public const CACHE = 'tintype_devices';

	private const SECONDS = 10.0;

	/**
	 * Takes what it needs.
	 *
	 * @param Service $service Of this site.
	 */
	public function __construct( private readonly Service $service ) {
	}

	/** Adds the hook. */
	public function register(): void {
		add_action(
			'rest_api_init',
			function (): void {
				register_rest_route(
					'tintype/v1',
					'/devices',
					array(
						'methods'             => 'GET',
						'callback'            => array( $this, 'answer' ),
						'permission_callback' => static fn (): bool => current_user_can( 'edit_posts' ),
					)
				);
			}
		);
	}

	/**
	 * Answers with the list.
	 *
	 * @return list<array{key: string, name: string}>|\WP_Error
	 */
	public function answer(): array|\WP_Error {
		$cached = get_transient( self::CACHE );
		if ( is_array( $cached ) ) {
			return $cached;
		}
		try {
			$devices = $this->service->ask( static fn ( Client $client ): array => $client->devices(), self::SECONDS );
		} catch ( Problem $problem ) {
			return new \WP_Error( 'tintype_unavailable', $problem->sentence(), array( 'status' => 502 ) );
		}
		$shown = array_map( static fn ( array $device ): array => array_intersect_key( $device, array_flip( array( 'key', 'name' ) ) ), $devices );
		set_transient( self::CACHE, $shown, DAY_IN_SECONDS );

		return $shown;
	}
}
