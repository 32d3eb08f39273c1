import { Has } from './tree/attribute-bits.ts'
import { isCalledLike } from './tree/called.ts'
import { blockAround, type ElementNode, type TreeNode } from './tree/node.ts'
import type { PageTree } from './tree/parse-page.ts'

/** Letters and digits of a page after which counting stops: it has content. One of Chinese, Japanese or Korean counts for three. */
const COUNTED_MAX_LETTERS = 300
/** Characters of the text of a block that are searched for words of consent. */
const BLOCK_MAX_CHARS = 1000
/** Longer text is prose, even in a link: one that nobody closed holds the whole page. */
const LABEL_MAX_LETTERS = 100

const FURNITURE_TAGS = new Set('nav footer aside menu button select option'.split(' '))
const FURNITURE_ROLES = new Set(
  'navigation menu menubar contentinfo banner complementary search dialog alertdialog button tooltip'.split(
    ' ',
  ),
)
/** Words of `class` and `id`, whole, of what stands around content on any page. */
const FURNITURE_NAMES =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|menubar|breadcrumbs?|footer|copyright|copy|sidebar|share|sharing|social|newsletter|subscribe|related|widget|skip|skip-?link|logo|brand|branding|site-?title|site-?name|masthead|skeleton|spinner|loader|preloader|loading|placeholder)(?:$|[\s_-])/i
/** The same of questions for consent, with the names that products for it give to theirs. */
const CONSENT_NAMES =
  /(?:^|[\s_-])(?:cookies?|consent|cmp|gdpr|ccpa|privacy-?(?:manager|wall|banner|popup|notice|dialog)|onetrust|ot-sdk|didomi|usercentrics|uc-banner|truste|trustarc|qc-cmp2|sp_message|cookiebot|cybotcookiebotdialog|iubenda|klaro|borlabs|osano|termly|cky|cmplz|axeptio|tarteaucitron|cookieyes)(?:$|[\s_-])/i

/** What questions for consent say: of cookies, of consent, of what partners store on a device. */
const CONSENT_WORDS =
  /cookie|куки|ملفات تعريف الارتباط|الكوكيز|עוגיות|קוקיז|कुकी|クッキー|쿠키|çerez|ciastecz|eväste|informasjonskaps|informationskaps|sütik|slapuk|sīkdat|piškot|kolačić|бисквитк|privacy (?:matters|is important|choices|settings|policy)|before you continue|consent|zustimmung|einwilligung|datenschutz|consentement|confidentialité|consentimiento|privacidad|consentimento|privacidade|consenso|privacy|toestemming|samtyck|samtykk|zgod[aęy]|prywatnoś|souhlas|согласи|конфиденц|згод|приватн|персональн|συγκατάθεση|απόρρητο|موافقة|خصوصي|הסכמה|פרטיות|सहमति|गोपनीयता|同意|プライバシー|个人信息|個人情報|隐私|隱私|동의|개인정보|gizlili|kişisel veri|onay veri|personali[sz]ed content|(?:partners?|partner|partenaires|socios|parceiros|partnerzy|партнери|партнеры|ortaklar\S*) .{0,80}(?:device|gerät|appareil|dispositivo|apparaat|urządzen|пристро|устройств|cihaz)|端末|设备上|기기에|במכשיר/iu

const LETTERS = /[\p{L}\p{N}\p{Emoji_Presentation}]/gu
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const WIDE_WORTH = 3

/** What a page shows of its own, apart from menus, footers, controls and questions for consent. */
export interface OwnText {
  /** Letters and digits of its own; counting stops at 300. */
  letters: number
  /** The same inside elements that hold content: headings, paragraphs, items, cells. */
  contentLetters: number
  /** Of these, those in headings. */
  headingLetters: number
  /** Letters and digits of questions for consent. */
  consentLetters: number
  /** Whether such a question has a box of its own, known by its name or role. */
  hasConsentBox: boolean
  /** True where the page has what a question for consent is answered with. */
  hasControl: boolean
  /** Pictures outside of menus and footers. */
  images: number
  /** Letters and digits in menus, footers and the like, first all, then without those in links and controls. */
  boilerplateLetters: number
  boilerplateProse: number
}

const CONTENT_TAGS = new Set(
  'h1 h2 h3 h4 h5 h6 p li td th dt dd pre blockquote figcaption summary address article main label legend'.split(
    ' ',
  ),
)
const LINK_TAGS = new Set(['a', 'button', 'select'])
/** What holds a site's whole page cannot stand around it, however it is called. */
const WHOLE_TAGS = new Set('h1 main article table'.split(' '))

