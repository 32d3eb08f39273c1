import { foldName } from '../../lib/nearest-name.ts'

/**
 * What other programs call what a field of ours takes: names of the tools of public MCP servers and of the interfaces behind them,
 * which models try first. Written without underscores and capitals.
 */
const SYNONYMS: Readonly<Record<string, string>> = {
  address: 'wallet walletaddress account addr contract contractaddress token tokenaddress',
  at: 'time when date datetime sendat scheduleat scheduledat postat deliverat timestamp sendtime scheduledtime',
  base64: 'data bytes blob filedata contentbase64 base64content',
  before: 'until end enddate latest olderthan filterdatebefore',
  body: 'data payload json',
  channel:
    'channelid channelname stream streamname streamid room roomid conversation filterinchannel',
  channels: 'channel channelname channelid stream streams streamname room names name',
  choices: 'options buttons',
  content: 'message text body msg markdown payload messagetext newcontent newtext comment',
  cursor: 'nextcursor pagetoken nextpagetoken continuation',
  data: 'text content input body source',
  description: 'purpose about summary',
  emoji: 'reaction emojiname emote name',
  emoji_name: 'emoji reaction',
  exclude: 'excludetags excludeselectors removeselectors',
  filename: 'name title',
  find: 'query search q keywords grep',
  from: 'fromformat inputformat sourceformat source',
  fullPage: 'full wholepage fullpagescreenshot',
  gasLimit: 'gas gasused',
  height: 'viewportheight',
  input: 'arguments args params parameters',
  invite_only: 'private isprivate',
  is_private: 'private inviteonly',
  limit:
    'count max maxresults maxcount maxitems numresults nummessages numitems num n top size pagesize perpage',
  maxChars: 'maxlength maxlen maxcharacters maxcontentlength charlimit length',
  maxPages: 'pagelimit',
  maxPrice: 'maxamount budget',
  members: 'users people userids memberids participants',
  message_id: 'id msgid message messageid',
  method: 'httpmethod verb',
  name: 'channelname channel streamname groupname title displayname domain ens ensname',
  network: 'chain blockchain chainid chainname',
  new_name: 'name title',
  note: 'text message content reason',
  operation: 'tool toolname name',
  pages: 'page pagerange pagenumbers',
  people:
    'user users userid userids username usernames recipient recipients touser person members email emails',
  query: 'q search searchquery keyword keywords filter name term text',
  question: 'message text content prompt query msg',
  render: 'javascript js renderjs',
  resolved: 'isresolved done',
  search: 'query q searchquery keyword keywords text term',
  seconds: 'timeout timeoutseconds timeouts wait waitseconds duration maxwait',
  selector: 'css cssselector queryselector targetselector',
  since: 'from fromdate start startdate oldest newerthan filterdateafter',
  size: 'width pixels',
  status_text: 'text status message',
  subscribers: 'users people members userids invite participants',
  symbol: 'token coin currency asset ticker',
  text: 'content contents data body string value message markdown',
  to: 'toformat outputformat targetformat target format',
  to_channel: 'newchannel targetchannel destinationchannel targetstream',
  to_topic: 'newtopic targettopic destinationtopic newname',
  tokens: 'token contracts tokenaddresses symbols',
  topic: 'subject thread topicname threadname threadtopic',
  url: 'uri link href website webpage pageurl targeturl sourceurl path file filepath urls uris links',
  urls: 'uri uris link links path paths file files filepath website webpage addresses pages',
  user: 'username name email person member userid',
  users: 'user people members userids usernames',
  vs: 'vscurrency quote quotecurrency currency',
  waitFor: 'wait waittime delay waitms waitforselector',
  width: 'viewportwidth',
}

const meanings = new Map(
  Object.entries(SYNONYMS).map(([field, words]) => [field, new Set(words.split(' '))]),
)

/**
 * The field that is meant by a name that an operation does not know: the only one of those that were left out which goes by that
 * name elsewhere. Undefined where there is none, and where it could be several.
 */
export function findSynonym(written: string, leftOut: readonly string[]): string | undefined {
  const folded = foldName(written)
  const [meant, ...others] = leftOut.filter((field) => meanings.get(field)?.has(folded))
  return others.length === 0 ? meant : undefined
}
