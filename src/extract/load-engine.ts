import type { Engine } from './engine.ts'

/** Loads the engine in use. */
export async function loadEngine(): Promise<Engine> {
  const { openLearnedEngine } = await import('./learned-engine.ts')
  return openLearnedEngine
}
