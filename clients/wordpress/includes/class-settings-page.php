<?php
/**
 * The settings page.
 *
 * @package Tintype
 */

namespace Tintype\WordPress;

defined( 'ABSPATH' ) || exit;

/** Settings → Tintype: address, key, secret and renewal, with a connection test. */
final class Settings_Page {
	private const SLUG = 'tintype';

	private const ACTION = 'tintype_save';

	private const CAPABILITY = 'manage_options';

	/** Begins the name of the transient with the last action's notices and wrong values, until the page shows them. */
	private const NOTICES = 'tintype_notices_';

	/**
	 * What a person typed last, if something of it was wrong; never the secret.
	 *
	 * @var array<string, string>
	 */
	private array $typed = array();

	/**
	 * Takes what it needs.
	 *
	 * @param Settings $settings Of this site.
	 * @param Service  $service  Of this site.
	 * @param string   $plugin   Main file of the plugin.
	 */
	public function __construct(
		private readonly Settings $settings,
		private readonly Service $service,
		private readonly string $plugin,
	) {
	}

	/** Adds the hooks. */
	public function register(): void {
		add_action( 'admin_post_' . self::ACTION, array( $this, 'act' ) );
		add_action( 'admin_notices', array( $this, 'remind' ) );
		add_action(
			'admin_menu',
			fn () => add_options_page( 'Tintype', 'Tintype', self::CAPABILITY, self::SLUG, array( $this, 'show' ) )
		);
		add_filter(
			'plugin_action_links_' . plugin_basename( $this->plugin ),
			fn ( array $links ): array => array( self::link(), ...$links )
		);
	}

	/** The address of this page. */
	public static function address(): string {
		return admin_url( 'options-general.php?page=' . self::SLUG );
	}

	/** Reminds on the page of plugins, where one lands after the activation, that settings are missing. */
	public function remind(): void {
		if ( 'plugins' !== get_current_screen()?->id || ! current_user_can( self::CAPABILITY ) || $this->settings->is_complete() ) {
			return;
		}
		/* translators: %s: link to the settings */
		$text = sprintf( esc_html__( 'Tintype needs the address of your service, an API key and its secret: %s.', 'tintype' ), self::link() );
		self::print_notice( 'info', $text );
	}

