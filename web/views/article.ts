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
import { textOf } from './json.ts'
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
  const time = textOf(publishedAt)
  return [
    textOf(siteName) || hostOf(textOf(url)),
    textOf(author) && `${WORDS.by} ${textOf(author)}`,
    time && localTime(time),
    Number(wordCount) > 0 && `${localCount(wordCount)} ${WORDS.words}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function render(): void {
  const url = textOf(article?.['url'] ?? args['url'])
  const cursor = textOf(article?.['nextCursor'])
  draw(
    h(
      'header',
      {},
      h('h1', { dir: 'auto' }, textOf(article?.['title']) || hostOf(url)),
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

function take({ result, shown, failure: failed }: Answer): void {
  isLoading = false
  failure = failed ?? ''
  if (failed === undefined) {
    article = { ...article, nextCursor: undefined, ...result }
    const { html } = shown
    body.append(
      typeof html === 'string' ? richText(html) : h('pre', {}, textOf(result['markdown'])),
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
    take({ result: {}, shown: {}, failure: WORDS.cancelled })
  },
})
