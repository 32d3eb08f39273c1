import { expect, test } from 'vitest'
import { ConfigError } from '../../../../src/app/config/config.ts'
import { proveSale } from '../../../../src/cli/commands/prove-sale.ts'
import type { SaleFinding } from '../../../../src/pay/seller/inspect-seller.ts'
import { quietLog } from '../../../support/store-backend.ts'

const finding = (status: SaleFinding['status']): SaleFinding => ({
  check: 'chain',
  status,
  detail: 'the node is on another chain',
})

test('a seller whom no payment can reach stays closed', async () => {
  const proof = proveSale(async () => [finding('ok'), finding('fail')], quietLog)
  await expect(proof).rejects.toThrow(ConfigError)
  await expect(proof).rejects.toThrow('chain: the node is on another chain')
})

test('what is doubtful, does not answer, or answers late keeps nobody closed', async () => {
  await proveSale(async () => [finding('warn')], quietLog)
  await proveSale(async () => Promise.reject(new Error('no answer')), quietLog)
  await proveSale(async () => new Promise(() => {}), quietLog, 1)
  await expect(proveSale(async () => [], quietLog)).resolves.toBeUndefined()
})
