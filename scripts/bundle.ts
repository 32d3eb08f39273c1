import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packExtension } from '@anthropic-ai/mcpb/cli'
import { build } from 'esbuild'
import { DATA_FOLDERS } from './build.ts'

const root = join(import.meta.dirname, '..')

/**
 * Builds the desktop bundle: the server and the sandbox child as files of their own in one folder,
 * with the manifest, zipped to `<out>/bellhop.mcpb`. Answers the path of the archive.
 */
export async function bundle(out: string): Promise<string> {
  const folder = join(out, 'mcpb')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'server'), { recursive: true })
  await build({
    entryPoints: {
      index: join(root, 'src/cli.ts'),
      'sandbox-child': join(root, 'src/sandbox/child.ts'),
    },
    outdir: join(folder, 'server'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'warning',
    // Optional parts that are done without: native ones, and what keeps uploads in a bucket.
    external: ['pg-native', 'canvas', '@aws-sdk/client-s3'],
    banner: {
      js: "import{createRequire as $createRequire}from'node:module';const require=$createRequire(import.meta.url);",
    },
  })
  // Every module of the bundle lies in one folder, and so does what they read from beside themselves.
  for (const data of DATA_FOLDERS) {
    cpSync(join(root, data), join(folder, 'server', basename(data)), { recursive: true })
  }
  for (const file of ['manifest.json', 'LICENSE', 'README.md']) {
    cpSync(join(root, file), join(folder, file))
  }
  const archive = join(out, 'bellhop.mcpb')
  const packed = await packExtension({ extensionPath: folder, outputPath: archive, silent: true })
  if (!packed) throw new Error('The bundle could not be packed.')
  return archive
}

if (import.meta.main) process.stdout.write(`${await bundle(join(root, 'build'))}\n`)
