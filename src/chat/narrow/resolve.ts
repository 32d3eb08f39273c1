import { OperationError } from '../../contract/errors.ts'
import { findIsoTime } from '../../lib/iso-time.ts'
import { loadCached } from '../kernel/directory-cache.ts'
import { badNarrow, badRequest } from '../kernel/failures.ts'
import { requireMessageById, type SeenMessage } from '../messages/access.ts'
import { loadConversationMembers } from '../messages/fetch/load-messages.ts'
import { MESSAGE_FLAGS } from '../messages/flags.ts'
import { namedTopic, topicKey } from '../topics/topic.ts'
import type { Clause, Narrow, Test } from './clause.ts'
import { findUnindexed } from './find-messages.ts'
import { requireChannelOf, requireConversationId, type Lookup, requireUserOf } from './operands.ts'
import { testsPersonalState, isAnonymousNarrow, notSignedIn, loadScope } from './scope.ts'
import { readSearch } from './search-query.ts'
import { idOf, type Term, operandText } from './term.ts'

/** Operators that say where to begin, as the anchor of a fetch does, and leave nothing out. */
const POSITIONS: ReadonlySet<Term['operator']> = new Set(['near', 'date'])

/**
 * Resolves the names in the terms of a narrow. Throws `BAD_NARROW` for unknown names and contradictions, `unauthorized` without
 * an account for all but web-public channels.
 */
export async function resolveNarrow(lookup: Lookup, sent: readonly Term[]): Promise<Narrow> {
  const terms = await withCurrentPlace(lookup, sent)
  if (!lookup.requester.user && !isAnonymousNarrow(terms)) throw notSignedIn()
  requirePlaces(terms)
  const named = terms.find(({ operator, negated }) => operator === 'channel' && !negated)
  const channel = named && (await requireChannelOf(lookup, named.operand))
  const clauses: Clause[] = []
  for (const { operand } of terms.filter(({ operator }) => operator === 'date')) {
    if (findIsoTime(String(operand)) === undefined) throw badNarrow('Invalid date')
  }
  for (const term of terms.filter(({ operator }) => !POSITIONS.has(operator))) {
    const test = await testOf(lookup, term, channel !== undefined)
    clauses.push({ test, negated: isOpposite(term) !== term.negated })
  }
  return {
    clauses,
    scope: await loadScope(lookup.db, lookup.requester, terms, channel),
    isPersonal: testsPersonalState(terms),
    channel,
    searches: clauses.flatMap(({ test, negated }) =>
      test.is === 'found' && !negated ? [test.query] : [],
    ),
  }
}

async function testOf(lookup: Lookup, term: Term, isOfChannel: boolean): Promise<Test> {
  const { operand } = term
  switch (term.operator) {
    case 'channel':
      return { is: 'in-channels', ids: [(await requireChannelOf(lookup, operand)).channel.id] }
    case 'channels':
      return { is: 'in-channels', ids: await channelsOf(lookup, operandText(term)) }
    case 'topic':
      return { is: 'in-topic', key: topicKey(namedTopic(operandText(term))) }
    case 'dm':
      return {
        is: 'in-conversation',
        id: await requireConversationId(lookup, requesterId(lookup), operand),
      }
    case 'dm-including':
    case 'group-pm-with': {
      const isGroup = term.operator === 'group-pm-with'
      return { is: 'direct', withUser: (await requireUserOf(lookup, operand)).id, isGroup }
    }
    case 'sender':
      return { is: 'sent-by', user: (await requireUserOf(lookup, operand)).id }
    case 'mentions':
      return { is: 'mentioning', user: (await requireUserOf(lookup, operand)).id }
    case 'is':
      return stateTest(operandText(term), isOfChannel)
    case 'has':
      return contentTest(operandText(term))
    case 'in':
      return collectionTest(operandText(term), isOfChannel)
    case 'id': {
      const id = idOf(operand)
      if (id === undefined) throw badNarrow('Invalid message ID')
      return { is: 'id', id }
    }
    case 'search': {
      const query = readSearch(operandText(term))
      return { is: 'found', query, unindexed: await findUnindexed(lookup.db, query) }
    }
    case 'near':
    case 'date':
    case 'with':
    default:
      return { is: 'anything' }
  }
}

function requesterId({ requester }: Lookup): number {
  if (!requester.user) throw notSignedIn()
  return requester.user.id
}

