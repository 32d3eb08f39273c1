import { measureConversations } from './chat/conversations.ts'
import { measureCost } from './chat/cost.ts'
import { measureDatabases } from './chat/databases.ts'
import { measureDelivery } from './chat/delivery.ts'
import { measureFetchDatabases } from './chat/fetch-databases.ts'
import { measureFetches } from './chat/fetch.ts'
import { measureInstances } from './chat/instances.ts'
import { measureMarks } from './chat/marks.ts'
import { measureRegister } from './chat/register.ts'
import { measureSenders } from './chat/senders.ts'
import { measureTeam } from './chat/team.ts'
import { machineLine, recordSection } from './record.ts'

/** Measurements, in this order; `npm run bench -- chat senders` measures one of them and records that section. */
const PARTS = {
  senders: {
    title: 'sending',
    text: 'Acknowledged sends a second, every commit synced to disk. In process, the bare contender writes message, words and event by prepared statements into the same tables with their indexes, all senders of a turn in one commit. Over HTTP it is a hono server whose POST commits one row, without index, event or account: first one commit per row, which is usual, then one commit for all of a turn. Both run side by side, are warmed up for 3 s and alternate, with as many connections as senders; the client shares the machine. CPU time is that of the storing process.',
    measure: measureSenders,
  },
  databases: {
    title: 'SQLite and Postgres',
    text: 'Acknowledged sends a second over HTTP, every commit synced to disk, in alternating rounds after a warm-up of 8 s for each process. With two processes, either each sender keeps its connection to one, or requests alternate between both. The client and the database share the machine; CPU time is that of all processes but the client.',
    measure: measureDatabases,
  },
  instances: {
    title: 'several processes on one Postgres',
    text: 'Transactions of the database while all polls wait and each process looks for events every five seconds; then, over a hundred messages, the time from sending one at one process to its arrival at each poll. All share the machine.',
    measure: measureInstances,
  },
  delivery: {
    title: 'delivery',
    text: 'From sending a message over HTTP to its arrival at each long-polling receiver; the receivers are one process and their polls are part of the load.',
    measure: measureDelivery,
  },
  cost: {
    title: 'cost of a message',
    text: 'CPU time of a message in process, 64 senders at once, by the number of people who receive it.',
    measure: measureCost,
  },
  register: {
    title: 'registration',
    text: '`POST /register` for all data, in process, with 1,000 users and 300 channels of 100 subscribers.',
    measure: measureRegister,
  },
  fetch: {
    title: 'fetching and searching messages',
    text: 'Time of one `GET /messages` over HTTP.',
    measure: measureFetches,
  },
  conversations: {
    title: 'the list of conversations',
    text: 'Time of the newest 50 conversations (`GET /conversations`), in process, as a ratio to a fetch of the newest 50 messages in the same run; least of several turns.',
    measure: measureConversations,
  },
  marks: {
    title: 'marking all as read',
    text: 'Time of "mark all as read" in process with few and with ten times as many unread messages (10 times as long is linear), and of another user’s sends, alone and meanwhile.',
    measure: measureMarks,
  },
  team: {
    title: 'a large team',
    text: 'Each operation over HTTP, medians by turns, on an empty server and on one with 200 people, 500 channels of 12 topics, half of the people in each channel, 100,000 messages of four weeks, of which 50,000 are unread for whoever asks; then a bystander’s sends to another topic while it runs, the longest of each run. The bounds: 4 times the empty server, but for what returns more data; 8 times for registering.',
    measure: measureTeam,
  },
  'fetch-databases': {
    title: 'fetching and searching messages on both databases',
    text: 'Time of one `GET /messages` over HTTP; client, server and database share the machine. Postgres has its default settings and only the statistics that it gathers itself.',
    measure: measureFetchDatabases,
  },
}

/** Measures the chat core against bare loops on the same machine, and records each part in a section of its own. */
export async function run(): Promise<void> {
  const only = process.argv[3]
  for (const [name, { title, text, measure }] of Object.entries(PARTS)) {
    if (only !== undefined && only !== name) continue
    const report = `${machineLine()}\n\n${text}\n\n${await measure()}`
    console.log(report)
    recordSection(`chat-${name}`, `Team chat: ${title}`, report)
  }
}
