import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { packExtension } from '@anthropic-ai/mcpb/cli'
import { build } from './build.ts'

const root = join(import.meta.dirname, '..')

/**
 * Makes the desktop bundle: the package with its manifest, zipped to `<out>/bellhop.mcpb`. Returns the path of the archive. The
 * package is built, unless one that was built before is named.
 */
export async function bundle(out: string, built?: string): Promise<string> {
  const folder = join(out, 'mcpb')
  if (built === undefined) await build(folder)
  else cpSync(built, folder, { recursive: true })
  for (const file of ['manifest.json', 'icon.png']) cpSync(join(root, file), join(folder, file))
  const archive = join(out, 'bellhop.mcpb')
  const packed = await packExtension({ extensionPath: folder, outputPath: archive, silent: true })
  if (!packed) throw new Error('The bundle could not be packed.')
  return archive
}

if (import.meta.main) process.stdout.write(`${await bundle(join(root, 'build'))}\n`)
