import type { Part } from '../part.ts'

function Page() {
  return null
}

/** The page `#organization`. */
export const part: Part = { Page }
