<?php
/**
 * Plugin Name:       Tintype
 * Plugin URI:        https://tintype.dev
 * Description:       Pictures of web pages in posts, made by your own Tintype service: a shortcode and a block.
 * Version:           0.1.0
 * Requires at least: 6.1
 * Requires PHP:      8.2
 * Author:            Tintype
 * License:           Apache-2.0
 * License URI:       https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain:       tintype
 *
 * @package Tintype
 */

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/library/autoload.php';
foreach ( array( 'problem', 'settings', 'transport', 'service', 'picture', 'pictures', 'picture-route', 'markup', 'devices-route', 'block', 'settings-page' ) as $tintype_file ) {
	require_once __DIR__ . "/includes/class-{$tintype_file}.php";
}
unset( $tintype_file );

( static function (): void {
	$settings = new Tintype\WordPress\Settings();
	$service  = new Tintype\WordPress\Service( $settings );
	$pictures = new Tintype\WordPress\Pictures( $settings, $service );
	$markup   = new Tintype\WordPress\Markup( $pictures );

	( new Tintype\WordPress\Picture_Route( $pictures ) )->register();
	( new Tintype\WordPress\Devices_Route( $service ) )->register();
	( new Tintype\WordPress\Block( $markup, __DIR__ . '/blocks/screenshot' ) )->register();
	( new Tintype\WordPress\Settings_Page( $settings, $service, __FILE__ ) )->register();
} )();
