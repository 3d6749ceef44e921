import styles from './icon.module.css';

const outlines = {
  home: 'M5 12H3l9-9 9 9h-2M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-7M9 21v-6a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2v6',
  meter: 'M12 12m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 12l4-4M7 15h0M17 15h0',
  people:
    'M9 7m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M3 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2M16 3.1a4 4 0 0 1 0 7.8M21 21v-2a4 4 0 0 0-3-3.9',
  users:
    'M4 5a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM12 11m-2.500 0a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0M7.500 17a4.500 3 0 0 1 9 0',
  user: 'M12 7m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M6 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2',
  help: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 17v.01M12 13.5a1.5 1.5 0 0 1 1-1.5a2.6 2.6 0 1 0-3-4',
  chat: 'M4 20V7a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H9z',
  bolt: 'M13 3v7h6l-8 11v-7H5z',
  drop: 'M12 3l5 6.5a6.5 6.5 0 1 1-10 0z',
  leaf: 'M5 21c.5-4.5 2.5-8 7-10M9 18c6.2 0 10.5-3.3 11-12V4h-4c-9 0-12 4-12 9c0 1 0 3 2 5z',
  alert: 'M12 9v4M12 16v.01M5 19h14a2 2 0 0 0 1.8-2.8L13.7 4a2 2 0 0 0-3.4 0L3.2 16.2A2 2 0 0 0 5 19',
  bell: 'M10 5a2 2 0 0 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3H4a4 4 0 0 0 2-3v-3a7 7 0 0 1 4-6M9 17v1a3 3 0 0 0 6 0v-1',
  info: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 8v.01M11 12h1v4h1',
  check: 'M5 12l5 5L20 7',
  'chevron-down': 'M6 9l6 6 6-6',
  'chevron-left': 'M15 6l-6 6 6 6',
  'chevron-right': 'M9 6l6 6-6 6',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 6h16M4 12h16M4 18h16',
  search: 'M10 10m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0M21 21l-6-6',
  list: 'M9 6h11M9 12h11M9 18h11M5 6v.01M5 12v.01M5 18v.01',
  grid: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  sun: 'M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M3 12h1M12 3v1M20 12h1M12 20v1M5.6 5.6l.7.7M18.4 5.6l-.7.7M17.7 17.7l.7.7M6.3 17.7l-.7.7',
  moon: 'M12 3h.400a7.5 7.5 0 0 0 7.9 12.4A9 9 0 1 1 12 3z',
  group: 'M9 9m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0M15 15m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0',
  chip: 'M6 5a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1zM10 10h4v4h-4zM3 8h3M3 12h3M3 16h3M18 8h3M18 12h3M18 16h3',
  device: 'M3 5a1 1 0 0 1 1-1h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM7 20h10M9 16v4M15 16v4',
  logout: 'M14 8V6a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-2M9 12h12l-3-3M18 15l3-3',
  'mail-alert': 'M15 19H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v5M3 7l9 6 9-6M19 16v3M19 22v.01',
  'cloud-off':
    'M9.6 5.2a5.5 5.5 0 0 1 8.2 4.8h.7a3.5 3.5 0 0 1 2.3 6.1M18 18H7a4.5 4.5 0 0 1-.900-8.9M3 3l18 18',
  calendar: 'M4 7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM16 3v4M8 3v4M4 11h16',
  book: 'M3 19a9 9 0 0 1 9 0a9 9 0 0 1 9 0M3 6a9 9 0 0 1 9 0a9 9 0 0 1 9 0M3 6v13M12 6v13M21 6v13',
  settings:
    'M14 6m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M4 6h8M16 6h4M8 12m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M4 12h2M10 12h10M17 18m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M4 18h11M19 18h1',
  clock: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7v5l3 3',
  edit: 'M4 20h4L18.5 9.5a2.8 2.8 0 0 0-4-4L4 16v4M13.5 6.5l4 4',
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 11A8 8 0 0 0 4.6 9M4 5v4h4M4 13a8 8 0 0 0 15.4 2M20 19v-4h-4',
  download: 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5 5-5M12 4v12',
  'external-link': 'M11 7H6a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-5M10 14L20 4M15 4h5v5',
  table: 'M4 4h16v16H4zM4 10h16M10 4v16',
  chart: 'M4 20h16M7 16v-4M12 16V6M17 16v-7',
  curve: 'M4 4v16h16M8 15l3-5 3.500 2.500L20 6',
  target: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 12v.01',
  image:
    'M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM15 8.5v.01M4 16l4.500-4.500 6 6M13 16l2.500-2.500L20 18',
  coin: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M14.8 9A2 2 0 0 0 13 8h-2a2 2 0 0 0 0 4h2a2 2 0 0 1 0 4h-2a2 2 0 0 1-1.800-1M12 6v2M12 16v2',
  copy: 'M8 10a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2zM16 8V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h3',
  mail: 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM3 7l9 6 9-6',
  trash:
    'M4 7h16M10 11v6M14 11v6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2l1-12M9 7V4a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v3',
  history: 'M12 8v4l2 2M3.05 11a9 9 0 1 1 .5 4M3 20v-5h5',
  sort: 'M4 6h9M4 12h7M4 18h5M15 15l3 3 3-3M18 6v12',
} as const;

export type IconName = keyof typeof outlines;

/** A line icon in the text colour; decorative without `label`. */
export const Icon = ({ name, size = 20, label }: { name: IconName; size?: number; label?: string }) => (
  <svg
    className={styles.icon}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    role={label ? 'img' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
  >
    <path d={outlines[name]} />
  </svg>
);
