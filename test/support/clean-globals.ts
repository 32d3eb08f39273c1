/** Fails a test file that leaves what all files of a worker share other than it was (`isolate` in vitest.config.ts). */
import { getRequestListener } from '@hono/node-server'
import { afterAll } from 'vitest'

/** Changed by vitest between tests. */
const OF_VITEST = /vitest/i

// Replaces two globals wherever HTTP is served: at once, so that it does not matter which file is first.
getRequestListener(() => new Response())

const globals = globalThis as Record<string, unknown>
const globalsBefore = copyOf(globals)
const environmentBefore = copyOf(process.env)
const folderBefore = process.cwd()

afterAll(() => {
  // Libraries may add globals of their own.
  const replaced = differing(globalsBefore, globals).filter((name) => globalsBefore.has(name))
  const set = differing(environmentBefore, process.env)
  const moved = process.cwd() === folderBefore ? [] : ['process.cwd()']
  const left = [...replaced, ...set, ...moved]
  if (left.length > 0) throw new Error(`The file leaves changed: ${left.join(', ')}`)
})

function copyOf(holder: Record<string, unknown>): Map<string, unknown> {
  return new Map(Object.getOwnPropertyNames(holder).map((name) => [name, holder[name]]))
}

function differing(before: Map<string, unknown>, holder: Record<string, unknown>): string[] {
  return [...new Set([...before.keys(), ...Object.getOwnPropertyNames(holder)])].filter(
    (name) => !OF_VITEST.test(name) && !Object.is(before.get(name), holder[name]),
  )
}
