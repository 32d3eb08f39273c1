/** Name of the chore that pushes. */
export const PUSH_CHORE = 'chat push'
