import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a module names to import, however it does: a file beside it or a package. */
const IMPORTED = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g
/** Name of the package in what is imported, which may be a file of it. */
const PACKAGE_NAME = /^(?:@[\w.-]+\/)?\w[\w.-]*(?=\/|$)/

/** What a child must be able to read, absolute; folders with all that is in them. */
export interface Readable {
  folders: readonly string[]
  files: readonly string[]
}

/**
 * What a child must be able to read to load its code. In the built package that is the folder of its own,
 * which holds all it needs. From source it is what the entry imports, followed to the end: the folders of
 * our modules, the packages with what these depend on, and the `package.json` files that say what kind of
 * modules they are. Both the given and the real paths, since the permission model compares texts.
 */
export function readableBy(entry: URL): Readable {
  const file = fileURLToPath(entry)
  const parts = [...new Set([file, realpathSync(file)])].map((path) =>
    extname(path) === '.ts' ? sourceOf(path) : { folders: [dirname(path)], files: [] },
  )
  return {
    folders: [...new Set(parts.flatMap(({ folders }) => folders))],
    files: [...new Set(parts.flatMap(({ files }) => files))],
  }
}

function sourceOf(entry: string): Readable {
  const project = nearestWith(dirname(entry), 'package.json') ?? dirname(entry)
  const { modules, imports } = importedFrom(entry)
  const packages = new Set<string>()
  for (const [name, importer] of imports) addPackage(name, dirname(importer), packages)
  const beside = [...modules].map((module) => dirname(module))
  const folders = outermost([...beside.filter((folder) => folder !== project), ...packages])
  const inRoot = [...modules].filter((module) => dirname(module) === project)
  const manifests = folders.flatMap((folder) => manifestsAbove(folder, project))
  return { folders, files: [...inRoot, ...new Set(manifests)] }
}

/** Our modules that the entry reaches, and the packages they name, each with a module that does. */
function importedFrom(entry: string): { modules: Set<string>; imports: Map<string, string> } {
  const modules = new Set<string>()
  const imports = new Map<string, string>()
  const open = [entry]
  for (let module = open.pop(); module !== undefined; module = open.pop()) {
    if (modules.has(module) || !existsSync(module)) continue
    modules.add(module)
    for (const [, name = ''] of readFileSync(module, 'utf8').matchAll(IMPORTED)) {
      if (name.startsWith('.')) open.push(join(dirname(module), name))
      else if (PACKAGE_NAME.test(name)) imports.set(name, module)
    }
  }
  return { modules, imports }
}

/** Adds the folder of a package and of all it depends on, where they are installed. */
function addPackage(name: string, from: string, found: Set<string>): void {
  const path = PACKAGE_NAME.exec(name)?.[0]
  if (path === undefined) return
  const holder = nearestWith(from, join('node_modules', path, 'package.json'))
  if (holder === undefined) return
  const folder = join(holder, 'node_modules', path)
  const real = realpathSync(folder)
  if (found.has(real)) return
  found.add(folder).add(real)
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(real, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies', object | undefined>
  const names = Object.keys({ ...dependencies, ...optionalDependencies })
  for (const dependency of names) addPackage(dependency, real, found)
}

function outermost(folders: readonly string[]): string[] {
  const all = [...new Set(folders)].toSorted()
  return all.filter((folder) => !all.some((other) => folder.startsWith(`${other}${sep}`)))
}

function manifestsAbove(folder: string, project: string): string[] {
  const manifests: string[] = []
  for (let at = folder; at.startsWith(`${project}${sep}`);) {
    at = dirname(at)
    manifests.push(join(at, 'package.json'))
  }
  return manifests.filter((file) => existsSync(file))
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
