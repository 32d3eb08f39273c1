import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWebStage, type Visitor, type WebStage } from '../support/web-stage.ts'

const PATIENT = { timeout: 30_000, interval: 50 }

let stage: WebStage
let ada: Visitor
let page: Page

beforeAll(async () => {
  stage = await startWebStage(['Ada', 'José'])
  ada = await stage.enter('Ada', '#narrow/channel/1-general/topic/Field')
  ;({ page } = ada)
})
beforeEach(async () => {
  await field().fill('')
  await field().focus()
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
})

const field = () => page.getByLabel('Message', { exact: true })

const expectValue = async (text: string) => {
  await expect.poll(async () => field().inputValue(), PATIENT).toBe(text)
}

const bodies = async () => page.locator('article .body').allInnerTexts()

/** Events as browsers send them to the field when Enter ends what an input method composes. */
const COMPOSITIONS = {
  'Chromium and Firefox': `
    send(new CompositionEvent('compositionstart', options))
    send(new KeyboardEvent('keydown', { ...options, key: 'Enter', isComposing: true }))
    send(new CompositionEvent('compositionend', options))`,
  'Chromium, of a process key': `
    send(new CompositionEvent('compositionstart', options))
    send(new KeyboardEvent('keydown', { ...options, key: 'Process', keyCode: 229, isComposing: true }))
    send(new CompositionEvent('compositionend', options))`,
  Safari: `
    send(new CompositionEvent('compositionstart', options))
    send(new CompositionEvent('compositionend', options))
    send(new KeyboardEvent('keydown', { ...options, key: 'Enter', keyCode: 229 }))`,
  'Safari, by the time alone': `
    send(new CompositionEvent('compositionstart', options))
    send(new CompositionEvent('compositionend', options))
    send(new KeyboardEvent('keydown', { ...options, key: 'Enter', keyCode: 13 }))`,
}

test.each(Object.entries(COMPOSITIONS))(
  'the Enter that ends a composition does not send: %s',
  async (_, events) => {
    await page.keyboard.insertText('日本語')
    await page.evaluate(`{
      const field = document.querySelector('.writing textarea')
      const options = { bubbles: true, cancelable: true }
      const send = (event) => field.dispatchEvent(event)
      ${events}
    }`)
    await expectValue('日本語')
    // The next one does.
    await page.waitForTimeout(150)
    await page.keyboard.press('Enter')
    await expectValue('')
  },
)

const TABLE =
  '<meta charset="utf-8"><style>td { color: red }</style><table style="border: 1px"><tr><td style=color:red>Name</td><td>a|b</td></tr><tr><td>Ada<br>L.</td><td colspan=2>1</td></tr></table>'

/** Contents of the clipboard, by name, and the text that pasting them gives. */
const PASTES = {
  'cells of a spreadsheet, beside their picture': {
    html: TABLE,
    plain: 'Name\ta|b',
    hasPicture: true,
    text: '| Name | a\\|b |  |\n| --- | --- | --- |\n| Ada L. | 1 |  |',
  },
  'rich text': {
    html: '<b style="font-weight:normal"><h2>Head</h2><p>Some <strong>bold</strong>, <em>slanted </em>and <a href="https://x.example/a">a link</a></p></b>',
    plain: 'Head',
    text: '## Head\n\nSome **bold**, *slanted* and [a link](https://x.example/a)',
  },
  lists: {
    html: '<ul><li>one<ul><li>deep</li></ul></li><li>two <code>c</code></li></ul><ol><li>first<li>second</ol>',
    text: '- one\n  - deep\n- two `c`\n\n1. first\n2. second',
  },
  'code with a fence inside': {
    html: '<pre>a\n```\nb</pre><blockquote>said<br>so</blockquote>',
    text: '````\na\n```\nb\n````\n\n> said\n> so',
  },
  'what the office writes by styles': {
    html: '<p>A <span style="font-weight:700">fat</span> and <span style=\'font-style: italic\'>thin</span> word</p><p><a href="javascript:alert(1)">no link</a></p><h1>!</h1>',
    text: 'A **fat** and *thin* word\n\nno link\n\n# !',
  },
} as const

const paste = async (html: string, plain = '', hasPicture = false) =>
  page.evaluate(`{
    const data = new DataTransfer()
    data.setData('text/html', ${JSON.stringify(html)})
    data.setData('text/plain', ${JSON.stringify(plain)})
    if (${hasPicture}) data.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
    // Firefox takes no clipboard with the options.
    Object.defineProperty(event, 'clipboardData', { value: data })
    document.querySelector('.writing textarea').dispatchEvent(event)
  }`)

