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
}
