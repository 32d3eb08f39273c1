import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vitest/config'
import type { Vitest } from 'vitest/node'

/** What vitest takes for a tag of a whole file. */
const TAG = /^\/\/ @module-tag full$/m

/** Whether a run leaves out what is tagged `full`, as `npm test` does. */
export function isLoop({ config }: Vitest): boolean {
  return config.tagsFilter?.includes('!full') === true
}

/** Whether every test of a file is tagged `full`. */
export function isFullFile(source: string): boolean {
  return TAG.test(source)
}

/**
 * Leaves files out of the loop that are tagged as a whole: vitest itself would load them, with whatever they start, to find that none
 * of their tests is to run.
 */
export function leaveOutFullFiles(): Plugin {
  return {
    name: 'leave-out-full-files',
    configureVitest({ vitest, project }) {
      if (!isLoop(vitest)) return
      const { root, exclude } = project.config
      const files = globSync('test/**/*.test.ts', { cwd: root })
      exclude.push(...files.filter((file) => isFullFile(readFileSync(join(root, file), 'utf8'))))
    },
  }
}
