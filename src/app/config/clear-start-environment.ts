import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'

/** Fields of `/proc/self/stat` (proc(5)): where the environment that the process was started with begins and ends. */
const STAT_FIELD = { firstAfterName: 3, envStart: 50, envEnd: 51 } as const

/**
 * Overwrites the environment that this process was started with: the system shows it in `/proc/<pid>/environ` whatever is deleted
 * from `env`, which stays as it is. Returns false where the system has no such file, or does not let it be changed.
 */
export function clearStartEnvironment(env: Record<string, string | undefined>): boolean {
  let memory: number | undefined
  try {
    const environ = readFileSync('/proc/self/environ')
    if (environ.every((byte) => byte === 0)) return true
    const start = startAddress(readFileSync('/proc/self/stat', 'latin1'), environ.byteLength)
    memory = openSync('/proc/self/mem', 'r+')
    const there = Buffer.alloc(environ.byteLength)
    readSync(memory, there, 0, there.byteLength, start)
    // Nothing is written but where the very bytes are that the system shows.
    if (!there.equals(environ)) return false
    moveVariables(env)
    writeSync(memory, Buffer.alloc(environ.byteLength), 0, environ.byteLength, start)
    return readFileSync('/proc/self/environ').every((byte) => byte === 0)
  } catch {
    return false
  } finally {
    if (memory !== undefined) closeSync(memory)
  }
}

/** Gives each variable memory of its own: until it is set anew, the C library reads it where it was at the start. */
function moveVariables(env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(env)) env[name] = value
}

/** Address of the environment. Throws unless it is as long as what the system shows. */
function startAddress(stat: string, length: number): number {
  // The second field is the name of the program, in parentheses; it may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [start, end] = [STAT_FIELD.envStart, STAT_FIELD.envEnd].map((number) =>
    Number(fields[number - STAT_FIELD.firstAfterName]),
  )
  if (!start || !end || end - start !== length) throw new Error('The environment is elsewhere.')
  return start
}
