/** Binaries, libraries, fonts and the browser's policies. No other folder of /usr, /etc, /var and /sys, and no /home. */
export const shownFolders = [
  '/usr/bin',
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/share',
  '/usr/local/lib',
  '/usr/local/share',
  '/etc/alternatives',
  '/etc/chromium',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/opt/chrome',
  '/var/cache/fontconfig',
  '/sys/devices/system/cpu',
] as const;

/** Whether the wall shows a path without links to every browser. */
export const isShown = (path: string): boolean => shownFolders.some((each) => path.startsWith(`${each}/`));
