import { expect } from 'vitest'
import { about, general, type Probe } from '../chat-access/probe.ts'
import {
  administrators,
  everybody,
  isAdministrator,
  isLimited,
  mine,
} from '../chat-access/rules.ts'
import type { AgentExamples } from './example.ts'

/** Accounts of programs, and what people and programs are signed in by. */
export const programExamples: AgentExamples = {
  create_bot: {
    call: { full_name: 'Builds', short_name: 'builds', bot_type: 2 },
    shows: { user_id: expect.any(Number), email: expect.stringMatching(/^builds-bot@/) },
    fails: [{ full_name: 'Builds', short_name: 'no name' }, /Bad name/],
  },
  update_bot: {
    call: async ({ ask }) => {
      await ask('create_bot', { full_name: 'Deploys', short_name: 'deploys' })
      return { bot_id: 'Deploys', full_name: 'Releases' }
    },
    shows: {},
    fails: [{ bot_id: 'Bob', full_name: 'x' }, /No such bot/],
  },
  get_bots: { call: {}, shows: { bots: expect.any(Array) }, fails: [{ from: -1 }, /from/] },
  get_bot_api_key: {
    call: async ({ ask }) => {
      await ask('create_bot', { full_name: 'Keys', short_name: 'keys' })
      return { bot_id: 'Keys' }
    },
    shows: { api_key: expect.stringMatching(/^\w{32}$/) },
    fails: [{ bot_id: 'Bob' }, /No such bot/],
  },
  regenerate_bot_api_key: {
    call: async ({ ask }) => {
      await ask('create_bot', { full_name: 'Renewed', short_name: 'renewed' })
      return { bot_id: 'Renewed' }
    },
    shows: { api_key: expect.stringMatching(/^\w{32}$/) },
    fails: [{ bot_id: 'Bob' }, /No such bot/],
  },
  get_sessions: { call: {}, shows: { sessions: [] }, fails: [{ from: -1 }, /from/] },
  // Without an id it ends what the caller is signed in by elsewhere, with which other examples go on.
  end_sessions: { fails: [{ session_id: 'none' }, /No such session/] },
  get_connected_programs: {
    call: {},
    shows: { programs: [] },
    fails: [{ of_everybody: 'perhaps' }, /of_everybody/],
  },
  // Programs come in by a browser, which no example has.
  end_connected_program: { fails: [{ program_id: 'none' }, /No such program/] },
}

/** Who may change programs, and end what somebody is signed in by. */
export const programProbes: readonly Probe[] = [
  // Programs are changed by who owns them too.
  ...about(
    'robot',
    (asker, whose) => (isAdministrator(asker) || whose === 'mine' ? 'yes' : 'as if missing'),
    {
      update_bot: ({ id }) => ({ bot_id: id, full_name: 'Other Name' }),
      get_bot_api_key: ({ id }) => ({ bot_id: id }),
      regenerate_bot_api_key: ({ id }) => ({ bot_id: id }),
      'update_user by its owner': ({ id }) => ({ user_id: id, full_name: 'Other Name' }),
      'deactivate_user by its owner': ({ id }) => ({ user_id: id }),
    },
  ),
  ...about('program', (asker, whose) => (isAdministrator(asker) ? 'yes' : mine(asker, whose)), {
    end_connected_program: ({ key }) => ({ program_id: key }),
  }),
  ...about('session', mine, { end_sessions: ({ key }) => ({ session_id: key }) }),
  ...general(everybody, { get_bots: {}, get_sessions: {}, get_connected_programs: {} }),
  ...general(administrators, {
    'get_connected_programs by administrators': { of_everybody: true },
  }),
  ...general((asker) => (isLimited(asker) || asker === 'bot' ? 'no' : 'yes'), {
    create_bot: { full_name: 'New', short_name: 'new', bot_type: 2 },
  }),
]
