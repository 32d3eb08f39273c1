import { convertJob } from '../../src/convert/convert-job.ts'
import { numberedDocument, seeded } from '../../test/support/random-json.ts'

const DOCUMENTS_COUNT = 10_000
/** Seeds that no test uses. */
const FIRST_SEED = 1_000_000

/** One sentence on random JSON documents with long and odd numbers, through CSV and back. */
export async function countKeptNumbers(): Promise<string> {
  let documents = 0
  let kept = 0
  let all = 0
  let keptByParse = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + DOCUMENTS_COUNT; seed += 1) {
    const { text, numbers } = numberedDocument(seeded(seed))
    const { result: csv } = await convertJob({ from: 'json', to: 'csv', data: text })
    const { result: json } = await convertJob({ from: 'csv', to: 'json', data: csv })
    const found = new Map<string, number>()
    for (const [number] of json.matchAll(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g)) {
      found.set(number, (found.get(number) ?? 0) + 1)
    }
    let missing = 0
    for (const number of numbers) {
      const left = found.get(number) ?? 0
      found.set(number, left - 1)
      if (left <= 0) missing += 1
    }
    all += numbers.length
    kept += numbers.length - missing
    keptByParse += numbers.filter((number) => String(Number(number)) === number).length
    if (missing === 0) documents += 1
  }
  const counted = (count: number): string => count.toLocaleString('en')
  return (
    `JSON to CSV to JSON: of ${counted(DOCUMENTS_COUNT)} random documents with long and odd numbers, under names such as \`10\` and \`__proto__\`, ` +
    `${counted(documents)} keep every one with all its digits (${counted(kept)} of ${counted(all)} numbers; a reader that makes doubles of them keeps ${counted(keptByParse)}).`
  )
}
