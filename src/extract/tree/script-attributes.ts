/** What the engine reads of the attributes that are mostly for scripts. */
const READ = new Set(
  `aria-controls aria-expanded aria-hidden aria-labelledby data-enlighter-language data-full-src data-hi-res-src
   data-image-src data-img-src data-lang data-language data-lazy data-lazy-src data-lazy-srcset data-line-number
   data-noscript-src data-original data-original-set data-original-src data-src data-srcset data-testid`.split(
    /\s+/,
  ),
)

/**
 * Whether an attribute, by its name, is for scripts and for programs that read aloud. Half of all attributes are, and
 * to keep them takes a twelfth of the time that a page takes.
 */
export function isForScripts(name: string): boolean {
  const isOne = name.startsWith('data-') || name.startsWith('aria-') || name.startsWith('on')
  return isOne && !READ.has(name)
}
