import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { BrowserMode } from '../../contract/browser.ts'

/** How a browser can be started here. */
export interface Way {
  mode: Extract<BrowserMode, 'sealed' | 'proxied'>
  /** Stands before the command of the keeper. */
  prefix: readonly string[]
  /** Stands before the command of the browser. */
  browserPrefix: readonly string[]
}

const PROXIED: Way = { mode: 'proxied', prefix: [], browserPrefix: [] }

/** Takes the rights over the name spaces away again that the keeper needed, so that the browser is no root there. */
const NO_ROOT = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

const LOOPBACK_UP = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh']

/**
 * The ways to start a browser, the safest first. On Linux it gets a network of its own with nothing but loopback in it, where the
 * programs for that are there; whether the system allows it is known by trying.
 */
export function listWays({
  platform,
  isRoot,
  searchPath,
}: {
  platform: NodeJS.Platform
  isRoot: boolean
  searchPath: string
}): readonly Way[] {
  if (platform !== 'linux') return [PROXIED]
  const has = (name: string): boolean => isInPath(name, searchPath)
  const canUnshare = has('unshare') && has('ip') && has('sh')
  const sealed: Way[] = []
  if (canUnshare && isRoot) {
    const prefix = ['unshare', '--net', '--', ...LOOPBACK_UP]
    sealed.push({ mode: 'sealed', prefix, browserPrefix: [] })
  } else if (canUnshare) {
    const prefix = ['unshare', '--user', '--map-root-user', '--net', '--', ...LOOPBACK_UP]
    sealed.push({ mode: 'sealed', prefix, browserPrefix: NO_ROOT })
  }
  if (!isRoot && has('bwrap')) {
    const prefix = ['bwrap', '--dev-bind', '/', '/', '--unshare-net', '--die-with-parent', '--']
    sealed.push({ mode: 'sealed', prefix, browserPrefix: [] })
  }
  return [...sealed, PROXIED]
}

function isInPath(name: string, searchPath: string): boolean {
  return searchPath.split(delimiter).some((folder) => {
    if (!isAbsolute(folder)) return false
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
