import type { Page } from 'playwright-core'
import { MARKS } from './longer-words.ts'

/**
 * Faults in how a page lies on the screen: it is wider than that, something stands out of it or of its box, or is cut, or hides
 * which tab is open. Names of people may be cut with dots; texts of the page, which have marks at their ends, may not.
 */
const JUDGE = `(() => {
  const faults = new Set()
  const root = document.documentElement
  if (root.scrollWidth > innerWidth) faults.add('wider than the screen by ' + (root.scrollWidth - innerWidth))
  const nameOf = (one) => one.localName + '.' + [...one.classList].join('.') + ' ' + JSON.stringify(one.textContent.trim().slice(0, 50))
  const isScrolled = (one) => {
    for (let box = one.parentElement; box; box = box.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth) return true
    }
    return false
  }
  for (const one of document.body.querySelectorAll('*')) {
    if (one.closest('svg, .unseen, .skip, .katex, noscript') || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const { left, right, width, height } = one.getBoundingClientRect()
    if (width === 0 || height === 0) continue
    if ((right > innerWidth + 1 || left < -1) && !isScrolled(one)) faults.add('out of the screen: ' + nameOf(one))
    const text = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('').trim()
    if (text === '' || one.clientWidth === 0) continue
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(one)
    const isWide = one.scrollWidth > one.clientWidth + 1
    if (isWide && overflowX === 'visible') faults.add('out of its box: ' + nameOf(one))
    if (isWide && /hidden|clip/.test(overflowX) && (textOverflow !== 'ellipsis' || text.includes('${MARKS[1]}'))) faults.add('cut: ' + nameOf(one))
    if (/hidden|clip/.test(overflowY) && webkitLineClamp === 'none' && one.scrollHeight > one.clientHeight + 2) faults.add('cut below: ' + nameOf(one))
  }
  const tab = document.querySelector('.tabs [aria-current]')?.getBoundingClientRect()
  // Whoever turns the page around after it came has moved its tabs too.
  if (tab && root.dir !== 'rtl' && (tab.left < 0 || tab.right > innerWidth)) faults.add('the current tab is not seen')
  return [...faults]
})()`

/** Names what is wrong. */
export async function judgeLayout(page: Page): Promise<string[]> {
  return (await page.evaluate(JUDGE)) as string[]
}
