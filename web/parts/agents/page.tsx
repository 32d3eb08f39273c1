import type { Part } from '../part.ts'

function Page() {
  return null
}

/** The page `#agents`. */
export const part: Part = { Page }
