/** Lines of the icons, drawn for this page on a grid of 24. */
const PATHS = {
  inbox: 'M4 13h4l1.5 3h5L16 13h4M4 13l2.5-8h11L20 13v6H4z',
  clock: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  at: 'M16 8v5a2.5 2.5 0 0 0 5 0v-1a9 9 0 1 0-3.5 7.1M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  star: 'm12 4 2.4 5 5.6.8-4 3.9.9 5.5-4.9-2.6-4.9 2.6.9-5.5-4-3.9 5.6-.8z',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  send: 'M4 12l16-8-6 16-3-7z',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  bell: 'M4 18h16M5.5 15a6.5 6.5 0 0 1 13 0M12 8.500V6M10.500 5h3M3.500 18v1.500h17V18',
  hash: 'M5 9h14M4 15h14M10 4 8 20M16 4l-2 16',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  users:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c0-4 3-6 6.500-6s6.500 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .8 3.500 2.500 3.500 5.500',
  bot: 'M5 9h14v10H5zM12 9V5M9 13v2M15 13v2M2.500 13v3M21.500 13v3',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  check: 'M5 12.500l4.500 4.500L19 7',
  cross: 'M6 6l12 12M18 6 6 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.500 4.500',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 12a1 1 0 1 1 2 0 1 1 0 0 1-2 0zM11 12a1 1 0 1 1 2 0 1 1 0 0 1-2 0zM17 12a1 1 0 1 1 2 0 1 1 0 0 1-2 0z',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  smile:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.500 14.500c1 1.500 2 2 3.500 2s2.500-.5 3.500-2M9 9.500v.5M15 9.500v.5',
  clip: 'M20 11l-8.500 8.500a5 5 0 0 1-7-7L13 4a3.500 3.500 0 0 1 5 5l-8.500 8.500a1.500 1.500 0 0 1-2-2L15 8',
  reply: 'M10 6 4 12l6 6M4 12h10c4 0 6 2 6 6',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  eye: 'M2.500 12c2-4 5.500-6.500 9.500-6.500s7.500 2.500 9.500 6.500c-2 4-5.500 6.500-9.500 6.500S4.500 16 2.500 12zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  mute: 'M5 10v4h3l5 4V6L8 10zM17 9l5 6M22 9l-5 6',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.200 2.200M16.200 16.200l2.200 2.200M5.600 18.400l2.200-2.200M16.200 7.800l2.200-2.200',
  coin: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM14.500 9.500c-.5-1-1.500-1.500-2.500-1.500-3 0-3 3.500 0 4s3 4 0 4c-1.200 0-2.200-.6-2.600-1.600M12 6.500V8M12 16v1.500',
  server: 'M4 5h16v6H4zM4 13h16v6H4zM7.500 8v.01M7.500 16v.01',
  tool: 'M14 7a4 4 0 0 1 5.500-3l-2.500 2.500.5 2 2 .5L22 6.500A4 4 0 0 1 16.500 11L8 19.500 4.500 16 13 7.500',
  poll: 'M5 20V10M12 20V4M19 20v-7',
  bold: 'M7 4h6a4 4 0 0 1 0 8H7zM7 12h7a4 4 0 0 1 0 8H7z',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  move: 'M4 12h15M13 6l6 6-6 6',
  history: 'M4 12a8 8 0 1 0 3-6.200M4 4v4h4M12 8v4l3 2',
  warning: 'M12 4 2.500 20h19zM12 10v4M12 17v.01',
} as const

/** Name of an icon. */
export type IconName = keyof typeof PATHS

/** An icon; its meaning is in the text beside it, or in its control. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
