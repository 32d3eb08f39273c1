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
