import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signInOn, startWebStage, type WebStage } from '../support/web-stage.ts'

const PATIENT = { timeout: 30_000, interval: 50 }

let stage: WebStage

beforeAll(async () => {
  stage = await startWebStage(['Ada', 'Ben', 'José'], ['--chat-rate-limits', 'off'])
})
afterEach(async () => stage.closeBrowsers())
afterAll(async () => stage[Symbol.asyncDispose]())

const topicOf = (topic: string) => `#narrow/channel/1-general/topic/${topic}`

const fieldOf = (page: Page) => page.getByLabel('Message', { exact: true })

const valueOf = async (page: Page) => fieldOf(page).inputValue()

const expectValue = async (page: Page, text: string) => {
  await expect.poll(async () => valueOf(page), PATIENT).toBe(text)
}

const go = async (page: Page, topic: string) => {
  await page.evaluate(`location.hash = ${JSON.stringify(topicOf(topic))}`)
  const field = fieldOf(page)
  await expect.poll(async () => field.getAttribute('placeholder'), PATIENT).toContain(topic)
}

const openTab = async (context: BrowserContext, topic: string) => {
  const page = await context.newPage()
  await page.goto(`${stage.url}/${topicOf(topic)}`)
  await fieldOf(page).waitFor()
  return page
}

const stored = async (page: Page) => (await page.evaluate('JSON.stringify(localStorage)')) as string

