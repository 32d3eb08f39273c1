import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUsedServer, type UsedServer } from '../support/used-server.ts'

let server: UsedServer
beforeAll(async () => {
  server = await openUsedServer()
})
afterAll(async () => server.people[Symbol.asyncDispose]())

const open = async () => {
  await server.owner.open(`#agents/${server.botId}`, 'Deploy bot')
  await server.owner.page.getByRole('heading', { name: 'Spending' }).waitFor()
  return server.owner.page
}

test('shows all calls, or those that were paid, or that failed, each with its conversation and cost', async () => {
  const page = await open()
  const calls = page.locator('.calls > li')
  await expect.poll(async () => calls.count()).toBe(6)
  await page.getByRole('button', { name: 'Paid', exact: true }).click()
  await expect.poll(async () => calls.count()).toBe(1)
  expect(await calls.first().innerText()).toContain('$0.002')
  await page.getByRole('button', { name: 'Refused or failed' }).click()
  await expect.poll(async () => calls.count()).toBe(3)
  await calls.first().getByRole('link', { name: '#general › Release notes' }).click()
  await page.getByText('Read the page of the release, please.').first().waitFor()
})

test('a consent that stands is ended by the keyboard, and the limit lowered', async () => {
  const page = await open()
  await page.getByText('up to $0.50 a day · $0.12 used today').waitFor()
  await page.getByRole('button', { name: /^End: api/ }).press('Enter')
  await page.getByRole('button', { name: 'End the agreement' }).press('Enter')
  await page.getByText('you are asked about every payment above the limit').waitFor()
  await page.getByText('$0.12 of $2.00').waitFor()
  await page.getByRole('button', { name: 'Change: Limit in a day' }).press('Enter')
  const limit = page.getByLabel('Most in a day, in dollars')
  await limit.fill('5')
  await limit.press('Enter')
  await page.getByText('Raising a limit needs your password.').waitFor()
  await limit.fill('0.5')
  await limit.press('Enter')
  await page.getByText('$0.12 of $0.50').waitFor()
  expect(server.owner.complaints.filter((one) => !one.includes('403'))).toEqual([])
})

test('who let a program in lists it, and ends it', async () => {
  const { owner } = server
  await owner.open('#agents', 'Agents')
  const { page } = owner
  await page.getByText('uses tools · writes in the chat · pays').waitFor()
  await page.getByRole('button', { name: 'End: Editor' }).click()
  await page.getByRole('button', { name: 'End its access' }).click()
  const heading = page.getByRole('heading', { name: 'Programs that you let in' })
  await expect.poll(async () => heading.count()).toBe(0)
})

test.each([
  ['its calls', (id: number) => `**/owner/agents/${id}`, 'Tools it may use', 'Spending'],
  ['the tools', () => '**/owner/agents', 'Spending', 'Tools it may use'],
])(
  'where %s cannot be loaded, the rest is shown, and it is tried again',
  async (_, route, rest, missing) => {
    const { owner, botId } = server
    const { page } = owner
    const address = route(botId)
    await page.route(address, async (asked) => asked.abort())
    await owner.open('#people', 'People')
    await owner.open(`#agents/${botId}`, 'Deploy bot')
    await page.getByRole('heading', { name: rest, exact: true }).waitFor()
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
    await again.waitFor()
    const heading = page.getByRole('heading', { name: missing, exact: true })
    expect(await heading.count()).toBe(0)
    await page.unroute(address)
    await again.click()
    await heading.waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  },
)
