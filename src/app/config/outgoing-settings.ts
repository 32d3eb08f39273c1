import { z } from 'zod'
import { list } from './setting-values.ts'
import { setting, toggle } from './setting.ts'

/** Settings of the way out of this network, in the order of the documents. */
export const OUTGOING_SETTINGS = {
  'outgoing-proxy': setting(
    z
      .url({ protocol: /^https?$/ })
      .refine(
        (address) => URL.canParse(address) && isBare(new URL(address)),
        'http://host:port or https://host:port, with the login in BELLHOP_OUTGOING_PROXY_LOGIN',
      )
      .optional(),
    'Proxy (`http://host:port`) by which pages, paid calls, chains and providers are reached. Proxy variables of the environment are ignored.',
    'none: others are reached directly',
  ),
  'outgoing-proxy-resolves': toggle(
    'Only the `outgoing-proxy` can look up names. Bellhop then cannot check the addresses that names lead to: have the proxy refuse private ones.',
  ),
  'outgoing-proxy-except': setting(
    list.default([]),
    'Hosts (`host` or `host:port`) of your own services that are reached without the `outgoing-proxy`. Fetches reach the hosts of `allow-hosts` without it, too.',
    'none but this machine',
  ),
}

function isBare({ username, password, pathname, search, hash }: URL): boolean {
  return username + password + search + hash === '' && pathname === '/'
}
