/** As in package.json. */
export const version = '0.1.0';

/** The version of zapier-platform-core, as in package.json. */
export const platformVersion = '19.1.0';
