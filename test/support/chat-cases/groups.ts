import { expect } from 'vitest'
import { about, general, type Probe } from '../chat-access/probe.ts'
import { everybody, members, owners } from '../chat-access/rules.ts'
import type { AgentExamples } from './example.ts'

/** User groups. */
export const groupExamples: AgentExamples = {
  create_user_group: {
    call: { name: 'makers', description: 'who make', members: ['Bob'] },
    shows: { group_id: expect.any(Number) },
    fails: [{ name: 'crew', description: 'again' }, /already exists/],
  },
  get_user_groups: {
    call: {},
    shows: { user_groups: expect.arrayContaining([expect.objectContaining({ name: 'crew' })]) },
    fails: [{ from: -1 }, /from/],
  },
  get_user_group_members: {
    call: { group: 'crew' },
    shows: { members: expect.any(Array) },
    fails: [{ group: 'nothing' }, /No group of that name.*\n.*crew/],
  },
  get_user_group_subgroups: {
    call: { group: '@crew' },
    shows: { subgroups: [] },
    fails: [{ group: 'nothing' }, /No group/],
  },
  get_is_user_group_member: {
    call: { group: 'crew', user: 'Bob' },
    shows: { is_user_group_member: false },
    fails: [{ group: 'nothing', user: 'Bob' }, /No group/],
  },
  update_user_group_members: {
    call: async ({ ask }) => {
      await ask('create_user_group', { name: 'growing', description: 'x' })
      return { group: 'growing', add: ['Bob'] }
    },
    shows: {},
    fails: [{ group: 'crew', add: ['nobody'] }, /No person/],
  },
  update_user_group_subgroups: {
    call: async ({ ask }) => {
      await ask('create_user_group', { name: 'outer', description: 'x' })
      return { group: 'outer', add: ['crew'] }
    },
    shows: {},
    fails: [{ group: 'crew', add: ['nothing'] }, /No group/],
  },
  update_user_group: {
    call: { group: 'crew', description: 'everybody on board' },
    shows: {},
    fails: [{ group: 'crew', options: { zzz: 1 } }, /no option/],
  },
  deactivate_user_group: {
    call: async ({ ask }) => {
      await ask('create_user_group', { name: 'passing', description: 'x' })
      return { group: 'passing' }
    },
    shows: {},
    fails: [{ group: 'nothing' }, /No group/],
  },
}

/** Who may do what with user groups. */
export const groupProbes: readonly Probe[] = [
  ...general(everybody, {
    get_user_group_members: { user_group_id: 3 },
    get_user_groups: {},
    get_user_group_subgroups: { user_group_id: 3 },
  }),
  ...about('group', owners, {
    update_user_group: ({ id }) => ({ user_group_id: id, description: 'changed' }),
    deactivate_user_group: ({ id }) => ({ user_group_id: id }),
    update_user_group_members: ({ id }) => ({ user_group_id: id, add: [1] }),
    update_user_group_subgroups: ({ id }) => ({ user_group_id: id, add: [5] }),
  }),
  ...general(members, {
    create_user_group: { name: 'h', description: '', members: [] },
  }),
]
