import { expect, test } from 'vitest'
import { PLACES } from '../support/attacks.ts'
import { startWebStage } from '../support/web-stage.ts'
import { PAYLOADS } from '../support/xss-corpus.ts'

/** Every form of text that the server makes HTML of. */
const FORMS = [
  '**strong** *emphasis* ~~deleted~~ `code` [link](https://example.com) https://example.com/x.png',
  '```py\ndef f(x):\n    return x\n```',
  '```quote\nquoted\n```',
  '```spoiler title\nhidden\n```',
  '```math\n\\int_0^1 \\frac{x}{\\color{red} y} dx\n```',
  'in a line $$\\sum_{i=1}^n \\sqrt{i}$$',
  '| a | b |\n|:-:|--:|\n| 1 | 2 |',
  '1. one\n2. two\n   - three\n\n> quote\n\n---\n\n# heading',
  ':tada: :flag_de: @**Ben** @**all** #**general** #**general>topic** <time:2026-01-02T03:04Z>',
  '/me waves',
  '/poll Question?\none\ntwo',
  '/todo Things\nfirst: with words\nsecond',
]

const ATTACKS_MIN_COUNT = 2_000

/** Payloads are in other places of a message in turn: of neighbours, no two are in the same. */
const STRIDE = 7

/** They fill messages of this many. */
const PAYLOADS_PER_MESSAGE = 8

test('nothing of what people write runs in the page, loads anything elsewhere or meets its rules for content', async () => {
  await using stage = await startWebStage(['Ada', 'Ben'], ['--chat-rate-limits', 'off'])
  const send = async (topic: string, content: string) =>
    stage.api('Ben', 'POST', 'messages', { type: 'channel', to: 'general', topic, content })
  for (const form of FORMS) await send('forms', form)
  const placesEach = Math.ceil(ATTACKS_MIN_COUNT / PAYLOADS.length)
  const attacks = PAYLOADS.flatMap((payload, index) =>
    Array.from({ length: placesEach }, (_, step) => {
      const place = PLACES[(index + step * STRIDE) % PLACES.length]
      return place?.(payload.replaceAll('\0', '')) ?? payload
    }),
  )
  let count = 0
  for (let index = 0; index < attacks.length; index += PAYLOADS_PER_MESSAGE) {
    const content = attacks.slice(index, index + PAYLOADS_PER_MESSAGE).join('\n\n')
    if (content.trim() === '' || content.length > 9_000) continue
    await send(`attacks ${Math.floor(count / 80)}`, content)
    count += 1
  }
  const { page, reports, foreign } = await stage.enter('Ada', '#narrow/channel/1/topic/forms')
  const ran: string[] = []
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  await page.locator('article .widget').nth(1).waitFor()
  expect(reports).toEqual([])
  for (let part = 0; part * 80 < count; part += 1) {
    await page.goto(`${stage.url}/#narrow/channel/1/topic/attacks.20${part}`)
    await page.locator('h1', { hasText: `attacks ${part}` }).waitFor()
    await page.locator('article .body').first().waitFor()
    await expect
      .poll(async () => page.locator('article').count(), { timeout: 30_000 })
      .toBeGreaterThan(0)
    // What waits for the pointer or the focus.
    await page.evaluate(`for (const one of document.querySelectorAll('.body *')) {
      one.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      one.focus?.()
    }`)
  }
  console.log(`${FORMS.length} forms and ${attacks.length} attacks in ${count} messages`)
  expect(attacks.length).toBeGreaterThanOrEqual(ATTACKS_MIN_COUNT)
  expect(ran).toEqual([])
  expect(foreign).toEqual([])
  expect(reports).toEqual([])
})
