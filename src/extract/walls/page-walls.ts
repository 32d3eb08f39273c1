import { OperationError } from '../../contract/errors.ts'
import { hasUnfilledParts } from './component-signs.ts'
import type { PageText } from './page-text.ts'

/** Visible characters above which a page is content, whatever scripts it loads. */
const WALL_TEXT_MAX_CHARS = 1200
/** Visible characters above which a page known as a wall by its words alone is content. */
const WORDED_WALL_TEXT_MAX_CHARS = 700
/** Visible characters above which a page is no empty shell, navigation and footer included. */
const SHELL_TEXT_MAX_CHARS = 300
/** Characters of prose, without navigation and footer, above which a page is no empty shell. */
const SHELL_PROSE_MAX_CHARS = 120
/** Characters of prose above which it is not said of a page that scripts may show more. */
const THIN_PROSE_MAX_CHARS = 500
/** Characters of prose over which a page with a short text is taken as whole, as notes of blogs are. */
const FILLED_PROSE_MAX_CHARS = 200

/** Marks that only the challenge pages of bot protections carry. */
const CHALLENGE_MARKS: readonly RegExp[] = [
  /\b_cf_chl_opt\s*=|cf-browser-verification|cf_chl_prog|id="cf-error-details"/,
  /\bgeo\.captcha-delivery\.com|\bct\.captcha-delivery\.com/,
  /id=["']px-captcha|px-captcha-container/i,
  /_Incapsula_Resource\?[^"']{0,200}(?:incident_id|SWUDNSAI)|Incapsula incident ID/,
  /sec-if-cpt-container|bm-verify|\/_sec\/cp_challenge/,
  /errors\.edgesuite\.net|You don't have permission to access "http/,
  /\bAwsWafIntegration\b|gokuProps|\.token\.awswaf\.com/,
  /Sucuri WebSite Firewall - Access Denied|sucuri_cloudproxy_js/,
  /\bddos-guard\b[^<]{0,100}(?:check|challenge)|\/\.well-known\/ddos-guard\/check/i,
  /id="anubis_challenge"|\/\.within\.website\/x\/cmd\/anubis/,
  /Vercel Security Checkpoint|x-vercel-challenge/,
  /KPSDK\s*=|\/149e9513-01fa-4fb0-aad4-566afd725d1b\//,
  /distil_r_captcha|distilIdentificationBlock/,
  /api-services-support@amazon\.com|\/errors\/validateCaptcha/,
  /www\.google\.com\/recaptcha\/challengepage|\/sorry\/index\?continue=/,
]

/** Titles of challenge and refusal pages, whole. */
const WALL_TITLES =
  /^(?:just a moment\W*|attention required! \| cloudflare|please wait\W* \| cloudflare|ddos-guard|access denied|access to this page has been denied\W*|pardon our interruption\W*|robot or human\??|are you a robot\??|(?:bot|human) verification|security check(?:point)?|verify(?:ing)? (?:that )?you(?:'re| are) (?:a )?human\W*|checking your browser\W*|one moment, please\W*|you have been blocked|blocked|captcha|validation request|client challenge|(?:403 )?forbidden|request rejected|unusual traffic detected)$/i

/** Words of challenge and refusal pages. */
const WALL_WORDS =
  /(?:verify|prove|confirm|make sure|check(?:ing)?)[^.]{0,60}(?:you(?:'re| are)|that you|if you)[^.]{0,30}(?:human|robot|bot\b)|checking (?:your browser|if the site connection is secure)|enable (?:javascript|js) and (?:cookies|disable any ad ?blocker)|unusual (?:traffic|activity) from your (?:computer|network)|complete the (?:security check|captcha)|you have been blocked|access (?:to this page )?(?:has been |is )?denied|automated (?:access|requests|queries)|whoa there, pardner|blocked by network security|request unsuccessful|reference (?:#|id|number)|press (?:&|and) hold/i

const WIDGETS =
  /\bg-recaptcha\b|\bh-captcha\b|\bcf-turnstile\b|hcaptcha\.com\/1\/api|recaptcha\/(?:api|enterprise)\.js|challenges\.cloudflare\.com\/turnstile|funcaptcha|arkoselabs/i

/** Elements that applications fill in the browser. */
const APP_ROOT =
  /<(?:div|main|section)[^>]{0,300}\bid=(["']?)(?:root|app|__next|__nuxt|___gatsby|svelte|main-app|app-root|react-root|q-app|ember-app)\1[\s>]|<(?:app-root|ng-app)\b|\bng-app=/i

const WANTS_SCRIPT =
  /(?:enable|activate|turn on|requires?|need|without|allow|support)[^.]{0,40}(?:javascript|java script|\bjs\b)|javascript[^.]{0,40}(?:disabled|required|enabled|not (?:enabled|available|supported))/i

/** Characters of source over which a page is no challenge page: those are small. */
const WALL_SOURCE_MAX_CHARS = 150_000

/** True when the headers say that the answer is a challenge; `headers` have lower-case names. */
export function isChallengeAnswer(headers: Readonly<Record<string, string>>): boolean {
  return (
    headers['cf-mitigated'] === 'challenge' ||
    /^(?:challenge|captcha)$/.test(headers['x-amzn-waf-action'] ?? '')
  )
}

/** True for the page of a bot protection. Pages with a text of their own never are. */
export function isWall(source: string, page: PageText): boolean {
  if (page.textChars > WALL_TEXT_MAX_CHARS || source.length > WALL_SOURCE_MAX_CHARS) return false
  if (CHALLENGE_MARKS.some((mark) => mark.test(source))) return true
  if (page.textChars > WORDED_WALL_TEXT_MAX_CHARS) return false
  const words = `${page.sample} ${page.noscript}`
  if (!WALL_WORDS.test(words)) return false
  return WALL_TITLES.test(page.title.trim()) || WIDGETS.test(source)
}

/** True for a page that shows nothing until its scripts have run. */
export function isEmptyShell(source: string, page: PageText): boolean {
  if (page.textChars > SHELL_TEXT_MAX_CHARS || page.scripts === 0) return false
  if (page.textChars === 0) return true
  if (page.proseChars > SHELL_PROSE_MAX_CHARS) return false
  return WANTS_SCRIPT.test(page.noscript) || WANTS_SCRIPT.test(page.sample) || APP_ROOT.test(source)
}

/** True for a short page with the words of a bot check but no other sign of one: it is ambiguous. */
export function mayBeWall(page: PageText): boolean {
  return page.textChars <= WORDED_WALL_TEXT_MAX_CHARS && WALL_WORDS.test(page.sample)
}

/** True for a page with some text that says, or looks, as if scripts added the most of it. */
export function mayNeedScripts(source: string, page: PageText): boolean {
  if (page.scripts === 0) return false
  if (hasUnfilledParts(source, page.proseChars)) return true
  if (page.proseChars > THIN_PROSE_MAX_CHARS) return false
  return WANTS_SCRIPT.test(page.noscript) || WANTS_SCRIPT.test(page.sample) || APP_ROOT.test(source)
}

/** True for a page of few words of which scripts may well add the most: hardly anything stands around them, or it is an application. */
export function mayBeFilled(source: string, page: PageText): boolean {
  return page.proseChars <= FILLED_PROSE_MAX_CHARS || APP_ROOT.test(source)
}

/** The error for a bot wall. */
export function blocked(): OperationError {
  return new OperationError('page_blocked', 'The site answered with a bot check.', {
    hint: 'Do not repeat the call. Use another source for the same content, for example a feed, an archive or the publisher’s API.',
  })
}

/** Field `reason` of a `page_blocked` where the page may have more for who does not answer than it shows at first. */
export const CONSENT = 'consent'

/** The error for a page that only asks for consent. */
export function consentAsked(): OperationError {
  return new OperationError(
    'page_blocked',
    'The site asks for consent to cookies or the like, and shows nothing else.',
    {
      hint: 'Do not repeat the call. Use another source for the same content, for example a feed or an archive.',
      fields: { reason: CONSENT },
    },
  )
}

/** The error for an empty shell; `contents` says what there is in place of text. */
export function needsJavascript(
  contents: 'no text' | 'only menus and the like' = 'no text',
): OperationError {
  return new OperationError(
    'needs_javascript',
    `The page has ${contents} until a browser has run its scripts.`,
    {
      hint: 'Do not repeat the call. Look for a feed, an API or a static version of the page; a browser tool can read it.',
    },
  )
}
