import { existsSync, realpathSync } from 'node:fs'
import { dirname, extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Folders a child must be able to read to load its code: its own in the built package, which holds all it
 * needs; from source the project and the nearest `node_modules`. Both the given and the real paths, since
 * the permission model compares texts.
 */
export function readableFolders(entry: URL): string[] {
  const file = fileURLToPath(entry)
  const isBuilt = extname(file) !== '.ts'
  const folders = [file, realpathSync(file)].flatMap((path) =>
    isBuilt ? [dirname(path)] : projectFolders(dirname(path)),
  )
  return [...new Set(folders)]
}

function projectFolders(start: string): string[] {
  const project = nearestWith(start, 'package.json') ?? start
  const holder = nearestWith(start, 'node_modules')
  if (holder === undefined) return [project]
  const modules = join(holder, 'node_modules')
  const within = `${project}${sep}`
  return [project, ...[modules, realpathSync(modules)].filter((path) => !path.startsWith(within))]
}

function nearestWith(start: string, name: string): string | undefined {
  let folder = start
  while (!existsSync(join(folder, name))) {
    const parent = dirname(folder)
    if (parent === folder) return undefined
    folder = parent
  }
  return folder
}
