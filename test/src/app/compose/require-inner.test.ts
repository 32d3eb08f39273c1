import { expect, test } from 'vitest'
import { requireInnerAllowed } from '../../../../src/app/compose/compose-place.ts'
import type { AnyOperation } from '../../../../src/contract/operation.ts'
import type { Seller } from '../../../../src/pay/seller/seller.ts'
import { getMessages } from '../../../../tools/chat/messages/get-messages.ts'
import { sendMessage } from '../../../../tools/chat/messages/send-message.ts'
import { extract } from '../../../../tools/web/extract.ts'

const open: Parameters<typeof requireInnerAllowed>[1] = {
  'exclude-tools': undefined,
  'read-only': false,
  chat: 'here',
}
const prices = new Map([['extract', {}]])
const seller = { gate: { prices } } as unknown as Pick<Seller, 'gate'>

test('what the operator leaves out or sells runs within no other call', () => {
  const refusals: [
    AnyOperation,
    Parameters<typeof requireInnerAllowed>[1],
    typeof seller | undefined,
    string,
  ][] = [
    [extract, { ...open, 'exclude-tools': ['extract'] }, undefined, 'forbidden'],
    [sendMessage, { ...open, 'read-only': true }, undefined, 'forbidden'],
    [getMessages, { ...open, chat: 'off' }, undefined, 'forbidden'],
    [extract, open, seller, 'payment_required'],
  ]
  for (const [operation, config, selling, code] of refusals) {
    const checking = () => requireInnerAllowed(operation, config, selling)
    expect(checking).toThrow(expect.objectContaining({ code }))
  }
})

test('everything else does', () => {
  for (const operation of [extract, getMessages, sendMessage]) {
    expect(() => requireInnerAllowed(operation, open, undefined)).not.toThrow()
  }
  expect(() =>
    requireInnerAllowed(extract, { ...open, chat: 'off', 'read-only': true }, undefined),
  ).not.toThrow()
  expect(() => requireInnerAllowed(getMessages, open, seller)).not.toThrow()
})
