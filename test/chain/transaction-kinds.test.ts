// @module-tag full
import { createPublicClient, createWalletClient, getAddress, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { expect, it } from 'vitest'
import { callWith, TEST_TIME } from '../support/call.ts'
import { CHAIN_START_MAX_MS, startChain } from '../support/chain.ts'

const SIGNAL = new AbortController().signal

it(
  'a transaction that sets the code of an account (EIP-7702) is proved by its hash',
  async () => {
    await using chain = await startChain({ chainId: 1, at: TEST_TIME })
    const account = privateKeyToAccount(generatePrivateKey())
    await chain.setBalance(account.address, 10n ** 18n)
    const transport = http(chain.url)
    const wallet = createWalletClient({ account, chain: mainnet, transport })
    const to = '0x0000000000000000000000000000000000000bbb'
    const authorization = await wallet.signAuthorization({
      contractAddress: '0x0000000000000000000000000000000000000aaa',
      executor: 'self',
    })
    const hash = await wallet.sendTransaction({ authorizationList: [authorization], to, value: 1n })
    const client = createPublicClient({ transport })
    const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    expect([receipt.type, receipt.status]).toEqual(['eip7702', 'success'])
    await chain.mine(2)
    const caller = callWith({ onChain: { endpoints: { ethereum: [chain.url] } } })
    const onchain = await caller.services.onchain()
    const answer = await onchain.transaction({ hash, network: 'ethereum' }, SIGNAL)
    expect(answer).toMatchObject({ status: 'succeeded', proved: true, to: getAddress(to) })
    await caller.close()
  },
  CHAIN_START_MAX_MS,
)
