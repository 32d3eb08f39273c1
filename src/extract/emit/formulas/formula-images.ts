import type { Attributes } from '../../../markup/html/tokens/attributes.ts'

/** Images of formulas, whose alternative text is TeX: Wikipedia, WordPress, Sphinx, Moodle, Zhihu. */
const IMAGE_CLASS =
  /(?:^|\s)(?:mwe-math-fallback-image-\w+|latex|tex|math|mathImage|ql-img-\w+|texrender|ztext-math|equation_image|latexmath|math-image|formula|mathjax-image|tex2image)(?:\s|$)/i
/** Addresses of services that draw the formula which they hold, and where in them it stands. */
const SERVICES: readonly RegExp[] = [
  /^(?:https?:)?\/\/(?:latex|tex)\.codecogs\.com\/[\w.]{1,30}\?([^#]+)/i,
  /^(?:https?:)?\/\/latex\.codecogs\.com\/(?:svg|png|gif|pdf)\/([^?#]+)/i,
  /^(?:https?:)?\/\/(?:\w+\.)?wp\.com\/latex\.php\?(?:[^#]*&)?latex=([^&#]+)/i,
  /\/(?:latex|mathtex|mimetex|tex)\.(?:php|cgi)\?(?:[^#]*&)?(?:latex|tex|formula|math)=([^&#]+)/i,
  /\/(?:mathtex|mimetex)\.cgi\?([^&#=]+(?:=[^&#]*)?)$/i,
  /\/equation\?(?:[^#]*&)?tex=([^&#]+)/i,
  /\/chart\?(?:[^#]*&)?cht=tx[^#]*&chl=([^&#]+)/i,
  /\/chart\?(?:[^#]*&)?chl=([^&#]+)[^#]*&cht=tx/i,
  /\/render\/math\?(?:[^#]*&)?math=([^&#]+)/i,
  /^(?:https?:)?\/\/(?:i\.upmath\.me|tex\.s2cms\.ru)\/(?:svg|png|svgb)\/([^?#]+)/i,
  /^(?:https?:)?\/\/math\.vercel\.app\/?\?(?:[^#]*&)?from=([^&#]+)/i,
  /^(?:https?:)?\/\/math\.now\.sh\/?\?(?:[^#]*&)?(?:from|inline)=([^&#]+)/i,
  /^(?:https?:)?\/\/www\.forkosh\.com\/math\w+\.cgi\?([^#]+)/i,
]
/** Addresses of other images of formulas. */
const IMAGE_SOURCE =
  /(?:latex\.php|\/latex\/|codecogs\.com\/|\/math\/render\/|chart\?cht=tx|equation\?tex=|quicklatex\.com|mathtex\.cgi|mimetex\.cgi|filter\/tex\/pix\.php|\/formula\/|\/teximages?\/)/i
/** The last step of an address that is a formula itself: it holds a command or a script. */
const PATH_FORMULA = /\/(?:formula|tex|latex|math)\/([^/?#]*(?:%5C|\\)[^?#]*)$/i
/** Alternative texts that only say that there is a formula. */
const GENERIC =
  /^(?:an? )?(?:equation|formula|math|latex|tex|image|render|inline|\\?\(?eq\.?\)?|[\w.-]+\.(?:png|svg|gif))?[ \d.]{0,6}$/i
const DELIMITED = /^\s*(?:\\\(([^]+)\\\)|\\\[([^]+)\\\]|\$\$([^$]+)\$\$|\$([^$]+)\$)\s*$/
/** Whether an image may be a formula, at little cost. */
const MAYBE = /tex|math|formula|equation|eqn|upmath|cht=|ql-img|[\\$]/i
const ADDRESS_MAX_CHARS = 6000
/** What of an address says whether it may be that of a formula. */
const START_MAX_CHARS = 120
/** Size and colour that services take before a formula. */
const SETTINGS =
  /^(?:\\(?:inline|dpi\s*\{\w+\}|bg_\w+|fg_\w+|large|small|tiny|LARGE|Large|huge|textstyle)\s*)+/

/** The TeX between delimiters, and whether they set it apart; undefined for other text. */
export function delimitedTex(text: string): { tex: string; isBlock: boolean } | undefined {
  const found = DELIMITED.exec(text)
  if (!found) return undefined
  const [, inline, display, dollars, dollar] = found
  return {
    tex: inline ?? display ?? dollars ?? dollar ?? '',
    isBlock: display !== undefined || dollars !== undefined,
  }
}

/** The TeX of a formula that an image shows, as its address or its alternative text has it; undefined for none. */
export function texOfImage({
  src = '',
  alt = '',
  title = '',
  class: className = '',
}: Attributes): { tex: string; isBlock: boolean } | undefined {
  const start = src.startsWith('data:') ? '' : src.slice(0, START_MAX_CHARS)
  if (!MAYBE.test(`${className} ${alt} ${start}`)) return undefined
  const isNamed = IMAGE_CLASS.test(className)
  const stated = [alt, title].find((text) => !GENERIC.test(text.trim())) ?? ''
  const delimited = delimitedTex(stated)
  if (delimited) return delimited
  const address = src.slice(0, ADDRESS_MAX_CHARS)
  const isDrawn = isNamed || IMAGE_SOURCE.test(address)
  if (isDrawn && stated !== '') return { tex: stated.trim(), isBlock: false }
  const tex = texOfAddress(address)
  return tex === '' ? undefined : { tex, isBlock: false }
}

function texOfAddress(address: string): string {
  for (const service of [...SERVICES, PATH_FORMULA]) {
    const found = service.exec(address)?.[1]
    if (found === undefined) continue
    const tex = decoded(found).replace(SETTINGS, '').trim()
    if (tex !== '') return delimitedTex(tex)?.tex ?? tex
  }
  return ''
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', part.includes('%20') ? '+' : ' '))
  } catch {
    return ''
  }
}
