import { useRef } from 'preact/hooks';

/** 128 bits. Without https, browsers have no `crypto.randomUUID`. */
const randomKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** The `Idempotency-Key` of a request: one for each text, so a repeat after a lost answer makes nothing twice. */
export const useRepeatKey = (): ((request: string) => string) => {
  const last = useRef({ request: '', key: '' });
  return (request) => {
    if (last.current.request !== request) last.current = { request, key: randomKey() };
    return last.current.key;
  };
};
