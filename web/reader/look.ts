import { counterTexts, hasCounters } from './counters.ts'
import { numberIn } from './digits.ts'
import { endsOpen, saysLoading } from './loading-words.ts'
import { finalText, isUncounted, noteNumber, type RunningNumbers } from './numbers.ts'
import { withoutNames } from './unnamed.ts'

const UNSEEN: ReadonlySet<string> = new Set(
  'head script style noscript template object embed audio video defs'.split(' '),
)
const ASIDE: ReadonlySet<string> = new Set(['nav', 'footer', 'aside'])
const CONTROLS: ReadonlySet<string> = new Set(['a', 'button', 'option', 'label', 'pre', 'code'])
const NODES_MAX_COUNT = 30_000
/** Characters of its own text up to which a page is short: it may be that most of it is still to come. */
const SHORT_MAX_CHARS = 1_200
/** Characters up to which a page has hardly any words. */
const BARE_MAX_CHARS = 150
/** Characters that a sign of loading, which by its name it is, may hold. */
const SIGN_MAX_CHARS = 160
const SIGNS =
  '[aria-busy=true],[role=progressbar],progress,[class*=skeleton i],[class*=shimmer i],[class*=spinner i],[class*=loader i],[class*=loading i],[class*=placeholder i],[class*=ghost i],[class*=pulse i],[id*=loader i],[id*=loading i],[id*=spinner i],[id*=skeleton i]'
const SIGN_NAMES =
  /(?:^|[\s_-])(?:skeletons?|shimmer|spinner|(?:pre)?loader|loading|placeholder|ghost|pulse)(?=$|[\s_-])/i
const NOT_SIGN_NAMES =
  /lazy|un?load|upload|download|(?:not|no|is)?-?loading-(?:done|complete|finished)|loaded/i
const SIGNS_MAX_COUNT = 60
/** Seconds within which an announced redirect is waited for, milliseconds by which it may be late, and within which an animation ends. */
const REFRESH_MAX_S = 8
const REFRESH_LATE_MS = 1_500
const ANIMATION_MAX_MS = 4_000
const ANIMATIONS_MAX_COUNT = 200
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g
const CJK_WEIGHT = 3

/** What somebody sees who looks at a page for a moment. */
export interface Seen {
  /** Of the text that is seen, and of it without its numbers. */
  hash: number
  wordsHash: number
  /** Characters of the text that is seen. */
  chars: number
  elements: number
  /** Height of the document in pixels. */
  height: number
  /** `short` where most of a page may be still to come, `bare` where it has hardly any words. */
  size: 'bare' | 'short' | 'long'
  /** What on the page says that more is to come; empty where nothing does. */
  sign: '' | 'busy' | 'words' | 'redirect' | 'counter'
  /** Numbers that count; `ageMs` is -1 where none does. */
  numbers: RunningNumbers
  /** Something moves that will soon have moved. */
  isMoving: boolean
  /** Whether anything that may change the document is seen in it. */
  mayChange: boolean
}

class Look {
  readonly #nowMs = performance.now()
  readonly #hasCounters = hasCounters()
  readonly #numbers: RunningNumbers = { ageMs: -1, gapMs: 0, isOpen: false, hasZero: false }
  #hash = 0
  #wordsHash = 0
  #chars = 0
  #ownChars = 0
  #nodes = 0
  #hasWords = false
  #hasOpenEnd = false
  #isUncounted = false

  see(): Seen {
    const { body, documentElement: root } = document
    if (body) this.#walk(body, false)
    const own = this.#ownChars
    const size = own > SHORT_MAX_CHARS ? 'long' : own > BARE_MAX_CHARS ? 'short' : 'bare'
    return {
      hash: this.#hash,
      wordsHash: this.#wordsHash,
      chars: this.#chars,
      elements: document.getElementsByTagName('*').length,
      height: root ? root.scrollHeight : 0,
      size,
      sign: this.#signOf(size),
      numbers: this.#numbers,
      isMoving: isMoving(),
      mayChange: mayChange(),
    }
  }

  #signOf(size: Seen['size']): Seen['sign'] {
    if (isRedirecting()) return 'redirect'
    if (this.#hasWords || (size === 'bare' && this.#hasOpenEnd)) return 'words'
    if (isBusy(size === 'bare')) return 'busy'
    return this.#isUncounted ? 'counter' : ''
  }

  #walk(root: Node, isAside: boolean): void {
    const stack: [node: Node, isAside: boolean][] = [[root, isAside]]
    for (let next = stack.pop(); next; next = stack.pop()) {
      const [node, above] = next
      this.#nodes += 1
      if (this.#nodes > NODES_MAX_COUNT) return
      if (node.nodeType === Node.TEXT_NODE) this.#addText(node as Text, above)
      if (!isElement(node) || UNSEEN.has(node.localName) || !isDisplayed(node)) continue
      const aside = above || ASIDE.has(node.localName)
      if (this.#hasCounters) this.#addCounters(node, aside)
      // What a host holds is shown in the slots of its shadow root, or not at all: then it has no box.
      for (const inner of [...innersOf(node), node]) {
        for (let child = inner.lastChild; child; child = child.previousSibling) {
          stack.push([child, aside])
        }
      }
    }
  }

  #addText(text: Text, isAside: boolean): void {
    const { data, parentElement: parent } = text
    if (!/\S/.test(data)) return
    if (parent && !parent.checkVisibility({ visibilityProperty: true })) return
    const words = data.replaceAll(/\s+/g, ' ')
    this.#hash = hashOf(words, this.#hash)
    this.#chars += words.length
    const hasDigits = /\p{Nd}/u.test(words)
    if (!hasDigits) this.#wordsHash = hashOf(words, this.#wordsHash)
    if (!parent) return
    if (!isAside && !CONTROLS.has(parent.localName)) {
      this.#ownChars += words.length + (words.match(CJK)?.length ?? 0) * (CJK_WEIGHT - 1)
      this.#addSigns(words, parent)
    }
    if (hasDigits) this.#addNumber(parent, isAside)
  }

