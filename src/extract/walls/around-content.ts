import { ClassPattern } from '../../markup/html/tree/class-names.ts'
import { type ElementNode, isCalledLike, type TreeNode } from '../../markup/html/tree/node.ts'

/** Characters of a text whose letters are counted. */
const COUNTED_MAX_CHARS = 300
/** Characters of the text of a block that are searched for words of consent. */
const BLOCK_MAX_CHARS = 1000
const AROUND_TAGS = new Set('nav footer aside menu button select option'.split(' '))
const AROUND_ROLES = new Set(
  'navigation menu menubar contentinfo banner complementary search dialog alertdialog button tooltip'.split(
    ' ',
  ),
)
/** Words of `class` and `id`, whole, of what stands around content on any page. */
const AROUND_NAMES = new ClassPattern(
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|menubar|breadcrumbs?|footer|copyright|copy|sidebar|share|sharing|social|newsletter|subscribe|related|widget|skip|skip-?link|logo|brand|branding|site-?title|site-?name|masthead|skeleton|spinner|loader|preloader|loading|placeholder)(?:$|[\s_-])/i,
)
/** Words of `class` and `id`, whole, of questions for consent, with the names that products for it give to theirs. */
const CONSENT_NAMES = new ClassPattern(
  /(?:^|[\s_-])(?:cookies?|consent|cmp|gdpr|ccpa|privacy-?(?:manager|wall|banner|popup|notice|dialog)|onetrust|ot-sdk|didomi|usercentrics|uc-banner|truste|trustarc|qc-cmp2|sp_message|cookiebot|cybotcookiebotdialog|iubenda|klaro|borlabs|osano|termly|cky|cmplz|axeptio|tarteaucitron|cookieyes)(?:$|[\s_-])/i,
)

/** What questions for consent say: of cookies, of consent, of what partners store on a device. */
export const CONSENT_WORDS =
  /cookie|куки|ملفات تعريف الارتباط|الكوكيز|עוגיות|קוקיז|कुकी|クッキー|쿠키|çerez|ciastecz|eväste|informasjonskaps|informationskaps|sütik|slapuk|sīkdat|piškot|kolačić|бисквитк|privacy (?:matters|is important|choices|settings|policy)|before you continue|consent|zustimmung|einwilligung|datenschutz|consentement|confidentialité|consentimiento|privacidad|consentimento|privacidade|consenso|privacy|toestemming|samtyck|samtykk|zgod[aęy]|prywatnoś|souhlas|согласи|конфиденц|згод|приватн|персональн|συγκατάθεση|απόρρητο|موافقة|خصوصي|הסכמה|פרטיות|सहमति|गोपनीयता|同意|プライバシー|个人信息|個人情報|隐私|隱私|동의|개인정보|gizlili|kişisel veri|onay veri|personali[sz]ed content|(?:partners?|partner|partenaires|socios|parceiros|partnerzy|партнери|партнеры|ortaklar\S*) .{0,80}(?:device|gerät|appareil|dispositivo|apparaat|urządzen|пристро|устройств|cihaz)|端末|设备上|기기에|במכשיר/iu

const LETTERS = /[\p{L}\p{N}\p{Emoji_Presentation}]/gu
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const WIDE_WORTH = 3

/** Elements that hold content, however short it is. */
export const CONTENT_TAGS: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 p li td th dt dd pre blockquote figcaption summary address article main label legend'.split(
    ' ',
  ),
)
/** What holds a site's whole page cannot stand around it, however it is called. */
const WHOLE_TAGS = new Set('h1 main article table'.split(' '))

/** Letters and digits of a text, cut to a sample; those of Chinese, Japanese and Korean three times. */
export function lettersIn(text: string): number {
  const start = text.slice(0, COUNTED_MAX_CHARS)
  const plain = plainLettersIn(start)
  if (plain !== undefined) return plain
  const all = start.match(LETTERS)?.length ?? 0
  return all === 0 ? 0 : all + (WIDE_WORTH - 1) * (start.match(WIDE)?.length ?? 0)
}

/** Letters and digits of a text in ASCII, counted at little cost; undefined for other texts. */
function plainLettersIn(text: string): number | undefined {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 127) return undefined
    const lower = code | 32
    if ((lower >= 97 && lower <= 122) || (code >= 48 && code <= 57)) count += 1
  }
  return count
}

/** Whether an element is pressed for an answer. */
export function isControl({ name, attributes }: ElementNode): boolean {
  const isInput = name === 'input' && /^(?:submit|button)$/i.test(attributes['type'] ?? '')
  return name === 'button' || isInput || attributes['role'] === 'button'
}

/** Whether an element calls itself a menu, a footer or the like. */
export function standsAround(node: ElementNode, nodes: readonly TreeNode[]): boolean {
  const { name, attributes } = node
  if (AROUND_TAGS.has(name) || AROUND_ROLES.has(attributes['role'] ?? '')) return true
  if (name === 'header') return holds(node, nodes, (tag) => tag === 'nav')
  return isCalledLike(node, AROUND_NAMES) && !holds(node, nodes, (tag) => WHOLE_TAGS.has(tag))
}

/** Whether an element calls itself a question for consent, and is one by its words. */
export function asksForConsent(node: ElementNode, nodes: readonly TreeNode[]): boolean {
  const { role = '' } = node.attributes
  if (!isCalledLike(node, CONSENT_NAMES) && role !== 'dialog' && role !== 'alertdialog')
    return false
  if (holds(node, nodes, (tag) => WHOLE_TAGS.has(tag))) return false
  return CONSENT_WORDS.test(elementText(node, nodes))
}

/** Elements of more nodes hold more than what stands around content. */
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

function elementText({ id, end }: ElementNode, nodes: readonly TreeNode[]): string {
  let text = ''
  const last = Math.min(end, id + SEARCHED_MAX_NODES)
  for (let at = id + 1; at < last && text.length < BLOCK_MAX_CHARS; at += 1) {
    const node = nodes[at]!
    if (node.isText) text += node.data.slice(0, BLOCK_MAX_CHARS)
  }
  return text
}
