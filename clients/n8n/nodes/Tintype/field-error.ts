/** A field of the form or of the credential that cannot work. Nothing was sent. */
export class FieldError extends Error {
  /** What to do. */
  readonly description: string;

  constructor(message: string, description: string) {
    super(message);
    this.description = description;
  }
}
