import { join } from 'node:path'
import { drawCode } from './draw-code.ts'
import { type Agent, type CallResult, startAgent } from './program.ts'
import { type Screen, Skipped } from './screen.ts'
import { openShop } from './shop.ts'
import type { Site } from './site.ts'

/** What the steps share. */
export interface Stage {
  screen: Screen
  site: Site
  /** Folder with the data of all programs of the demonstration. */
  folder: string
  /** Keeps what must be closed at the end. */
  keep<Held extends AsyncDisposable>(held: Held): Held
}

/** A payment, as results name it. */
interface Receipt {
  usd: string
  host: string
  transaction: string
}

/** Longest wait for a notice, and for the answer of a colleague. */
const HEAR_MAX_MS = 45_000

const CHANNEL = 'chat://channel/general'
const QUESTION = 'Whose is the green umbrella?'
const ANSWER = 'Mine! I am on my way.'

/** Takes all steps. One that fails does not keep the others from being taken, except the first. */
export async function takeSteps(stage: Stage): Promise<void> {
  const ada = await start(stage)
  if (!ada) return
  await read(stage, ada)
  await convert(stage, ada)
  await chat(stage, ada)
  await buy(stage)
}

async function start({ screen, site, folder, keep }: Stage): Promise<Agent | undefined> {
  let ada: Agent | undefined
  const flags = ['--allow-hosts', site.host, '--chat-name', 'ada']
  await screen.step(
    'A client starts Bellhop, as Claude or Cursor would',
    `bellhop ${flags.join(' ')}`,
    async () => {
      ada = keep(await startAgent('ada', [...flags, '--data-dir', join(folder, 'data')]))
      const server = ada.client.getServerVersion()
      return {
        result: `${server?.title} ${server?.version} speaks MCP ${ada.client.getNegotiatedProtocolVersion()}`,
        note: `Bellhop reads public addresses only. --allow-hosts makes one exception: ${site.host}, the site of this demo.`,
      }
    },
  )
  await screen.step('It asks what Bellhop can do', 'tools/list', async () => {
    const { tools } = await requireAgent(ada).client.listTools()
    if (tools.length === 0) throw new Error('There are no tools.')
    return {
      result: tools.map(({ name }) => name).join(', '),
      note: `${tools.length} tools; find_tools leads to all others.`,
    }
  })
  return ada
}

async function read({ screen, site }: Stage, ada: Agent): Promise<void> {
  const readTo = async (title: string, path: string, holds: string, note: string) => {
    const input = { url: `http://${site.host}${path}` }
    await screen.step(title, `read ${JSON.stringify(input)}`, async () => ({
      result: requireText(await ada.call('read', input), holds),
      note,
    }))
  }
  await readTo(
    'It reads a web page',
    '/hotel',
    'forty years',
    'Markdown, without the menu, the advertisement and the footer.',
  )
  await readTo(
    'It reads a PDF',
    '/rates.pdf',
    '| Double | 140.00 | 185.00 |',
    'The table is still a table.',
  )
  await readTo(
    'It reads a Word document',
    '/lost-and-found.docx',
    'green umbrella',
    'No word processor is needed.',
  )
  const inside = { url: 'http://192.168.0.1/' }
  await screen.step(
    'It tries an address inside a private network',
    `read ${JSON.stringify(inside)}`,
    async () => {
      const { text, isError } = await ada.call('read', inside)
      if (!isError || !text.includes('url_not_allowed')) throw new Error('It was not refused.')
      return { result: text, note: 'Refused before anything is sent.' }
    },
  )
}

async function convert({ screen }: Stage, ada: Agent): Promise<void> {
  const table = { from: 'csv', to: 'markdown', data: 'room,guest\n12,Ada\n14,Grace' }
  await screen.step('It converts a table', `convert ${JSON.stringify(table)}`, async () => ({
    result: requireText(await ada.call('convert', table), '| 14 | Grace |'),
    note: 'CSV as Markdown.',
  }))
  const code = { text: 'Room 12 is ready.', margin: 0 }
  await screen.step('It draws a QR code', `qr ${JSON.stringify(code)}`, async () => {
    const { text, picture } = await ada.call('qr', code)
    if (!picture) throw new Error(text || 'There is no picture.')
    return {
      result: text,
      picture: drawCode(picture),
      note: 'The model gets a picture. This one is for your phone.',
    }
  })
}

