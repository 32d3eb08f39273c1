import { address } from '../../styles/admin.css'
import type { PageProps, Part } from '../part.ts'
import { ChannelPage } from './channel.tsx'
import { ChannelList } from './list.tsx'

function Page({ rest: [id] }: PageProps) {
  return id === undefined ? <ChannelList /> : <ChannelPage id={Number(id)} />
}

/** The page `#channels`. */
export const part: Part = { Page, style: address }
