import { expect, test } from 'vitest'
import { serveBellhop, type Served } from '../../support/bellhop.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { canaries } from '../../support/canaries.ts'
import { startSmtp, type TestSmtp } from '../../support/smtp.ts'

const { password } = canaries()

type Answer = Record<string, unknown>

/** A browser at a server that runs. */
function browserAt({ url }: Served): Browser {
  return openBrowser(
    {
      request: async (path: string, init?: RequestInit) =>
        fetch(path.startsWith('//') ? `${url}${path.slice(1)}` : `${url}/api/v1${path}`, {
          ...init,
          redirect: 'manual',
        }),
    },
    url,
  )
}

/** A call of the API by who is signed in at a browser. */
async function call(
  browser: Browser,
  method: string,
  path: string,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const form = new URLSearchParams(fields)
  const response =
    method === 'GET'
      ? await browser.request(`${path}?${form.toString()}`)
      : await browser.request(path, { method, body: form })
  const answer = (await response.json()) as Answer
  expect(answer, `${method} ${path} ${JSON.stringify(answer)}`).toMatchObject({ result: 'success' })
  return answer
}

/** Follows a link that somebody was given: fills in the form behind it, all of it and nothing else, and sends it. */
async function followLink(
  browser: Browser,
  link: string,
  values: Readonly<Record<string, string>>,
): Promise<Response> {
  const path = `/${new URL(link).pathname}`
  const page = await browser.request(path)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('<form method="post"')
  const inputNames = [...html.matchAll(/<input[^>]*?name="(\w+)"/g)].map(([, name = '']) => name)
  const filled = inputNames.map((name): [string, string] => [name, values[name] ?? ''])
  return browser.request(path, { method: 'POST', body: new URLSearchParams(filled) })
}

/** The link in the newest mail to an address. */
async function mailedLink(smtp: TestSmtp, address: string): Promise<string> {
  const own = () => smtp.mails.findLast(({ to }) => to.includes(address))
  await expect.poll(own, { timeout: 60_000 }).toBeDefined()
  const text = (own()?.source ?? '').replaceAll(/=([\dA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return /https?:\/\/\S+\/join\/[\w-]+/.exec(text)?.[0] ?? ''
}

/** What others wrote, as the queue of somebody tells of it. */
async function heard(browser: Browser, queue: Answer, count: number): Promise<string[]> {
  const texts: string[] = []
  let last = Number(queue['last_event_id'])
  while (texts.length < count) {
    const { events } = await call(browser, 'GET', '/events', {
      queue_id: String(queue['queue_id']),
      last_event_id: String(last),
    })
    for (const { id, message } of events as { id: number; message?: Answer }[]) {
      last = Math.max(last, id)
      if (message?.['subject'] === 'hello') {
        texts.push(`${String(message['sender_full_name'])}: ${String(message['content'])}`)
      }
    }
  }
  return texts
}

const listening = { event_types: '["message"]', apply_markdown: 'false' }
const say = async (browser: Browser, content: string) =>
  call(browser, 'POST', '/messages', { type: 'channel', to: 'general', topic: 'hello', content })

test('from an invitation to the first message, by mail and by link, as people do it', async () => {
  await using smtp = await startSmtp()
  await using server = await serveBellhop([], { BELLHOP_SMTP_URL: smtp.url })
  const owner = browserAt(server)
  const entering = new URLSearchParams({ api_key: server.owner().key })
  const entered = await owner.request('//accounts/login/', { method: 'POST', body: entering })
  expect(entered.status).toBe(200)
  const ownerHears = await call(owner, 'POST', '/register', listening)

  // By mail, for one address.
  await call(owner, 'POST', '/invites', {
    invitee_emails: 'ada@example.org',
    include_realm_default_subscriptions: 'true',
  })
  const toAda = await mailedLink(smtp, 'ada@example.org')
  const ada = browserAt(server)
  const weak = await followLink(ada, toAda, { full_name: 'Ada Lovelace', password: 'short' })
  expect(weak.status).toBe(400)
  const joined = await followLink(ada, toAda, { full_name: 'Ada Lovelace', password })
  expect([joined.status, joined.headers.get('location')]).toEqual([303, '/'])
  const home = await ada.request('//')
  expect([home.status, home.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/html'),
  ])
  const adaHears = await call(ada, 'POST', '/register', listening)
  await say(ada, 'I am Ada.')
  expect(await heard(owner, ownerHears, 1)).toEqual(['Ada Lovelace: I am Ada.'])

  // By a link for anybody, who confirms their address.
  const { invite_link: link } = await call(owner, 'POST', '/invites/multiuse', {
    include_realm_default_subscriptions: 'true',
  })
  const bob = browserAt(server)
  const response = await followLink(bob, String(link), { email: 'bob@example.org' })
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('mail')])
  const toBob = await mailedLink(smtp, 'bob@example.org')
  const confirmed = await followLink(bob, toBob, { full_name: 'Bob', password })
  expect(confirmed.status).toBe(303)
  await say(bob, 'And I am Bob.')
  const both = ['Ada Lovelace: I am Ada.', 'Bob: And I am Bob.']
  expect(await heard(ada, adaHears, 2)).toEqual(both)
  expect(await heard(owner, ownerHears, 2)).toEqual(both)

  // What was used leads nowhere, and the password opens the door anywhere.
  expect((await browserAt(server).request(`/${new URL(toAda).pathname}`)).status).toBe(404)
  const elsewhere = browserAt(server)
  expect(await elsewhere.login('ada@example.org', password)).toMatchObject({ status: 200 })
  const narrow =
    '[{"operator":"topic","operand":"hello"},{"operator":"channel","operand":"general"}]'
  const { messages } = await call(elsewhere, 'GET', '/messages', {
    narrow,
    anchor: 'newest',
    num_before: '10',
    num_after: '0',
  })
  expect((messages as Answer[]).map(({ content }) => content)).toEqual([
    '<p>I am Ada.</p>',
    '<p>And I am Bob.</p>',
  ])
})
