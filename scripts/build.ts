import { execFile } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
/** What the code reads from beside itself. */
export const DATA_FOLDERS: readonly string[] = ['src/pdf/cmaps']

/** Compiles the package into a folder, with the data that its code reads. */
export async function build(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', out]
  await promisify(execFile)(process.execPath, args)
  for (const folder of DATA_FOLDERS) {
    cpSync(join(root, folder), join(out, folder), { recursive: true })
  }
}

if (import.meta.main) await build(join(root, 'dist'))
