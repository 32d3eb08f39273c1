import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { CARD_PICTURE } from './link-card.ts'

const BLOCKS = 'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li pre code div span'
const TEXT = 'a strong em del time img audio video table thead tbody tr th td'
const MATH =
  'math semantics annotation mrow mi mo mn ms mtext mspace mfrac msqrt mroot msub msup msubsup mover ' +
  'munder munderover mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose mglyph merror'
const DRAWING = 'svg path line'

const MATH_ATTRIBUTES = (
  'xmlns display encoding mathvariant mathcolor mathbackground mathsize stretchy fence separator lspace rspace ' +
  'minsize maxsize movablelimits accent accentunder linethickness rowspacing columnspacing columnalign ' +
  'columnlines rowlines rowalign frame framespacing width height depth voffset notation scriptlevel ' +
  'displaystyle linebreak symmetric side form largeop class'
).split(' ')

/** Styles that formulas use: sizes, places and colours, never addresses. */
const STYLE = /^(?:[a-z-]{3,20}:[-#.\w% ]{1,60};)*$/
const STYLE_NAME =
  /(?:^|;)(?!(?:height|width|min-width|top|bottom|left|right|margin|margin-left|margin-right|margin-top|margin-bottom|padding-left|padding-right|vertical-align|position|color|background-color|border-width|border-style|border-color|border-top-width|border-right-width|border-bottom-width|border-left-width|border-right-style|text-shadow|text-align|font-size):|$)/

const ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'class', 'data-stream-id', 'title', 'style'],
  span: [
    'class',
    'style',
    'aria-hidden',
    'aria-label',
    'role',
    'title',
    'data-user-id',
    'data-user-group-id',
  ],
  div: ['class', 'data-code-language', 'aria-hidden'],
  img: ['alt', 'class', 'src', 'title', 'data-original-dimensions', 'data-original-src'],
  audio: ['controls', 'preload', 'src', 'title'],
  video: ['preload', 'src'],
  time: ['datetime'],
  ol: ['start'],
  th: ['style'],
  td: ['style'],
}

const PLAIN: IOptions = {
  allowedTags: `${BLOCKS} ${TEXT}`.split(' '),
  allowedAttributes: ATTRIBUTES,
  allowedSchemes: ['http', 'https', 'ftp', 'mailto', 'tel', 'sms'],
  // Pictures and sounds are uploads: relative addresses.
  allowedSchemesByTag: { img: [], audio: [], video: [] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'data-original-src'],
  allowProtocolRelative: false,
  // Styles are checked below; the library would parse each of the thousands of a formula as CSS.
  parseStyleAttributes: false,
  parser: { lowerCaseAttributeNames: false },
}

/** The library prepares its lists for every text: the long ones only where there is a formula. */
const WITH_FORMULAS: IOptions = {
  ...PLAIN,
  allowedTags: `${BLOCKS} ${TEXT} ${MATH} ${DRAWING}`.split(' '),
  allowedAttributes: {
    ...ATTRIBUTES,
    svg: ['xmlns', 'width', 'height', 'viewBox', 'preserveAspectRatio', 'style'],
    path: ['d'],
    line: ['x1', 'x2', 'y1', 'y2', 'stroke-width'],
    ...Object.fromEntries(MATH.split(' ').map((tag) => [tag, MATH_ATTRIBUTES])),
  },
}

/** Keeps only markup that the renderer intends to write, as a second barrier. */
export function sanitize(html: string): string {
  let blocks = 0
  const clean = sanitizeHtml(html, {
    ...(html.includes('<math') ? WITH_FORMULAS : PLAIN),
    onOpenTag: (name) => {
      if (name === 'pre') blocks += 1
    },
    onCloseTag: (name) => {
      if (name === 'pre') blocks -= 1
    },
    transformTags: { '*': dropStyle },
    textFilter: (text) =>
      blocks > 0 ? text.replaceAll('"', '&quot;').replaceAll("'", '&#39;') : text,
  })
  // The library closes empty elements as XML does. A bracket in a text or value is a reference by now.
  return clean.replaceAll(' />', '>')
}

function dropStyle(tagName: string, attribs: Record<string, string>) {
  const { style, ...rest } = attribs
  if (style === undefined) return { tagName, attribs }
  if (tagName === 'a' ? style === CARD_PICTURE : isHarmless(style)) return { tagName, attribs }
  return { tagName, attribs: rest }
}

function isHarmless(style: string): boolean {
  const closed = style.endsWith(';') ? style : `${style};`
  return STYLE.test(closed) && !STYLE_NAME.test(closed)
}
