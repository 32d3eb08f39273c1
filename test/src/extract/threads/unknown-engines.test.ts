import { beforeAll, describe, expect, it } from 'vitest'
import { loadExtractJob } from '../../../../src/extract/extract-job.ts'
import { seeds } from '../../../support/full.ts'
import { readPage } from '../../../support/small-threads.ts'
import { readSpoken } from '../../../support/spoken.ts'
import { generateThread, LAYOUTS } from '../../../support/unknown-threads.ts'

const SEEDS = Array.from({ length: seeds(1, 8) }, (_, index) => 201 + index)

describe('threads of unknown engines', () => {
  beforeAll(async () => {
    await loadExtractJob()
  })

  it.each(LAYOUTS)(
    '%s: every post is written under its author, in order and depth',
    async (layout) => {
      for (const seed of SEEDS) {
        const { html, posts } = generateThread(seed, layout)
        const markdown = await readPage(html, seed)
        const spoken = readSpoken(
          markdown,
          posts.map((post) => ({ ...post, text: [post.text] })),
        )
        const all = posts.length
        expect({ seed, ...spoken }).toMatchObject({
          seed,
          found: all,
          inOrder: all,
          authors: all,
          dates: all,
          depths: all,
        })
        expect(markdown).not.toMatch(/Flag this|Beanstanden|Zgłoś|신고하기|★/)
      }
    },
  )
})
