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
	 * @param list<string>             $unknown    What was typed and is no attribute.
	 */
	public function html( array $attributes, array $unknown = array() ): string {
		$notes = array_map( self::unknown( ... ), $unknown );
		try {
			$picture = Picture::of( $attributes );
		} catch ( Problem $problem ) {
			return $this->is_editor() ? self::problem( $problem->getMessage() ) . self::notes( $notes ) : '';
		}
		if ( ! $this->is_editor() ) {
			return self::image( $picture );
		}
		$begin   = microtime( true );
		$problem = $this->pictures->problem( $picture->url, $picture->options(), $this->waited < self::EDITOR_SECONDS ? self::EDITOR_SECONDS : 0.0 );

		$this->waited += microtime( true ) - $begin;

		if ( null !== $problem ) {
			return self::problem( $problem . self::advice( $picture, $problem ), self::link() ) . self::notes( $notes );
		}

		return self::image( $picture ) . self::notes( array( ...$notes, ...$this->pictures->warnings( $picture->url, $picture->options() ) ) );
	}

	/**
	 * What to change if the page may have only http; empty otherwise.
	 *
	 * @param Picture $picture What was asked for.
	 * @param string  $problem Why there is none.
	 */
	private static function advice( Picture $picture, string $problem ): string {
		return ! $picture->has_scheme && preg_match( '~\(502 target_(unreachable|tls)\b~', $problem )
			? ' ' . __( 'Without a scheme, https is used: write http:// before the address if the page has no https.', 'tintype' )
			: '';
	}

	/**
	 * A sentence about a name that is no attribute.
	 *
	 * @param string $name What a person typed.
	 */
	private static function unknown( string $name ): string {
		/* translators: 1: what a person typed, 2: names of attributes */
		return sprintf( __( '"%1$s" is no attribute, so it changes nothing. The attributes are %2$s.', 'tintype' ), $name, implode( ', ', array_keys( Picture::DEFAULTS ) ) );
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
			// Browsers show the alternative text beside the icon of a broken picture.
			'onerror'  => "this.style.display='none';this.insertAdjacentText('afterend',this.alt)",
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
		return self::message( 'tintype-problem', array( '#d63638', '#fcf0f1' ), esc_html( $message ) . $link );
	}

	/**
	 * What else to know, for people who can edit.
	 *
	 * @param list<string> $messages Plain sentences.
	 */
	private static function notes( array $messages ): string {
		return implode( '', array_map( static fn ( string $message ): string => self::message( 'tintype-note', array( '#dba617', '#fcf9e8' ), esc_html( $message ) ), $messages ) );
	}

	/**
	 * A message for people who can edit.
	 *
	 * @param string                $name   Of the class.
	 * @param array{string, string} $colors Of its edge and its background.
	 * @param string                $html   Its text.
	 */
	private static function message( string $name, array $colors, string $html ): string {
		return sprintf(
			'<span class="%s" role="status" style="display:block;border-left:4px solid %s;background:%s;color:#1d2327;padding:.75em 1em">%s%s<br><small>%s</small></span>',
			$name,
			$colors[0],
			$colors[1],
			str_starts_with( $html, 'Tintype' ) ? '' : '<strong>Tintype:</strong> ',
			$html,
			esc_html__( 'Only people who can edit this see this message.', 'tintype' )
		);
	}

	/** Whether the current user can edit what is shown. */
	private function is_editor(): bool {
		$post = get_the_ID();

		return $post ? current_user_can( 'edit_post', $post ) : current_user_can( 'edit_posts' );
	}
}
