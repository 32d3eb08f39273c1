/** Elements of HTML without an inside (HTML standard, 13.3, with those that parsers know from older versions). */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
)

/**
 * The traits of an element by its name, as bits: one table lookup serves the parser and all readers of the
 * tree.
 */
export const Trait = {
  /** Begins and ends a line: white space beside it is not seen. */
  block: 1,
  /** Has no inside. */
  void: 2,
  /** Keeps its white space, but for a line break at its very start. */
  preformatted: 4,
  /** Left out with everything inside. */
  dropped: 8,
  /** Stands around the content, whatever the source says. */
  skeleton: 16,
  /** Stops the search for an open element that an end tag could close (HTML standard, 13.2.4.2). */
  scope: 32,
  /** "Special" in the standard: an end tag of anything else never closes it. */
  special: 64,
  /** Closes an open paragraph by its start. */
  closesParagraph: 128,
  heading: 256,
  /** Part of a table; its end tag is stopped only by another table. */
  tablePart: 512,
  /** Ends a drawing or formula in which it begins (HTML standard, 13.2.6.5). */
  leavesForeign: 1024,
  /** Belongs to drawings and formulas, but holds HTML after all. */
  holdsHtml: 2048,
  /** Closes, by its start, an open element of its kind, or one that must not hold it. */
  follows: 4096,
  /** Formats text: goes on in the block that ends it before its own end tag (HTML standard, 13.2.4.3). */
  formatting: 8192,
  /** Stands for something else in the source; no name has it. The model has learned without such pictures. */
  added: 16384,
  /** A line of code by its style; no name has it. */
  line: 32768,
} as const

const NAMES: Readonly<Record<Exclude<keyof typeof Trait, 'added' | 'line'>, string>> = {
  block:
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul #document',
  void: [...VOID_ELEMENTS].join(' '),
  preformatted: 'pre textarea listing xmp',
  dropped:
    'script style link template svg canvas object embed applet iframe frame frameset audio video map dialog datalist noembed noframes meta base title basefont bgsound keygen param track col amp-img amp-anim amp-iframe amp-video amp-audio',
  skeleton: 'html head body',
  scope:
    'table td th caption template object marquee applet foreignobject desc annotation-xml mi mo mn ms mtext',
  special:
    'address applet article aside blockquote button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup iframe li listing main marquee menu nav noembed noframes noscript object ol p pre search section select summary table tbody td template textarea tfoot th thead title tr ul xmp',
  closesParagraph:
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li dd dt listing main menu nav ol p pre search section summary table ul xmp',
  heading: 'h1 h2 h3 h4 h5 h6',
  tablePart: 'table td th tr tbody thead tfoot caption',
  leavesForeign:
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
  holdsHtml: 'foreignobject desc title annotation-xml mi mo mn ms mtext',
  follows: 'li dd dt option optgroup a nobr button rb rtc rt rp table',
  formatting: 'a b big code em font i nobr s small strike strong tt u',
}

const TRAITS = new Map<string, number>()
for (const [trait, names] of Object.entries(NAMES)) {
  for (const name of names.split(' ')) {
    TRAITS.set(name, (TRAITS.get(name) ?? 0) | Trait[trait as keyof typeof NAMES])
  }
}

/** The traits of elements with a name; 0 for unknown names. */
export function traitsOf(name: string): number {
  return TRAITS.get(name) ?? 0
}

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Headings by level. */
export const HEADINGS = setOf(NAMES.heading)

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
