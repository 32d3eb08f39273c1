import { expect, test } from 'vitest'
import { startChatWorld } from '../../../support/chat-world.ts'

const asPerson = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

test('people who go to an unknown address see a page, programs get JSON', async () => {
  await using world = await startChatWorld()
  for (const path of ['//nowhere', '//a/b/c']) {
    const page = await world.request(path, asPerson)
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('There is no such page')
    const data = await world.request(path, { headers: { accept: '*/*' } })
    expect(data.status).toBe(404)
    expect(data.headers.get('content-type')).toContain('application/json')
  }
  const called = await world.request('/nowhere', asPerson)
  expect(called.headers.get('content-type')).toContain('application/json')
  expect(
    (await world.request('//nowhere', { ...asPerson, method: 'POST' })).headers.get('content-type'),
  ).toContain('application/json')
})
