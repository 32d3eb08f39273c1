import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { terminalConsent } from '../../../../src/cli/commands/consent.ts'

const payment = {
  operation: 'extract',
  host: 'seller.example',
  payTo: '0x01',
  usd: '0.008',
  network: 'Base',
  key: 'k',
}

/** A terminal at which somebody types. */
function terminal(isTTY = true) {
  const make = () => Object.assign(new PassThrough(), { isTTY })
  const [input, output] = [make(), make()]
  return { input, output, outputText: () => String(output.read() ?? '') }
}
const patient = new AbortController().signal

describe('a person at a terminal', () => {
  test.each([
    ['y\n', 'accepted'],
    [' Yes \n', 'accepted'],
    ['n\n', 'declined'],
    ['\n', 'declined'],
    ['yes, but\n', 'declined'],
    ['yy\n', 'declined'],
  ])('who types %j has %s', async (typed, consent) => {
    const { input, output, outputText } = terminal()
    const approve = terminalConsent({ input, output }, patient)
    const approval = approve?.(payment)
    await expect
      .poll(outputText)
      .toContain('Pay 0.008 USDC on Base to 0x01 (seller.example) for one call of extract? [y/N]')
    input.write(typed)
    expect(await approval).toBe(consent)
  })

  test('who leaves or interrupts has not agreed', async () => {
    const left = terminal()
    const leaving = terminalConsent(left, patient)?.(payment)
    left.input.end()
    expect(await leaving).toBe('declined')
    const stop = new AbortController()
    const stopped = terminalConsent(terminal(), stop.signal)?.(payment)
    stop.abort()
    expect(await stopped).toBe('declined')
    const interrupted = terminal()
    const interrupting = terminalConsent(interrupted, patient)?.(payment)
    interrupted.input.write('\u0003')
    expect(await interrupting).toBe('declined')
  })

  test('is asked only where both ends are a terminal', () => {
    const [pipe, tty] = [terminal(false), terminal()]
    for (const [input, output] of [
      [pipe.input, tty.output],
      [tty.input, pipe.output],
    ] as const) {
      expect(terminalConsent({ input, output }, patient)).toBeUndefined()
    }
  })
})
