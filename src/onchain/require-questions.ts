import type { ContractQuestion } from './calls/read-contract.ts'
import type { Hex } from './hex.ts'
import type { TransactionQuestion } from './transactions/read-transaction.ts'

/** Throws `not_an_address` and `bad_checksum` for what is no wallet, or no list of contracts. */
export async function requireBalanceQuestion(question: {
  address: string
  tokens: readonly string[]
}): Promise<void> {
  const { parseAddress, parseAddresses } = await import('./address.ts')
  parseAddress(question.address, 'address')
  parseAddresses(question.tokens, 'tokens')
}

/** Throws `not_an_address` and `bad_checksum` for what is no contract's address. */
export async function requireTokenQuestion({ address }: { address: string }): Promise<void> {
  const { parseAddress } = await import('./address.ts')
  parseAddress(address, 'address')
}

/** Throws `bad_name`, `not_an_address` and `bad_checksum` for an invalid name or address. */
export async function requireSubject(question: {
  name?: string | undefined
  address?: string | undefined
}): Promise<void> {
  const { readSubject } = await import('./names/subject.ts')
  readSubject(question)
}

/** Throws `unknown_symbol` for what no provider could know, and `invalid_input` for the price of an asset in itself. */
export async function requirePriceQuestion(question: {
  symbol: string
  vs: string
}): Promise<void> {
  const { readPair } = await import('./prices/pair.ts')
  readPair(question)
}

/** Reads a question for a contract. Throws `invalid_input`, `not_an_address` and `bad_checksum`. */
export async function readContractQuestion(question: {
  address: string
  signature: string
  args: readonly unknown[]
}): Promise<ContractQuestion> {
  const [{ parseAddress }, { readSignature }, { encodeCall }] = await Promise.all([
    import('./address.ts'),
    import('./calls/signature.ts'),
    import('./calls/arguments.ts'),
  ])
  const signature = readSignature(question.signature)
  encodeCall(signature, question.args)
  return { address: parseAddress(question.address, 'address'), signature, args: question.args }
}

/** Reads a question for a transaction. Throws `invalid_input`. */
export async function readTransactionQuestion(question: {
  hash: string
  signature?: string | undefined
}): Promise<TransactionQuestion> {
  const { readSignature } = await import('./calls/signature.ts')
  const { signature } = question
  return {
    hash: question.hash.toLowerCase() as Hex,
    signature: signature === undefined ? undefined : readSignature(signature),
  }
}
