import type { AnyOperation } from '../src/contract/operation.ts'
import { gas } from './chain/gas.ts'
import { resolveName } from './chain/resolve-name.ts'
import { tokenInfo } from './chain/token-info.ts'
import { tokenPrice } from './chain/token-price.ts'
import { walletBalance } from './chain/wallet-balance.ts'
import { convert } from './text/convert.ts'
import { qr } from './text/qr.ts'
import { findServices } from './wallet/find-services.ts'
import { payFetch } from './wallet/pay-fetch.ts'
import { priceCheck } from './wallet/price-check.ts'
import { walletHistory } from './wallet/wallet-history.ts'
import { walletStatus } from './wallet/wallet-status.ts'
import { documentToMarkdown } from './web/document-to-markdown.ts'
import { extractRendered } from './web/extract-rendered.ts'
import { extract } from './web/extract.ts'
import { metadata } from './web/metadata.ts'
import { pdfToMarkdown } from './web/pdf-to-markdown.ts'
import { read } from './web/read.ts'
import { rssToJson } from './web/rss-to-json.ts'
import { screenshot } from './web/screenshot.ts'
import { unfurl } from './web/unfurl.ts'

/** Every operation but those of the team chat and those that are loaded when somebody asks for them, in the order documents list them. */
export const operations: readonly AnyOperation[] = [
  read,
  extract,
  metadata,
  unfurl,
  rssToJson,
  pdfToMarkdown,
  documentToMarkdown,
  screenshot,
  extractRendered,
  qr,
  convert,
  tokenPrice,
  walletBalance,
  resolveName,
  gas,
  tokenInfo,
  walletStatus,
  walletHistory,
  priceCheck,
  payFetch,
  findServices,
]

/** Every operation that is a tool, those of the chat included. */
export async function offeredToModels(): Promise<readonly AnyOperation[]> {
  const { chatTools } = await import('./chat-tools.ts')
  return [...operations, ...chatTools]
}

/** Every operation but those of the team chat. */
export async function errands(): Promise<readonly AnyOperation[]> {
  const { chainMore } = await import('./chain-more.ts')
  return [...operations, ...chainMore]
}

/** Every operation of the product. The chat's are loaded only where somebody may ask for them. */
export async function wholeCatalogue(): Promise<readonly AnyOperation[]> {
  const { chatOperations } = await import('./chat.ts')
  return [...(await errands()), ...chatOperations]
}
