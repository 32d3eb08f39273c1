import { mustHold, type Task } from '../task.ts'

/** Tasks that draw, convert, or look up on a chain. */
export const makingTasks: readonly Task[] = [
  {
    name: 'a QR code of an address',
    async run({ agent }) {
      const args = { text: 'https://example.com/menu' }
      const { images } = await (await agent('ada')).call('qr', args)
      if (images !== 1) throw new Error(`${images} pictures`)
    },
  },
  {
    name: 'a table of CSV',
    async run({ agent }) {
      const args = { from: 'csv', to: 'markdown', data: 'boat;berth\nTern;4\nGull;9' }
      mustHold((await (await agent('ada')).call('convert', args)).text, '| Tern | 4 |')
    },
  },
  {
    name: 'the balance of a wallet in one token, which stands for a list',
    isHabit: true,
    async run({ agent, chain: { holder, token } }) {
      const args = { address: holder, tokens: token }
      mustHold((await (await agent('ada')).call('wallet_balance', args)).text, 'BELL')
    },
    async before({ agent, chain: { holder, token } }) {
      const ada = await agent('ada')
      await ada.refused('wallet_balance', { address: holder, tokens: token })
      mustHold(
        (await ada.call('wallet_balance', { address: holder, tokens: [token] })).text,
        'BELL',
      )
    },
  },
]
