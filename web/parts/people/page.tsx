import type { Part } from '../part.ts'

function Page() {
  return null
}

/** The page `#people`. */
export const part: Part = { Page }
