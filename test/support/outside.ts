import { join } from 'node:path'
import { cleanEnv } from './bellhop.ts'

const HOST = '198.41.0.4'

/** The address under which a process with `outsideEnv` finds a server of the test. */
export const OUTSIDE_ORIGIN = `http://${HOST}:8080`

/** Environment of a process in which that public address, which the guard lets pass, leads to a port of loopback. */
export function outsideEnv(port: number): Record<string, string> {
  const preload = `--import=${join(import.meta.dirname, 'outside-preload.mjs')}`
  return {
    OUTSIDE_HOST: HOST,
    OUTSIDE_PORT: String(port),
    NODE_OPTIONS: [cleanEnv()['NODE_OPTIONS'], preload].filter(Boolean).join(' '),
  }
}