/** Measures what a page shows of its own. */
export function measureOwnText({ nodes }: PageTree): OwnText {
  const own: OwnText = {
    letters: 0,
    contentLetters: 0,
    headingLetters: 0,
    consentLetters: 0,
    hasConsentBox: false,
    hasControl: false,
    images: 0,
    boilerplateLetters: 0,
    boilerplateProse: 0,
  }
  let asideEnd = 0
  let consentEnd = 0
  let linkEnd = 0
  let block: ElementNode | undefined
  let isConsent = false
  for (let id = 1; id < nodes.length && own.letters < COUNTED_MAX_LETTERS; id += 1) {
    const node = nodes[id]!
    if (!node.isText) {
      if (isControl(node)) own.hasControl = true
      if (LINK_TAGS.has(node.name)) linkEnd = Math.max(linkEnd, node.end)
      if (id < asideEnd) continue
      if (node.name === 'img') own.images += 1
      if (id >= consentEnd && asksForConsent(node, nodes)) {
        consentEnd = node.end
        own.hasConsentBox = true
      }
      if (id >= consentEnd && isFurniture(node, nodes)) asideEnd = node.end
      continue
    }
    const letters = lettersIn(node.data)
    if (letters === 0) continue
    if (id < asideEnd) {
      own.boilerplateLetters += letters
      if (id >= linkEnd || letters > LABEL_MAX_LETTERS) own.boilerplateProse += letters
      continue
    }
    const around = blockAround(node)
    if (around !== block) {
      block = around
      isConsent = around !== undefined && CONSENT_WORDS.test(textOf(around, nodes))
    }
    if (id < consentEnd || isConsent) own.consentLetters += letters
    else {
      own.letters += letters
      if (around && CONTENT_TAGS.has(around.name)) own.contentLetters += letters
      if (around?.isHeading === true) own.headingLetters += letters
    }
  }
  return own
}

function lettersIn(text: string): number {
  const start = text.slice(0, COUNTED_MAX_LETTERS)
  const all = start.match(LETTERS)?.length ?? 0
  return all === 0 ? 0 : all + (WIDE_WORTH - 1) * (start.match(WIDE)?.length ?? 0)
}

function isControl(element: ElementNode): boolean {
  const { name, attributes } = element
  const isInput = name === 'input' && /^(?:submit|button)$/i.test(attributes['type'] ?? '')
  return name === 'button' || isInput || roleOf(element) === 'button'
}

function roleOf({ attributes, bits }: ElementNode): string {
  return (bits & Has.role) === 0 ? '' : attributes['role']!
}

function isFurniture(node: ElementNode, nodes: readonly TreeNode[]): boolean {
  const { name } = node
  if (FURNITURE_TAGS.has(name) || FURNITURE_ROLES.has(roleOf(node))) return true
  if (name === 'header') return holds(node, nodes, (tag) => tag === 'nav')
  return isCalledLike(node, FURNITURE_NAMES) && !holds(node, nodes, (tag) => WHOLE_TAGS.has(tag))
}

function asksForConsent(node: ElementNode, nodes: readonly TreeNode[]): boolean {
  const role = roleOf(node)
  if (!isCalledLike(node, CONSENT_NAMES) && role !== 'dialog' && role !== 'alertdialog')
    return false
  if (holds(node, nodes, (tag) => WHOLE_TAGS.has(tag))) return false
  return CONSENT_WORDS.test(textOf(node, nodes))
}

/** Elements that are looked into; those of this many nodes are no furniture. */
const SEARCHED_MAX_NODES = 2000

function holds(
  { id, end }: ElementNode,
  nodes: readonly TreeNode[],
  isWanted: (tag: string) => boolean,
): boolean {
  if (end - id > SEARCHED_MAX_NODES) return true
  for (let at = id + 1; at < end; at += 1) {
    const node = nodes[at]!
    if (!node.isText && isWanted(node.name)) return true
  }
  return false
}

function textOf({ id, end }: ElementNode, nodes: readonly TreeNode[]): string {
  let text = ''
  const last = Math.min(end, id + SEARCHED_MAX_NODES)
  for (let at = id + 1; at < last && text.length < BLOCK_MAX_CHARS; at += 1) {
    const node = nodes[at]!
    if (node.isText) text += node.data.slice(0, BLOCK_MAX_CHARS)
  }
  return text
}

/** Letters of its own up to which a page is none: the name of its site, "loading". */
const NOTHING_MAX_LETTERS = 20
/** The same beside a question for consent, which may have a heading. */
const BESIDE_CONSENT_MAX_LETTERS = 60
const CONSENT_MIN_LETTERS = 25
/** Who only asks for consent shows no more than a short menu and footer. */
const AROUND_CONSENT_MAX_LETTERS = 600
/** How many times as long a question for consent is as all else, at least, on a page that only asks. */
const CONSENT_MIN_TIMES = 2

/**
 * True for a page that only asks for consent. Beside a box that asks, any content is content; without one, the question may have a
 * heading.
 */
export function isConsentWall(own: OwnText): boolean {
  const others = own.contentLetters - own.headingLetters
  const hasContent = own.hasConsentBox ? own.contentLetters > 0 : others > NOTHING_MAX_LETTERS
  return (
    own.hasControl &&
    !hasContent &&
    own.boilerplateLetters <= AROUND_CONSENT_MAX_LETTERS &&
    own.letters <= BESIDE_CONSENT_MAX_LETTERS &&
    own.consentLetters >= Math.max(CONSENT_MIN_LETTERS, CONSENT_MIN_TIMES * own.letters)
  )
}

/** Letters of menus and footers, outside of links, from which on a page may have its content there. */
const FURNITURE_PROSE_MAX_LETTERS = 200

/**
 * True for a page that shows menus and the like, and nothing of its own, or no letter at all. A few letters beside menus count
 * as nothing where scripts may replace them.
 */
export function isOnlyBoilerplate(own: OwnText, scripts: number): boolean {
  if (own.images > 0 || own.contentLetters > 0) return false
  if (own.boilerplateProse > FURNITURE_PROSE_MAX_LETTERS) return false
  if (own.letters === 0) return true
  const around = own.boilerplateLetters + own.consentLetters
  return scripts > 0 && own.letters <= NOTHING_MAX_LETTERS && around > own.letters
}
