import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keeperEntry } from '../../../../src/app/browser-keeper-entry.ts'
import { FOLDER_PREFIX, OWNER_FILE } from '../../../../src/browser/launch/folders.ts'
import {
  environmentOf,
  launchBrowser,
  StartFailure,
} from '../../../../src/browser/launch/launch.ts'
import { notStarted } from '../../../../src/browser/page/failures.ts'
import { PROXIED } from '../../../support/hostile-rendering-ways.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-launch-'))
// Whoever runs the program writes there.
chmodSync(folder, 0o777)
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts a script in place of a browser; returns why that failed. */
async function failureOf(
  name: string,
  script: string,
  withoutSandbox = false,
): Promise<StartFailure> {
  const program = join(folder, name)
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
  const searchPath = process.env['PATH'] ?? ''
  const starting = launchBrowser({
    program,
    keeper: keeperEntry(),
    searchPath,
    withoutSandbox,
    ways: PROXIED,
  })
  const thrown: unknown = await starting.catch((failure: unknown) => failure)
  expect(thrown).toBeInstanceOf(StartFailure)
  return thrown as StartFailure
}

const mine = (name: string): boolean => {
  const owner = join(tmpdir(), name, OWNER_FILE)
  return existsSync(owner) && readFileSync(owner, 'utf8').endsWith(` ${process.pid}`)
}

test.each([
  ['echo "[1:1] FATAL: No usable sandbox! Update your kernel" >&2; exit 1', 'sandbox'],
  ['echo "Running as root without --no-sandbox is not supported." >&2; exit 1', 'sandbox'],
  ['echo "error while loading shared libraries: libnss3.so" >&2; exit 127', 'other'],
  ['exit 1', 'other'],
])('what a browser says before it ends is told: %s', async (script, kind) => {
  const failure = await failureOf('failing', script)
  expect(failure.kind).toBe(kind)
  const error = notStarted(failure)
  expect(error).toMatchObject({ code: 'unavailable' })
  const isConfined = kind === 'sandbox'
  expect(error.hint?.includes('--browser-no-sandbox')).toBe(isConfined)
  const left = readdirSync(tmpdir()).filter((name) => name.startsWith(FOLDER_PREFIX) && mine(name))
  expect(left).toEqual([])
})

test('a browser keeps its sandbox unless that is given up, and is never started as root', async () => {
  const said = join(folder, 'said')
  const script = `{ printf '%s\\n' "$@"; id -u; echo "$HOME"; } > ${said}; exit 1`
  await failureOf('telling', script)
  const flags = readFileSync(said, 'utf8').trim().split('\n')
  expect(flags).not.toContain('--no-sandbox')
  expect(flags).toContain('--remote-debugging-pipe')
  expect(Number(flags.at(-2))).toBeGreaterThan(0)
  expect(flags.at(-1)).toContain(FOLDER_PREFIX)
  rmSync(said)
  await failureOf('telling', script, true)
  expect(readFileSync(said, 'utf8')).toContain('--no-sandbox\n')
})

test.each(['linux', 'darwin', 'win32'] as const)(
  'a browser of %s knows its own folder, and nothing of what this program was started with',
  (platform) => {
    const { PATH, LANG, SystemRoot, DBUS_SESSION_BUS_ADDRESS, ...folders } = environmentOf(
      platform,
      '/own',
      '/bin',
    )
    expect(PATH).toBe('/bin')
    expect(LANG).toBe('C.UTF-8')
    expect(DBUS_SESSION_BUS_ADDRESS).toBe('disabled:')
    expect(SystemRoot).toBe(platform === 'win32' ? 'C:\\Windows' : undefined)
    expect(new Set(Object.values(folders))).toEqual(new Set(['/own']))
  },
)
