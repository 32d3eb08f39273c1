import { existsSync, realpathSync } from 'node:fs'
import { dirname, extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The child's entry file beside this code: `child.ts` when run from source, `child.js` when compiled,
 * `sandbox-child.mjs` in a bundle (there `import.meta.url` of every module is the bundle's main file).
 */
export function siblingEntry(here: string): URL {
  const extension = extname(new URL(here).pathname)
  return new URL(extension === '.mjs' ? './sandbox-child.mjs' : `./child${extension}`, here)
}

/**
 * Folders a child must be able to read to load its code: a bundle's own folder (`.mjs`), else the
 * package that holds the entry (compiled code may hold a copy of `package.json`) and the dependencies
 * around it: the nearest `node_modules`, and the outermost when the package itself lies in one. Both
 * the given and the real paths, since the permission model compares texts.
 */
export function readableFolders(entry: URL): string[] {
  const file = fileURLToPath(entry)
  const folders = [file, realpathSync(file)].flatMap((path) =>
    extname(path) === '.mjs' ? [dirname(path)] : packageFolders(dirname(path)),
  )
  return [...new Set(folders)]
}

function packageFolders(start: string): string[] {
  const folders = [outermostModules(nearestWith(start, 'package.json') ?? start)]
  const holder = nearestWith(start, 'node_modules')
  if (holder === undefined) return folders
  const modules = join(holder, 'node_modules')
  const within = `${folders[0]}${sep}`
  return [
    ...folders,
    ...[modules, realpathSync(modules)].filter((path) => !path.startsWith(within)),
  ]
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

function outermostModules(folder: string): string {
  const marker = `${sep}node_modules${sep}`
  const at = folder.indexOf(marker)
  return at === -1 ? folder : folder.slice(0, at + marker.length - 1)
}
