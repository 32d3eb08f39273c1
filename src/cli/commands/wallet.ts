import { existsSync } from 'node:fs'
import { stdin, stderr } from 'node:process'
import { text as readAll } from 'node:stream/consumers'
import { keySources } from '../../app/compose/compose-buyer.ts'
import { type Config, ConfigError } from '../../app/config/config.ts'
import type { Services } from '../../contract/operation.ts'
import type { Spending } from '../../contract/spending.ts'
import { Secret } from '../../lib/secret.ts'
import { VERSION } from '../../lib/version.ts'
import { writeKeystore } from '../../pay/wallet/keystore.ts'
import { addressOf, makeKey, findWalletAddress } from '../../pay/wallet/wallet.ts'
import { readHiddenLine } from './read-line.ts'

/** Shorter passwords can be guessed within hours. */
const PASSWORD_MIN_CHARS = 8

const ACTIONS = 'new, import, address, fund, receipts, export, withdraw or allow'

/** `bellhop wallet` with one of `ACTIONS`, or none. Throws ConfigError for what cannot be done. */
export async function wallet(
  services: Services,
  config: Config,
  [action, ...rest]: readonly string[],
): Promise<void> {
  if (action === 'withdraw' || action === 'allow') {
    const { allow, withdraw } = await import('./wallet-funds.ts')
    const { createOperatorFetch } = await import('../../net/operator/operator-fetch.ts')
    const { composeOutgoingProxy } = await import('../../app/compose/compose-outgoing.ts')
    const proxy = composeOutgoingProxy(config)
    const fetch = createOperatorFetch({ userAgent: `Bellhop/${VERSION}`, proxy })
    const act = action === 'allow' ? allow : withdraw
    return print(await act({ config, fetch, words: rest }))
  }
  if (action === 'fund' && rest.length < 2) return fund(await addressIn(config), config, rest[0])
  if (rest.length > 0) throw new ConfigError(`wallet takes one word: ${ACTIONS}.`)
  switch (action) {
    case undefined:
      return show(services)
    case 'address':
      return print(await addressIn(config))
    case 'new':
      return create(config, async () => makeKey())
    case 'import':
      return create(config, readKey)
    case 'receipts': {
      const { receiptsCsv } = await import('./wallet-receipts.ts')
      return print(await receiptsCsv(spendingIn(services)))
    }
    case 'export': {
      const { exportKey } = await import('./wallet-funds.ts')
      return print(await exportKey(config))
    }
    default:
      throw new ConfigError(`wallet has no action "${action}": ${ACTIONS}.`)
  }
}

function spendingIn({ spending }: Services): Spending {
  if (!spending) throw new ConfigError('There is no wallet. Make one: bellhop wallet new.')
  return spending
}

async function show(services: Services): Promise<void> {
  const spending = spendingIn(services)
  const status = await spending.status(AbortSignal.timeout(30_000))
  const payments = await spending.history({ limit: 20 })
  print(JSON.stringify({ ...status, payments }, null, process.stdout.isTTY ? 2 : undefined))
  const { address, balance, caps } = status
  if (address !== null && balance !== null && Number(balance) < Number(caps.perDay)) {
    stderr.write(
      `${balance} USD are less than the limit of a day (${caps.perDay}). To fund the wallet: bellhop wallet fund.\n`,
    )
  }
}

/** Shows how to fund the wallet, on a terminal with a code that phones can read. */
async function fund(address: string, config: Config, network?: string): Promise<void> {
  const { fundingHelp } = await import('./wallet-funds.ts')
  stderr.write(await fundingHelp(address, config, { asCode: stderr.isTTY, network }))
}

async function addressIn(config: Config): Promise<string> {
  const address = await findWalletAddress(keySources(config))
  if (address === undefined)
    throw new ConfigError('There is no wallet. Make one: bellhop wallet new.')
  return address
}

async function create(config: Config, key: () => Promise<Secret>): Promise<void> {
  const path = config['wallet-file']
  // Overwriting a key would lose its money.
  if (existsSync(path)) throw new ConfigError(`${path} exists and is never overwritten.`)
  const secret = await key()
  const address = addressOf(secret)
  const password = await passwordFor(config)
  try {
    await writeKeystore(path, { key: secret, address }, password)
  } catch (cause) {
    const { code = 'unknown reason' } = cause as NodeJS.ErrnoException
    throw new ConfigError(`${path} cannot be written: ${code}.`, {
      cause,
    })
  }
  print(address)
  stderr.write(
    `Written to ${path}, encrypted. Keep the password: nobody can restore it.\n` +
      'Send a few dollars of USDC to this address, not more: whoever gets the key can take all of it.\n' +
      'The limits are --spend-per-call, --spend-per-session, --spend-per-day.\n',
  )
  await fund(address, config)
}

async function readKey(): Promise<Secret> {
  const typed = stdin.isTTY ? await readHiddenLine('Private key: ') : await readAll(stdin)
  const digits = typed.trim().replace(/^0x/, '')
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) {
    throw new ConfigError('wallet import takes a private key on stdin: 64 hex digits.')
  }
  return new Secret(`0x${digits}`)
}

async function passwordFor({ secrets }: Config): Promise<Secret> {
  const password = secrets.walletPassword?.reveal() ?? (await askTwice())
  if (password.length < PASSWORD_MIN_CHARS) {
    throw new ConfigError(`The password needs at least ${PASSWORD_MIN_CHARS} characters.`)
  }
  return new Secret(password)
}

async function askTwice(): Promise<string> {
  if (!stdin.isTTY) {
    throw new ConfigError('The wallet needs a password: set BELLHOP_WALLET_PASSWORD.')
  }
  const password = await readHiddenLine('Password of the new wallet: ')
  if (password !== (await readHiddenLine('The same again: '))) {
    throw new ConfigError('The two passwords differ.')
  }
  return password
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
