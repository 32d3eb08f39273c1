import type { Part } from '../part.ts'

function Page() {
  return null
}

/** The page `#owner`. */
export const part: Part = { Page }
