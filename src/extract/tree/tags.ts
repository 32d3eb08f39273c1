const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Elements that begin and end a line: white space beside them is not seen. */
export const BLOCKS = setOf(
  'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul #document',
)

/** Elements without an inside. */
export const VOID = setOf(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)

/** Elements whose white space is seen. */
export const PREFORMATTED = setOf('pre textarea listing xmp')

/** Left out with everything inside. */
export const DROPPED = setOf(
  'script style link template svg canvas object embed applet iframe frame frameset audio video map dialog datalist noembed noframes meta base title basefont bgsound keygen param track col',
)

/** The skeleton: stands around the content, whatever the source says. */
export const SKELETON = setOf('html head body')

/** Elements that stop the search for an open element that an end tag could close (HTML standard, 13.2.4.2). */
export const SCOPES = setOf(
  'table td th caption template object marquee applet button foreignobject desc annotation-xml mi mo mn ms mtext',
)

/** "Special" elements of the standard: an end tag of anything else never closes them. */
export const SPECIAL = setOf(
  'address applet article aside blockquote button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup iframe li listing main marquee menu nav noembed noframes noscript object ol p pre search section select summary table tbody td template textarea tfoot th thead title tr ul xmp',
)

/** Elements whose start closes an open paragraph. */
export const CLOSES_PARAGRAPH = setOf(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li dd dt listing main menu nav ol p pre search section summary table ul xmp',
)

/** Headings by level. */
export const HEADINGS = setOf('h1 h2 h3 h4 h5 h6')

/** The parts of a table below which the start of each part closes what is open. */
export const TABLE_CONTEXT: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['td', setOf('tr tbody thead tfoot table template')],
  ['th', setOf('tr tbody thead tfoot table template')],
  ['tr', setOf('tbody thead tfoot table template')],
  ['tbody', setOf('table template')],
  ['thead', setOf('table template')],
  ['tfoot', setOf('table template')],
  ['caption', setOf('table template')],
])

/** Elements that end a drawing or formula in which they begin (HTML standard, 13.2.6.5). */
export const LEAVES_FOREIGN = setOf(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
)

/** Elements of drawings and formulas that hold HTML after all. */
export const HOLDS_HTML = setOf('foreignobject desc title annotation-xml mi mo mn ms mtext')