async function channelsOf({ db }: Lookup, operand: string): Promise<number[]> {
  if (operand !== 'public' && operand !== 'web-public') {
    throw badNarrow(`unknown channels operand ${operand}`)
  }
  const rows = await loadCached(db, `channels.${operand}`, async () =>
    db
      .selectFrom('chat_channel')
      .select('id')
      .where(
        operand === 'public' ? 'is_private' : 'is_web_public',
        '=',
        operand === 'public' ? 0 : 1,
      )
      .execute(),
  )
  return rows.map(({ id }) => id)
}

function stateTest(operand: string, isOfChannel: boolean): Test {
  switch (operand) {
    case 'dm':
    case 'private':
      return { is: 'direct', withUser: undefined, isGroup: false }
    case 'starred':
      return { is: 'flagged', bit: MESSAGE_FLAGS.starred }
    case 'alerted':
      return { is: 'flagged', bit: MESSAGE_FLAGS.has_alert_word }
    case 'mentioned':
    case 'unread':
    case 'resolved':
    case 'followed':
      return { is: operand }
    case 'muted':
      return { is: 'muted', byChannel: !isOfChannel }
    default:
      throw badNarrow(`unknown 'is' operand ${operand}`)
  }
}

function contentTest(operand: string): Test {
  switch (operand) {
    case 'attachment':
    case 'image':
    case 'link':
    case 'reaction':
      return { is: 'having', what: operand }
    default:
      throw badNarrow(`unknown 'has' operand ${operand}`)
  }
}

/** The home view is everything that is not muted. */
function isOpposite({ operator, operand }: Term): boolean {
  return operator === 'in' && operand === 'home'
}

function collectionTest(operand: string, isOfChannel: boolean): Test {
  if (operand === 'all') return { is: 'anything' }
  if (operand !== 'home') throw badNarrow(`unknown 'in' operand ${operand}`)
  return { is: 'muted', byChannel: !isOfChannel }
}

/** Whether a term asks for channel messages, or for direct ones. */
function placeOf({ operator, operand }: Term): 'channel' | 'direct' | undefined {
  if (operator === 'is') {
    if (operand === 'dm' || operand === 'private') return 'direct'
    return operand === 'resolved' || operand === 'followed' ? 'channel' : undefined
  }
  if (operator === 'channel' || operator === 'channels' || operator === 'topic') return 'channel'
  const isDirect = operator === 'dm' || operator === 'dm-including' || operator === 'group-pm-with'
  return isDirect ? 'direct' : undefined
}

function requirePlaces(terms: readonly Term[]): void {
  const places = new Set(terms.filter(({ negated }) => !negated).map(placeOf))
  if (places.has('channel') && places.has('direct')) {
    throw badNarrow('No message can be both a channel message and direct message')
  }
}

/** Operators that a `with` term replaces. */
const REPLACED = new Set(['channel', 'topic', 'dm'])

/** Puts the conversation in which the message of a `with` term is now in place of where it was. */
async function withCurrentPlace(lookup: Lookup, terms: readonly Term[]): Promise<Term[]> {
  const [term, second] = terms.filter(({ operator }) => operator === 'with')
  if (!term) return [...terms]
  const invalid = () => badNarrow("Invalid 'with' operator")
  if (second) throw badNarrow("Duplicate 'with' operators.")
  const id = idOf(term.operand)
  if (id === undefined || term.negated) throw invalid()
  const others = terms.filter((one) => one !== term)
  const found = await requireMessageById(lookup.db, lookup.requester, id).catch(
    (thrown: unknown) => {
      if (thrown instanceof OperationError) return undefined
      throw thrown
    },
  )
  if (!found) {
    if (definesConversation(others)) return others
    throw invalid()
  }
  const rest = others.filter(({ operator, negated }) => negated || !REPLACED.has(operator))
  return [...(await placeTerms(lookup, found)), ...rest]
}

function definesConversation(terms: readonly Term[]): boolean {
  const has = (kind: Term['operator']) =>
    terms.some(({ operator, negated }) => operator === kind && !negated)
  return has('dm') || (has('channel') && has('topic'))
}

async function placeTerms({ db }: Lookup, { message }: SeenMessage): Promise<Term[]> {
  const { channel_id, topic, conversation_id } = message
  if (channel_id !== null) {
    return [
      { operator: 'channel', operand: channel_id, negated: false },
      { operator: 'topic', operand: topic, negated: false },
    ]
  }
  const members = await loadConversationMembers(db, [message])
  if (conversation_id === null) throw badRequest('Invalid message(s)')
  return [{ operator: 'dm', operand: [...(members.get(conversation_id) ?? [])], negated: false }]
}
