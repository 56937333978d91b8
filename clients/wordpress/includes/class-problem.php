<?php
/**
 * Why there is no picture.
 *
 * @package Tintype
 */

namespace Tintype\WordPress;

defined( 'ABSPATH' ) || exit;

/** Why there is no picture: a plain sentence for people who can edit the site. Escape it when you print it. */
final class Problem extends \RuntimeException {
	/**
	 * Takes the sentence.
	 *
	 * @param string      $message  For people who can edit.
	 * @param ?\Throwable $previous Its cause.
	 * @param string      $detail   The sentence for administrators, which may have internal addresses; empty if it is the same.
	 */
	public function __construct( string $message, ?\Throwable $previous = null, public readonly string $detail = '' ) {
		parent::__construct( $message, 0, $previous );
	}

	/** The sentence that the current user may see. */
	public function sentence(): string {
		return '' !== $this->detail && current_user_can( 'manage_options' ) ? $this->detail : $this->getMessage();
	}
}
