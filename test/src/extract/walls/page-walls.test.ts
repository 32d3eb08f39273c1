import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { measurePageText } from '../../../../src/extract/walls/page-text.ts'
import {
  isChallengeAnswer,
  isEmptyShell,
  isWall,
} from '../../../../src/extract/walls/page-walls.ts'
import { parsePage } from '../../../../src/markup/html/parse-page.ts'

const wall = (html: string): boolean => isWall(html, measurePageText(parsePage(html)))
const shell = (html: string): boolean => isEmptyShell(html, measurePageText(parsePage(html)))
const words = (count: number): string => 'words about the sea and its tides '.repeat(count / 7)

describe('bot walls', () => {
  test.each([
    [
      'Cloudflare',
      '<title>Just a moment...</title><script>(function(){window._cf_chl_opt={}})()</script>',
    ],
    [
      'Cloudflare, in German',
      '<title>Nur einen Moment…</title><script>window._cf_chl_opt={cvId:"3"}</script>',
    ],
    [
      'Cloudflare, refused',
      '<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1><div id="cf-error-details">',
    ],
    [
      'Akamai',
      `<title>Access Denied</title><h1>Access Denied</h1>You don't have permission to access "http://a.test/" on this server. Reference #18.2d`,
    ],
    [
      'PerimeterX',
      '<title>Access to this page has been denied.</title><div id="px-captcha"></div>',
    ],
    [
      'DataDome',
      '<title>a.test</title><p>Please enable JS and disable any ad blocker</p><script src="https://ct.captcha-delivery.com/c.js"></script>',
    ],
    [
      'Imperva',
      '<iframe src="/_Incapsula_Resource?SWUDNSAI=31&incident_id=1">Request unsuccessful. Incapsula incident ID: 1</iframe>',
    ],
    [
      'Distil',
      '<title>Pardon Our Interruption</title><p>As you were browsing something made us think you might be a bot. Verify that you are a human.</p>',
    ],
    ['AWS', '<title>Human Verification</title><script>window.gokuProps = {}</script>'],
    [
      'Anubis',
      `<title>Making sure you're not a bot!</title><script id="anubis_challenge">{}</script><p>${words(70)}</p>`,
    ],
    ['Vercel', '<title>Vercel Security Checkpoint</title><p>We are verifying your browser</p>'],
    [
      'a captcha of their own',
      '<title>Verification</title><p>Please confirm that you are not a robot.</p><div class="h-captcha"></div>',
    ],
    [
      'Robot or human',
      '<title>Robot or human?</title><p>Activate and hold the button to confirm that you’re human. Press & hold</p>',
    ],
  ])('%s', (_, html) => {
    expect(wall(html)).toBe(true)
  })

  test.each([
    [
      'an essay on captchas',
      readFileSync(
        join(import.meta.dirname, '../../../fixtures/pages/about-captchas.html'),
        'utf8',
      ),
    ],
    [
      'a page behind Cloudflare',
      `<title>Shop</title><p>${words(70)}</p><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`,
    ],
    ['a page with a text of its own', `<p>${words(350)}</p><script>window._cf_chl_opt={}</script>`],
    [
      'a short page with a contact form',
      '<title>Contact</title><p>Write to us.</p><div class="g-recaptcha"></div>',
    ],
    [
      'a login page',
      '<title>Sign in</title><form><input name=user><div class="cf-turnstile"></div></form><p>Enter your password.</p>',
    ],
    [
      'a short page called Blocked',
      '<title>Blocked</title><p>Blocked is a play in two acts, first shown in Oslo.</p>',
    ],
    [
      'a short note on access',
      '<title>Release notes</title><p>Fixed: access denied when checking your browser settings.</p>',
    ],
    [
      'a huge application with marks in its code',
      `<title>Shop</title><p>Loading</p><script>${'x=1;'.repeat(50_000)}px-captcha-container</script>`,
    ],
  ])('not %s', (_, html) => {
    expect(wall(html)).toBe(false)
  })

  test('headers of a challenge', () => {
    expect(isChallengeAnswer({ 'cf-mitigated': 'challenge' })).toBe(true)
    expect(isChallengeAnswer({ 'x-amzn-waf-action': 'captcha' })).toBe(true)
    expect(isChallengeAnswer({ server: 'cloudflare', 'cf-ray': '1' })).toBe(false)
  })
})

describe('empty shells', () => {
  test.each([
    ['React', '<title>App</title><div id="root"></div><script src="/static/js/main.js"></script>'],
    ['Angular', '<app-root></app-root><script src="main.js"></script>'],
    [
      'a notice in <noscript>',
      '<noscript>You need to enable JavaScript to run this app.</noscript><div></div><script src=a></script>',
    ],
    ['a notice in the text', '<p>This site requires JavaScript.</p><script src=a></script>'],
    [
      'a shell with a footer',
      '<div id="app"></div><footer><a href=/x>Imprint</a></footer><script src=a></script>',
    ],
  ])('%s', (_, html) => {
    expect(shell(html)).toBe(true)
  })

  test.each([
    [
      'a short page with scripts',
      '<p>The office is closed today. We open again on Monday at nine.</p><script src=a></script>',
    ],
    ['a rendered application', `<div id="root"><p>${words(70)}</p></div><script src=a></script>`],
    ['a page without scripts', '<div id="root"></div><p>Hi</p>'],
    [
      'an article on JavaScript',
      `<p>Without JavaScript enabled ${words(70)}</p><script src=a></script>`,
    ],
  ])('not %s', (_, html) => {
    expect(shell(html)).toBe(false)
  })
})
