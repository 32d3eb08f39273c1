import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'
import { bitsOf, Has } from '../../../../../src/markup/html/tokens/attribute-bits.ts'
import { ClassPattern } from '../../../../../src/markup/html/tree/class-names.ts'
import {
  type ElementNode,
  emptyCopy,
  isCalledLike,
  makeElement,
} from '../../../../../src/markup/html/tree/node.ts'

const PAGE = `<body class=all><p class="a b" id=one>Text</p><p class="a b" title=x data-latex=y>More</p>
  <div role=tab aria-expanded=true><a href=/x rel=author itemprop=name>Link</a><img alt=z></div>`

function elementsOf(source: string): ElementNode[] {
  return parsePage(source).nodes.filter((node): node is ElementNode => !node.isText)
}

describe('what is noted of elements while a page is parsed', () => {
  test('bits are those of the attributes that were kept', () => {
    const elements = elementsOf(PAGE)
    expect(elements.map(({ bits }) => bits)).toEqual(
      elements.map(({ attributes }) => bitsOf(attributes)),
    )
    expect(parsePage(PAGE).bits & Has.itemtype).toBe(0)
    expect(parsePage(PAGE).bits & Has.formula).toBe(Has.formula)
  })

  test('elements of the same classes share one object, also when they are copied', () => {
    const [one, other] = elementsOf(PAGE).filter(({ name }) => name === 'p')
    expect(one!.classes).toBe(other!.classes)
    expect(emptyCopy(one!, 'div')).toMatchObject({
      name: 'div',
      classes: one!.classes,
      bits: one!.bits,
    })
    expect(emptyCopy(one!, 'span').isBlock).toBe(false)
  })

  test('names tell what a page has, in its own words and as it is read', () => {
    const { names } = parsePage('<image src=a.png><p hidden><table>')
    expect(['img', 'table', 'p', 'pre'].map((name) => names.has(name))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

test('a name is found in classes or in the id, each as a whole', () => {
  const pattern = new ClassPattern(/(?:^|[\s_-])nav(?:$|[\s_-])/)
  const named = (attributes: Record<string, string>): boolean =>
    isCalledLike(makeElement('div', attributes), pattern)
  expect(named({ class: 'top nav', id: 'x' })).toBe(true)
  expect(named({ class: 'x', id: 'main-nav' })).toBe(true)
  expect(named({ class: 'na', id: 'v' })).toBe(false)
  expect(named({ class: `${'x'.repeat(300)} nav` })).toBe(false)
})
