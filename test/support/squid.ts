import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tempDir } from './bellhop.ts'
import { systemProgram } from './debian.ts'
import { freePort } from './free-port.ts'

const START_MAX_MS = 30_000

/** Debian's Squid, as companies have it: who uses it signs in, and it leaves by a proxy of its own. */
export async function startSquid(
  login: string,
  parentPort: number,
): Promise<{ address: string } & AsyncDisposable> {
  const program = systemProgram('squid', 'squid')
  const dir = tempDir()
  const port = await freePort()
  const helper = join(dir.path, 'sign-in.sh')
  // Its hash only: passwords of tests are searched for in all files.
  const known = createHash('sha256').update(login.replace(':', ' ')).digest('hex')
  writeFileSync(
    helper,
    `#!/bin/sh\nwhile read -r login; do
  case "$(printf %s "$login" | sha256sum)" in ${known}*) echo OK ;; *) echo ERR ;; esac
done\n`,
  )
  chmodSync(helper, 0o755)
  chmodSync(dir.path, 0o777)
  const lines = [
    `http_port 127.0.0.1:${port}`,
    `auth_param basic program ${helper}`,
    'acl known proxy_auth REQUIRED',
    'http_access allow known',
    'http_access deny all',
    `cache_peer 127.0.0.1 parent ${parentPort} 0 no-query no-digest default`,
    'never_direct allow all',
    'cache deny all',
    `pid_filename ${join(dir.path, 'pid')}`,
    'access_log none',
    `cache_log ${join(dir.path, 'log')}`,
    `coredump_dir ${dir.path}`,
    'pinger_enable off',
    'shutdown_lifetime 0 seconds',
  ]
  writeFileSync(join(dir.path, 'squid.conf'), `${lines.join('\n')}\n`)
  const child = spawn(program, ['-N', '-f', join(dir.path, 'squid.conf')], { stdio: 'inherit' })
  const deadline = Date.now() + START_MAX_MS
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('Squid did not start.')
    await sleep(100)
  }
  return {
    address: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) {
        const exited = once(child, 'exit')
        child.kill('SIGKILL')
        await exited
      }
      dir[Symbol.dispose]()
    },
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
