import { describe, expect, it } from 'vitest'
import { NETWORKS } from '../../../../src/contract/onchain.ts'
import { parseAddress } from '../../../../src/onchain/address.ts'
import {
  ASSETS,
  CONTRACTS,
  SHARED_SYMBOLS,
  STABLE,
} from '../../../../src/onchain/prices/asset-table.ts'
import {
  listedAsset,
  listedContracts,
  namedAsset,
  quoteCurrency,
} from '../../../../src/onchain/prices/assets.ts'

const rows = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' '))

describe('the table of assets', () => {
  it('has each symbol and each id once, in its form', () => {
    const assets = rows(ASSETS)
    expect(assets.length).toBeGreaterThanOrEqual(140)
    for (const row of assets) {
      expect(row).toHaveLength(3)
      expect(row[0]).toMatch(/^[A-Z0-9]{1,12}$/)
      expect(row[1]).toMatch(/^[a-z0-9-]+$/)
      expect(row[2]).toMatch(/^(-|c?k?s?b?o?y?|kyc|kosy)$/)
    }
    expect(new Set(assets.map(([symbol]) => symbol)).size).toBe(assets.length)
    expect(new Set(assets.map(([, id]) => id)).size).toBe(assets.length)
    for (const symbol of STABLE) expect(listedAsset(symbol)?.stable).toBe(true)
  })

  it('lists no symbol that several well-known assets have, and knows two ids at least of each', () => {
    const shared = rows(SHARED_SYMBOLS)
    for (const [symbol = '', ...ids] of shared) {
      expect(listedAsset(symbol), symbol).toBeUndefined()
      expect(ids.length).toBeGreaterThan(1)
      for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/)
    }
    expect(shared.map(([symbol]) => symbol)).toContain('FRAX')
  })

  it('names contracts by their checksums, each once per network, each a listed asset', () => {
    const contracts = rows(CONTRACTS)
    for (const [network = '', symbol = '', address = ''] of contracts) {
      expect(NETWORKS).toContain(network)
      expect(listedAsset(symbol), symbol).toBeDefined()
      expect(parseAddress(address, address)).toBe(address)
    }
    expect(new Set(contracts.map(([network, , address]) => `${network} ${address}`)).size).toBe(
      contracts.length,
    )
    expect(NETWORKS.map((network) => listedContracts(network).size > 5)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ])
  })

  it('knows a listed contract as the asset it is', () => {
    expect(namedAsset('eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')).toBe(
      listedAsset('USDC'),
    )
    expect(namedAsset('eip155:137/slip44:966')).toBe(listedAsset('POL'))
    expect(quoteCurrency('jpy')).toMatchObject({ kind: 'fiat', symbol: 'JPY' })
  })
})
