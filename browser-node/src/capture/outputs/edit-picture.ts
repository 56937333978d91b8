import type { Sharp } from 'sharp';
import type { Size } from '../area/clip.js';

/** How to resize and encode a picture. */
export interface Edit {
  type: 'png' | 'jpeg' | 'webp' | 'avif';
  /** 1–100; png ignores it. */
  quality: number;
  /** In pixels. Undefined keeps the picture's own size. */
  size: Size | undefined;
  /** The time limit, at which libvips stops. */
  seconds: number;
}

export type EditPicture = (png: Buffer, edit: Edit) => Promise<Buffer>;

/** Undefined where sharp is not installed, or has no binary for this system. */
export type LoadEditor = () => Promise<EditPicture | undefined>;

const encode = (picture: Sharp, { type, quality }: Edit): Sharp => {
  switch (type) {
    case 'png':
      return picture.png();
    case 'jpeg':
      return picture.jpeg({ quality });
    case 'webp':
      return picture.webp({ quality });
    case 'avif':
      // The default effort of 4 takes three times as long for 5 % fewer bytes.
      return picture.avif({ quality, effort: 2 });
  }
};

const load: LoadEditor = async () => {
  const loaded = await import('sharp').catch(() => undefined);
  if (!loaded) return undefined;
  const { default: sharp } = loaded;
  // No picture comes twice, and a node renders several pages at once.
  sharp.cache(false);
  sharp.concurrency(1);
  return (png, edit) => {
    const picture = sharp(png).timeout({ seconds: edit.seconds });
    return encode(edit.size ? picture.resize({ ...edit.size, fit: 'fill' }) : picture, edit).toBuffer();
  };
};

/** Loads sharp at the first picture that needs it: 20 MB and 50 ms. */
export const lazyEditor = (): LoadEditor => {
  let editor: ReturnType<LoadEditor> | undefined;
  return () => {
    editor ??= load();
    return editor;
  };
};
