import { describe, expect, test } from 'vitest'
import { HELD_OUT_REPAIR } from '../../../bench/repair/held-out/index.ts'
import { makeRepairPage } from '../../../bench/repair/make-page.ts'
import { measureRepair } from '../../../bench/repair/measure.ts'
import { type Check, REPAIR_KINDS, type RepairPage } from '../../../bench/repair/page.ts'
import { TRAIN_REPAIR } from '../../../bench/repair/train/index.ts'

const ROUNDS = 2

/** Writes Markdown for which a check holds. */
function right(check: Check, number: number): string {
  switch (check.is) {
    case 'text':
      return check.text
    case 'adjacent':
      return check.parts.join('\n\n')
    case 'image':
      return `![${check.alt}](${check.address})`
    case 'noImage':
    case 'absent':
      return ''
    case 'link':
      return `[${check.text ?? 'link'}](${check.address})`
    case 'codeLines':
      return `\`\`\`\n${check.lines.join('\n')}\n\`\`\``
    case 'verse':
      return check.lines.join('\\\n')
    case 'row':
      return `| ${check.cells.join(' | ')} |`
    case 'steps':
      return check.items.map((item, at) => `${at + 1}. ${item}`).join('\n')
    case 'note':
    default:
      return `${check.after}[^${number}]\n\n[^${number}]: ${check.note}`
  }
}

/** Writes Markdown with the fault that the check is there for. */
function wrong(check: Check): string {
  switch (check.is) {
    case 'text':
      return ''
    case 'adjacent':
      return check.parts.toReversed().join('\n\n')
    case 'image':
      return check.alt
    case 'noImage':
      return `![](${check.address})`
    case 'absent':
      return check.text
    case 'link':
      return check.text ?? ''
    case 'codeLines':
      return `\`${check.lines.join('')}\``
    case 'verse':
      return check.lines.join(' ')
    case 'row':
      return check.cells.join('\n\n')
    case 'steps':
      return check.items.map((item) => `- ${item}`).join('\n')
    case 'note':
    default:
      return `${check.after}1\n\n1. ${check.note}`
  }
}

function written({ content, checks }: RepairPage, broken?: Check): string {
  const parts = checks.map((check, at) => (check === broken ? wrong(check) : right(check, at + 1)))
  return [...content.map(({ text }) => text), ...parts].join('\n\n')
}

describe.each([
  ['pages to learn from', TRAIN_REPAIR],
  ['held-out pages', HELD_OUT_REPAIR],
])('%s', (_, ground) => {
  const pages = Array.from({ length: REPAIR_KINDS.length * ROUNDS }, (__, number) =>
    makeRepairPage(ground, number),
  )

  test('are the same each time, of each kind', () => {
    expect(makeRepairPage(ground, 9)).toEqual(pages[9])
    expect(new Set(pages.map(({ kind }) => kind)).size).toBe(REPAIR_KINDS.length)
  })

  test('are without fault when all is right', () => {
    for (const page of pages) {
      expect(measureRepair(page, written(page)), page.id).toEqual({ failed: [], lost: [] })
    }
  })

  test('show each planted fault', () => {
    for (const page of pages) {
      for (const check of page.checks) {
        expect(measureRepair(page, written(page, check)).failed, page.id).toContain(check)
      }
    }
  })

  test('show texts that are lost', () => {
    for (const page of pages) {
      expect(measureRepair(page, '').lost.length, page.id).toBe(page.content.length)
    }
  })
})
