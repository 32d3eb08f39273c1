import { describe, expect, it } from 'vitest'
import { listedContracts } from '../../../src/onchain/prices/assets.ts'
import { skeletonOf } from '../../../src/onchain/skeleton.ts'

describe('what a symbol looks like', () => {
  it.each([
    ['USDC', 'UЅDС'],
    ['USDC', 'ＵＳＤＣ'],
    ['USDC', '𝐔𝐒𝐃𝐂'],
    ['USDC', 'U\u200bSDC'],
    ['USDC', 'Ú S D C'],
    ['USDC', 'ᏌЅᎠᏟ'],
    ['USDT', 'USDΤ'],
    ['WETH', 'ԜEТH'],
    ['link', 'LINK'],
    ['LINK', 'lιnκ'],
    ['DAI', 'DAl'],
    ['OP', '0P'],
    ['ETH', 'ꓰꓔꓧ'],
    ['POL', 'РΟL'],
  ])('%s can be taken for %s', (known, imitation) => {
    expect(skeletonOf(imitation)).toBe(skeletonOf(known))
  })

  it.each(['USDT', 'USDD', 'SUSDC', 'USD', 'AUSDC', 'USDC.E'])('USDC is not %s', (other) => {
    expect(skeletonOf(other)).not.toBe(skeletonOf('USDC'))
  })

  it('tells every two listed contracts of a network apart', () => {
    const symbols = new Set(listedContracts('ethereum').values())
    expect(new Set([...symbols].map(skeletonOf)).size).toBe(symbols.size)
  })
})
