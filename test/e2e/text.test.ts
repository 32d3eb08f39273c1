// @module-tag full
import { describe, expect, test } from 'vitest'
import { CONVERT_BODY_MAX_BYTES } from '../../src/convert/limits.ts'
import { verifies } from '../requirements/verifies.ts'
import { CLI, cleanEnv, serveBellhop } from '../support/bellhop.ts'
import { CLIENTS } from '../support/clients.ts'
import { chooseCombinations } from '../support/combinations.ts'
import { bytesOf, readPng } from '../support/qr-readers.ts'

const [node, cli] = CLI
const post = (value: unknown) => ({ method: 'POST', body: JSON.stringify(value) })

describe('over HTTP', () => {
  test('POST /qr draws a code, and answers 400 with the reason', async () => {
    verifies('utility:4.6:path', 'utility:4.6:response', 'utility:4.6:text')
    await using server = await serveBellhop()
    const response = await fetch(`${server.url}/qr`, post({ text: 'tide' }))
    expect(response.status).toBe(200)
    const { dataUrl, ...rest } = (await response.json()) as { dataUrl: string }
    expect(rest).toEqual({ text: 'tide', format: 'png' })
    expect(await readPng(bytesOf(dataUrl))).toMatchObject({ jsqr: 'tide', zxing: 'tide' })
    for (const body of [
      {},
      { text: 'a', url: 'b' },
      { text: 'x'.repeat(2954) },
      { format: 'svg' },
    ]) {
      const refused = await fetch(`${server.url}/qr`, post(body))
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ error: { code: 'invalid_input' } })
    }
    const huge = await fetch(`${server.url}/qr`, post({ text: 'x'.repeat(5_000_000) }))
    expect(huge.status).toBe(413)
  })
})

test('POST /convert converts up to its own cap, and answers 400, 413 and 422 with the reason', async () => {
  verifies('utility:4.7:path', 'utility:4.7:csv-json', 'utility:4.7:response')
  await using server = await serveBellhop()
  const ask = async (body: object) => {
    const response = await fetch(`${server.url}/convert`, post(body))
    return [response.status, await response.json()] as const
  }
  const csv = { from: 'csv', to: 'json', data: '__proto__\n1' }
  expect(await ask(csv)).toEqual([200, { from: 'csv', to: 'json', result: '[{"__proto__":"1"}]' }])
  expect(await ask({ ...csv, from: 'html' })).toMatchObject([
    400,
    { error: { code: 'unsupported_conversion' } },
  ])
  for (const body of [{}, { ...csv, data: 1 }, { ...csv, data: '"' }, { ...csv, to: 'xml' }]) {
    expect(await ask(body)).toMatchObject([400, { error: { code: 'invalid_input' } }])
  }
  const large = 'x'.repeat(10_000_000)
  expect((await ask({ from: 'json', to: 'json', data: large }))[0]).toBe(200)
  const tooLarge = 'x'.repeat(CONVERT_BODY_MAX_BYTES)
  expect(await ask({ from: 'json', to: 'json', data: tooLarge })).toMatchObject([
    413,
    { error: { code: 'too_large', fields: { maxBytes: CONVERT_BODY_MAX_BYTES } } },
  ])
  // Memory ends this one, soon.
  const bomb = { from: 'markdown', to: 'html', data: '- a\n'.repeat(2_500_000) }
  expect(await ask(bomb)).toMatchObject([422, { error: { code: 'unparsable' } }])
})

describe.each(chooseCombinations(CLIENTS, [1]))('%s over stdio', (_, connect) => {
  test('sees the code, and converts', async () => {
    const client = await connect({ command: node, args: [cli], env: cleanEnv() })
    const png = await client.callTool({ name: 'qr', arguments: { text: 'tide' } })
    expect(png.structuredContent).toBeUndefined()
    expect(png.content).toEqual([
      { type: 'text', text: 'PNG image of a QR code that holds: tide' },
      { type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) },
    ])
    const svg = await client.callTool({ name: 'qr', arguments: { url: 'tide', format: 'svg' } })
    expect(svg.content).toEqual([{ type: 'text', text: expect.stringMatching(/^<svg/) }])
    const empty = await client.callTool({ name: 'qr', arguments: {} })
    expect(empty).toMatchObject({ isError: true })
    expect(empty.content[0]?.text).toMatch(/^invalid_input: .*required/s)

    const data = '| a |\n| - |\n| 1 |\n'
    const call = (to: string) =>
      client.callTool({ name: 'convert', arguments: { from: 'markdown', to, data } })
    const csv = await call('csv')
    expect(csv.structuredContent).toEqual({ from: 'markdown', to: 'csv', result: 'a\r\n1' })
    expect(csv.content).toEqual([{ type: 'text', text: 'a\r\n1' }])
    const html = { from: 'html', to: 'json', data: '<p>' }
    const refused = await client.callTool({ name: 'convert', arguments: html })
    expect(refused).toMatchObject({ isError: true })
    expect(refused.content[0]?.text).toMatch(/^unsupported_conversion: [^]*csv to json/)
    await client.close()
  })
})
