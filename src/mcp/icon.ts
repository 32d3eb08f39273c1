/** The bell of a reception desk, drawn for this project: what hosts show beside the name. */
export const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 18h18v2H3zm9-12a7 7 0 0 0-7 7v3h14v-3a7 7 0 0 0-7-7zm-1-3h2v2h-2z" fill="#b3261e"/></svg>'
