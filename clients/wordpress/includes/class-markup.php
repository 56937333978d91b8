<?php
/**
 * The HTML of a picture.
 *
 * @package Tintype
 */

namespace Tintype\WordPress;

defined( 'ABSPATH' ) || exit;

/**
 * The HTML of pictures. Visitors get an image, which shows its text while the picture cannot be had, or nothing.
 * People who can edit the post get the reason instead.
 */
final class Markup {
	/** Seconds that an editor's page waits for one picture. After this long in all, it looks for no more. */
	private const EDITOR_SECONDS = 30.0;

	/**
	 * How long this page has waited, in seconds.
	 *
	 * @var float
	 */
	private float $waited = 0.0;

	/**
	 * Takes what it needs.
	 *
	 * @param Pictures $pictures Of this site.
	 */
	public function __construct( private readonly Pictures $pictures ) {
	}

	/**
	 * The HTML of the attributes of a shortcode or a block; empty if there is nothing to show.
	 *
	 * @param array<int|string, mixed> $attributes As people write them.
	 */
	public function html( array $attributes ): string {
		try {
			$picture = Picture::of( $attributes );
		} catch ( Problem $problem ) {
			return $this->is_editor() ? self::problem( $problem->getMessage() ) : '';
		}
		if ( ! $this->is_editor() ) {
			return self::image( $picture );
		}
		$begin   = microtime( true );
		$problem = $this->pictures->problem( $picture->url, $picture->options(), $this->waited < self::EDITOR_SECONDS ? self::EDITOR_SECONDS : 0.0 );

		$this->waited += microtime( true ) - $begin;

		return null === $problem ? self::image( $picture ) : self::problem( $problem, self::link() );
	}

	/**
	 * The image.
	 *
	 * @param Picture $picture A checked one.
	 */
	private static function image( Picture $picture ): string {
		$attributes = array(
			'class'    => 'tintype-picture',
			'src'      => Picture_Route::address( $picture->url, $picture->options() ),
			'alt'      => $picture->alt,
			'loading'  => $picture->lazy ? 'lazy' : 'eager',
			'decoding' => 'async',
			'style'    => 'max-width:100%;height:auto',
		) + $picture->size();
		$html       = '';
		foreach ( $attributes as $name => $value ) {
			$html .= sprintf( ' %s="%s"', $name, 'src' === $name ? esc_url( $value ) : esc_attr( (string) $value ) );
		}

		return "<img{$html}>";
	}

	/** A link to the settings, for people who can change them. */
	private static function link(): string {
		return current_user_can( 'manage_options' )
			? sprintf( ' <a href="%s">%s</a>', esc_url( Settings_Page::address() ), esc_html__( 'Settings', 'tintype' ) )
			: '';
	}

	/**
	 * The reason, for people who can edit.
	 *
	 * @param string $message A plain sentence.
	 * @param string $link    HTML.
	 */
	private static function problem( string $message, string $link = '' ): string {
		return sprintf(
			'<span class="tintype-problem" role="status" style="display:block;border-left:4px solid #d63638;background:#fcf0f1;color:#1d2327;padding:.75em 1em"><strong>Tintype:</strong> %s%s<br><small>%s</small></span>',
			esc_html( $message ),
			$link,
			esc_html__( 'Only people who can edit this see this message.', 'tintype' )
		);
	}

	/** Whether the current user can edit what is shown. */
	private function is_editor(): bool {
		$post = get_the_ID();

		return $post ? current_user_can( 'edit_post', $post ) : current_user_can( 'edit_posts' );
	}
}
