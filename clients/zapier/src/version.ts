/** A test compares it with package.json. */
export const version = '0.1.0';

/** That of zapier-platform-core. The same test compares it. */
export const platformVersion = '19.1.0';
