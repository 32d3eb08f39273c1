import { expect, test } from 'vitest'
import { findBrowser } from '../../../../src/browser/launch/find-browser.ts'

/** A disk that holds these programs, and folders with these names. */
function diskOf(programs: readonly string[], folders: Record<string, readonly string[]> = {}) {
  return {
    isProgram: (path: string) => programs.includes(path),
    list: (folder: string) => folders[folder] ?? [],
  }
}

const LINUX = {
  platform: 'linux',
  searchPath: '/usr/local/bin:/usr/bin:relative',
  home: '/home/a',
} as const

test.each([
  [
    'the program itself, not the script in PATH',
    LINUX,
    ['/usr/bin/chromium', '/usr/lib/chromium/chromium'],
    {},
    '/usr/lib/chromium/chromium',
  ],
  [
    'an installed Chrome before a Chromium',
    LINUX,
    ['/usr/lib/chromium/chromium', '/opt/google/chrome/chrome'],
    {},
    '/opt/google/chrome/chrome',
  ],
  ['one in PATH', LINUX, ['/usr/bin/google-chrome'], {}, '/usr/bin/google-chrome'],
  ['none in a relative folder', LINUX, ['relative/chromium'], {}, undefined],
  [
    'none of a snap, which cannot be given a folder',
    { ...LINUX, searchPath: '/snap/bin' },
    ['/snap/bin/chromium'],
    {},
    undefined,
  ],
  [
    'the newest of a test driver',
    LINUX,
    [
      '/home/a/.cache/ms-playwright/chromium-999/chrome-linux/chrome',
      '/home/a/.cache/ms-playwright/chromium-1200/chrome-linux/chrome',
    ],
    { '/home/a/.cache/ms-playwright': ['chromium-999', 'firefox-1', 'chromium-1200'] },
    '/home/a/.cache/ms-playwright/chromium-1200/chrome-linux/chrome',
  ],
  [
    'one of macOS',
    { platform: 'darwin', searchPath: '', home: '/Users/a' },
    ['/Users/a/Applications/Chromium.app/Contents/MacOS/Chromium'],
    {},
    '/Users/a/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  [
    'one of Windows',
    { platform: 'win32', searchPath: '', home: 'C:\\Users\\a' },
    ['C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'],
    {},
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
  ['none where there is none', LINUX, [], {}, undefined],
] as const)('finds %s', (_what, places, programs, folders, found) => {
  expect(findBrowser(places, diskOf(programs, folders))).toBe(found)
})

const MAC = { platform: 'darwin', searchPath: '/usr/local/bin', home: '/Users/a' } as const
const MAC_CACHE = '/Users/a/Library/Caches/ms-playwright'
const WINDOWS = { platform: 'win32', searchPath: 'C:\\Tools', home: 'C:\\Users\\a' } as const
const WINDOWS_LOCAL = 'C:\\Users\\a\\AppData\\Local'

test.each([
  [MAC, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  [MAC, '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  [MAC, '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
  [MAC, '/Users/a/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  [MAC, `${MAC_CACHE}/chromium-1200/chrome-mac/Chromium.app/Contents/MacOS/Chromium`],
  [MAC, `${MAC_CACHE}/chromium-1200/chrome-mac-arm64/Chromium.app/Contents/MacOS/Chromium`],
  [WINDOWS, 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
  [WINDOWS, 'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe'],
  [WINDOWS, 'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe'],
  [WINDOWS, `${WINDOWS_LOCAL}\\Google\\Chrome\\Application\\chrome.exe`],
  [WINDOWS, `${WINDOWS_LOCAL}\\Chromium\\Application\\chrome.exe`],
  [WINDOWS, `${WINDOWS_LOCAL}\\ms-playwright\\chromium-1200\\chrome-win\\chrome.exe`],
])('finds where %o has it: %s', (places, path) => {
  const folders = {
    [MAC_CACHE]: ['chromium-1200'],
    [`${WINDOWS_LOCAL}\\ms-playwright`]: ['chromium-1200'],
  }
  expect(findBrowser(places, diskOf([path], folders))).toBe(path)
})

test.each([
  ['Chrome before Edge', WINDOWS, 'Google\\Chrome\\Application\\chrome.exe'],
  ['nothing in PATH, which on Windows may be the working folder', WINDOWS, undefined],
])('finds %s', (_what, places, found) => {
  const root = 'C:\\Program Files\\'
  const inPath = 'C:\\Tools\\chrome.exe'
  const installed = [`${root}Microsoft\\Edge\\Application\\msedge.exe`, `${root}${found}`]
  const programs = found === undefined ? [inPath] : [inPath, ...installed]
  expect(findBrowser(places, diskOf(programs))).toBe(found && root + found)
})

test('looks on the real disk', () => {
  expect(findBrowser({ platform: 'linux', searchPath: '', home: '/nonexistent' })).not.toBe('')
})
