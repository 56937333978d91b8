<?php
/**
 * Removes what the plugin stored, on each site of a network.
 *
 * @package Tintype
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

( static function (): void {
	$remove = static function (): void {
		global $wpdb;

		delete_option( 'tintype_settings' );
		foreach ( array( '_transient_tintype_', '_transient_timeout_tintype_' ) as $start ) {
			// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress has no function for options with a common beginning.
			$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s", $wpdb->esc_like( $start ) . '%' ) );
			array_map( 'delete_option', $names );
		}
	};
	if ( ! is_multisite() ) {
		$remove();
		return;
	}
	$sites = get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	);
	foreach ( $sites as $site ) {
		switch_to_blog( $site );
		$remove();
		restore_current_blog();
	}
} )();
