/**
 * The entry file of what keeps a browser: `browser-keeper.ts` beside this code when run from source; in the built package it has a
 * folder of its own (`scripts/build.ts`).
 */
export function keeperEntry(here: string = import.meta.url): URL {
  return new URL(here.endsWith('.ts') ? './browser-keeper.ts' : './browser/keeper.mjs', here)
}