describe('what is pasted', () => {
  test.each(Object.entries(PASTES))('%s', async (_, { html, text, ...rest }) => {
    const { plain, hasPicture } = { plain: '', hasPicture: false, ...rest }
    await paste(html, plain, hasPicture)
    await expectValue(text)
    await page.keyboard.press('Control+z')
    await expectValue('')
  })

  test('a picture that is there alone is attached', async () => {
    await paste('<img src="https://x.example/a.png">', '', true)
    await expect.poll(async () => field().inputValue(), PATIENT).toMatch(/^!\[image\.png\]\(/)
  })
})

test('keys mark the selected words, and take the marks away', async () => {
  await page.keyboard.type('word')
  await page.keyboard.press('Control+A')
  for (const [key, text] of [
    ['b', '**word**'],
    ['b', 'word'],
    ['i', '*word*'],
    ['i', 'word'],
    ['e', '`word`'],
    ['e', 'word'],
    ['Shift+L', '[word](https://)'],
  ] as const) {
    await page.keyboard.press(`Control+${key}`)
    await expectValue(text)
  }
})

test.each([
  ['@jose', '@**José** '],
  [':fire', ':fire: '],
  ['#gen', '#**general** '],
  ['#**general>Fi', '#**general>Field** '],
  ['/m', '/me '],
])('%s becomes %s', async (begun, text) => {
  if (begun.includes('>')) {
    const fields = { type: 'channel', to: 'general', topic: 'Field', content: 'There is one' }
    await stage.api('Ada', 'POST', 'messages', fields)
  }
  await page.keyboard.type(begun)
  const [first] = [page.locator('.suggestions [role=option]').first()]
  await expect
    .poll(async () => first.innerText(), PATIENT)
    .toMatch(/José|^🔥 fire|general|Field|me/)
  await page.keyboard.press('Enter')
  await expectValue(text)
})

test('the emoji picker stays in the window, and its Enter adds no line', async () => {
  await page.keyboard.type('word ')
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  const search = page.getByRole('searchbox', { name: 'Search emoji' })
  await search.fill('bicycle')
  await page.getByRole('button', { name: 'bicycle', exact: true }).waitFor()
  const box = await page.locator('.emoji-picker').boundingBox()
  expect(box?.y).toBeGreaterThan(0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0)
  await search.press('Enter')
  await expectValue('word :bicycle: ')
})

test('a quote holds together, links to its source, and is of what is selected', async () => {
  await field().fill('```\ncode\n```\nand *slanted* words')
  await page.keyboard.press('Enter')
  const row = page.locator('article[data-id]', { hasText: 'slanted' })
  await row.waitFor()
  const id = await row.getAttribute('data-id')
  const quote = async () => {
    await field().fill('')
    await row.focus()
    await page.keyboard.press('>')
  }
  const head = `@_**Ada|${stage.idOf('Ada')}** [said](#narrow/channel/1-general/topic/Field/near/${id}):`
  await quote()
  await expectValue(`${head}\n\`\`\`\`quote\n\`\`\`\ncode\n\`\`\`\nand *slanted* words\n\`\`\`\`\n`)
  await field().fill('')
  await row.focus()
  await page.evaluate(`{
    const words = document.querySelector('#m${id} .body em').parentElement
    getSelection().selectAllChildren(words)
  }`)
  await page.keyboard.press('>')
  await expectValue(`${head}\n\`\`\`quote\nand *slanted* words\n\`\`\`\n`)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('.preview blockquote em').waitFor()
  await page.getByRole('button', { name: 'Write on' }).click()
})

test('a file is dropped anywhere on the page', async () => {
  await page.evaluate(`{
    const data = new DataTransfer()
    data.items.add(new File(['by hand'], 'dropped.txt', { type: 'text/plain' }))
    const options = { bubbles: true, cancelable: true, dataTransfer: data }
    document.querySelector('.side').dispatchEvent(new DragEvent('drop', options))
  }`)
  await expect.poll(async () => field().inputValue(), PATIENT).toContain('[dropped.txt](')
  expect(await bodies()).not.toContain('dropped.txt')
})

test('the browser has complained of nothing in all this', () => {
  expect(ada.reports).toEqual([])
})
