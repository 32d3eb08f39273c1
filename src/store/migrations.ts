import type { Migration } from './migrate.ts'
import { baseline } from './migrations/baseline.ts'

/** Every migration in order: append only, and never change one that was released. */
export const migrations: readonly Migration[] = [baseline]
