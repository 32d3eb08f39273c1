import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readHtml } from '../../../../src/markup/html/read-html.ts'
import { VOID_ELEMENTS } from '../../../../src/markup/html/tags.ts'
import { standardTree } from '../../../support/standard-tree.ts'

/** The elements of a document as tags without omissions. */
function eventsOf(html: string): string {
  let events = ''
  readHtml(html, {
    open: (name, attributes) => {
      const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
      events += `<${name}${written.join('')}>`
    },
    text: (text) => void (events += text),
    close: (name) => void (events += VOID_ELEMENTS.has(name) ? '' : `</${name}>`),
  })
  return events
}

/** The same of the tree that another reader makes of a document without scripts. */
function standardOf(html: string): string {
  let events = ''
  for (const { name, attributes, text, isEnd } of standardTree(html)) {
    if (name === undefined) events += text
    else if (isEnd) events += VOID_ELEMENTS.has(name) ? '' : `</${name}>`
    else {
      const written = attributes.map((one) => ` ${one.name.toLowerCase()}="${one.value}"`)
      events += `<${name}${written.join('')}>`
    }
  }
  return events
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '\\0': '\0',
  '\\\\': '\\',
  '\\u00a0': '\u00a0',
}

/** Cases of a file: below each line of HTML, the trees that it makes, indented; in groups with a heading each. */
function casesOf(file: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, '../../../fixtures/html', file), 'utf8')
  const cases: string[][] = []
  for (const line of text.split('\n')) {
    const read = line.replaceAll(/\\(?:u00a0|[nrt0\\])/g, (escape) => ESCAPES[escape]!)
    if (line.startsWith('  ')) cases.at(-1)!.push(read.slice(2))
    else if (line !== '' && !line.startsWith('# ')) cases.push([read])
  }
  return cases
}

describe('reading HTML', () => {
  test.each(casesOf('trees.txt'))('%s', (html, tree) => {
    expect([eventsOf(html), standardOf(html)]).toEqual([tree, tree])
  })

  test.each(casesOf('other-trees.txt'))(
    'otherwise than the standard: %s',
    (html, tree, standard) => {
      expect([eventsOf(html), standardOf(html)]).toEqual([tree, standard])
      expect(tree).not.toBe(standard)
    },
  )

  test('tells the frame to who asks, and only the attributes that are asked for', () => {
    const skeleton: string[] = []
    const attributes: object[] = []
    readHtml(
      '<html lang=en><body class=x><p id=a class=b>',
      {
        open: (_, given) => void attributes.push(given),
        text() {},
        close() {},
        openSkeleton: (name, { lang }) => void skeleton.push(`${name} ${lang}`),
      },
      { wantsAttribute: (name) => name !== 'class' },
    )
    expect([skeleton, attributes]).toEqual([['html en', 'body undefined'], [{ id: 'a' }]])
  })

  test.each([1_000, 100_000])('%d elements inside each other take no more of each', (count) => {
    const hostile = [
      '<b>',
      '<p><b>',
      '<p><a><b><i>',
      '<table><td>',
      '<svg>',
      '<li><div>',
      '</p>',
      '<i></h1>',
    ]
    for (const part of hostile) {
      let events = 0
      const note = () => void (events += 1)
      readHtml(part.repeat(count), { open: note, text: note, close: note })
      expect(events).toBeLessThanOrEqual(40 * count)
    }
  })

  test('what comes after an element that is too deep is not read', () => {
    let text = ''
    const listener = { open() {}, text: (more: string) => void (text += more), close() {} }
    readHtml(`a${'<i>'.repeat(3)}b<i>c</i></i></i></i>d`, listener, { depthMax: 3 })
    expect(text).toBe('ab')
  })
})
