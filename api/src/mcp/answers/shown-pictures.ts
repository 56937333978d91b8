import { imageSize } from 'image-size';

const types = ['image/png', 'image/jpeg', 'image/webp'];
/** 3.75 MB are 5 MB as base64. Models refuse a whole conversation because of one larger picture. */
const maxBytes = 3_750_000;
const maxSide = 8000;

export const pictureLimits = 'PNG, JPEG or WebP, 3.75 MB, 8,000 px a side';

export const isShowableType = (contentType: string): boolean => types.includes(contentType);

/** Whether models take the picture. False if it cannot be read. */
export const isShowable = (contentType: string, body: Uint8Array): boolean => {
  if (!isShowableType(contentType) || body.length > maxBytes) return false;
  try {
    const { width, height } = imageSize(body);
    return Math.max(width, height) <= maxSide;
  } catch {
    return false;
  }
};
