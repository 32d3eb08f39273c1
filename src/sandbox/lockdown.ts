import { registerHooks, syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

/** Modules that no parser needs. They are refused when a job asks for them, so never loaded. */
const REFUSED_MODULES = new Set([
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'dns/promises',
  'http2',
  'inspector',
  'inspector/promises',
  'repl',
  'sqlite',
  'tls',
  'wasi',
  'worker_threads',
])

/** Members of `process` that reach other processes, native code or the identity of this one. */
const REFUSED_PROCESS_MEMBERS = [
  '_debugEnd',
  '_debugProcess',
  '_getActiveHandles',
  '_getActiveRequests',
  '_kill',
  '_linkedBinding',
  'binding',
  'chdir',
  'dlopen',
  'execve',
  'initgroups',
  'kill',
  'setegid',
  'seteuid',
  'setgid',
  'setgroups',
  'setuid',
  'umask',
]

/** Thrown by everything that would leave the sandbox. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal'
  readonly code = 'ERR_SANDBOX'
}

/**
 * Takes the network, other processes and the environment away from the jobs. Node's permission model covers neither the network,
 * nor signals, nor files opened by `node:sqlite`; and neither fallback (an old runtime, a worker thread) has the model at all.
 * `http` and `https` dial through `net.Socket.prototype.connect`. It is a second barrier: the first is that a job runs in another
 * process, without secrets, which is killed. Call it before the module of any job is loaded.
 */
export function lockdown(): void {
  replaceFunctions(net.Socket.prototype, ['connect'])
  replaceFunctions(net.Server.prototype, ['listen'])
  replaceFunctions(net, ['connect', 'createConnection', 'createServer'])
  // Deleted, not replaced: replacing `WebSocket` first loads all of it, 25 ms at every start.
  for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name)
  replaceFunctions(process, REFUSED_PROCESS_MEMBERS)
  fenceModules()
  syncBuiltinESMExports()
  for (const name of Object.keys(process.env)) delete process.env[name]
}

function fenceModules(): void {
  const getBuiltinModule = process.getBuiltinModule.bind(process)
  replace(process, 'getBuiltinModule', (id: string) => {
    requireModule(id)
    return getBuiltinModule(id)
  })
  registerHooks({
    resolve(specifier, context, nextResolve) {
      requireModule(specifier)
      return nextResolve(specifier, context)
    },
  })
}

function requireModule(specifier: string): void {
  if (REFUSED_MODULES.has(specifier.replace(/^node:/, ''))) refuse(specifier)
}

function replaceFunctions(holder: object, names: readonly string[]): void {
  for (const name of names) replace(holder, name, () => refuse(name))
}

/** Written as a function so that `new` on it refuses with the same error. */
function replace(holder: object, name: string, by: (id: string) => unknown): void {
  const value = function replaced(id: string): unknown {
    return by(id)
  }
  Object.defineProperty(holder, name, { value, configurable: false, writable: false })
}

function refuse(what: string): never {
  throw new SandboxRefusal(`${what} is not available in the sandbox`)
}
