import { JSDOM } from 'jsdom'

const ACTIVE =
  /^(?:script|style|iframe|frame|frameset|object|embed|applet|form|input|button|textarea|select|option|link|meta|base|template|noscript|plaintext|xmp|foreignobject|use|animate|set|image|desc|title|annotation-xml|maction|slot|portal|dialog)$/
const ADDRESSES = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'data',
  'poster',
  'background',
  'srcset',
  'xlink:href',
  'ping',
  'cite',
  'longdesc',
])
const SAFE_SCHEMES = new Set(['http:', 'https:', 'ftp:', 'mailto:', 'tel:', 'sms:'])

const { window } = new JSDOM('')

/** What could act in HTML, as a browser reads it; nothing for safe HTML. */
export function dangersIn(html: string): string[] {
  const root = new window.DOMParser().parseFromString(html, 'text/html')
  if (root.head.children.length > 0) return ['something in the head']
  return [...root.body.querySelectorAll('*')].flatMap((element) => {
    const name = element.localName.toLowerCase()
    const found = ACTIVE.test(name) ? [`<${name}>`] : []
    for (const { name: attribute, value } of element.attributes) {
      const key = attribute.toLowerCase()
      if (key.startsWith('on')) found.push(`${name} ${attribute}`)
      if (ADDRESSES.has(key) && !isSafe(value, name)) found.push(`${name} ${key}=${value}`)
      if (key === 'style' && /url|expression|import|fixed|\\|\/\*/i.test(value)) found.push(value)
      if (key === 'id' || key === 'name' || key === 'srcdoc') found.push(`${name} ${key}`)
    }
    return found
  })
}

/** Links go to known schemes; what is loaded without being asked comes from this server. */
function isSafe(value: string, element: string): boolean {
  const url = URL.parse(value, 'https://chat.test/x/')
  if (!url) return element === 'a'
  if (element !== 'a') return url.origin === 'https://chat.test'
  return SAFE_SCHEMES.has(url.protocol)
}