	/** Does what the form asks for, and returns to the page. */
	public function act(): never {
		check_admin_referer( self::ACTION );
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'You may not change these settings.', 'tintype' ), '', array( 'response' => 403 ) );
		}
		$notices = 'renew' === $this->posted( 'do' ) ? $this->renew() : $this->save();
		$outcome = array(
			'notices' => $notices,
			'typed'   => $this->typed,
		);
		set_transient( self::NOTICES . get_current_user_id(), $outcome, MINUTE_IN_SECONDS );
		wp_safe_redirect( self::address() );
		exit;
	}

	/** Prints the page. */
	public function show(): void {
		$name    = self::NOTICES . get_current_user_id();
		$outcome = get_transient( $name );
		delete_transient( $name );
		$this->typed = $outcome['typed'] ?? array();
		echo '<div class="wrap"><h1>Tintype</h1>';
		foreach ( $outcome['notices'] ?? array() as [ $type, $text ] ) {
			self::print_notice( $type, esc_html( $text ) );
		}
		echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '" autocomplete="off">';
		echo '<input type="hidden" name="action" value="' . esc_attr( self::ACTION ) . '">';
		wp_nonce_field( self::ACTION );
		echo '<table class="form-table" role="presentation">';
		$this->print_text_rows();
		$this->print_presets_row();
		$this->print_renewal_row();
		echo '</table><p class="submit">';
		self::print_button( 'primary', 'test', __( 'Save and test the connection', 'tintype' ) );
		self::print_button( 'secondary', 'save', __( 'Save', 'tintype' ) );
		self::print_button( 'secondary', 'renew', __( 'Renew all pictures', 'tintype' ) );
		echo '</p></form>';
		$this->print_help();
		echo '</div>';
	}

	/**
	 * Stores the form, and tests the connection if its button was pressed.
	 *
	 * @return list<array{string, string}> Type and text of each notice.
	 */
	private function save(): array {
		$form     = array_map(
			$this->posted( ... ),
			array(
				'url'     => 'url',
				'key'     => 'key',
				'secret'  => 'secret',
				'renewal' => 'renewal',
				'presets' => 'presets',
			)
		);
		$problems = $this->settings->save( $form );
		if ( array() !== $problems ) {
			$this->typed = array_diff_key( $form, array( 'secret' => '' ) );
			return array_map( static fn ( string $text ): array => array( 'error', $text ), $problems );
		}
		$saved = array( 'success', __( 'The settings are saved.', 'tintype' ) );

		return 'test' === $this->posted( 'do' ) ? array( $saved, ...$this->test() ) : array( $saved );
	}

	/**
	 * Tests the connection, and the presets for authors.
	 *
	 * @return list<array{string, string}> Type and text of each notice.
	 */
	private function test(): array {
		try {
			/* translators: %s: address of the service */
			$connected = sprintf( __( 'Connected: Tintype at %s accepts the API key and the secret.', 'tintype' ), $this->service->test() );
			$missing   = $this->service->missing( $this->settings->presets() );
		} catch ( Problem $problem ) {
			/* translators: %s: a sentence */
			return array( array( 'error', sprintf( __( 'Not connected. %s', 'tintype' ), $problem->sentence() ) ) );
		}
		/* translators: %s: names of presets */
		$warning = __( 'The account has no preset for pictures with these names: %s. Correct the presets for authors, or store these in the account.', 'tintype' );

		return array(
			array( 'success', $connected ),
			...( array() === $missing ? array() : array( array( 'warning', sprintf( $warning, implode( ', ', $missing ) ) ) ) ),
		);
	}

	/**
	 * Renews all pictures.
	 *
	 * @return list<array{string, string}> Type and text of each notice.
	 */
	private function renew(): array {
		$this->settings->renew_pictures();

		return array( array( 'success', __( 'Each picture is taken again when the next reader sees it. Browsers may show the old one for an hour.', 'tintype' ) ) );
	}

	/** Prints the rows of address, key and secret. */
	private function print_text_rows(): void {
		$this->print_text_row(
			'url',
			array(
				'label'       => __( 'Address of Tintype', 'tintype' ),
				'type'        => 'url',
				'value'       => $this->settings->url(),
				'placeholder' => 'https://shots.example.com',
				'help'        => __( 'As this web server reaches the service. Visitors do not need to reach it.', 'tintype' ),
			)
		);
		$this->print_text_row(
			'key',
			array(
				'label'       => __( 'API key', 'tintype' ),
				'type'        => 'text',
				'value'       => $this->settings->key(),
				'placeholder' => '',
				'help'        => '',
			)
		);
		$has_secret = '' !== $this->settings->secret();
		$this->print_text_row(
			'secret',
			array(
				'label'       => __( 'API secret', 'tintype' ),
				'type'        => 'password',
				// The secret never leaves the server.
				'value'       => '',
				'placeholder' => $has_secret ? __( 'saved', 'tintype' ) : '',
				'help'        => $has_secret ? __( 'Leave it empty to keep the saved secret.', 'tintype' ) : __( 'A secret of the scope "use" is enough.', 'tintype' ),
			)
		);
	}

	/** Prints the row of the presets. */
	private function print_presets_row(): void {
		$this->print_text_row(
			'presets',
			array(
				'label'       => __( 'Presets for authors', 'tintype' ),
				'type'        => 'text',
				'value'       => implode( ', ', $this->settings->presets() ),
				'placeholder' => '',
				'help'        => __( 'Names with commas between them. Authors may use these with any page, so list none that has passwords, cookies or headers.', 'tintype' ),
			)
		);
	}

	/**
	 * Prints a row with a text.
	 *
	 * @param string                $name Of the setting.
	 * @param array<string, string> $row  `label`, `type`, `value`, `placeholder` and `help`.
	 */
	private function print_text_row( string $name, array $row ): void {
		$is_constant = $this->settings->is_constant( $name );
		/* translators: %s: name of a constant */
		$help = $is_constant ? sprintf( __( 'Set by %s in wp-config.php.', 'tintype' ), Settings::CONSTANTS[ $name ] ) : $row['help'];
		printf(
			'<tr><th scope="row"><label for="tintype-%1$s">%2$s</label></th><td><input class="regular-text" id="tintype-%1$s" name="%1$s" type="%3$s" value="%4$s" placeholder="%5$s" autocomplete="%6$s" spellcheck="false"%7$s><p class="description">%8$s</p></td></tr>',
			esc_attr( $name ),
			esc_html( $row['label'] ),
			esc_attr( $row['type'] ),
			esc_attr( $is_constant ? $row['value'] : $this->typed[ $name ] ?? $row['value'] ),
			esc_attr( $row['placeholder'] ),
			'password' === $row['type'] ? 'new-password' : 'off',
			disabled( $is_constant, true, false ), // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- Fixed text of WordPress.
			esc_html( $help )
		);
	}

	/** Prints the row of the renewal. */
	private function print_renewal_row(): void {
		$names   = array_combine( Settings::RENEWALS, array( __( 'every hour', 'tintype' ), __( 'every day', 'tintype' ), __( 'every week', 'tintype' ) ) );
		$options = '';
		foreach ( $names as $seconds => $name ) {
			$options .= sprintf( '<option value="%d"%s>%s</option>', $seconds, selected( $this->settings->renewal(), $seconds, false ), esc_html( $name ) );
		}
		printf(
			'<tr><th scope="row"><label for="tintype-renewal">%s</label></th><td><select id="tintype-renewal" name="renewal">%s</select><p class="description">%s</p></td></tr>',
			esc_html__( 'Take pictures again', 'tintype' ),
			$options, // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- Escaped above.
			esc_html__( 'A new picture costs one credit of the account, once for all readers.', 'tintype' )
		);
	}

	/** Prints what to do next. */
	private function print_help(): void {
		printf(
			'<h2>%s</h2><p>%s</p><p><code>[tintype url="https://example.com/" width="1200" height="630" alt="%s"]</code></p>',
			esc_html__( 'Show a picture', 'tintype' ),
			esc_html__( 'Add the block "Tintype screenshot" to a post, or this shortcode:', 'tintype' ),
			esc_attr__( 'The start page of Example', 'tintype' )
		);
	}

	/**
	 * Prints a button of the form.
	 *
	 * @param string $look  `primary` or `secondary`.
	 * @param string $value What it does.
	 * @param string $text  Its label.
	 */
	private static function print_button( string $look, string $value, string $text ): void {
		printf( '<button class="button button-%s" name="do" value="%s">%s</button> ', esc_attr( $look ), esc_attr( $value ), esc_html( $text ) );
	}

	/**
	 * Prints a notice.
	 *
	 * @param string $type `success`, `warning`, `error` or `info`.
	 * @param string $html Escaped.
	 */
	private static function print_notice( string $type, string $html ): void {
		printf( '<div class="notice notice-%s"><p>%s</p></div>', esc_attr( $type ), wp_kses( $html, array( 'a' => array( 'href' => true ) ) ) );
	}

	/** A link to this page. */
	private static function link(): string {
		return sprintf( '<a href="%s">%s</a>', esc_url( self::address() ), esc_html__( 'Settings', 'tintype' ) );
	}

	/**
	 * A text of the form. `act` has checked the nonce.
	 *
	 * @param string $name Of the field.
	 */
	private function posted( string $name ): string {
		// phpcs:disable WordPress.Security.NonceVerification.Missing -- `act` has checked the nonce.
		// phpcs:disable WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- `Settings::save` checks it; a secret has to stay as it is.
		return isset( $_POST[ $name ] ) && is_string( $_POST[ $name ] ) ? wp_unslash( $_POST[ $name ] ) : '';
		// phpcs:enable
	}
}
