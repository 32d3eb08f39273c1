import type { Principal } from '../../contract/principal.ts'

/** Name of the background job that shows what is behind links. */
export const PREVIEW_JOB = 'chat link previews'

/** What a page says of itself for those who link to it. Untrusted text, of one line each. */
export interface LinkCard {
  title: string
  description: string
}

/**
 * Reads what a page says of itself, behind the guard; undefined where it says nothing. `principal` is charged. Throws where the page
 * cannot be read.
 */
export type DescribeLink = (
  url: string,
  options: { signal: AbortSignal; principal: Principal },
) => Promise<LinkCard | undefined>
