import { alice, bob } from './chat-people.ts'
import { ok } from './chat-world.ts'

/** Alice creates a user group; returns its id. */
export async function createGroup(name: string, fields: object = {}): Promise<number> {
  return ok(await alice.post('/user_groups/create', { name, description: '', ...fields }))[
    'group_id'
  ]
}

/** The subgroups of a group as Bob sees them. */
export async function listSubgroups(id: number, fields: object = {}): Promise<number[]> {
  return ok(await bob.get(`/user_groups/${id}/subgroups`, { ...fields }))['subgroups']
}