describe('texts belong to their destinations', () => {
  test('a key that is pressed while another conversation is opened goes where it was meant', async () => {
    const { page, reports } = await stage.enter('Ada', topicOf('First'))
    await fieldOf(page).fill('one')
    // The address has changed, and nothing has been drawn yet.
    await page.evaluate(`{
      const field = document.querySelector('.writing textarea')
      location.hash = '${topicOf('Second')}'
      addEventListener('hashchange', () => {
        field.value += ' more'
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }, { once: true, capture: true })
    }`)
    await expect
      .poll(async () => fieldOf(page).getAttribute('placeholder'), PATIENT)
      .toContain('Second')
    expect(await valueOf(page)).toBe('')
    await go(page, 'First')
    await expectValue(page, 'one more')
    expect(reports).toEqual([])
  })

  test('a file comes where it was attached, whatever is open', async () => {
    const { page, reports } = await stage.enter('Ada', topicOf('Here'))
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/tus/**', async (route) => {
      await held.promise
      await route.continue()
    })
    const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('Uploading plan.txt').waitFor()
    await go(page, 'There')
    await fieldOf(page).fill('words of there')
    held.resolve()
    await go(page, 'Here')
    await expect.poll(async () => valueOf(page), PATIENT).toMatch(/^\[plan\.txt\]\(\S+\)\n$/)
    await go(page, 'There')
    await expectValue(page, 'words of there')
    expect(reports).toEqual([])
  })

  test('two tabs on one topic keep their own, and one that sends takes nothing from the other', async () => {
    const { page } = await stage.enter('Ada', topicOf('Shared'))
    const other = await openTab(page.context(), 'Shared')
    await fieldOf(page).fill('of the first')
    await fieldOf(other).fill('of the second')
    await other.keyboard.press('Enter')
    await other.locator('article .body', { hasText: 'of the second' }).waitFor()
    await expectValue(page, 'of the first')
    await page.reload()
    await expectValue(page, 'of the first')
    // Whoever comes next takes up what a tab that has ended had written.
    await page.close()
    await go(other, 'Elsewhere')
    await go(other, 'Shared')
    await expectValue(other, 'of the first')
  })

  test('what is too long is shown, counted and not cut', async () => {
    const { page, reports } = await stage.enter('Ada', topicOf('Long'))
    await fieldOf(page).fill(`${'x'.repeat(11_999)}😀`)
    await page.getByText('Too long to be sent by 2,000 characters').waitFor()
    await page.keyboard.press('Enter')
    expect(await valueOf(page)).toHaveLength(12_001)
    await page.reload()
    await expect.poll(async () => (await valueOf(page)).length, PATIENT).toBe(12_001)
    await fieldOf(page).fill('short')
    await page.keyboard.press('Enter')
    await page.locator('article .body', { hasText: 'short' }).waitFor()
    expect(reports).toEqual([])
  })

  test('a change of a message is kept by Escape, by leaving and over a reload, and thrown away with an undo', async () => {
    const { page, reports } = await stage.enter('Ada', topicOf('Edits'))
    await fieldOf(page).fill('as it was')
    await page.keyboard.press('Enter')
    await page.locator('article[id] .body', { hasText: 'as it was' }).waitFor()
    const edit = page.getByLabel('Edit the message')
    await fieldOf(page).press('ArrowUp')
    await edit.fill('as it will be')
    await edit.press('Escape')
    await page.getByText('Your change is kept, but not saved.').waitFor()
    await page.getByRole('button', { name: 'Go on editing' }).first().click()
    await expect.poll(async () => edit.inputValue(), PATIENT).toBe('as it will be')
    await go(page, 'Elsewhere')
    await page.reload()
    await go(page, 'Edits')
    await page.getByRole('button', { name: 'Throw away' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => edit.inputValue(), PATIENT).toBe('as it will be')
    await edit.press('Enter')
    await page.locator('article .body', { hasText: 'as it will be' }).waitFor()
    expect(await stored(page)).not.toContain('as it will be')
    expect(reports).toEqual([])
  })
})

test('what a tab that has ended has left is not shown again once it was sent, however late it is known to have ended', async () => {
  const { page } = await stage.enter('Ada', topicOf('Slow'))
  const other = await openTab(page.context(), 'Elsewhere')
  await page.bringToFront()
  await fieldOf(page).fill('sent from the next tab')
  const drafts = async () => JSON.stringify(await stage.api('Ada', 'GET', 'drafts'))
  await expect.poll(drafts, PATIENT).toContain('sent from the next tab')
  await page.close()
  await other.evaluate(`{
    const { locks } = navigator
    const query = locks.query.bind(locks)
    const { promise, resolve } = Promise.withResolvers()
    window.letKnow = resolve
    locks.query = async () => promise.then(query)
  }`)
  await go(other, 'Slow')
  const sendShown = async () => (await valueOf(other)) && fieldOf(other).press('Enter')
  await sendShown()
  await other.evaluate('letKnow()')
  const message = other.locator('article[id] .body', { hasText: 'sent from the next tab' })
  await expect
    .poll(async () => (await valueOf(other)) !== '' || (await message.count()) > 0, PATIENT)
    .toBe(true)
  await sendShown()
  await message.first().waitFor()
  await go(other, 'Elsewhere')
  await go(other, 'Slow')
  await expectValue(other, '')
  expect(await message.count()).toBe(1)
})

test('what a tab could not send before it ended is sent by the one that stays', async () => {
  const { page } = await stage.enter('Ada', topicOf('Unsent'))
  const other = await openTab(page.context(), 'Elsewhere')
  await page.bringToFront()
  await page.route('**/api/v1/messages', async (route) => route.abort())
  await fieldOf(page).fill('left to another tab')
  await fieldOf(page).press('Enter')
  await expect.poll(async () => stored(page), PATIENT).toContain(' outbox"')
  await page.close()
  await go(other, 'Unsent')
  await other.locator('article[id]', { hasText: 'left to another tab' }).waitFor()
})

test('a tab that hears others before it knows itself has its words, however often it is loaded again', async () => {
  const { page } = await stage.enter('Ada', topicOf('Known'))
  const other = await openTab(page.context(), 'Elsewhere')
  // Whichever tab reads the queue says all the time where it is.
  await other.evaluate(`{
    const channel = new BroadcastChannel('bellhop-queue')
    setInterval(() => channel.postMessage({ type: 'hello' }), 20)
  }`)
  await page.addInitScript(`{
    const { locks } = navigator
    const request = locks.request.bind(locks)
    locks.request = async (name, ...rest) => {
      if (name.startsWith('bellhop-tab ')) await new Promise((resolve) => setTimeout(resolve, 500))
      return request(name, ...rest)
    }
  }`)
  // The server keeps none of it.
  await stage.api('Ada', 'PATCH', 'settings', { enable_drafts_synchronization: false })
  await page.bringToFront()
  await fieldOf(page).fill('words of this tab alone')
  for (let times = 0; times < 3; times += 1) {
    await page.reload()
    await fieldOf(page).waitFor()
    await expectValue(page, 'words of this tab alone')
  }
  await stage.api('Ada', 'PATCH', 'settings', { enable_drafts_synchronization: true })
})

describe('a draft whose id has not come back', () => {
  /** Writes, and holds the answer to the keeping of it back. Returns what lets it go. */
  const write = async (page: Page, text: string) => {
    await page.evaluate(`{
      const { fetch } = window
      const held = new Promise((resolve) => { window.letGo = resolve })
      window.fetch = async (address, options) => {
        const answer = await fetch(address, options)
        if (options.method === 'POST' && address.endsWith('/drafts')) await held
        return answer
      }
    }`)
    await fieldOf(page).fill(text)
    await expect.poll(drafts, PATIENT).toContain(text)
    return async () => page.evaluate('letGo()')
  }
  const drafts = async () => JSON.stringify(await stage.api('Ada', 'GET', 'drafts'))
  const throwAway = async (page: Page, text: string) => {
    await page.evaluate("location.hash = '#drafts'")
    const draft = page.locator('.main li', { hasText: text })
    await draft.getByRole('button', { name: /Delete/ }).click()
    await draft.waitFor({ state: 'detached' })
  }
  const expectGone = async (page: Page, topic: string, text: string) => {
    await go(page, topic)
    await expectValue(page, '')
    expect(await stored(page)).not.toContain(text)
    expect(await drafts()).not.toContain(text)
  }

  test('is gone once it is thrown away', async () => {
    const { page } = await stage.enter('Ada', topicOf('Early'))
    const release = await write(page, 'thrown away at once')
    await throwAway(page, 'thrown away at once')
    await release()
    await expectGone(page, 'Early', 'thrown away at once')
  })

  test('is gone once it is thrown away in another tab, where its own has ended', async () => {
    const { page } = await stage.enter('Ada', topicOf('Closed'))
    const other = await openTab(page.context(), 'Elsewhere')
    await page.bringToFront()
    const release = await write(page, 'thrown away elsewhere')
    const record = await page.evaluate(
      `Object.entries(localStorage).find(([, one]) => one.includes('thrown away elsewhere'))`,
    )
    await release()
    await expect.poll(async () => stored(page), PATIENT).toContain('draftId')
    await page.close()
    // What a tab leaves that ends before the answer comes.
    await other.evaluate(`localStorage.setItem(...${JSON.stringify(record)})`)
    await throwAway(other, 'thrown away elsewhere')
    await expectGone(other, 'Closed', 'thrown away elsewhere')
  })

  test('is deleted by the next tab where its text was sent', async () => {
    const { page } = await stage.enter('Ada', topicOf('Sent'))
    await page.route('**/api/v1/drafts/*', async (route) => route.abort())
    await write(page, 'sent before it was kept')
    await fieldOf(page).press('Enter')
    await page.locator('article[id] .body', { hasText: 'sent before it was kept' }).waitFor()
    const other = await openTab(page.context(), 'Elsewhere')
    await page.close()
    await other.reload()
    await expect.poll(drafts, PATIENT).not.toContain('sent before it was kept')
    await go(other, 'Sent')
    await expectValue(other, '')
  })

  /** Writes, and holds the keeping of it back. Returns what sends it from another page, once the first has ended. */
  const writeLate = async (page: Page, text: string) => {
    await page.evaluate(`{
      const { fetch } = window
      const { promise, resolve } = Promise.withResolvers()
      window.onItsWay = promise
      window.fetch = async (address, options) => {
        if (options.method !== 'POST' || !address.endsWith('/drafts')) return fetch(address, options)
        resolve({ address, headers: options.headers, body: String(options.body) })
        return new Promise(() => {})
      }
    }`)
    await fieldOf(page).fill(text)
    const request = JSON.stringify(await page.evaluate('onItsWay'))
    return async (other: Page) => {
      const answer = await other.evaluate(`{
        const { address, headers, body } = ${request}
        fetch(address, { method: 'POST', headers, body: new URLSearchParams(body) })
          .then(async (answer) => answer.text())
      }`)
      expect(answer).toMatch(/"ids":\[\d+\]/)
    }
  }

  test('is one draft still where its tab ends and it comes to the server after what the next tab writes', async () => {
    const { page } = await stage.enter('Ada', topicOf('Late'))
    const other = await openTab(page.context(), 'Elsewhere')
    await page.bringToFront()
    const arrive = await writeLate(page, 'begun')
    await page.close()
    await go(other, 'Late')
    await expectValue(other, 'begun')
    await fieldOf(other).fill('begun and gone on with')
    await expect.poll(drafts, PATIENT).toContain('begun and gone on with')
    await arrive(other)
    await expect
      .poll(async () => [...(await drafts()).matchAll(/"begun[^"]*"/g)].join(), PATIENT)
      .toBe('"begun and gone on with"')
    await expectValue(other, 'begun and gone on with')
  })

  test('is not shown again where its text was sent, however late it comes to the server', async () => {
    const { page } = await stage.enter('Ada', topicOf('Too late'))
    const other = await openTab(page.context(), 'Elsewhere')
    await page.bringToFront()
    const arrive = await writeLate(page, 'sent at once')
    await fieldOf(page).press('Enter')
    await page.locator('article[id] .body', { hasText: 'sent at once' }).waitFor()
    await page.close()
    await other.reload()
    await fieldOf(other).waitFor()
    await arrive(other)
    await expect.poll(drafts, PATIENT).not.toContain('sent at once')
    await go(other, 'Too late')
    await expectValue(other, '')
  })
})

describe('sessions', () => {
  test('one that has ended leaves the page and what is written, and goes on after a sign-in', async () => {
    const { page } = await stage.enter('Ada', topicOf('Ended'))
    await fieldOf(page).fill('before')
    await stage.api('Ada', 'DELETE', 'users/me/sessions')
    await page.getByText('You are signed out.').waitFor({ timeout: 90_000 })
    await fieldOf(page).pressSequentially(' and after')
    await page.keyboard.press('Enter')
    await fieldOf(page).fill('the next')
    await page.locator('.banner').getByRole('button', { name: 'Sign in' }).click()
    await signInOn(page, 'ada@example.com')
    await page.locator('article[id] .body', { hasText: 'before and after' }).waitFor()
    await expectValue(page, 'the next')
    await expect
      .poll(async () => JSON.stringify(await stage.api('Ada', 'GET', 'drafts')), PATIENT)
      .toContain('the next')
  })

  test('each one that ends leaves the keys to what is being written, also after a sign-in', async () => {
    const { page } = await stage.enter('Ada', topicOf('Again'))
    const button = page.locator('.banner').getByRole('button', { name: 'Sign in' })
    const end = async () => {
      await stage.api('Ada', 'DELETE', 'users/me/sessions')
      await button.waitFor({ timeout: 90_000 })
    }
    await end()
    await button.click()
    await signInOn(page, 'ada@example.com')
    await page.locator('.banner').waitFor({ state: 'detached' })
    await fieldOf(page).fill('before')
    await end()
    // Also what is loaded for the dialog by now would have opened.
    await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))')
    await page.keyboard.type(' and after')
    await expectValue(page, 'before and after')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('signing out leaves nothing of the account in the browser, and names what would be lost', async () => {
    const { page } = await stage.enter('Ada', topicOf('Secret'))
    const other = await openTab(page.context(), 'Whispered')
    await fieldOf(other).fill('a whispered word')
    await page.bringToFront()
    await fieldOf(page).fill(`a secret word ${'x'.repeat(12_000)}`)
    const signOut = async () => {
      await page.locator('.account').click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    await signOut()
    await page.getByText('1 text is in this browser only. Signing out deletes it.').waitFor()
    await fieldOf(page).fill('a secret word')
    await signOut()
    await page.getByLabel('E-mail').waitFor()
    await other.getByLabel('E-mail').waitFor()
    expect(await stored(page)).not.toMatch(/secret|whispered/)
    const drafts = JSON.stringify(await stage.api('Ada', 'GET', 'drafts'))
    expect(drafts).toContain('a secret word')
    expect(drafts).toContain('a whispered word')
    await signInOn(page, 'ben@example.com')
    await go(page, 'Secret')
    expect(await valueOf(page)).toBe('')
  })
})
