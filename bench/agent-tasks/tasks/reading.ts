import type { Agent } from '../agent.ts'
import { PASSAGE, PASSAGE_WORDS } from '../documents.ts'
import { hasNext, mustHold, nextIn, pick, type Task } from '../task.ts'

/** Reads parts of a document one after another until one holds what is wanted, or all of them; returns them all. */
async function readUntil(
  agent: Agent,
  tool: 'extract' | 'pdf_to_markdown',
  url: string,
  isFound: (text: string) => boolean,
): Promise<string> {
  let { text } = await agent.call(tool, { url })
  const parts = [text]
  while (!isFound(text) && hasNext(text)) {
    text = (await agent.call(tool, { url, cursor: nextIn(text) })).text
    parts.push(text)
  }
  return parts.join('\n\n')
}

const holdsPassage = (text: string): boolean => text.includes(PASSAGE)

/** Pages, PDFs and feeds. */
export const readingTasks: readonly Task[] = [
  {
    name: 'read an article and cite it',
    needs: 'read',
    async run({ agent, url }) {
      const { text } = await (await agent('ada')).call('read', { urls: url('/tides') })
      mustHold(text, 'Why the tides wait', 'Ada Lind', '2026-03-14', url('/tides'), '4.2 metres')
    },
    async before({ agent, url }) {
      const ada = await agent('ada')
      mustHold((await ada.call('extract', { url: url('/tides') })).text, '4.2 metres')
      const { text } = await ada.call('metadata', { url: url('/tides') })
      mustHold(text, 'Why the tides wait', 'Ada Lind', '2026-03-14')
    },
  },
  {
    name: 'compare two articles',
    needs: 'read',
    async run({ agent, url }) {
      const urls = [url('/tides'), url('/moon')]
      mustHold((await (await agent('ada')).call('read', { urls })).text, '4.2 metres', '3.9 metres')
    },
    async before({ agent, url }) {
      const ada = await agent('ada')
      mustHold((await ada.call('extract', { url: url('/tides') })).text, '4.2 metres')
      mustHold((await ada.call('extract', { url: url('/moon') })).text, '3.9 metres')
    },
  },
  {
    name: 'compare two PDFs',
    needs: 'read',
    async run({ agent, url }) {
      const urls = [url('/report-2025.pdf'), url('/report-2026.pdf')]
      mustHold((await (await agent('ada')).call('read', { urls })).text, '1,204', '1,377')
    },
    async before({ agent, url }) {
      const ada = await agent('ada')
      for (const [path, guests] of [
        ['/report-2025.pdf', '1,204'],
        ['/report-2026.pdf', '1,377'],
      ] as const) {
        mustHold((await ada.call('pdf_to_markdown', { url: url(path) })).text, guests)
      }
    },
  },
  {
    name: 'five sources, one of them gone',
    needs: 'read',
    async run({ agent, url }) {
      const urls = [1, 2, 3, 4].map((n) => url(`/news/${n}`))
      const { text } = await (await agent('ada')).call('read', { urls: [...urls, url('/gone')] })
      mustHold(text, '100 visitors', '200 visitors', '300 visitors', '400 visitors', '404')
    },
    async before({ agent, url }) {
      const ada = await agent('ada')
      for (const n of [1, 2, 3, 4]) {
        mustHold((await ada.call('extract', { url: url(`/news/${n}`) })).text, `${n}00 visitors`)
      }
      mustHold(await ada.refused('extract', { url: url('/gone') }), '404')
    },
  },
  {
    name: 'three addresses of unknown kind',
    needs: 'read',
    async run({ agent, url }) {
      const urls = [url('/stream'), url('/download'), url('/tides')]
      const { text } = await (await agent('ada')).call('read', { urls })
      mustHold(text, 'Notice 30', '1,377', '4.2 metres')
    },
    async before({ agent, url }) {
      const ada = await agent('ada')
      mustHold(await ada.refused('extract', { url: url('/stream') }), 'rss_to_json')
      mustHold((await ada.call('rss_to_json', { url: url('/stream') })).text, 'Notice 30')
      mustHold(await ada.refused('extract', { url: url('/download') }), 'pdf_to_markdown')
      mustHold((await ada.call('pdf_to_markdown', { url: url('/download') })).text, '1,377')
      mustHold((await ada.call('extract', { url: url('/tides') })).text, '4.2 metres')
    },
  },
  {
    name: 'look at a picture',
    needs: 'read',
    async run({ agent, url }) {
      const { images } = await (await agent('ada')).call('read', { urls: url('/chart.png') })
      if (images !== 1) throw new Error(`${images} pictures`)
    },
    before: { impossible: 'No tool showed the picture of an address to a model.' },
  },
  {
    name: 'read a long page to its end',
    async run({ agent, url }) {
      const text = await readUntil(await agent('ada'), 'extract', url('/house'), () => false)
      mustHold(text, 'Chapter 1', PASSAGE, 'Chapter 36')
    },
  },
  {
    name: 'find a passage in a long page',
    needs: 'read',
    async run({ agent, url }) {
      const args = { urls: url('/house'), find: PASSAGE_WORDS }
      mustHold((await (await agent('ada')).call('read', args)).text, PASSAGE)
    },
    async before({ agent, url }) {
      mustHold(await readUntil(await agent('ada'), 'extract', url('/house'), holdsPassage), PASSAGE)
    },
  },
  {
    name: 'find a passage in a long PDF',
    needs: 'read',
    async run({ agent, url }) {
      const args = { urls: url('/house.pdf'), find: PASSAGE_WORDS }
      mustHold((await (await agent('ada')).call('read', args)).text, 'drawer 17')
    },
    async before({ agent, url }) {
      const text = await readUntil(
        await agent('ada'),
        'pdf_to_markdown',
        url('/house.pdf'),
        (part) => part.includes('drawer 17'),
      )
      mustHold(text, 'drawer 17')
    },
  },
  {
    name: 'follow a reference link of the first part',
    async run({ agent, url }) {
      const args = { url: url('/records'), links: 'reference' }
      const { text } = await (await agent('ada')).call('extract', args)
      mustHold(text, '[record 7]', 'https://archive.example/records/7')
    },
    // The definitions stood in the last part: with the links in their places one more call was enough.
    async before({ agent, url }) {
      const ada = await agent('ada')
      const args = { url: url('/records'), links: 'reference' }
      mustHold((await ada.call('extract', args)).text, '[record 7]')
      const { text } = await ada.call('extract', { url: url('/records') })
      mustHold(text, '(https://archive.example/records/7)')
    },
  },
  {
    name: 'the newest five items of a blog',
    isHabit: true,
    async run({ agent, url }) {
      const { text } = await (
        await agent('ada')
      ).call('rss_to_json', {
        url: url('/blog'),
        limit: '5',
      })
      mustHold(text, 'Notice 30', 'Notice 26')
      pick(text, /(5 of 30 items|"totalItems":30)/)
    },
    async before({ agent, url }) {
      const ada = await agent('ada')
      await ada.refused('rss_to_json', { url: url('/blog'), limit: '5' })
      mustHold((await ada.call('rss_to_json', { url: url('/blog'), limit: 5 })).text, 'Notice 26')
    },
  },
  {
    name: 'turn a page of a feed',
    async run({ agent, url }) {
      const ada = await agent('ada')
      const { text } = await ada.call('rss_to_json', { url: url('/notices.xml') })
      const args = { url: url('/notices.xml'), cursor: nextIn(text) }
      mustHold((await ada.call('rss_to_json', args)).text, 'Notice 9', 'post.example/1')
    },
  },
  {
    name: 'what a page is, by whom and of when',
    async run({ agent, url }) {
      const { text } = await (await agent('ada')).call('metadata', { url: url('/moon') })
      mustHold(text, 'What the moon pulls', 'Bo Berg', '2025-11-02')
    },
  },
  {
    name: 'the beginning of a long page, by a wrong parameter name',
    isHabit: true,
    async run({ agent, url }) {
      const args = { url: url('/house'), max_chars: 3_000 }
      mustHold((await (await agent('ada')).call('extract', args)).text, 'Chapter 1')
    },
    // The name was dropped in silence: the model read twenty thousand characters.
  },
]
