import type { Toolset } from '../../contract/operation.ts'

/** What hosts show beside tools: a drawing for each toolset, and one for the tools that lead to others. */
export type IconName = Toolset | 'tools'

/** Drawn for this project, in 24 × 24. */
const PATHS: Record<IconName, string> = {
  web: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2c1.7 0 3 3 3.4 7H8.6C9 7 10.3 4 12 4zM6.6 11H4.1A8 8 0 0 1 7.8 5.2 16 16 0 0 0 6.6 11zm-2.5 2h2.5c.1 2.2.5 4.2 1.2 5.8A8 8 0 0 1 4.1 13zm4.5 0h6.8c-.4 4-1.7 7-3.4 7s-3-3-3.4-7zm8.8 0h2.5a8 8 0 0 1-3.7 5.8c.7-1.6 1.1-3.6 1.2-5.8zm0-2a16 16 0 0 0-1.2-5.8 8 8 0 0 1 3.7 5.8z',
  text: 'M4 3h16v4h-2V5h-5v14h2v2H9v-2h2V5H6v2H4z',
  chain:
    'M12 2l9 5v10l-9 5-9-5V7zm0 2.3L6 7.6l6 3.3 6-3.3zM5 9.4v6.4l6 3.3v-6.4zm14 0l-6 3.3v6.4l6-3.3z',
  wallet: 'M3 5h15v3h3v11H3zm2 3v9h14v-2h-5v-5h5v-2zm11 4v1h3v-1z',
  chat: 'M3 4h18v13H9l-5 4v-4H3zm2 2v9h14V6z',
  tools:
    'M10 3a7 7 0 1 0 4.2 12.6l5.1 5.1 1.4-1.4-5.1-5.1A7 7 0 0 0 10 3zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10z',
}

/** Address of an icon below that of its server. */
export function iconPath(name: IconName): string {
  return `/icons/${name}.svg`
}

/** The drawing at an address, as SVG; undefined where there is none. */
export function findIcon(file: string): string | undefined {
  const name = file.replace(/\.svg$/, '')
  if (name === file || !isIconName(name)) return undefined
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${PATHS[name]}" fill="#b3261e" fill-rule="evenodd"/></svg>`
}

function isIconName(name: string): name is IconName {
  return Object.hasOwn(PATHS, name)
}
