import { execFileSync } from 'node:child_process'

/** Longest time for one step of apt-get. */
const INSTALL_MAX_MS = 300_000

/** Where servers lie, which the search path of ordinary users leaves out. */
const SEARCHED = `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin`

let isUpdated = false

/**
 * Path of a program that the system tests need, from a Debian package that is installed where the program is
 * missing. Throws what to do where that cannot be: a system test is never skipped in silence.
 */
export function systemProgram(program: string, debianPackage: string): string {
  const found = pathOf(program)
  if (found !== undefined) return found
  try {
    if (!isUpdated) run('apt-get', ['update', '-qq'])
    isUpdated = true
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage])
  } catch (cause) {
    const advice = `Install the Debian package ${debianPackage}, or run these tests as root of a Debian.`
    throw new Error(`${program} is not here and could not be installed. ${advice}`, { cause })
  }
  const installed = pathOf(program)
  if (installed === undefined) throw new Error(`${debianPackage} holds no ${program}.`)
  return installed
}

function pathOf(program: string): string | undefined {
  try {
    const env = { ...process.env, PATH: SEARCHED }
    return execFileSync('which', [program], { encoding: 'utf8', stdio: 'pipe', env }).trim()
  } catch {
    return undefined
  }
}

function run(command: string, args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync(command, args, { env, stdio: 'pipe', timeout: INSTALL_MAX_MS })
}
