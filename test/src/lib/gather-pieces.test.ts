import { expect, test } from 'vitest'
import { gatherPieces } from '../../../src/lib/gather-pieces.ts'

async function* lettersOf(...pieces: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    await Promise.resolve()
    if (piece instanceof Error) throw piece
    yield Buffer.from(piece)
  }
}

/** What comes, and the error that ends it. */
async function gather(...pieces: (string | Error)[]): Promise<unknown[]> {
  const came: unknown[] = []
  try {
    for await (const piece of gatherPieces(lettersOf(...pieces), 4)) {
      came.push(Buffer.from(piece).toString())
    }
  } catch (thrown) {
    came.push(thrown)
  }
  return came
}

test('pieces come together until they are large enough, in their order, and none is lost', async () => {
  expect(await gather('a', 'bc', 'def', 'ghijk', 'l', '', 'm')).toEqual(['abcdef', 'ghijk', 'lm'])
  expect(await gather('abcd')).toEqual(['abcd'])
  expect(await gather('')).toEqual([])
  expect(await gather()).toEqual([])
})

test('what came before an error comes before it', async () => {
  const lost = new Error('The connection is gone.')
  expect(await gather('abcd', 'e', 'f', lost, 'g')).toEqual(['abcd', 'ef', lost])
  expect(await gather('abcd', lost)).toEqual(['abcd', lost])
})
