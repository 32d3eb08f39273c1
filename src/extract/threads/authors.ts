import { monthOf } from '../../lib/months.ts'
import { Has } from '../../markup/html/tokens/attribute-bits.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { findDate } from '../page-info/dates/dates.ts'
import { namesOf, type Names } from './names.ts'

/** A name that is longer is none. */
export const AUTHOR_MAX_CHARS = 50
const AUTHOR_MAX_WORDS = 6
/** Elements around a text that may say that it is a name. */
const LEVELS_MAX_COUNT = 4
/** Score from which on a text is the name of somebody. */
export const NAME_MIN_SCORE = 4

const STRONG = new Set(
  'author authors username poster nickname nick fn hnuser bigusername creator commenter displayname screenname postername writer autor auteur authi submitter vcard hcard reviewer contributor consumer correspondent commentator sender speaker postedby writtenby uname usuario benutzer utente utilisateur'.split(
    ' ',
  ),
)
/** Words that are made of two of those that names are called by. */
const PAIRED =
  /^(?:post|comment|thread|topic|msg|message|entry|reply|user|member)(?:author|user|poster|nick|writer|sender|name|username)$|^(?:author|user|member|poster|nick|sender|u)(?:name|link|nick)$|^sender$/
const WEAK = new Set('user name member profile person by who owner account'.split(' '))
const NOT_NAMES = new Set(
  'usertitle statistics group groups level lvl initial initials medal medals kind type action actions button buttons controls avatar reputation rank badge badges count counts karma stats stat joined location title date time timestamp score points signature sig permalink number role group status flair edit share reply timeago mention mentions mentioned'.split(
    ' ',
  ),
)
const PROFILE =
  /[/:=](?:user|benutzer(?:in)?|utilisateur|usuari[oa]|utente|gebruiker|участник|利用者|用户)(?::|%3a)|\/(?:users?|u|members?|profiles?|people|authors?|by|accounts?|usuarios?|benutzer|mitglied|membres?)(?:[/?.-]|$)|\/[~@][^/?#]+\/?$|^~|[?&;](?:user|userid|user_id|uid|username|showuser|u|member)=|(?:action=profile|mode=viewprofile|member\.php|memberlist\.php|profile\.php|space-uid)/i
/** Words of controls and labels in some languages: no names of people. */
const CONTROL =
  /^(?:reply|repl(?:y|ies)|quote|like|likes|share|report|edit|delete|от|作者|投稿者|投稿数|بواسطة|di|da|door|av|af|przez|od|link|permalink|top|up|down|more|follow|save|hide|parent|next|prev|previous|root|context|by|via|posts?|posted|author|message|messages|comment|comments?|op|bot|app|staff|team|editor|admin|moderator|mod|member|guest|antworten|zitieren|teilen|gefällt mir|melden|von|répondre|citer|partager|signaler|par|responder|citar|compartir|por|返信|引用|回复|举报|只看该作者|いいね|ответить|цитировать|nach oben|back to top|log ?in|sign ?in|raw|flat|nested|thread|index|show|view|follow|subscribe|find|www|website|pm|e-?mail|flag|block|ignore|profile|view profile|says|said|wrote|writes|(?:added|posted|written|submitted|asked|answered|opened|started|created|reviewed) by|join date|joined|location|registered|online|offline|verified|edited|subject|re|original poster|thread starter|topic starter|threadstarter)[.:!]?$/i

const YEAR = /(?:19|20)\d{2}/
const SENTENCE_END = /\p{Ll}{4}\.$/u
const UNMARKED_MAX_WORDS = 4
const MONTH_OF_YEAR = /^(\p{L}{3,9})\.? (?:\d{1,2}, )?(?:19|20)\d{2}$/u

/** Whether a text can be the name of somebody; `isMarked` where the page says that it is one, so that it may be a number. */
export function isNameText(text: string, isMarked = false): boolean {
  if (text.length === 0 || text.length > AUTHOR_MAX_CHARS) return false
  if (isMarked && /^(?:\d{1,12}|guest)$/i.test(text)) return true
  if (!/[\p{L}\p{N}]/u.test(text) || CONTROL.test(text)) return false
  if (!isMarked && (SENTENCE_END.test(text) || text.split(' ').length > UNMARKED_MAX_WORDS))
    return false
  if (!isMarked && (/\(\d+\)$/.test(text) || (YEAR.test(text) && findDate(text)))) return false
  if (monthOf(MONTH_OF_YEAR.exec(text)?.[1] ?? '') > 0) return false
  if (
    /^[#([+−-]?\d[\d.,k]*[)\]]?$|^\d+ \p{L}+$|[?!。！？]$|^re:|\p{L}:\s|:$|https?:|[{}<>]/iu.test(
      text,
    )
  )
    return false
  return text.split(' ').length <= AUTHOR_MAX_WORDS
}

/** Whether a text only says what stands beside it. */
export function isLabelText(text: string): boolean {
  return CONTROL.test(text) || !/\p{L}/u.test(text)
}

/** What stands before a name in some languages. */
const BY =
  /^(?:(?:(?:posted|written|submitted|asked|answered|added|started|reported|created) )?by|(?:(?:geschrieben|verfasst|erstellt|gefragt|gepostet) )?von|(?:(?:posté|écrit|publié|demandé) )?par|(?:(?:escrito|publicado|enviado|postado|preguntado) )?por|(?:(?:scritto|inviato|pubblicato) )?da|(?:(?:geplaatst|geschreven) )?door|(?:(?:skrevet|skriven|publicerat|lagt ut) )?av|af|przez|od|napisal[ao]?|от|автор|ผู้เขียน|بواسطة|作者|投稿者|发表者|gönderen|yazan)(?:\s*[:：]\s*|\s+)/iu

/** A text without what stands around a name. */
export function trimName(text: string): string {
  return text
    .slice(0, 2 * AUTHOR_MAX_CHARS)
    .replace(/^<([^<>]*)>$/, '$1')
    .replace(BY, '')
    .replace(/^[\s,;:|·•–—»>-]+/, '')
    .replace(/(?:\s(?:says|said|wrote|writes|sagt|schrieb|dit|dijo|commented)\s?:?)$/i, '')
    .replace(/[\s,;:|·•–—»(<-]+$/, '')
}

/** How surely the texts of a page are names of those who wrote the posts around them, by the elements that they stand in. */
export class NameSigns {
  /** Score of each element, by node id, once it was asked for. */
  readonly #own: Float32Array
  readonly #nodes: readonly TreeNode[]

  constructor(nodes: readonly TreeNode[]) {
    this.#nodes = nodes
    this.#own = new Float32Array(nodes.length).fill(Number.NaN)
  }

  /** How surely the text in an element is a name: 0 for not at all, 4 for surely. */
  scoreIn(parent: ElementNode): number {
    return this.#find(parent).score
  }

  /** The element around a text that says most surely that it is a name. */
  signerOf(parent: ElementNode): ElementNode | undefined {
    return this.#find(parent).signer
  }

  /** Whether the text in an element is called something that no name is. */
  isNone(parent: ElementNode): boolean {
    if (this.#scoreOf(parent) !== 0) return this.#scoreOf(parent) < 0
    return parent.parent !== undefined && this.#scoreOf(parent.parent) < 0
  }

  /** Whether an element is called a name itself. */
  isName(element: ElementNode): boolean {
    return this.#scoreOf(element) >= NAME_MIN_SCORE
  }

  #find(parent: ElementNode): { score: number; signer: ElementNode | undefined } {
    let score = 0
    let signer: ElementNode | undefined
    let at: ElementNode | undefined = LABELS.has(parent.name) ? undefined : parent
    for (let level = 0; level < LEVELS_MAX_COUNT && at; level += 1) {
      const own = this.#scoreOf(at)
      if (own < 0) break
      if (own - level * 0.5 > score && (level === 0 || !this.#mayBeOther(parent, at))) {
        score = own - level * 0.5
        signer = at
      }
      at = at.parent
    }
    return { score, signer }
  }

  /** Whether a text in what is called after a name may be another than the name: one of a list, or behind a place that is empty. */
  #mayBeOther(parent: ElementNode, signer: ElementNode): boolean {
    for (let at = parent; at !== signer && at.parent; at = at.parent) {
      if (LISTS.has(at.name)) return true
      for (let child = at.parent.first; child && child !== at; child = child.next) {
        if (!child.isText && MAY_HOLD_NAMES.has(child.name) && this.#isEmpty(child)) return true
      }
    }
    return false
  }

  /** Whether an element shows nothing, and does not say what it is instead, as icons do. */
  #isEmpty({ id, end }: ElementNode): boolean {
    if (end - id > EMPTY_MAX_NODES) return false
    for (let at = id; at < end; at += 1) {
      const node = this.#nodes[at]!
      if (node.isText ? node.ink > 0 : node.name === 'img' || node.name === 'svg') return false
      if (node.isText) continue
      const { title, 'aria-label': label } = node.attributes
      if (title !== undefined || label !== undefined) return false
    }
    return true
  }

  #scoreOf(element: ElementNode): number {
    const known = this.#own[element.id]!
    return Number.isNaN(known) ? (this.#own[element.id] = ownScore(element)) : known
  }
}

/** Whether the element of a text, or the one around it, is called what names are, and surely holds one. */
export function isMarkedName(parent: ElementNode): boolean {
  let isCalledSo = false
  let isSure = false
  let at: ElementNode | undefined = parent
  for (let level = 0; level < 2 && at; level += 1, at = at.parent) {
    const score = ownScore(at)
    if (score < 0) return false
    isSure ||= score >= NAME_MIN_SCORE
    isCalledSo ||= score > NAME_MIN_SCORE || namesOf(at).noteOf(scoreOfNames) > 0
  }
  return isSure && isCalledSo
}

const LISTS = new Set('ul ol li dl dd table tr td'.split(' '))
const EMPTY_MAX_NODES = 6
const MAY_HOLD_NAMES = new Set('h1 h2 h3 h4 h5 h6 b strong a span p div cite'.split(' '))

/** Elements whose text says what stands beside them. */
export const LABELS = new Set(['dt', 'label', 'th', 'time', 'button'])
const PERSON_MAX_LEVELS = 4

/** How surely an element is made for a name, by its attributes. */
function ownScore(element: ElementNode): number {
  const { attributes, bits } = element
  if ((bits & (Has.itemprop | Has.rel)) !== 0) {
    const { itemprop, rel } = attributes
    if (itemprop !== undefined && /\b(?:author|creator)\b/.test(itemprop)) return 6
    if (itemprop === 'name' && isInPerson(element)) return 6
    if (rel !== undefined && /\bauthor\b/.test(rel)) return 6
  }
  for (const key of TEST_IDS) {
    const value = attributes[key]
    if (value !== undefined && TEST_NAME.test(value)) return 5
  }
  const score = namesOf(element).noteOf(scoreOfNames)
  const href = (bits & Has.href) === 0 ? undefined : attributes['href']
  if (score < 0) return element.name === 'a' && href !== undefined ? 0 : -1
  return href !== undefined && PROFILE.test(href) ? Math.max(score + 0.5, 4) : score
}

/** Attributes that call parts of pages by what they are, and what names are called there. */
const TEST_IDS = [
  'data-testid',
  'data-test-id',
  'data-test',
  'data-hook',
  'data-qa',
  'data-role',
  'component',
]
const TEST_NAME =
  /(?:^|[-_/ ])(?:author|poster|reviewer|commenter|(?:user|author|reviewer|consumer|display|profile|member)[-_ ]?name)$/i

function isInPerson(element: ElementNode): boolean {
  let at = element.parent
  for (let level = 0; level < PERSON_MAX_LEVELS && at; level += 1, at = at.parent) {
    if (/\b(?:author|creator)\b/.test(at.attributes['itemprop'] ?? '')) return true
  }
  return false
}

/** Words that say what an element holds wherever in its name they stand. */
const NEVER_NAMES = new Set('reputation karma badge badges statistics stats'.split(' '))
const NAME_PAIR = /(?:^|[-_])(?:display|screen|user|nick)[-_]?name(?:$|[-_])/

/** How surely an element of a class holds a name; -1 where it holds something else. */
function scoreOfNames({ words, lasts, classes }: Names): number {
  if (lasts.some((word) => NOT_NAMES.has(word))) return -1
  if (classes.some((one) => NAME_PAIR.test(one))) return 5
  let score = 0
  let weak = 0
  for (const word of words) {
    if (NEVER_NAMES.has(word)) return -1
    if (STRONG.has(word) || PAIRED.test(word)) score = 5
    else if (WEAK.has(word)) weak += 1
  }
  if (score > 0 || weak === 0) return score
  return weak > 1 ? 4.5 : 2
}

/** Attributes in which engines repeat who wrote a post. */
const STATED = ['data-author', 'author']
/** Attributes in which a whole post states its author: on elements inside of one, the last may hold a short name. */
const STATED_OF_ALL = [...STATED, 'data-username']

/** The name that an element, which may be a whole post, states in its attributes; empty when it states none. */
export function statedAuthor(node: TreeNode | undefined, isWhole: boolean): string {
  if (!node || node.isText || (node.bits & Has.author) === 0) return ''
  for (const name of isWhole ? STATED_OF_ALL : STATED) {
    const value = node.attributes[name]?.trim()
    if (value !== undefined && isNameText(value, true)) return value
  }
  return ''
}
