import type { Part } from '../part.ts'

function Page() {
  return null
}

/** The page `#settings`. */
export const part: Part = { Page }
