interface AddressFieldProps {
  /** For screen readers: no text stands beside it. */
  label: string;
  name?: string;
  value: string;
  /** The id of the sentence that says what is wrong with the address. */
  faultId: string | undefined;
  onAddress: (address: string) => void;
  onEscape?: () => void;
}

/** The address of a page, in an address bar. */
export const AddressField = ({ label, faultId, onAddress, onEscape, ...rest }: AddressFieldProps) => (
  <input
    class="input"
    type="text"
    inputMode="url"
    aria-label={label}
    aria-invalid={faultId ? true : undefined}
    aria-describedby={faultId}
    placeholder="https://example.com/"
    spellcheck={false}
    required
    {...rest}
    onInput={(event) => onAddress(event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key === 'Escape') onEscape?.();
    }}
  />
);
