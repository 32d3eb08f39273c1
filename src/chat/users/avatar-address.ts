import { REALM_ID } from '../files/store-upload.ts'

/** Where the pictures of accounts are on this server. */
export const AVATARS_PATH = `/user_avatars/${REALM_ID}/`

/** The pattern that is drawn for an account without a picture: its path without size and ending. */
const PATTERN = new RegExp(`^${AVATARS_PATH}identicon/(\\d{1,15})(-medium)?\\.png$`)

/** Where the pattern of an account is, without size and ending. */
export function patternPath(userId: number): string {
  return `${AVATARS_PATH}identicon/${userId}`
}

/** The edges of the two sizes in which clients show people. */
export const AVATAR_EDGES_PX = { small: 100, medium: 500 } as const

/** Names of the two sizes in paths. */
export const AVATAR_ENDINGS = { small: '.png', medium: '-medium.png' } as const

/** Which pattern a path names; undefined where it names none. */
export function patternOf(path: string): { seed: string; edgePx: number } | undefined {
  const [, seed, medium] = PATTERN.exec(path) ?? []
  if (seed === undefined) return undefined
  return { seed, edgePx: medium ? AVATAR_EDGES_PX.medium : AVATAR_EDGES_PX.small }
}
