import { describe, expect, test } from 'vitest'
import {
  readSignals,
  type PageSignals,
} from '../../../../../src/extract/content/features/block-features.ts'
import { leaveOutAppeals } from '../../../../../src/extract/content/leave/leave-appeals.ts'
import { leaveOutKeys } from '../../../../../src/extract/content/leave/leave-keys.ts'
import { leaveOutTeasers } from '../../../../../src/extract/content/leave/leave-teasers.ts'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'

type Rule = (signals: PageSignals, keeps: Uint8Array) => void

/** Which blocks stay when all were kept, as one digit for each. */
function staying(rule: Rule, html: string): string {
  const signals = readSignals(parsePage(`<main>${html}</main>`), 'https://a.test/x')
  const keeps = new Uint8Array(signals.blocks.length).fill(1)
  rule(signals, keeps)
  return keeps.join('')
}

const sentence =
  'The ferry between the two towns has run since the winter of 1911, in any weather. '
const text = `<p>${sentence.repeat(4)}</p>`.repeat(3)

describe('cards that lead to other stories', () => {
  const card = (title: string): string =>
    `<div class=k><img src=p.jpg><h4><a href=/s>${title}</a></h4><p>Boats lay at the pier.</p></div>`
  const cards = ['漁港の朝市と灯台めぐり', 'Der Nebel kam', 'Ночь мастерских'].map(card).join('')

  test('are left out below the end, with the heading over them', () => {
    expect(staying(leaveOutTeasers, `${text}<h3>更多</h3><div>${cards}</div>`)).toBe('1110000000')
    const sliding = `${text}<div role=region><div>${cards}</div></div><p>Ends.</p>`
    expect(staying(leaveOutTeasers, sliding)).toBe('1110000001')
  })

  test('are left out where only a part of each was kept', () => {
    const signals = readSignals(parsePage(`${text}<div>${cards}</div>`), 'https://a.test/x')
    const keeps = Uint8Array.from([1, 1, 1, 0, 1, 0, 1, 0, 1])
    leaveOutTeasers(signals, keeps)
    expect(keeps.join('')).toBe('111000000')
  })

  test('stay above the text, between its parts, and where they are the page', () => {
    const whole = (html: string): void => expect(staying(leaveOutTeasers, html)).not.toContain('0')
    whole(`<div>${cards}</div>${text}`)
    whole(`${text}<div>${cards}</div>${text}`)
    whole(`<p>Stories</p><div>${cards}</div>`)
  })

  test('are no sections of a text that link what they are about', () => {
    const section = (title: string): string =>
      `<div class=k><h4><a href=/s>${title}</a></h4><p>${sentence.repeat(6)}</p></div>`
    const sections = ['The Nore', 'The Sound', 'The Belt'].map(section).join('')
    expect(staying(leaveOutTeasers, `${text}${text}${sections}`)).not.toContain('0')
  })
})

describe('boxes that ask for something', () => {
  const box = (head: string): string =>
    `<div class=z>${head}<p>We live on what you give.</p><p><a href=/g>Give now</a></p></div>`

  test.each(['<h3>Help us</h3>', '<p><b>お願いします</b></p>'])(
    'are left out below the end: %s',
    (head) => {
      expect(staying(leaveOutAppeals, text + box(head))).toBe('111000')
    },
  )

  test('stay in the middle, without a headline, on small pages, and as things of a list', () => {
    const whole = (html: string): void => expect(staying(leaveOutAppeals, html)).not.toContain('0')
    whole(text + box('<h3>Help us</h3>') + text)
    whole(text + box('<p>The last boat.</p>'))
    whole(
      `${text}<div><h3>See also</h3><p><a href=/g>Tides</a></p><p><a href=/h>Piers</a></p></div>`,
    )
    whole(`<p>${sentence}</p>${box('<h3>Help us</h3>')}`)
    whole(text + box('<h3>Tower</h3>') + box('<h3>Mill</h3>') + box('<h3>Pier</h3>'))
  })
})

describe('help on the keys of a player', () => {
  const rows = ['Spielen SPACE', 'Lauter UP', 'Leiser DOWN', 'Untertitel C']
  const row = (line: string): string => `<div class=r><i>${line}</i></div>`

  test('is left out with its title, and nothing beside it', () => {
    const help = `<div class=h><span>Tasten</span><div>${rows.map(row).join('')}</div></div>`
    expect(staying(leaveOutKeys, `<address>Pier 4</address>${help}${text}`)).toBe('100000111')
  })

  test('is left out where each key is a line of its own', () => {
    const lines = rows.map((line) => line.split(' ').map(row).join('')).join('')
    expect(staying(leaveOutKeys, `${text}<div>${lines}</div><p>Ends.</p>`)).toBe('111000000001')
  })

  test('is no table or list of a manual, and no lines that end like keys', () => {
    const table = `<table>${rows.map((line) => `<tr><td>${line}</td></tr>`).join('')}</table>`
    const list = `<ul>${rows.map((line) => `<li>${line}</li>`).join('')}</ul>`
    const plan = ['Plan A', 'Plan B', 'Plan C', 'Lights up'].map(row).join('')
    for (const html of [table, list, plan]) {
      expect(staying(leaveOutKeys, text + html)).not.toContain('0')
    }
  })
})
