import { basename, dirname, join } from 'node:path'
import { type CodeSplittingNameFunction, rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')

/** Done without where they are missing: a native driver, and what keeps uploads in a bucket. */
const OPTIONAL_PACKAGES = ['pg-native', '@aws-sdk/client-s3']

/** Oldest Node that runs the package. */
const TARGET = 'node22.22'

/**
 * Bundles a program with all it imports into the folder of `file`; parts that are imported on first use are files of their own.
 * What `startsWith` imports lies in few files, since every start would look for many. Returns the paths of the modules that it
 * holds.
 */
export async function bundleProgram(
  entry: string,
  file: string,
  startsWith: readonly string[] = [],
): Promise<readonly string[]> {
  await using bundle = await rolldown({
    input: { [basename(file, '.mjs')]: join(root, entry) },
    platform: 'node',
    external: OPTIONAL_PACKAGES,
    transform: { target: TARGET },
    preserveEntrySignatures: 'allow-extension',
  })
  const { output } = await bundle.write({
    dir: dirname(file),
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
    // Every start reads these files: of pure ASCII they are decoded five times as fast, and hold a byte a letter.
    comments: false,
    charset: 'ascii',
    codeSplitting: {
      // Each start names all that it imports; else one file would take what another one needs too.
      includeDependenciesRecursively: false,
      groups: [
        { name: filesByStart(startsWith.map((path) => join(root, path))), debugName: 'start' },
      ],
    },
  })
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}

/**
 * One file for what the first of the roots imports, and one for what each set of the others imports
 * beside it.
 */
export function filesByStart(roots: readonly string[]): CodeSplittingNameFunction {
  let found: readonly Reached[] | undefined
  return (id, context) => {
    found ??= roots.map((path) =>
      reach(path, (from) => context.getModuleInfo(from)?.importedIds ?? []),
    )
    const names = found.filter(({ ids }) => ids.has(id)).map(({ name }) => name)
    const isFirst = names[0] !== undefined && names[0] === found[0]?.name
    return (isFirst ? names[0] : names.join('-')) || null
  }
}

/** A root and all that it imports, not counting what is imported on first use. */
interface Reached {
  name: string
  ids: ReadonlySet<string>
}

function reach(path: string, importsOf: (id: string) => readonly string[]): Reached {
  const ids = new Set([path])
  // A set is walked in the order of what is added to it, while it grows.
  for (const id of ids) for (const imported of importsOf(id)) ids.add(imported)
  return { name: basename(path, '.ts'), ids }
}
