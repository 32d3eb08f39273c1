import { styleOf } from './styles.ts'

/** Digits of one number, each in an element of its own, and texts of all that may be rolled into their places. */
const DIGITS_MIN_COUNT = 2
const DIGITS_MAX_COUNT = 24
const TEXT_MAX_CHARS = 600
const SIGNS = /^[\p{Nd}\p{Sc}\s.,'’٫٬%+-]+$/u
/** What holds things of which each is for itself. */
const APART = 'a,button,input,label,li,td,th,dd,[role],[tabindex],[onclick]'
const LISTS: ReadonlySet<string> = new Set('ul ol dl table tbody thead tr select'.split(' '))
/** Widths of such an element, and of what is between two, in sizes of their letters. */
const WIDTH_MAX_EM = 1.7
const GAP_MAX_EM = 0.8

/** Whether the elements in one stand side by side, closely, with a digit or a sign each: together they are a number. */
export function isDigitRow(element: Element): boolean {
  const { childElementCount: count, localName } = element
  if (count < DIGITS_MIN_COUNT || count > DIGITS_MAX_COUNT || LISTS.has(localName)) return false
  const text = element.textContent
  if (text.length > TEXT_MAX_CHARS || !SIGNS.test(text) || element.querySelector(APART))
    return false
  const all = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (all.nextNode()) if ((all.currentNode as Text).data.trim().length > 1) return false
  const em = parseFloat(styleOf(element).fontSize)
  const boxes = [...element.children]
    .map((child) => child.getBoundingClientRect())
    .filter(({ width }) => width > 0)
  return boxes.every(({ left, top, bottom, width }, at) => {
    const before = boxes[at - 1]
    if (width > em * WIDTH_MAX_EM) return false
    if (!before) return true
    const gap = left - before.right
    return gap > -em && gap < em * GAP_MAX_EM && top < before.bottom && bottom > before.top
  })
}
