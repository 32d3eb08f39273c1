import { asText } from '../lib/as-text.ts'
import { WORDS } from '../words/hosts.ts'
import type { Json } from './bridge.ts'
import { button, h } from './dom.ts'
import {
  alertBox,
  type Answer,
  callTool,
  draw,
  hasTool,
  localCount,
  localTime,
  openLink,
  show,
  waitingBox,
} from './host.ts'
import { richText } from './rich-text.ts'

let args: Json = {}
let article: Json | undefined
let failure = ''
let isLoading = true
const body = h('article', { dir: 'auto' })

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}

function facts({ author, publishedAt, siteName, url, wordCount }: Json): string {
  const time = asText(publishedAt)
  return [
    asText(siteName) || hostOf(asText(url)),
    asText(author) && `${WORDS.by} ${asText(author)}`,
    time && localTime(time),
    Number(wordCount) > 0 && `${localCount(wordCount)} ${WORDS.words}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function render(): void {
  const url = asText(article?.['url'] ?? args['url'])
  const cursor = asText(article?.['nextCursor'])
  draw(
    h(
      'header',
      {},
      h('h1', { dir: 'auto' }, asText(article?.['title']) || hostOf(url)),
      ...(/^https?:/i.test(url) ? [button(WORDS.openPage, () => openLink(url))] : []),
    ),
    ...(article ? [h('p', { class: 'hint', dir: 'auto' }, facts(article))] : []),
    ...(failure ? [alertBox(failure)] : []),
    body,
    ...(isLoading ? [waitingBox(WORDS.loading, 5)] : []),
    ...(!isLoading && cursor && hasTool('extract')
      ? [button(WORDS.continue, () => void readOn(cursor), { class: 'wide' })]
      : []),
  )
}

async function readOn(cursor: string): Promise<void> {
  isLoading = true
  render()
  take(await callTool('extract', { ...args, cursor }))
}

function take({ result, meta, failure: failed }: Answer): void {
  isLoading = false
  failure = failed ?? ''
  if (failed === undefined) {
    article = { ...article, nextCursor: undefined, ...result }
    const { html } = meta
    body.append(
      typeof html === 'string' ? richText(html) : h('pre', {}, asText(result['markdown'])),
    )
  }
  render()
}

await show({
  name: 'article',
  input(given) {
    args = given
    render()
  },
  answer: take,
  cancelled() {
    take({ result: {}, meta: {}, failure: WORDS.cancelled })
  },
})
