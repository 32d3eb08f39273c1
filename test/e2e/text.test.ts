import { describe, expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.ts'
import { CLI, cleanEnv, serveBellhop } from '../support/bellhop.ts'
import { CLIENTS } from '../support/clients.ts'
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
    expect(await readPng(bytesOf(dataUrl))).toEqual({ jsqr: 'tide', zxing: 'tide' })
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

describe.each(CLIENTS)('%s over stdio', (_, connect) => {
  test('sees the code', async () => {
    const client = await connect({ command: node, args: [cli], env: cleanEnv() })
    const png = await client.callTool({ name: 'qr', arguments: { text: 'tide' } })
    const { dataUrl } = png.structuredContent as { dataUrl: string }
    expect(png.content).toEqual([
      { type: 'text', text: 'PNG image of a QR code that holds: tide' },
      { type: 'image', mimeType: 'image/png', data: dataUrl.split(',')[1] },
    ])
    const svg = await client.callTool({ name: 'qr', arguments: { url: 'tide', format: 'svg' } })
    expect(svg.content).toEqual([{ type: 'text', text: svg.structuredContent?.['svg'] }])
    const refused = await client.callTool({ name: 'qr', arguments: {} })
    expect(refused).toMatchObject({ isError: true })
    expect(refused.content[0]?.text).toMatch(/^invalid_input: .*required/s)
    await client.close()
  })
})
