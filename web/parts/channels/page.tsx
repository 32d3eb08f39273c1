import type { Part } from '../part.ts'

function Page() {
  return null
}

/** The page `#channels`. */
export const part: Part = { Page }
