<?php
/**
 * The shortcode and the block.
 *
 * @package Tintype
 */

namespace Tintype\WordPress;

defined( 'ABSPATH' ) || exit;

/** The shortcode `tintype` and the block `tintype/screenshot`, which make the same HTML. */
final class Block {
	/**
	 * Takes what it needs.
	 *
	 * @param Markup $markup Of this site.
	 * @param string $folder With `block.json`.
	 */
	public function __construct(
		private readonly Markup $markup,
		private readonly string $folder,
	) {
	}

	/** Adds the hooks. */
	public function register(): void {
		add_action(
			'init',
			function (): void {
				add_shortcode( 'tintype', array( $this, 'render_shortcode' ) );
				register_block_type_from_metadata( $this->folder, array( 'render_callback' => array( $this, 'render' ) ) );
			}
		);
	}

	/**
	 * The HTML of a shortcode; empty if there is nothing to show. A span may stand in a paragraph, a figure may not.
	 *
	 * @param array<int|string, string>|string $attributes As people write them; empty text for none.
	 */
	public function render_shortcode( $attributes ): string {
		$html = $this->markup->html( (array) $attributes, Picture::unknown( (array) $attributes ) );

		return '' === $html ? '' : sprintf( '<span class="tintype-shortcode" style="display:block">%s</span>', $html );
	}

	/**
	 * The HTML of a block; empty if there is nothing to show.
	 *
	 * @param array<string, mixed> $attributes Of the block.
	 */
	public function render( array $attributes ): string {
		$html = $this->markup->html( $attributes );

		return '' === $html ? '' : sprintf( '<figure %s>%s</figure>', get_block_wrapper_attributes(), $html );
	}
}
