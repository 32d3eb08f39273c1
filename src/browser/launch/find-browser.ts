import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'

/** Where to look for a browser. */
export interface BrowserPlaces {
  platform: NodeJS.Platform
  /** Folders of programs, as in PATH. */
  searchPath: string
  /** The user's folder. */
  home: string
}

/** Access to a disk, as far as the search needs it. */
export interface Disk {
  isProgram(path: string): boolean
  /** Names in a folder; none where it cannot be read. */
  list(folder: string): readonly string[]
}

const MAC_NAMES = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser']

const WINDOWS_PROGRAMS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  ['BraveSoftware', 'Brave-Browser', 'Application', 'brave.exe'],
]

/** The programs themselves: what stands in PATH is often a script that adds flags of a distribution. */
const LINUX_PROGRAMS = [
  '/opt/google/chrome/chrome',
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/usr/lib/chromium-browser/chromium-browser',
  '/opt/microsoft/msedge/msedge',
  '/opt/chromium.org/chromium/chromium',
  '/opt/brave.com/brave/brave',
]

const LINUX_NAMES = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
]

/** Browsers that test drivers have put into the user's cache, by platform: folder, and path below each version. */
const CACHES: Partial<Record<NodeJS.Platform, readonly (readonly [string, readonly string[]])[]>> =
  {
    linux: [
      [
        '.cache/ms-playwright',
        [
          'chrome-linux/chrome',
          'chrome-linux64/chrome',
          'chrome-linux/headless_shell',
          'chrome-headless-shell-linux64/chrome-headless-shell',
        ],
      ],
      ['.cache/puppeteer/chrome', ['chrome-linux64/chrome']],
    ],
    darwin: [
      [
        'Library/Caches/ms-playwright',
        [
          'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
          'chrome-mac-arm64/Chromium.app/Contents/MacOS/Chromium',
        ],
      ],
    ],
    win32: [['AppData/Local/ms-playwright', ['chrome-win/chrome.exe', 'chrome-win64/chrome.exe']]],
  }

/** A snap has its own folder of temporary files, so that it cannot be given one. */
const SNAP = '/snap/'

/** The first browser that is there: an installed one, one in PATH, or one of a test driver. Nothing is started. */
export function findBrowser(places: BrowserPlaces, disk: Disk = realDisk): string | undefined {
  for (const path of candidates(places, disk)) {
    if (!path.startsWith(SNAP) && disk.isProgram(path)) return path
  }
  return undefined
}

function* candidates(places: BrowserPlaces, disk: Disk): Generator<string> {
  const { platform, home, searchPath } = places
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix
  if (platform === 'darwin') {
    for (const root of ['/Applications', join(home, 'Applications')]) {
      for (const name of MAC_NAMES) yield join(root, `${name}.app`, 'Contents', 'MacOS', name)
    }
  } else if (platform === 'win32') {
    const local = join(home, 'AppData', 'Local')
    for (const root of ['C:\\Program Files', 'C:\\Program Files (x86)', local]) {
      for (const parts of WINDOWS_PROGRAMS) yield join(root, ...parts)
    }
  } else {
    yield* LINUX_PROGRAMS
    for (const folder of searchPath.split(':')) {
      // A relative folder would run whatever lies in the working directory.
      if (isAbsolute(folder)) for (const name of LINUX_NAMES) yield join(folder, name)
    }
  }
  for (const [folder, tails] of CACHES[platform] ?? []) {
    const cache = join(home, ...folder.split('/'))
    for (const version of newestFirst(disk.list(cache))) {
      for (const tail of tails) yield join(cache, version, ...tail.split('/'))
    }
  }
}

/** Names such as `chromium-1187` or `linux-131.0.6778.85`, by their numbers. */
function newestFirst(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => /^(?:chromium|linux)/.test(name))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
}

const realDisk: Disk = {
  isProgram(path) {
    try {
      accessSync(path, constants.X_OK)
      return statSync(path).isFile()
    } catch {
      return false
    }
  },
  list(folder) {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  },
}