async function chat({ screen, folder, keep }: Stage, ada: Agent): Promise<void> {
  let grace: Agent | undefined
  let heard: Promise<string> | undefined
  await screen.step(
    'A second client joins, and subscribes to a channel of the team chat',
    `bellhop --chat-name grace; subscriptions/listen ${CHANNEL}`,
    async () => {
      const args = ['--chat-name', 'grace', '--data-dir', join(folder, 'data')]
      const { client } = (grace = keep(await startAgent('grace', args, { revision: '2026-07-28' })))
      heard = new Promise((resolve) => {
        client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
          resolve(params.uri),
        )
      })
      await client.listen({ resourceSubscriptions: [CHANNEL] })
      return {
        result: `Bellhop speaks MCP ${client.getNegotiatedProtocolVersion()} with grace`,
        note: 'Two programs share one chat: their data lie in one folder.',
      }
    },
  )
  const question = { channel: 'general', topic: 'umbrella', question: QUESTION }
  await screen.step(
    'The first one asks, the second one hears of it and answers',
    `ask ${JSON.stringify(question)}`,
    async () => {
      const colleague = requireAgent(grace)
      const pending = ada.call('ask', question)
      const uri = await within(HEAR_MAX_MS, Promise.race([requireNotice(heard), failed(pending)]))
      const { contents } = await colleague.client.readResource({ uri })
      const seen = contents.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n')
      if (!seen.includes(QUESTION)) throw new Error('The question is not in the channel.')
      const { channel, topic } = question
      await colleague.call('send_message', { channel, topic, content: ANSWER })
      const answer = requireText(await within(HEAR_MAX_MS, pending), ANSWER)
      return {
        result: [
          `grace hears: ${uri} has changed`,
          `grace reads: ${seen}`,
          `grace sends: ${ANSWER}`,
          `ada gets:    ${answer.split('\n')[0]}`,
        ].join('\n'),
        note: 'The call of `ask` returned with the answer.',
      }
    },
  )
}

async function buy({ screen, folder, keep }: Stage): Promise<void> {
  const table = { from: 'csv', to: 'json', data: 'room,guest\n12,Ada' }
  await screen.step(
    'A third client buys a call from another Bellhop, with test money',
    `convert ${JSON.stringify(table)}`,
    async () => {
      const { buyerArgs, buyerEnv } = keep(await openShop(folder))
      const args = [...buyerArgs, '--data-dir', join(folder, 'buyer')]
      const buyer = keep(await startAgent('buyer', args, { env: buyerEnv }))
      const bought = await buyer.call('convert', table)
      const result = requireText(bought, 'Ada')
      const [receipt] = (bought.meta['bellhop/paid'] ?? []) as Receipt[]
      if (!receipt) throw new Error('Nothing was paid.')
      const { usd, host, transaction } = receipt
      return {
        result: `${result}\n\npaid ${usd} USD to ${host}, transaction ${transaction.slice(0, 18)}…`,
        note: 'The seller answered once it was paid, on a test chain of this machine.',
      }
    },
  )
}

function requireAgent(agent: Agent | undefined): Agent {
  if (!agent) throw new Skipped('the step before failed.')
  return agent
}

function requireNotice(heard: Promise<string> | undefined): Promise<string> {
  if (!heard) throw new Skipped('the step before failed.')
  return heard
}

/** The text of a result that holds what it must. */
function requireText({ text, isError }: CallResult, holds: string): string {
  if (isError) throw new Error(text)
  if (!text.includes(holds)) throw new Error(`The result lacks "${holds}": ${text}`)
  return text
}

/** Never settles but by failing. */
async function failed(work: Promise<unknown>): Promise<never> {
  await work
  return new Promise(() => {})
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Nothing came.')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
