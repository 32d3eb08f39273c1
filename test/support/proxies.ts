import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT, tempDir } from './bellhop.ts'
import { systemProgram } from './debian.ts'
import { freePort } from './free-port.ts'

const START_MAX_MS = 20_000

/** A proxy in front of a server. */
export interface RunningProxy extends AsyncDisposable {
  url: string
}

/** How the configuration of a proxy is made of the port it listens on and the address it stands before; several by a blank. */
export type WriteSite = (port: number, target: string) => string

/** As the documents of nginx begin: nothing but where to go. */
export const plainNginx: WriteSite = (port, target) =>
  `server { listen 127.0.0.1:${port}; location / { proxy_pass http://${target}; } }`

/** As the documents of Caddy begin. */
export const plainCaddy: WriteSite = (port, target) =>
  `http://127.0.0.1:${port} {\n\treverse_proxy ${target}\n}\n`

/** The file that we ship, without what needs a public name. */
export const shippedNginx: WriteSite = (port, target) => {
  const [site = ''] = readShipped('nginx.conf').split('server {\n    listen 80;')
  return site
    .replace('127.0.0.1:8402', target.replaceAll(' ', '; server '))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replaceAll(/^ *ssl_.*$/gm, '')
}

/** The configuration of Caddy that this repository ships. */
export const shippedCaddy: WriteSite = (port, target) =>
  readShipped('Caddyfile')
    .replace(/^bellhop\.example\.com/m, `http://127.0.0.1:${port}`)
    .replace('127.0.0.1:8402', target)

function readShipped(file: string): string {
  return readFileSync(join(ROOT, 'deploy', file), 'utf8')
}

/** Starts Debian's nginx in front of `host:port`. */
export async function startNginx(writeSite: WriteSite, target: string): Promise<RunningProxy> {
  const program = systemProgram('nginx', 'nginx-light')
  return startProxy(
    { target },
    writeSite,
    (folder, site) => {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      )
      const http = `access_log off;\n${temporary.join('\n')}\n${site}`
      const head = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\n`
      const user = process.getuid?.() === 0 ? 'user root;\n' : ''
      writeFileSync(join(folder, 'nginx.conf'), `${user}${head}http {\n${http}\n}\n`)
      return spawn(program, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' })
    },
    // Its workers would outlive a master that is killed.
    'SIGTERM',
  )
}

/** Starts Debian's Caddy in front of `host:port`. */
export async function startCaddy(
  writeSite: WriteSite,
  target: string,
  port?: number,
  /** From which level on Caddy logs; `PANIC` where requests fail on purpose. */
  logLevel: 'ERROR' | 'PANIC' = 'ERROR',
): Promise<RunningProxy> {
  const program = systemProgram('caddy', 'caddy')
  return startProxy(
    { target, port },
    writeSite,
    (folder, site) => {
      const file = join(folder, 'Caddyfile')
      writeFileSync(file, `{\n\tadmin off\n\tlog {\n\t\tlevel ${logLevel}\n\t}\n}\n${site}`)
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
      return spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
        stdio: 'inherit',
        env,
      })
    },
    // Asked to stop, it waits for streams to end.
    'SIGKILL',
  )
}

async function startProxy(
  { target, port: fixedPort }: { target: string; port?: number | undefined },
  writeSite: WriteSite,
  start: (folder: string, site: string) => ChildProcess,
  stopSignal: NodeJS.Signals,
): Promise<RunningProxy> {
  const dir = tempDir()
  const port = fixedPort ?? (await freePort())
  const child = start(dir.path, writeSite(port, target))
  const url = `http://127.0.0.1:${port}`
  const answers = async () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const deadline = Date.now() + START_MAX_MS
  while (!(await answers())) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error('The proxy did not start.')
    await sleep(50)
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      if (child.exitCode === null) {
        child.kill(stopSignal)
        await exited
      }
      dir[Symbol.dispose]()
    },
  }
}
