/** Where the source of an image is kept that a script loads when it comes into sight, the likeliest first. */
export const LATE_SOURCES = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-lazy',
  'data-original-src',
  'data-img-src',
  'data-hi-res-src',
  'data-full-src',
  'data-image-src',
  'data-noscript-src',
]
/** Where the sets of sources of an image are kept that a script loads when it comes into sight. */
export const LATE_SETS = ['data-srcset', 'data-lazy-srcset', 'data-original-set']
/** Where highlighters keep the language of code. */
export const CODE_LANGUAGES = [
  'data-lang',
  'data-language',
  'data-enlighter-language',
  'data-code-language',
]
/** Where formulas that a script sets have their source. */
export const FORMULA_SOURCES = [
  'data-latex',
  'data-tex',
  'data-katex',
  'data-math',
  'data-formula',
  'data-equation',
  'data-expr',
]

/** Where engines of forums keep who wrote a post, and how deep it stands and how many like it. */
const OF_POSTS = [
  'aria-level',
  'data-author',
  'data-comment-id',
  'data-depth',
  'data-indent',
  'data-level',
  'data-parent',
  'data-parent-id',
  'data-reply-to',
  'data-score',
  'data-username',
  'data-votes',
]

/** What the engine reads of the attributes that are mostly for scripts. */
const READ = new Set([
  ...LATE_SOURCES,
  ...LATE_SETS,
  ...CODE_LANGUAGES,
  ...FORMULA_SOURCES,
  'data-c',
  'data-callout',
  'data-slug-hash',
  'data-user',
  'data-videoid',
  'data-code-marker',
  'data-math-style',
  'data-mathml',
  'data-mml-node',
  'data-type',
  'data-value',
  ...OF_POSTS,
  'aria-controls',
  'aria-expanded',
  'aria-hidden',
  'aria-labelledby',
  'data-line',
  'data-line-number',
  'data-testid',
])

/**
 * Whether an attribute, by its name, is for scripts and for programs that read aloud. Half of all attributes are, and
 * to keep them takes a twelfth of the time that a page takes.
 */
export function isForScripts(name: string): boolean {
  const isOne = name.startsWith('data-') || name.startsWith('aria-') || name.startsWith('on')
  return isOne && !READ.has(name)
}

/** Elements whose label describes their content. */
export const LABELLED: ReadonlySet<string> = new Set(
  'iframe video audio object embed aside svg div span mjx-container mjx-speech'.split(' '),
)
