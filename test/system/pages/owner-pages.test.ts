import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUsedServer, type UsedServer } from '../../support/used-server.ts'
import { PASSWORD } from '../../support/web-people.ts'

let server: UsedServer
beforeAll(async () => {
  server = await openUsedServer()
})
afterAll(async () => server.people[Symbol.asyncDispose]())

describe('by keyboard and mouse', () => {
  beforeAll(async () => server.owner.wear({ theme: 'light', width: 1_280, height: 900 }))

  test('a limit is lowered, and raised with the password', async () => {
    const { page } = server.owner
    const set = async (usd: string, password = '') => {
      await page.getByRole('button', { name: 'Change: In 24 hours' }).press('Enter')
      await page.getByLabel('New limit in dollars').fill(usd)
      await page.getByLabel('Your password').fill(password)
      await page.getByLabel('New limit in dollars').press('Enter')
    }
    await server.owner.open('#owner/money', 'Money')
    await set('2.5')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => server.caps().perDay).toBe('2.5')
    await set('4')
    await page.getByRole('alert').getByText('needs your password').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await set('4', PASSWORD)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => server.caps().perDay).toBe('4')
    // A refusal is an answer that browsers complain of.
    server.owner.complaints.length = 0
  })

  test('a tool is tried, and its answer shown to people and as agents read it', async () => {
    const { page } = server.owner
    await server.owner.open('#owner/tools/convert', 'Tools')
    await page.getByRole('combobox', { name: 'from' }).selectOption('csv')
    await page.getByRole('combobox', { name: 'to' }).selectOption('markdown')
    await page.getByRole('textbox', { name: 'data' }).fill('a;b\n1;2')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByRole('tab', { name: 'As agents read it' }).click()
    await page.getByRole('tabpanel').getByText('| a | b |').waitFor()
    expect(await server.owner.judge()).toEqual([])
  })

  test('a bot is made, its key is shown once, and it is renamed and paused', async () => {
    const { page } = server.owner
    await server.owner.open('#agents', 'Agents')
    await page.getByRole('button', { name: 'New bot' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Weather')
    await page.getByLabel('Address begins with').fill('weather')
    expect(await server.owner.judge()).toEqual([])
    await page.getByRole('button', { name: 'Create' }).click()
    expect(await page.locator('dialog .copyable code').innerText()).toMatch(/^\w{32}$/)
    await page.getByRole('dialog').getByText('Close', { exact: true }).click()
    await page.getByRole('link', { name: 'Weather' }).waitFor()
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for Weather' }).press('Enter')
      await page.getByRole('menuitem', { name: item }).press('Enter')
    }
    await choose('Pause')
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused').waitFor()
    await choose('Resume')
    await page.getByText('Paused').waitFor({ state: 'detached' })
  })

  test('somebody is invited by a link', async () => {
    const { page } = server.owner
    await server.owner.open('#invites', 'Invitations')
    await page.getByRole('button', { name: 'Invite people' }).click()
    expect(await server.owner.judge()).toEqual([])
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('dialog .copyable code', { hasText: '/join/' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Used: 0').waitFor()
  })

  test('a channel, a group and a linkifier are made', async () => {
    const { page } = server.owner
    await server.owner.open('#channels', 'Channels')
    await page.getByRole('button', { name: 'New channel' }).click()
    await page.getByLabel('Name', { exact: true }).fill('plans')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('.rows').getByRole('link', { name: 'plans' }).waitFor()
    await server.owner.open('#groups', 'Groups')
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByLabel('Name', { exact: true }).fill('writers')
    await page.getByLabel('Description').fill('Those who write')
    await page.getByLabel('Ada Byron').check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('.rows').getByText('writers', { exact: true }).waitFor()
    await server.owner.open('#organization/linkifiers', 'Linkifiers')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByLabel('Pattern').fill('T(?P<id>[0-9]+)')
    await page.getByLabel('Address').fill('https://tasks.example/{id}')
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    await page.getByText('https://tasks.example/{id}').waitFor()
    expect(server.owner.complaints).toEqual([])
  })

  test('a quota is lowered, and how far moving has come is seen', async () => {
    const { page } = server.owner
    await server.owner.open('#organization/data', 'Data')
    await page.getByText('212 MiB of 10,000 MiB').waitFor()
    await page.getByRole('button', { name: 'Change: All uploads' }).press('Enter')
    await page.getByLabel('Quota in MiB').fill('500')
    expect(await server.owner.judge()).toEqual([])
    await page.getByLabel('Quota in MiB').press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('212 MiB of 500 MiB').waitFor()
    const running = page.locator('.rows li', { hasText: '12 people, 3,000 messages' })
    const progress = running.getByRole('progressbar', { name: 'Being imported…' })
    expect([await progress.getAttribute('value'), await progress.getAttribute('max')]).toEqual([
      '3',
      '8',
    ])
    await page.locator('.rows li', { hasText: '380 messages' }).getByText('Imported').waitFor()
    await page.getByRole('button', { name: 'Write an archive' }).press('Enter')
    await page.getByRole('progressbar', { name: 'Being written…' }).waitFor()
    expect(server.owner.complaints).toEqual([])
  })

  test('an archive is tried, and what an import would do is seen, before it is imported', async () => {
    const { page } = server.owner
    await server.owner.open('#organization/data', 'Data')
    await page.getByText('Or put a large one into /data/imports').waitFor()
    await page.getByLabel('Archive at the server').selectOption('team.zip')
    await page.getByRole('button', { name: 'Begin' }).press('Enter')
    await page.getByText('team.zip was tried; nothing was changed.').waitFor()
    await page.getByText('From Mattermost: 1,240 messages, 1,200 brought, 40 left out.').waitFor()
    expect(await server.owner.judge()).toEqual([])
    await page.getByLabel('What to do').selectOption('Import it')
    await page.locator('input[type=file]').setInputFiles({
      name: 'other.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('PK'),
    })
    await page.getByRole('button', { name: 'Begin' }).press('Enter')
    await page.getByText('other.zip was imported.').waitFor()
    expect(server.owner.complaints).toEqual([])
  })

  test('a member sees no page of the owner', async () => {
    await server.people.add('Mel')
    const member = await server.people.visit('mel@example.com')
    await member.open('#owner/money', 'Money')
    await member.page.getByRole('alert').getByText('Only an owner').waitFor()
    expect(await member.judge()).toEqual([])
    await member.page.close()
  })
})
