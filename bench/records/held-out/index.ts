import { Random } from '../../newcomer/random.ts'
import { RecordDraft } from '../draft.ts'
import type { System } from '../made/system.ts'
import { RECORD_KINDS, type RecordKind, type RecordPage } from '../page.ts'
import { writerOf } from '../writer.ts'
import { ISSUES } from './issue.ts'
import { PACKAGES } from './package.ts'
import { QUESTIONS } from './question.ts'
import { REFERENCES } from './reference.ts'
import { RELEASES } from './release.ts'
import { HELD_OUT_CODE, HELD_OUT_WORDS } from './words.ts'

const SYSTEMS: Readonly<Record<RecordKind, Readonly<Record<string, System>>>> = {
  question: QUESTIONS,
  issue: ISSUES,
  release: RELEASES,
  package: PACKAGES,
  reference: REFERENCES,
}

/** Makes one page that nothing is tuned on; its kind and system go round with the number, all else is chosen by the seed. */
export function makeHeldOutRecord(seed: number, number: number): RecordPage {
  const random = new Random(seed * 1_000_033 + number)
  const kind = RECORD_KINDS[number % RECORD_KINDS.length]!
  const names = Object.keys(SYSTEMS[kind])
  const system = names[Math.floor(number / RECORD_KINDS.length) % names.length]!
  const words = random.pick(HELD_OUT_WORDS)
  const draft = new RecordDraft(random, writerOf(words))
  const { url, source } = SYSTEMS[kind][system]!({ draft, words, code: HELD_OUT_CODE })
  const html = `<!DOCTYPE html>\n${source.source}`
  return draft.page({ id: `${kind}-${system}-${number}`, kind, system, url, html })
}
