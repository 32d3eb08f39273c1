/** Links around pictures of this server: a click shows these in the viewer. */
export const PICTURE = 'a:has(> img:not(.emoji))'
