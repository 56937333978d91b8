/** Lines on a grid of 24, in the colour of the text. */
const paths = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  playground: 'M5 4.5v15l14-7.5z',
  sessions: 'M3.5 5h17v14h-17zM3.5 9h17M6.5 7h.01M9 7h.01',
  batches: 'M12 3.5 3.5 8 12 12.5 20.5 8zM3.5 12 12 16.5 20.5 12M3.5 16 12 20.5 20.5 16',
  usage: 'M4 20V4M4 20h16M8.5 16v-5M13 16V7M17.5 16v-3',
  presets: 'M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5h4v-5zM7 14.5v5h4v-5z',
  storage:
    'M4 6.5c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zM4 6.5v11c0 1.7 3.6 3 8 3s8-1.3 8-3v-11M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  secrets: 'M14.5 4a5.5 5.5 0 1 0 1 8.9L20 17.5V20h-3v-2h-2v-2l-1.6-1.6M15.5 8.5h.01',
  proxy: 'M4 7h12M12.5 3.5 16 7l-3.5 3.5M20 17H8M11.5 13.5 8 17l3.5 3.5',
  profiles: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  docs: 'M6 3.5h9l3.5 3.5v13.5H6zM14.5 3.5V7.5h4M9 12h6M9 16h6',
  chat: 'M4 5h16v11H10l-4.5 3.5V16H4z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5 10 17.5 19.5 7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  signOut: 'M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  back: 'M19 12H5M11 6l-6 6 6 6',
  forward: 'M5 12h14M13 6l6 6-6 6',
  camera: 'M3.5 8h4l1.5-2.5h6L16.5 8h4v11h-17zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  chevron: 'M8 10l4 4 4-4',
  plus: 'M12 5v14M5 12h14',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
} as const;

export type IconName = keyof typeof paths;

/** An icon is decoration: its meaning stands beside it, or in the label of its button. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8">
    <path d={paths[name]} stroke-linecap="round" stroke-linejoin="round" />
  </svg>
);

export const Brand = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#2a2521" />
    <rect x="6" y="6" width="20" height="20" rx="2.5" fill="none" stroke="#e0965a" stroke-width="2" />
    <path d="M11 12.5h10M16 12.5v9" stroke="#f6efe6" stroke-width="2.6" stroke-linecap="round" />
  </svg>
);
