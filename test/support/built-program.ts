/**
 * Builds the program once for a run, as it is published: the tests of a project with this setup start it some
 * hundred times, and from source each start takes twice as long (use-built-program.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { build } from '../../scripts/build.ts'
import { ENTRY_VARIABLE } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the entry; undefined where the run was told of another one. */
    program?: string
  }
}

/** Called by vitest before the first test of the project; returns what takes the program away. */
export async function setup(project: TestProject): Promise<(() => void) | undefined> {
  if (process.env[ENTRY_VARIABLE] !== undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-built-'))
  await build(folder)
  project.provide('program', join(folder, 'lib/bellhop.mjs'))
  return () => rmSync(folder, { recursive: true, force: true })
}
