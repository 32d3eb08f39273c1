import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawCode } from '../../../../src/cli/demo/draw-code.ts'
import { pngOf } from '../../../../src/images/write-png.ts'
import { encode } from '../../../../src/qr/encode.ts'
import { writePng } from '../../../../src/qr/png.ts'
import { drawForTerminal } from '../../../../src/qr/terminal.ts'

test('the picture of a code is drawn as its modules are, whatever its size', () => {
  fc.assert(
    fc.property(
      fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
        .filter((text) => text.isWellFormed()),
      fc.integer({ min: 1, max: 9 }),
      (text, module) => {
        const modules = encode(text, 'L')
        const edge = modules.size * module
        const png = writePng(modules, { edge, offset: 0, module }, [0, 0, 0], [255, 255, 255])
        const drawn = drawCode(png).map((line) => stripVTControlCharacters(line))
        expect(drawn.join('\n')).toBe(drawForTerminal(text))
      },
    ),
    { numRuns: 30 },
  )
})

test('another picture is refused', () => {
  const white = pngOf(
    { width: 3, height: 3, depth: 8, colour: 0 },
    Buffer.from([0, 255, 255, 255, 0, 255, 255, 255, 0, 255, 255, 255]),
  )
  expect(() => drawCode(white)).toThrow('not one of a code')
})
