interface Finalized {
  metadata: { finalizers?: string[] };
}

export const hasFinalizer = ({ metadata }: Finalized, finalizer: string): boolean =>
  metadata.finalizers?.includes(finalizer) ?? false;

const withFinalizers = <T extends Finalized>(object: T, finalizers: string[]): T => ({
  ...object,
  metadata: { ...object.metadata, finalizers },
});

/** The object with this finalizer; the same one if it has it. */
export const addFinalizer = <T extends Finalized>(object: T, finalizer: string): T =>
  hasFinalizer(object, finalizer) ? object : withFinalizers(object, [...(object.metadata.finalizers ?? []), finalizer]);

/** The object without this finalizer; the same one if it has none. */
export const removeFinalizer = <T extends Finalized>(object: T, finalizer: string): T =>
  hasFinalizer(object, finalizer)
    ? withFinalizers(object, object.metadata.finalizers?.filter((each) => each !== finalizer) ?? [])
    : object;
