import { alice, bob, world } from './chat-people.ts'
import { type Answer, ok } from './chat-world.ts'

/** The choices of a field with choices. */
export const CHOICES = {
  a: { text: 'Apples', order: '1' },
  p: { text: 'Pears', order: '2' },
}

/** Adds a profile field of a kind, by the owner unless another one is given. */
export async function addField(
  field_type: number,
  fields: object = {},
  who = world.owner,
): Promise<Answer> {
  return who.post('/realm/profile_fields', { name: `Field ${field_type}`, field_type, ...fields })
}

/** Adds a profile field of a kind; returns its id. */
export async function setUpField(field_type: number, fields: object = {}): Promise<number> {
  return ok(await addField(field_type, fields))['id']
}

/** Alice sets values of her profile. */
export async function setProfile(
  ...data: readonly { id: number; value: unknown }[]
): Promise<Answer> {
  return alice.patch('/users/me/profile_data', { data })
}

/** Alice's profile as Bob sees it, by field. */
export async function readProfile(): Promise<Record<string, unknown>> {
  const answer = await bob.get(`/users/${alice.id}`, { include_custom_profile_fields: true })
  return ok(answer)['user'].profile_data
}
