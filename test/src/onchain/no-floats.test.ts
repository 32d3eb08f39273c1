import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Ways from digits to a floating-point number, or to calculate with one. */
const FLOATING =
  /\b(?:Number|parseFloat|parseInt|Math|toFixed|toPrecision)\b\s*[.(]|[=(,:?[]\s*\+[\w(]/

/** Every place where the engine makes or uses one, and what it counts there. None holds an amount or a price. */
const COUNTS: Readonly<Record<string, string>> = {
  'return new Date(Number(seconds) * 1000).toISOString()': 'seconds',
  "Number.parseInt(hash[index + 2] ?? '0', 16) > 7 ? digit.toUpperCase() : digit,":
    'a digit of a hash',
  'return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n': 'a position',
  'const center = Math.floor((cluster.length - 1) / 2)': 'a position',
  '.map((quote, index) => ({ quote, distance: Math.abs(index - center) }))': 'positions',
  'const deadlineMs = Math.min(RPC_TRY_MAX_MS, deadline - performance.now())': 'milliseconds',
  'const pauseMs = requested === undefined ? undefined : Math.min(requested, RETRY_AFTER_MAX_MS)':
    'milliseconds',
  'const half = Math.ceil(group.length / 2)': 'a position',
  'const idle = Array.from({ length: Math.max(0, VOTES_MIN_COUNT - tips.length) }, () => floor)':
    'blocks',
  'Math.min(settings.maxAgeMs(answer, chain), freshForMs(chain, answer, now())),': 'milliseconds',
  'const ageSeconds = Math.trunc(ageMs / 1000)': 'seconds',
  'if (isCurrent(chain, ageMs)) return { ageSeconds: Math.max(ageSeconds, 0) }': 'seconds',
  'return Math.abs(ageMsOf(left.asOf, now)) <= Math.abs(ageMsOf(right.asOf, now)) ? left : right':
    'milliseconds',
  'decimals: inRange ? Number(digits) : null,': 'decimals below 256',
  'return word !== undefined && word < 256n ? Number(word) : null': 'decimals below 256',
  'return { outcome, data: bytes.take(Number(toUint(bytes.take(2)))) }': 'bytes',
  'return data.subarray(64, 64 + Number(length < BigInt(maxBytes) ? length : maxBytes))': 'bytes',
  'const shift = Number(exponent)': 'digits',
  "chainId: Number(readQuantity(one['chainId'])),": 'the id of a chain',
  'if (isWanted && chainId > 0n && chainId <= BigInt(Number.MAX_SAFE_INTEGER)) {':
    'the id of a chain',
  'return { ...facts, id: Number(chainId), endpoints, blockMs }': 'the id of a chain',
  'const count = Number(latest.number - earlier.number)': 'blocks',
  'const longest = Math.max(0, ...earlier.map((block) => averageMs(latest, blockIn(block))))':
    'milliseconds',
  'return Math.min(BLOCK_MAX_MS, Math.max(BLOCK_MIN_MS, longest))': 'milliseconds',
  'return Math.round((Number(latest.time - earlier.time) * 1000) / Math.max(1, count))':
    'milliseconds',
  "nonce: Number(readQuantity(one['nonce'])),": 'transactions',
  "nonce: Number(readQuantity(raw['nonce'])),": 'transactions',
  "yParity: Number(readQuantity(one['yParity'])),": 'a bit',
  'const count = Number(size)': 'bytes or bits',
  "const fits = isHex(text) && (size === '' || text.length === 2 + 2 * Number(size))": 'bytes',
  "const isExact = typeof given === 'number' && Number.isSafeInteger(given)":
    'whether a caller wrote a whole number',
  "if (length !== '' && list.length !== Number(length))": 'items',
  'const scale = digits !== undefined && digits <= BigInt(DECIMALS_MAX) ? Number(digits) : null':
    'decimals',
  'const taken = bytes.take(Math.min(length, VIEW_MAX_BYTES))': 'bytes',
  "if (Math.abs(shift) > EXPONENT_MAX) throw new Error('exponent out of range')": 'digits',
  'const price = formatUnits(answer, Number(scale))': 'digits',
}

function floatingLines(source: string): readonly string[] {
  return source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => FLOATING.test(line) && !/^(?:\/\/|\/\*|\*)/.test(line))
}

describe('floating-point numbers', () => {
  it('never hold an amount or a price: each use in the engine is a count or a time', () => {
    const files = globSync('{src/onchain,tools/chain}/**/*.ts', { cwd: root })
    expect(files.length).toBeGreaterThan(30)
    const found = files.flatMap((file) => floatingLines(readFileSync(join(root, file), 'utf8')))
    expect(found.toSorted()).toEqual(Object.keys(COUNTS).toSorted())
  })

  it.each([
    'const price = Number(text)',
    'const price = parseFloat(text)',
    'const price = +text',
    'return Math.round(amount)',
    'price.toFixed(2)',
    'const price = Number.parseFloat(text)',
  ])('would be seen in: %s', (line) => {
    expect(floatingLines(line)).toHaveLength(1)
  })
})
