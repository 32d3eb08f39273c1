/**
 * The entry file of the sandbox's child: `sandbox-child.ts` beside this code when run from source; in the
 * built package the child has a folder of its own (`scripts/build.ts`).
 */
export function sandboxEntry(here: string = import.meta.url): URL {
  return new URL(here.endsWith('.ts') ? './sandbox-child.ts' : './sandbox/child.mjs', here)
}
