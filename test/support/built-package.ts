import { dirname } from 'node:path'
import { inject } from 'vitest'
import { build } from '../../scripts/build.ts'

/** The folder of the package: the one that was built for the run (built-program.ts), else `folder`, into which it is built now. */
export async function builtPackage(folder: string): Promise<string> {
  const program = inject('program')
  if (program !== undefined) return dirname(dirname(program))
  await build(folder)
  return folder
}
