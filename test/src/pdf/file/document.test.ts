import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openPdf } from '../../../../src/pdf/file/document.ts'
import { unpackAtOnce } from '../../../../src/pdf/file/inflate.ts'
import { connectedPorts } from '../../../../src/pdf/file/worker-port.ts'
import { pdfOf, text } from '../../../support/pdf.ts'

test('what unpacks streams is the platform’s again once no document is open', async () => {
  const usual = globalThis.DecompressionStream
  const one = await openPdf(pdfOf([text(72, 700, 'one')]))
  const other = await openPdf(pdfOf([text(72, 700, 'other')]))
  await one.close()
  await one.close()
  expect(globalThis.DecompressionStream).not.toBe(usual)
  await other.close()
  expect(globalThis.DecompressionStream).toBe(usual)
  await expect(openPdf(new TextEncoder().encode('no document'))).rejects.toThrow()
  expect(globalThis.DecompressionStream).toBe(usual)
})

test('streams of other kinds are unpacked as they were', async () => {
  const done = unpackAtOnce()
  try {
    const raw = deflateSync('a porter').subarray(2, -4)
    const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    expect(await new Response(stream).text()).toBe('a porter')
  } finally {
    done()
  }
})

test('a port hands over what it is given, and copies the lists that the sender empties', async () => {
  const [near, far] = connectedPorts()
  const heard: unknown[] = []
  far.addEventListener('message', ({ data }) => void heard.push(data))
  const glyphs = { unicode: 'a' }
  const chunk = { fnArray: [1], argsArray: [glyphs], length: 1 }
  near.postMessage({ streamId: 1, chunk })
  near.postMessage({ action: 'ready', data: glyphs })
  chunk.fnArray.length = 0
  chunk.argsArray.length = 0
  expect(heard).toEqual([])
  await Promise.resolve()
  expect(heard).toEqual([
    { streamId: 1, chunk: { fnArray: [1], argsArray: [glyphs], length: 1 } },
    { action: 'ready', data: glyphs },
  ])
  far.terminate()
  near.postMessage({ action: 'late' })
  await Promise.resolve()
  expect(heard).toHaveLength(2)
})