  #addSigns(words: string, parent: Element): void {
    if (this.#hasWords) return
    const all = parent.childElementCount === 0 ? parent.textContent : words
    this.#hasWords = saysLoading(all) || (words !== all && saysLoading(words))
    this.#hasOpenEnd ||= endsOpen(words)
  }

  /** Numbers that a style writes. */
  #addCounters(element: Element, isAside: boolean): void {
    for (const { text, value } of counterTexts(element)) {
      this.#hash = hashOf(text, this.#hash)
      this.#noteNumber(element, value, isAside)
    }
  }

  #addNumber(element: Element, isAside: boolean): void {
    const value = numberIn(element.textContent.trim())
    if (value !== undefined) this.#noteNumber(element, value, isAside)
  }

  #noteNumber(element: Element, value: number, isAside: boolean): void {
    if (value === 0 && !isAside && !element.closest('a,button')) this.#numbers.hasZero = true
    noteNumber(element, value, this.#nowMs, this.#numbers)
    this.#isUncounted ||= isUncounted(element, value)
  }
}

/** Continues a hash with a text. */
function hashOf(text: string, from: number): number {
  let hash = from
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash
}

function isDisplayed(element: Element): boolean {
  return element.checkVisibility() || getComputedStyle(element).display === 'contents'
}

/** What an element shows beside what it holds: its shadow root, or the body of its frame where that can be looked into. */
function innersOf(element: Element): Node[] {
  const { shadowRoot } = element
  const isFrame = element.localName === 'iframe' || element.localName === 'frame'
  const body = isFrame ? (element as HTMLIFrameElement).contentDocument?.body : undefined
  return [shadowRoot, body].filter((inner) => inner !== null && inner !== undefined)
}

/** By its type: elements of frames are of other classes. */
function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE
}

/** Whether scripts may still change the document, by itself or from one that it is in. */
function mayChange(): boolean {
  return (
    document.readyState === 'loading' ||
    parent !== window ||
    document.querySelector('script,iframe,frame,[onload],[onerror]') !== null
  )
}

function isRedirecting(): boolean {
  const refresh = document.querySelector('meta[http-equiv=refresh i]')
  const content = refresh?.getAttribute('content') ?? ''
  const seconds = /^\s*(\d+)/.exec(content)
  if (!seconds || Number(seconds[1]) > REFRESH_MAX_S || !/url/i.test(content)) return false
  // One that has not come leads to a file, or nowhere.
  const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const loadedMs = loading?.loadEventEnd || Infinity
  return !(performance.now() - loadedMs > Number(seconds[1]) * 1000 + REFRESH_LATE_MS)
}

/** Whether a picture of loading is seen: what says so by its role or name, or, on a bare page, what turns without end. */
function isBusy(isBare: boolean): boolean {
  const signs = [...document.querySelectorAll(SIGNS)].slice(0, SIGNS_MAX_COUNT)
  if (signs.some(isSign)) return true
  if (!isBare) return false
  return runningAnimations().some(({ effect }) => {
    const { endTime } = effect?.getComputedTiming() ?? {}
    const target = effect instanceof KeyframeEffect ? effect.target : null
    return endTime === Infinity && target?.textContent.trim() === '' && isSeen(target)
  })
}

function isSign(element: Element): boolean {
  if (!isSeen(element)) return false
  if (element.matches('[aria-busy=true]')) return true
  if (element.matches('progress')) return element.matches(':indeterminate')
  if (element.matches('[role=progressbar]')) {
    const value = element.getAttribute('aria-valuenow')
    return (
      value === null ||
      (Number(value) > 0 && Number(value) < 100 && element.textContent.trim() === '')
    )
  }
  const names = `${element.getAttribute('class') ?? ''} ${element.id}`
  if (!SIGN_NAMES.test(names) || NOT_SIGN_NAMES.test(names)) return false
  if (element.querySelector('img,picture,video,canvas') || element.closest('button,a')) return false
  return element.textContent.trim().length <= SIGN_MAX_CHARS
}

function isSeen(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
  const { width, height } = element.getBoundingClientRect()
  return width > 1 && height > 1
}

function runningAnimations(): Animation[] {
  return document
    .getAnimations()
    .slice(0, ANIMATIONS_MAX_COUNT)
    .filter(({ playState }) => playState === 'running')
}

/** Whether something that holds a text moves, and will have moved soon. */
function isMoving(): boolean {
  return runningAnimations().some(({ effect, currentTime }) => {
    const endMs = Number(effect?.getComputedTiming().endTime)
    const target = effect instanceof KeyframeEffect ? effect.target : null
    if (!target || !Number.isFinite(endMs)) return false
    if (!/\S/.test(target.textContent) && !movesNumber(effect as KeyframeEffect)) return false
    return endMs - Number(currentTime ?? 0) < ANIMATION_MAX_MS
  })
}

/** Whether what moves is a property of the page's own, as for numbers that its style writes. */
function movesNumber(effect: KeyframeEffect): boolean {
  return effect
    .getKeyframes()
    .some((frame) => Object.keys(frame).some((name) => name.startsWith('--')))
}

/** Looks at the page as it is now. */
export function look(): Seen {
  return withoutNames(() => new Look().see())
}

export { finalText }
